"""Yukon and its kin: all cards dealt, and any face-up card moves with all that lie on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import FOUNDATIONS_KEEP, HIDDEN_CARDS_TURN
from engine.rules import (
    Build,
    Difficulty,
    Direction,
    EmptyPileRule,
    MoveUnit,
    Piles,
    Rules,
    SuitRule,
)

_DEAL: Final = (
    "All cards are dealt to seven tableau piles: one card to the first, six to eleven to the "
    "others, of which the top five are face up."
)


def _moves(how: str) -> str:
    """The sentence on building and moving, given how the tableau builds."""
    return (
        f"The tableau builds {how}. Any face-up card moves with all the cards on it, in order or "
        f"not; an empty pile takes only a king with what lies on it. {HIDDEN_CARDS_TURN}"
    )


YUKON: Final = Rules(
    id="yukon",
    title="Yukon",
    summary="Klondike without a stock: any face-up card moves with all that lie on it.",
    text=(_DEAL, FOUNDATIONS_KEEP, _moves("down in alternating colours")),
    source="PySolFC, Yukon",
    difficulty=Difficulty.MEDIUM,
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
    summary="Yukon built in suit, and hard.",
    text=(_DEAL, FOUNDATIONS_KEEP, _moves("down in suit")),
    source="PySolFC, Russian Solitaire",
    difficulty=Difficulty.EXPERT,
    tableau=replace(YUKON.tableau, build=Build(SuitRule.SAME)),
)

ALASKA: Final = replace(
    YUKON,
    id="alaska",
    title="Alaska",
    summary="Russian Solitaire, built up as well as down.",
    text=(_DEAL, FOUNDATIONS_KEEP, _moves("up or down in suit")),
    source="PySolFC, Alaska",
    difficulty=Difficulty.HARD,
    tableau=replace(YUKON.tableau, build=Build(SuitRule.SAME, Direction.EITHER)),
)

MOOSEHIDE: Final = replace(
    YUKON,
    id="moosehide",
    title="Moosehide",
    summary="Yukon built in any suit but a card's own.",
    text=(_DEAL, FOUNDATIONS_KEEP, _moves("down in any suit but a card's own")),
    source="PySolFC, Moosehide",
    difficulty=Difficulty.EASY,
    tableau=replace(YUKON.tableau, build=Build(SuitRule.OTHER)),
)

GAMES: Final = (YUKON, RUSSIAN, ALASKA, MOOSEHIDE)
