"""Calculation: foundations built up by ones, twos, threes and fours, and four piles to wait in.

The rules are PySolFC's. There the next card is turned to a waste that has to be empty; here it lies
in a reserve that is filled at once, which comes to the same with half the moves.
"""

from __future__ import annotations

from typing import Final

from engine.rules import (
    Build,
    Direction,
    EmptyPileRule,
    Foundations,
    PileKind,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

_FROM_RESERVE: Final = frozenset({PileKind.RESERVE})

CALCULATION: Final = Rules(
    id="calculation",
    title="Calculation",
    summary="Build up by ones, twos, threes and fours.",
    text=(
        (
            "The first ace, two, three and four start the foundations. The next card is the "
            "reserve, face up, and the remaining 47 cards form the stock."
        ),
        (
            "Build the foundations up regardless of suit, by one, two, three and four ranks, going "
            "round from king to ace: A 2 3 4 … K, 2 4 6 8 … K, 3 6 9 Q 2 … K and 4 8 Q 3 7 … K. "
            "Cards on the foundations stay there."
        ),
        (
            "Play the card of the reserve to a foundation, or onto any of four tableau piles, "
            "which are empty at first; the next card of the stock replaces it at once."
        ),
        "The top cards of the tableau piles are available for the foundations only.",
    ),
    source="PySolFC, Calculation",
    tableau=Piles(
        deal=(0,) * 4,
        build=Build(SuitRule.ANY, Direction.ANY),
        build_from=_FROM_RESERVE,
        fill_from=_FROM_RESERVE,
    ),
    reserve=Piles(
        deal=(1,), fill=EmptyPileRule.NOTHING, refilled=True, refill_from=(PileKind.STOCK,)
    ),
    foundations=Foundations(suits=SuitRule.ANY, steps=(1, 2, 3, 4), start=1),
    stock=Stock(action=StockAction.FILL),
)

GAMES: Final = (CALCULATION,)
