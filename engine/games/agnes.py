"""Agnes Bernauer and Agnes Sorel: Klondike's layout on foundations whose rank is dealt.

The rules are PySolFC's, which follows the two games that Dick and Parlett tell apart by these
names. In both every card lies face up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    ALTERNATING,
    CARDS_STAY,
    RUNS_MOVE,
    build_tableau,
)
from engine.rules import (
    Base,
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

_FOUNDATIONS: Final = (
    "One card is dealt to the foundations. Build the four foundations up in suit from its rank, an "
    f"ace on a king. {CARDS_STAY}"
)

AGNES_SOREL: Final = Rules(
    id="agnes-sorel",
    title="Agnes Sorel",
    summary="Klondike in one colour, with deals across it.",
    text=(
        (
            "Seven tableau piles of one to seven cards, all face up. The remaining 23 cards form "
            "the stock."
        ),
        _FOUNDATIONS,
        build_tableau(
            "down in one colour",
            "A king goes on an ace.",
            RUNS_MOVE,
            "Only the stock fills an empty pile.",
        ),
        (
            "Deal one card from the stock to each tableau pile, empty or not; the last deal "
            "reaches two piles. There is no redeal."
        ),
    ),
    source="PySolFC, Agnes Sorel",
    tableau=Piles(
        deal=(1, 2, 3, 4, 5, 6, 7),
        build=Build(SuitRule.SAME_COLOUR, wraps=True),
        fill=EmptyPileRule.NOTHING,
        move_unit=MoveUnit.RUN,
    ),
    foundations=Foundations(base=Base.DEALT),
    stock=Stock(action=StockAction.TABLEAU),
)

AGNES_BERNAUER: Final = replace(
    AGNES_SOREL,
    id="agnes-bernauer",
    title="Agnes Bernauer",
    summary="Klondike; the stock feeds seven reserve piles.",
    text=(
        (
            "Seven tableau piles of one to seven cards and a reserve of seven piles of one card, "
            "all face up. The remaining 16 cards form the stock."
        ),
        _FOUNDATIONS,
        build_tableau(
            ALTERNATING,
            "A king goes on an ace.",
            RUNS_MOVE,
            "Only a card of the rank that ends a foundation, or a run headed by one, may fill an "
            "empty pile.",
        ),
        (
            "The top cards of the reserve are available for play; no card may be moved there. Deal "
            "one card from the stock to each reserve pile, empty or not; the last deal reaches two "
            "piles. There is no redeal."
        ),
    ),
    source="PySolFC, Agnes Bernauer",
    tableau=replace(
        AGNES_SOREL.tableau,
        build=Build(SuitRule.ALTERNATING, wraps=True),
        fill=EmptyPileRule.KING,
    ),
    reserve=Piles(deal=(1,) * 7, fill=EmptyPileRule.NOTHING),
    stock=Stock(action=StockAction.RESERVE),
)

GAMES: Final = (AGNES_BERNAUER, AGNES_SOREL)
