"""Aces Up: a card goes where a higher one of its suit is in sight, until only the aces are left.

The rules are PySolFC's, which asks besides that each ace lies alone at the end; that takes no more
than moves to empty piles, so here the game is won as soon as nothing but aces is left.
"""

from __future__ import annotations

from typing import Final

from engine.rules import Foundations, Piles, Rules, Stock, StockAction

ACES_UP: Final = Rules(
    id="aces-up",
    title="Aces Up",
    summary="Discard what a higher card of its suit beats.",
    text=(
        "Four tableau piles of one card, all face up. The remaining 48 cards form the stock.",
        (
            "Discard the top card of a pile if the top card of another is a higher one of the same "
            "suit. Aces are high, so they stay."
        ),
        "Nothing is built; the top card of any pile may fill an empty pile.",
        (
            "Deal one card from the stock to each tableau pile, empty or not, twelve times. There "
            "is no redeal."
        ),
    ),
    source="PySolFC, Aces Up",
    tableau=Piles(deal=(1,) * 4),
    foundations=Foundations(outranked=True),
    stock=Stock(action=StockAction.TABLEAU),
)

GAMES: Final = (ACES_UP,)
