"""Sultan: eight foundations around a king of hearts, and a divan of six cards.

The rules are PySolFC's, except that it turns the first card of the stock before play begins, which
is left to the player here. Books also have a divan of eight, and fill it at once.
"""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Rank, Suit
from engine.games.sentences import CARDS_STAY, TURN_ONE_REDEAL_TWICE
from engine.rules import Course, Foundations, PileKind, Piles, Rules, Stock

_ROUND: Final = tuple(Course(Card.of(Rank.KING, suit), Card.of(Rank.QUEEN, suit)) for suit in Suit)
_HEARTS: Final = Course(Card.of(Rank.ACE, Suit.HEARTS), Card.of(Rank.QUEEN, Suit.HEARTS))
_SULTAN: Final = Course(Card.of(Rank.KING, Suit.HEARTS), Card.of(Rank.KING, Suit.HEARTS))

SULTAN: Final = Rules(
    id="sultan",
    title="Sultan",
    summary="Eight foundations around a king of hearts.",
    text=(
        (
            "Two decks. The eight kings and an ace of hearts start the foundations. Six cards, the "
            "divan, are dealt face up to the tableau. The remaining 89 cards form the stock."
        ),
        (
            "One king of hearts, the sultan, stays as it is. Build the other foundations up in "
            "suit to the queen, an ace on a king. " + CARDS_STAY
        ),
        (
            "The cards of the divan are available for the foundations. Nothing is built there; an "
            "empty place takes the top card of the waste."
        ),
        TURN_ONE_REDEAL_TWICE,
    ),
    source="PySolFC, Sultan",
    decks=2,
    tableau=Piles(deal=(1,) * 6, fill_from=frozenset({PileKind.WASTE})),
    foundations=Foundations(
        start=1, courses=(*_ROUND, _ROUND[0], _HEARTS, _ROUND[2], _ROUND[3], _SULTAN)
    ),
    stock=Stock(turn=1, redeals=2),
)

GAMES: Final = (SULTAN,)
