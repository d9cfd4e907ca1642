"""Osmosis: suits whose ranks seep from each foundation into the next.

The rules are those of Wikipedia's article. There the foundations lie in rows below each other, here
in columns beside each other. PySolFC asks besides for the order of the longest one, and turns cards
one at a time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import EMPTY_PILES_STAY, TURN_THREE_REDEAL_AT_WILL
from engine.rules import Base, EmptyPileRule, Foundations, PileKind, Piles, Rules, Stock

_FOUNDATIONS: Final = (
    "The first foundation takes the other cards of its suit in any order. The others begin with a "
    "card of the same rank, from left to right, and take each card of their suit whose rank lies "
    "on the foundation to their left. Cards on the foundations stay there."
)
_PLAY: Final = f"Only the top card of each pile is available for play. {EMPTY_PILES_STAY}"

OSMOSIS: Final = Rules(
    id="osmosis",
    title="Osmosis",
    summary="Ranks seep from foundation to foundation.",
    text=(
        (
            "Four tableau piles of four cards, only the top cards face up. The next card starts "
            "the first foundation. The remaining 35 cards form the stock."
        ),
        _FOUNDATIONS,
        f"{_PLAY} Face-down cards are turned up when they are uncovered.",
        TURN_THREE_REDEAL_AT_WILL,
    ),
    source="Wikipedia, Osmosis",
    tableau=Piles(deal=(4,) * 4, face_down=(3,) * 4, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(base=Base.DEALT, follows_previous=True),
    stock=Stock(turn=3, redeals=None),
    deal_order=(PileKind.TABLEAU, PileKind.FOUNDATION, PileKind.RESERVE, PileKind.CELL),
)

PEEK: Final = replace(
    OSMOSIS,
    id="peek",
    title="Peek",
    summary="Osmosis with every card of its piles face up.",
    text=(
        (
            "Four tableau piles of four cards, all face up. The next card starts the first "
            "foundation. The remaining 35 cards form the stock."
        ),
        _FOUNDATIONS,
        _PLAY,
        TURN_THREE_REDEAL_AT_WILL,
    ),
    source="Wikipedia, Osmosis",
    tableau=replace(OSMOSIS.tableau, face_down=()),
)

GAMES: Final = (OSMOSIS, PEEK)
