"""Golf and Black Hole: cards go to one foundation, a rank up or down, regardless of suit.

PySolFC keeps Golf's cards on its waste; here that pile is a foundation, which is what it is for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

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
    "Seven tableau piles of five cards, all face up; one card begins the foundation, and the other "
    "16 are the stock."
)
_NOTHING_BUILT: Final = "Nothing is built on the tableau, and an empty pile stays empty."
_GOLF_STOCK: Final = (
    "The stock deals one card at a time to the foundation, whatever lies there. There is no second "
    "pass. You win when the tableau is cleared."
)

GOLF: Final = Rules(
    id="golf",
    title="Golf",
    summary="Clear the tableau onto one pile, each card next in rank to the one before.",
    text=(
        _GOLF_DEAL,
        (
            "The foundation takes the top card of any pile that is one rank higher or lower than "
            "its own top card, regardless of suit; king and ace are no neighbours."
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
    summary="Golf round the corner: king and ace are neighbours.",
    text=(
        _GOLF_DEAL,
        (
            "The foundation takes the top card of any pile that is one rank higher or lower than "
            "its own top card, regardless of suit; king and ace are neighbours."
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
    summary="Seventeen fans of three, all to be drawn onto the ace of spades.",
    text=(
        (
            "The ace of spades is the foundation. The other cards are dealt face up to 17 tableau "
            "piles of three."
        ),
        (
            "The foundation takes the top card of any pile that is one rank higher or lower than "
            "its own top card, regardless of suit; king and ace are neighbours."
        ),
        _NOTHING_BUILT,
    ),
    source="PySolFC, Black Hole; invented by David Parlett",
    difficulty=Difficulty.MEDIUM,
    tableau=Piles(deal=(3,) * 17, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(start=1, build=Build(SuitRule.ANY, Direction.EITHER, wraps=True)),
)

GAMES: Final = (GOLF, RELAXED_GOLF, BLACK_HOLE)
