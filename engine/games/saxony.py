"""Saxony: two decks, a tableau that takes no cards, and cells and reserve piles to work with.

The source deals from the stock when no further moves are possible, which is taken for advice: here
it may be dealt at any time, onto empty tableau piles too. Where the source is silent, a reserve
card may go to an empty reserve pile, a tableau card to an empty cell. The top card of a foundation
returns only to an empty cell or an empty reserve pile, never onto a card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.rules import (
    Build,
    EmptyPileRule,
    Foundations,
    PileKind,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

SAXONY: Final = Rules(
    id="saxony",
    title="Saxony",
    summary="No building: cells and a reserve must do.",
    text=(
        (
            "Two decks. Four cells, four reserve piles and eight tableau piles of one card each, "
            "all face up. The remaining 88 cards form the stock."
        ),
        (
            "Build the eight foundations up in suit from ace to king. Their top cards may be moved "
            "back, but only to an empty cell or reserve pile."
        ),
        (
            "Cards cannot be moved to the tableau, but its top cards are available for play. Empty "
            "piles stay empty until the next deal."
        ),
        "Each cell holds one card from the tableau, the reserve or a foundation.",
        (
            "Build the reserve down in suit, one card at a time. Any card may fill an empty "
            "reserve pile."
        ),
        (
            "At any time, deal one card from the stock to each of the eight tableau piles, empty "
            "or not. There is no redeal."
        ),
    ),
    source="Saxony as described on solitaire websites, completed from PySolFC and Politaire",
    decks=2,
    tableau=Piles(deal=(1,) * 8, fill=EmptyPileRule.NOTHING),
    cells=Piles(
        deal=(1,) * 4,
        fill_from=frozenset({PileKind.TABLEAU, PileKind.RESERVE, PileKind.FOUNDATION}),
    ),
    reserve=Piles(
        deal=(1,) * 4,
        build=Build(SuitRule.SAME),
        build_from=frozenset({PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE}),
        fill=EmptyPileRule.ANY,
        fill_from=frozenset(
            {PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE, PileKind.FOUNDATION}
        ),
    ),
    stock=Stock(action=StockAction.TABLEAU, redeals=0),
    deal_order=(PileKind.CELL, PileKind.RESERVE, PileKind.TABLEAU),
)

SAXONY_ACES: Final = replace(
    SAXONY,
    id="saxony-aces",
    title="Saxony, aces up",
    summary="Saxony with the aces on the foundations.",
    text=(
        (
            "Two decks. The eight aces start the foundations. Four cells, four reserve piles and "
            "eight tableau piles of one card each, all face up. The remaining 80 cards form the "
            "stock."
        ),
        *SAXONY.text[1:],
    ),
    source="A variant of Saxony",
    foundations=Foundations(start=1),
)

GAMES: Final = (SAXONY, SAXONY_ACES)
