"""Pyramid and its family: cards are discarded in pairs.

The rules are PySolFC's. Its Pyramid shows the top card of the stock beside the waste, and both may
be paired; turned onto the waste, they are the top two of the waste, which comes to the same.
Goodsol's Pyramid has these rules and three passes, too. In Elevens PySolFC collects jack, queen and
king one by one in three reserve piles; here, as with cards on a table, all three leave at once.
Where a column of Nestor cannot be dealt without two cards of a rank, it gets them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import Rank
from engine.rules import (
    EmptyPileRule,
    Foundations,
    PileKind,
    Piles,
    Rules,
    Stock,
    StockAction,
    Win,
)

_THIRTEEN: Final = (
    *((Rank(low), Rank(13 - low)) for low in range(Rank.ACE, Rank.SEVEN)),
    (Rank.KING,),
)
_ELEVEN: Final = (
    *((Rank(low), Rank(11 - low)) for low in range(Rank.ACE, Rank.SIX)),
    (Rank.JACK, Rank.QUEEN, Rank.KING),
)
_ALIKE: Final = tuple((rank, rank) for rank in Rank)
_ROWS: Final = 7

_PYRAMID_DEAL: Final = (
    "A pyramid of seven rows, from one card to seven, all face up. Two cards of the next row lie "
    "on each card."
)
_PYRAMID_STOCK: Final = "The remaining 24 cards form the stock."
_PAIRS_OF_THIRTEEN: Final = (
    "Discard two cards that add up to thirteen; a jack counts eleven and a queen twelve. Kings are "
    "discarded alone. A card can go as soon as no other lies on it."
)
_TURN_PAIRS: Final = (
    "Turn cards from the stock to the waste one at a time; the top card of the waste is available "
    "for play, and with it the one beneath, if they make a pair. When the stock runs out, turn the "
    "waste over to redeal, but only twice."
)


def _covering() -> tuple[tuple[int, ...], ...]:
    """The piles that lie on each pile of the pyramid, row by row from the top."""
    covers: list[tuple[int, ...]] = []
    for row in range(1, _ROWS):
        first = len(covers) + 1
        covers += [(pile + row, pile + row + 1) for pile in range(first, first + row)]
    return (*covers, *((),) * _ROWS)


PYRAMID: Final = Rules(
    id="pyramid",
    title="Pyramid",
    summary="Clear a pyramid by pairs that make thirteen.",
    text=(
        f"{_PYRAMID_DEAL} {_PYRAMID_STOCK}",
        _PAIRS_OF_THIRTEEN,
        _TURN_PAIRS,
    ),
    source="PySolFC, Pyramid",
    tableau=Piles(
        deal=(1,) * 28,
        covered_by=_covering(),
        fill=EmptyPileRule.NOTHING,
    ),
    foundations=Foundations(groups=_THIRTEEN),
    stock=Stock(turn=1, redeals=2),
)

PYRAMID_RELAXED: Final = replace(
    PYRAMID,
    id="pyramid-relaxed",
    title="Relaxed Pyramid",
    summary="Pyramid, won once the pyramid is cleared.",
    source="PySolFC, Relaxed Pyramid",
    win=Win.CLEARED,
)

GIZA: Final = replace(
    PYRAMID,
    id="giza",
    title="Giza",
    summary="Pyramid without a stock: all is face up.",
    text=(
        f"{_PYRAMID_DEAL} The remaining 24 cards form a reserve of eight piles of three.",
        _PAIRS_OF_THIRTEEN,
        "The top cards of the reserve are available for play; no card may be moved there.",
    ),
    source="PySolFC, Giza; invented by Michael Keller",
    reserve=Piles(deal=(3,) * 8, fill=EmptyPileRule.NOTHING),
    stock=None,
)

NESTOR: Final = Rules(
    id="nestor",
    title="Nestor",
    summary="Discard pairs of a rank from eight columns.",
    text=(
        (
            "Eight tableau piles of six cards, all face up, no two of one rank in a pile: a card "
            "that would be the second goes under the pack. The remaining four cards form the "
            "reserve."
        ),
        "Discard two cards of the same rank. Only the top card of each pile is available for play.",
        "Nothing is built, and empty piles stay empty.",
    ),
    source="PySolFC, Nestor",
    tableau=Piles(deal=(6,) * 8, distinct_ranks=True, fill=EmptyPileRule.NOTHING),
    reserve=Piles(deal=(1,) * 4, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(groups=_ALIKE),
)

ELEVENS: Final = Rules(
    id="elevens",
    title="Elevens",
    summary="Discard pairs that add up to eleven.",
    text=(
        "Nine tableau piles of one card, all face up. The remaining 43 cards form the stock.",
        (
            "Discard two cards that add up to eleven; an ace counts one. A jack, a queen and a "
            "king are discarded together."
        ),
        "An empty pile is filled from the stock at once.",
    ),
    source="PySolFC, Elevens, which gathers jacks, queens and kings in a reserve instead",
    tableau=Piles(
        deal=(1,) * 9,
        row_length=3,
        fill=EmptyPileRule.NOTHING,
        refilled=True,
        refill_from=(PileKind.STOCK,),
    ),
    foundations=Foundations(groups=_ELEVEN),
    stock=Stock(action=StockAction.FILL),
)

MONTE_CARLO: Final = Rules(
    id="monte-carlo",
    title="Monte Carlo",
    summary="Discard neighbours of one rank in five rows.",
    text=(
        (
            "Five rows of five tableau piles of one card, all face up. The remaining 27 cards form "
            "the stock."
        ),
        (
            "Discard two cards of the same rank that lie next to each other, side by side or "
            "corner to corner."
        ),
        (
            "Whenever you like, close up: the cards move up over the gaps in reading order, and "
            "the stock fills the places left at the end."
        ),
    ),
    source="PySolFC, Monte Carlo",
    tableau=Piles(deal=(1,) * 25, row_length=5, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(groups=_ALIKE, touching=True),
    stock=Stock(action=StockAction.CLOSE_UP),
)

GAMES: Final = (PYRAMID, PYRAMID_RELAXED, GIZA, NESTOR, ELEVENS, MONTE_CARLO)
