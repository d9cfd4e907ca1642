"""Scorpion and its family: cards move as in Russian Solitaire, complete suits leave as in Spider.

The rules are PySolFC's. Its stock may be dealt at any time, onto empty piles too; other
rules sometimes hold it back until nothing else can be moved. Before 3.4.0 its Wasp hid cards in
three piles only, which it calls Wasp II since, and the stock of its Double Scorpion was dealt out
with the tableau.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    ANY_GROUP_FILLS,
    GROUPS_MOVE,
    HIDDEN_CARDS_TURN,
    KING_GROUP_FILLS,
    RESERVE_IS_AVAILABLE,
    WHOLE_SUITS_GO_HOME,
    build_tableau,
)
from engine.rules import (
    Build,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

_BUILDS_KINGS: Final = build_tableau(
    "down in suit", GROUPS_MOVE, KING_GROUP_FILLS, HIDDEN_CARDS_TURN
)
_BUILDS_ANY: Final = build_tableau("down in suit", GROUPS_MOVE, ANY_GROUP_FILLS, HIDDEN_CARDS_TURN)
_SEVEN_PILES: Final = (
    "Seven tableau piles of seven cards, the bottom three in each of the first {} piles face down. "
    "The remaining three cards form the stock."
)
_STOCK: Final = (
    "At any time, deal the {0} cards of the stock, one to each of the first {0} piles, empty or "
    "not."
)

SCORPION: Final = Rules(
    id="scorpion",
    title="Scorpion",
    summary="Spider's goal with the moves of Yukon.",
    text=(
        _SEVEN_PILES.format("four"),
        WHOLE_SUITS_GO_HOME,
        _BUILDS_KINGS,
        _STOCK.format("three"),
    ),
    source="PySolFC, Scorpion",
    tableau=Piles(
        deal=(7,) * 7,
        face_down=(3, 3, 3, 3, 0, 0, 0),
        build=Build(SuitRule.SAME),
        fill=EmptyPileRule.KING,
        move_unit=MoveUnit.FACE_UP,
    ),
    foundations=Foundations(whole_suits=True),
    stock=Stock(action=StockAction.TABLEAU),
)

WASP: Final = replace(
    SCORPION,
    id="wasp",
    title="Wasp",
    summary="Scorpion, but any card fills an empty pile.",
    text=(
        _SEVEN_PILES.format("four"),
        WHOLE_SUITS_GO_HOME,
        _BUILDS_ANY,
        _STOCK.format("three"),
    ),
    source="PySolFC, Wasp",
    tableau=replace(SCORPION.tableau, fill=EmptyPileRule.ANY),
)

WASP_II: Final = replace(
    WASP,
    id="wasp-ii",
    title="Wasp II",
    summary="Wasp with fewer hidden cards.",
    text=(_SEVEN_PILES.format("three"), *WASP.text[1:]),
    source="PySolFC, Wasp II",
    tableau=replace(WASP.tableau, face_down=(3, 3, 3, 0, 0, 0, 0)),
)

THREE_BLIND_MICE: Final = replace(
    SCORPION,
    id="three-blind-mice",
    title="Three Blind Mice",
    summary="Scorpion in ten piles, two cards in reserve.",
    text=(
        (
            "Ten tableau piles of five cards, the bottom three in each of the last three piles "
            "face down, and a reserve of two cards."
        ),
        WHOLE_SUITS_GO_HOME,
        _BUILDS_KINGS,
        RESERVE_IS_AVAILABLE,
    ),
    source="PySolFC, Three Blind Mice",
    tableau=replace(SCORPION.tableau, deal=(5,) * 10, face_down=(0,) * 7 + (3,) * 3),
    reserve=Piles(deal=(1, 1), fill=EmptyPileRule.NOTHING),
    stock=None,
)

DOUBLE_SCORPION: Final = replace(
    SCORPION,
    id="double-scorpion",
    title="Double Scorpion",
    summary="Scorpion with two decks in ten long piles.",
    text=(
        (
            "Two decks. Ten tableau piles of ten cards, the bottom four in each of the first five "
            "face down. The remaining four cards form the stock."
        ),
        WHOLE_SUITS_GO_HOME,
        _BUILDS_KINGS,
        _STOCK.format("four"),
    ),
    source="PySolFC, Double Scorpion",
    decks=2,
    tableau=replace(SCORPION.tableau, deal=(10,) * 10, face_down=(4,) * 5 + (0,) * 5),
)

GAMES: Final = (SCORPION, WASP, WASP_II, THREE_BLIND_MICE, DOUBLE_SCORPION)
