"""Gaps and Accordion: cards lie in rows, and there are no foundations.

The rules are those of `Solvitaire <https://github.com/thecharlieblake/Solvitaire>`_, the program
behind their published win rates. Gaps, also known as Montana, is played there without redeals;
PySolFC's has two. In the basic variant, which PySolFC lacks, every row has a suit of its own.
Accordion is dealt in full before play begins, and so is Late-Binding Solitaire, Knuth's name for
it with eighteen cards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import Rank
from engine.rules import (
    Build,
    EmptyPileRule,
    MoveUnit,
    Piles,
    Rules,
    SuitRule,
    Win,
)

_GAPS_DEAL: Final = (
    "All cards are dealt face up in four rows of thirteen. Then the aces are taken away, which "
    "leaves four gaps."
)
_GAPS_MOVE: Final = (
    "A gap takes the card that follows its left neighbour in suit. Nothing goes to the right of a "
    "king, or of another gap."
)

GAPS: Final = Rules(
    id="gaps",
    title="Gaps",
    summary="Four rows to order by suits, two to king.",
    text=(
        _GAPS_DEAL,
        _GAPS_MOVE,
        "At the left end of a row, a gap takes any two.",
        "There is no redeal.",
    ),
    source="Solvitaire, Gaps (one deal)",
    tableau=Piles(deal=(1,) * 52, row_length=13, fill=EmptyPileRule.NEXT),
    first_rank=Rank.TWO,
    win=Win.ROWS,
)

GAPS_BASIC: Final = replace(
    GAPS,
    id="gaps-basic",
    title="Gaps, a suit to each row",
    summary="Gaps with a suit of its own for each row.",
    text=(
        _GAPS_DEAL,
        _GAPS_MOVE,
        (
            "At the left end of a row, a gap takes the two of that row's suit: spades, hearts, "
            "diamonds and clubs, from the top."
        ),
        GAPS.text[3],
    ),
    source="Solvitaire, Gaps (basic)",
    tableau=replace(GAPS.tableau, row_suits=True),
)

_ACCORDION_MOVE: Final = (
    "Move a pile onto the one to its left, or onto the third to its left, if their top cards are "
    "of one suit or one rank. The row closes up behind it, and the piles are numbered anew."
)

ACCORDION: Final = Rules(
    id="accordion",
    title="Accordion",
    summary="A row of cards to be folded into one pile.",
    text=("All cards are dealt face up in a row, one to a pile.", _ACCORDION_MOVE),
    source="Solvitaire, Accordion",
    tableau=Piles(
        deal=(1,) * 52,
        row_length=13,
        build=Build(SuitRule.OR_RANK),
        fill=EmptyPileRule.NOTHING,
        move_unit=MoveUnit.STACK,
        steps_left=(1, 3),
    ),
    win=Win.ONE_PILE,
)

LATE_BINDING: Final = replace(
    ACCORDION,
    id="late-binding",
    title="Late-Binding Solitaire",
    summary="Accordion with eighteen cards.",
    text=(
        "Eighteen cards are dealt face up in a row, one to a pile. The others are out of the game.",
        _ACCORDION_MOVE,
    ),
    source="Solvitaire, Late-Binding Solitaire",
    tableau=replace(ACCORDION.tableau, deal=(1,) * 18, row_length=9),
    cards_in_play=18,
)

GAMES: Final = (GAPS, GAPS_BASIC, ACCORDION, LATE_BINDING)
