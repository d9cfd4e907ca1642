"""Bisley and its kin: two foundations for each suit, one built up and one down until they meet.

The rules are PySolFC's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.rules import (
    Build,
    Difficulty,
    Direction,
    EmptyPileRule,
    Foundations,
    Piles,
    Rules,
    SuitRule,
)

_FOUNDATIONS: Final = (
    "In each suit build one foundation up from the ace and another down from the king, until the "
    "two meet, wherever that is. A card once there stays there."
)


def _builds(how: str) -> str:
    """The sentence on building and moving, given how the tableau builds."""
    return (
        f"The tableau builds up or down {how}. Cards move one at a time; an empty pile stays empty."
    )


BISLEY: Final = Rules(
    id="bisley",
    title="Bisley",
    summary="Foundations up from the aces and down from the kings meet where you like.",
    text=(
        (
            "The four aces begin the foundations. The other cards are dealt face up to twelve "
            "tableau piles of four."
        ),
        _FOUNDATIONS,
        _builds("in suit"),
    ),
    source="PySolFC, Bisley",
    difficulty=Difficulty.HARD,
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
    summary="Bisley as the old books deal it, with thirteen piles.",
    text=(
        (
            "The four aces begin the foundations. The other cards are dealt face up to thirteen "
            "tableau piles, three to each of the first four and four to the others."
        ),
        *BISLEY.text[1:],
    ),
    source="PySolFC, Bisley 13",
    difficulty=Difficulty.MEDIUM,
    tableau=replace(BISLEY.tableau, deal=(3,) * 4 + (4,) * 9),
)

_REALM_DEAL: Final = (
    "All cards are dealt face up to eight tableau piles, seven to each of the first four and six "
    "to the others."
)

REALM: Final = replace(
    BISLEY,
    id="realm",
    title="Realm",
    summary="Bisley in eight long piles, built in alternating colours.",
    text=(_REALM_DEAL, _FOUNDATIONS, _builds("in alternating colours")),
    source="PySolFC, Realm",
    difficulty=Difficulty.HARD,
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
    text=(_REALM_DEAL, _FOUNDATIONS, _builds("regardless of suit")),
    source="PySolFC, Mancunian",
    difficulty=Difficulty.EASY,
    tableau=replace(REALM.tableau, build=Build(SuitRule.ANY, Direction.EITHER)),
)

GAMES: Final = (BISLEY, BISLEY_13, REALM, MANCUNIAN)
