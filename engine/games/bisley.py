"""Bisley and its family: each suit has a foundation built up and one built down, until they meet.

The rules are PySolFC's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import CARDS_STAY, EMPTY_PILES_STAY, SINGLES_MOVE, build_tableau
from engine.rules import (
    Build,
    Direction,
    EmptyPileRule,
    Foundations,
    Piles,
    Rules,
    SuitRule,
)

_FOUNDATIONS: Final = (
    "In each suit, build one foundation up from the ace and another down from the king until they "
    f"meet. {CARDS_STAY}"
)


BISLEY: Final = Rules(
    id="bisley",
    title="Bisley",
    summary="Up from the aces and down from the kings.",
    text=(
        (
            "The four aces start the foundations. The other cards are dealt face up to twelve "
            "tableau piles of four."
        ),
        _FOUNDATIONS,
        build_tableau("up or down in suit", SINGLES_MOVE, EMPTY_PILES_STAY),
    ),
    source="PySolFC, Bisley",
    tableau=Piles(
        deal=(4,) * 12,
        build=Build(SuitRule.SAME, Direction.EITHER),
        fill=EmptyPileRule.NOTHING,
    ),
    foundations=Foundations(start=1, descending=True),
)

BISLEY_13: Final = replace(
    BISLEY,
    id="bisley-13",
    title="Bisley 13",
    summary="Bisley of the old books, in thirteen piles.",
    text=(
        (
            "The four aces start the foundations. The other cards are dealt face up to thirteen "
            "tableau piles, three to each of the first four and four to each of the others."
        ),
        *BISLEY.text[1:],
    ),
    source="PySolFC, Bisley 13",
    tableau=replace(BISLEY.tableau, deal=(3,) * 4 + (4,) * 9),
)

_REALM_DEAL: Final = (
    "All cards are dealt face up to eight tableau piles, seven to each of the first four and six "
    "to each of the others."
)

REALM: Final = replace(
    BISLEY,
    id="realm",
    title="Realm",
    summary="Bisley in eight piles, alternating colours.",
    text=(
        _REALM_DEAL,
        _FOUNDATIONS,
        build_tableau("up or down in alternating colours", SINGLES_MOVE, EMPTY_PILES_STAY),
    ),
    source="PySolFC, Realm",
    tableau=replace(
        BISLEY.tableau,
        deal=(7, 7, 7, 7, 6, 6, 6, 6),
        build=Build(SuitRule.ALTERNATING, Direction.EITHER),
    ),
    foundations=Foundations(descending=True),
)

MANCUNIAN: Final = replace(
    REALM,
    id="mancunian",
    title="Mancunian",
    summary="Realm built regardless of suit.",
    text=(
        _REALM_DEAL,
        _FOUNDATIONS,
        build_tableau("up or down regardless of suit", SINGLES_MOVE, EMPTY_PILES_STAY),
    ),
    source="PySolFC, Mancunian",
    tableau=replace(REALM.tableau, build=Build(SuitRule.ANY, Direction.EITHER)),
)

GAMES: Final = (BISLEY, BISLEY_13, REALM, MANCUNIAN)
