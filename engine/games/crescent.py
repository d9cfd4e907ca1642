"""Crescent: sixteen piles around foundations that are built up from aces and down from kings.

The rules are PySolFC's, except that it also lets a card pass from one foundation to the other of
its suit; here such a card goes by way of the tableau.
"""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Rank, Suit
from engine.games.sentences import CARDS_RETURN, EMPTY_PILES_STAY, SINGLES_MOVE, build_tableau
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    Course,
    Direction,
    EmptyPileRule,
    Foundations,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

_UP: Final = tuple(Course(Card.of(Rank.ACE, suit), Card.of(Rank.KING, suit)) for suit in Suit)
_DOWN: Final = tuple(Course(up.last, up.first, Direction.DOWN) for up in _UP)

CRESCENT: Final = Rules(
    id="crescent",
    title="Crescent",
    summary="Sixteen piles, in suit, rotated three times.",
    text=(
        (
            "Two decks. An ace and a king of each suit start the foundations. The other cards are "
            "dealt face up to sixteen tableau piles of six."
        ),
        f"Build the foundations in suit, up from the aces and down from the kings. {CARDS_RETURN}",
        build_tableau(
            "up or down in suit", "King and ace are neighbours.", SINGLES_MOVE, EMPTY_PILES_STAY
        ),
        "Three times you may bring the bottom card of every tableau pile to its top, all at once.",
    ),
    source="PySolFC, Crescent",
    decks=2,
    tableau=Piles(
        deal=(6,) * 16,
        build=Build(SuitRule.SAME, Direction.EITHER, wraps=True),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.NOTHING,
    ),
    foundations=Foundations(start=1, courses=(*_UP, *_DOWN)),
    stock=Stock(action=StockAction.ROTATE, redeals=3),
)

GAMES: Final = (CRESCENT,)
