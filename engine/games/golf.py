"""Golf and Black Hole: cards go to one foundation, a rank up or down, regardless of suit.

PySolFC plays Golf's cards to the waste; here that pile is a foundation, which is how it is used.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import EMPTY_PILES_STAY
from engine.rules import (
    Base,
    Build,
    Difficulty,
    Direction,
    EmptyPileRule,
    Foundations,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

_GOLF_DEAL: Final = (
    "Seven tableau piles of five cards, all face up. One card starts the foundation. The remaining "
    "16 cards form the stock."
)
_NOTHING_BUILT: Final = f"There is no building on the tableau. {EMPTY_PILES_STAY}"
_GOLF_STOCK: Final = (
    "Deal cards from the stock to the foundation one at a time, whatever lies there. There is no "
    "redeal. You win when the tableau is cleared."
)

GOLF: Final = Rules(
    id="golf",
    title="Golf",
    summary="Clear the tableau onto one pile, each card one rank above or below the last.",
    text=(
        _GOLF_DEAL,
        (
            "Play the top card of any pile to the foundation if it is one rank above or below the "
            "top card there, regardless of suit; king and ace are not neighbours."
        ),
        _NOTHING_BUILT,
        _GOLF_STOCK,
    ),
    source="PySolFC, Golf",
    difficulty=Difficulty.HARD,
    tableau=Piles(deal=(5,) * 7, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(base=Base.DEALT, build=Build(SuitRule.ANY, Direction.EITHER)),
    stock=Stock(action=StockAction.FOUNDATION),
)

RELAXED_GOLF: Final = replace(
    GOLF,
    id="relaxed-golf",
    title="Relaxed Golf",
    summary="Golf with king and ace as neighbours.",
    text=(
        _GOLF_DEAL,
        (
            "Play the top card of any pile to the foundation if it is one rank above or below the "
            "top card there, regardless of suit; king and ace are neighbours."
        ),
        _NOTHING_BUILT,
        _GOLF_STOCK,
    ),
    source="PySolFC, Relaxed Golf",
    difficulty=Difficulty.MEDIUM,
    foundations=Foundations(
        base=Base.DEALT, build=Build(SuitRule.ANY, Direction.EITHER, wraps=True)
    ),
)

BLACK_HOLE: Final = Rules(
    id="black-hole",
    title="Black Hole",
    summary="Seventeen fans of three to play onto the ace of spades.",
    text=(
        (
            "The ace of spades starts the foundation. The other cards are dealt face up to 17 "
            "tableau piles of three."
        ),
        (
            "Play the top card of any pile to the foundation if it is one rank above or below the "
            "top card there, regardless of suit; king and ace are neighbours."
        ),
        _NOTHING_BUILT,
    ),
    source="PySolFC, Black Hole; invented by David Parlett",
    difficulty=Difficulty.MEDIUM,
    tableau=Piles(deal=(3,) * 17, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(start=1, build=Build(SuitRule.ANY, Direction.EITHER, wraps=True)),
)

GAMES: Final = (GOLF, RELAXED_GOLF, BLACK_HOLE)
