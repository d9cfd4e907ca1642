"""Yukon and its family: all cards dealt, and any face-up card moves with the cards on top of it.

The rules are PySolFC's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    ALTERNATING,
    FOUNDATIONS_KEEP,
    GROUPS_MOVE,
    HIDDEN_CARDS_TURN,
    KING_GROUP_FILLS,
    OTHER_SUIT,
    build_tableau,
)
from engine.rules import (
    Build,
    Direction,
    EmptyPileRule,
    MoveUnit,
    Piles,
    Rules,
    SuitRule,
)

_DEAL: Final = (
    "All cards are dealt to seven tableau piles: one card to the first, and six to eleven to the "
    "others, the top five of each face up."
)


def _builds(how: str) -> str:
    """State how the tableau is built, which cards move, and what fills its empty piles."""
    return build_tableau(how, GROUPS_MOVE, KING_GROUP_FILLS, HIDDEN_CARDS_TURN)


YUKON: Final = Rules(
    id="yukon",
    title="Yukon",
    summary="Any face-up card moves with all upon it.",
    text=(_DEAL, FOUNDATIONS_KEEP, _builds(ALTERNATING)),
    source="PySolFC, Yukon",
    tableau=Piles(
        deal=(1, 6, 7, 8, 9, 10, 11),
        face_down=(0, 1, 2, 3, 4, 5, 6),
        build=Build(SuitRule.ALTERNATING),
        fill=EmptyPileRule.KING,
        move_unit=MoveUnit.FACE_UP,
    ),
)

RUSSIAN: Final = replace(
    YUKON,
    id="russian",
    title="Russian Solitaire",
    summary="Yukon built in suit, and much harder.",
    text=(_DEAL, FOUNDATIONS_KEEP, _builds("down in suit")),
    source="PySolFC, Russian Solitaire",
    tableau=replace(YUKON.tableau, build=Build(SuitRule.SAME)),
)

ALASKA: Final = replace(
    YUKON,
    id="alaska",
    title="Alaska",
    summary="Russian Solitaire built up as well as down.",
    text=(_DEAL, FOUNDATIONS_KEEP, _builds("up or down in suit")),
    source="PySolFC, Alaska",
    tableau=replace(YUKON.tableau, build=Build(SuitRule.SAME, Direction.EITHER)),
)

MOOSEHIDE: Final = replace(
    YUKON,
    id="moosehide",
    title="Moosehide",
    summary="Yukon built on any other suit.",
    text=(_DEAL, FOUNDATIONS_KEEP, _builds(OTHER_SUIT)),
    source="PySolFC, Moosehide",
    tableau=replace(YUKON.tableau, build=Build(SuitRule.OTHER)),
)

GAMES: Final = (YUKON, RUSSIAN, ALASKA, MOOSEHIDE)
