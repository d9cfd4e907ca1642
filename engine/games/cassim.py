"""Cassim: a small tableau, four cells and a single pass through the stock.

Where the source is silent, runs move whatever the number of empty cells, and a card may go from the
waste to a cell. It turns the stock when no further moves are possible, which is taken for advice:
here it may be turned at any time. PySolFC's game of that name has no cells, and starts with the
aces on the foundations.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    BUILDS_ALTERNATING_KINGS,
    BUILDS_SUIT_ANY,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    TURN_ONE,
    TURN_ONE_REDEAL_AT_WILL,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    NO_PILES,
    Build,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    Stock,
    SuitRule,
)

_CELLS: Final = (
    "Each cell holds one card from the tableau or the waste, which may be played to the tableau or "
    "a foundation."
)

CASSIM: Final = Rules(
    id="cassim",
    title="Cassim",
    summary="Four short piles, four cells, a single pass.",
    text=(
        (
            "Four tableau piles of four cards, all face up, and four empty cells. The remaining 36 "
            "cards form the stock."
        ),
        FOUNDATIONS_KEEP,
        BUILDS_ALTERNATING_KINGS,
        _CELLS,
        TURN_ONE,
    ),
    source="Cassim as described on solitaire websites; PySolFC has the full game",
    tableau=Piles(
        deal=(4,) * 4,
        build=Build(SuitRule.ALTERNATING),
        fill=EmptyPileRule.KING,
        move_unit=MoveUnit.RUN,
    ),
    cells=Piles(
        deal=(0,) * 4,
        fill_from=frozenset({PileKind.TABLEAU, PileKind.WASTE}),
    ),
    stock=Stock(turn=1, redeals=0),
)

CASSIM_SEVEN: Final = replace(
    CASSIM,
    id="cassim-seven",
    title="Cassim, seven piles",
    summary="Cassim in seven piles, with 24 cards in stock.",
    text=(
        (
            "Seven tableau piles of four cards, all face up, and four empty cells. The remaining "
            "24 cards form the stock."
        ),
        *CASSIM.text[1:],
    ),
    source="A variant of Cassim, with the tableau of PySolFC's game",
    tableau=replace(CASSIM.tableau, deal=(4,) * 7),
)

CASSIM_CLASSIC: Final = Rules(
    id="cassim-classic",
    title="Cassim (PySolFC)",
    summary="Cassim as in PySolFC: built in suit, no cells.",
    text=(
        (
            "The four aces start the foundations. Seven tableau piles of four cards, all face up. "
            "The remaining 20 cards form the stock."
        ),
        FOUNDATIONS_GIVE_BACK,
        BUILDS_SUIT_ANY,
        TURN_ONE_REDEAL_AT_WILL,
    ),
    source="PySolFC, Cassim",
    tableau=Piles(
        deal=(4,) * 7,
        build=Build(SuitRule.SAME),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.ANY,
        fill_from=IN_PLAY_AND_BACK,
        move_unit=MoveUnit.RUN,
    ),
    cells=NO_PILES,
    foundations=Foundations(start=1),
    stock=Stock(turn=1, redeals=None),
)

GAMES: Final = (CASSIM, CASSIM_SEVEN, CASSIM_CLASSIC)
