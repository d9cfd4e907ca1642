"""Bristol: eight fans of three, and foundations, tableau and reserve that know no suits.

The rules are PySolFC's. Its three waste piles, to which the stock is dealt, are the reserve here.
"""

from __future__ import annotations

from typing import Final

from engine.games.sentences import CARDS_STAY, EMPTY_PILES_STAY, SINGLES_MOVE, build_tableau
from engine.rules import (
    Build,
    EmptyPileRule,
    Foundations,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

BRISTOL: Final = Rules(
    id="bristol",
    title="Bristol",
    summary="Eight fans, and a stock dealt to three piles.",
    text=(
        (
            "Eight tableau piles of three cards, all face up; kings go beneath the other cards of "
            "their piles. Three cards start the reserve piles. The remaining 25 cards form the "
            "stock."
        ),
        f"Build the four foundations up from ace to king, regardless of suit. {CARDS_STAY}",
        build_tableau("down regardless of suit", SINGLES_MOVE, EMPTY_PILES_STAY),
        (
            "The top cards of the reserve are available for play; no card may be moved there. Deal "
            "one card from the stock to each reserve pile, empty or not; the last deal reaches one "
            "pile. There is no redeal."
        ),
    ),
    source="PySolFC, Bristol",
    tableau=Piles(
        deal=(3,) * 8,
        build=Build(SuitRule.ANY),
        fill=EmptyPileRule.NOTHING,
        kings_beneath=True,
    ),
    reserve=Piles(deal=(1,) * 3, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(suits=SuitRule.ANY),
    stock=Stock(action=StockAction.RESERVE),
)

GAMES: Final = (BRISTOL,)
