"""Suits, ranks, cards and decks, and their text forms.

A card's text form is its rank (``A23456789TJQK``) and its suit (``SHDC``): ``TS`` is the ten of
spades. Players may also type ``10s`` or ``10♠``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Self

from engine.arguments import checked
from engine.errors import InvalidCard, excerpt


class Suit(IntEnum):
    """A suit, in the order of the foundations."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """The suit's letter in text, one of ``SHDC``."""
        return "SHDC"[self]

    @property
    def sign(self) -> str:
        """The suit's symbol, one of ``♠♥♦♣``."""
        return "♠♥♦♣"[self]

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class Rank(IntEnum):
    """A rank, from the ace (1) to the king (13)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """The rank's character in text, one of ``A23456789TJQK``."""
        return "A23456789TJQK"[self - 1]


class Card(int):
    """A playing card: an integer from 0 to 51, ``suit * 13 + rank - 1``.

    It compares, hashes and pickles as fast as an integer, as searches need. The two copies of a
    card in a game of two decks are equal.

    >>> Card.of(Rank.TEN, Suit.SPADES)
    Card.parse('TS')
    >>> str(Card.parse("10♠")), Card.parse("qh").rank.name, Card.parse("qh").suit.name
    ('TS', 'QUEEN', 'HEARTS')
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Self:
        """The card of a number.

        Raises:
            InvalidCard: if there is none.
        """
        if not isinstance(number, int):
            raise TypeError(f"A card is a number, not {type(number).__name__}.")
        card = super().__new__(cls, number)
        if not 0 <= card < 52:
            raise InvalidCard(
                "{number} is no card; cards go from 0 to 51.", number=excerpt(str(number))
            )
        return card

    @classmethod
    @checked
    def of(cls, rank: Rank, suit: Suit) -> Card:
        """The card of that rank and suit."""
        return CARDS[suit * 13 + rank - 1]

    @classmethod
    @checked
    def parse(cls, text: str) -> Card:
        """Read a card as players write it: ``TS``, ``10s``, ``10♠``, in any case.

        Raises:
            InvalidCard: if the text is not a rank followed by a suit.
        """
        card = _BY_TEXT.get(text.strip().upper().replace("\ufe0f", ""))
        if card is None:
            raise InvalidCard(
                "“{text}” is not a card; write a rank (A 2 … 10 J Q K) and a suit (S H D C), "
                "such as 10S or QH.",
                text=excerpt(text),
            )
        return card

    @property
    def rank(self) -> Rank:
        """The card's rank."""
        return _RANKS[self]

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return _SUITS[self]

    @property
    def is_red(self) -> bool:
        """Whether the card is a heart or a diamond."""
        return 13 <= self < 39

    @property
    def label(self) -> str:
        """The card as players see it: ``10♠``."""
        return _LABELS[self]

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Card.parse({_TEXTS[self]!r})"


class Guess(Card):
    """A card dealt in place of one that nobody knew; it equals the card that it is.

    Its text form ends with a question mark, which :func:`engine.board_text.parse_board` reads.

    >>> Guess(Card.parse("9S")) == Card.parse("9S"), str(Guess(Card.parse("9S")))
    (True, '9S?')
    """

    __slots__ = ()

    def __str__(self) -> str:
        return f"{_TEXTS[self]}?"


CARDS: Final = tuple(Card(number) for number in range(52))
"""All 52 cards: spades, hearts, diamonds, clubs, each from ace to king."""

_RANKS: Final = tuple(Rank(number % 13 + 1) for number in range(52))
_SUITS: Final = tuple(Suit(number // 13) for number in range(52))
_TEXTS: Final = tuple(rank.letter + suit.letter for rank, suit in zip(_RANKS, _SUITS, strict=True))
_LABELS: Final = tuple(
    rank.letter.replace("T", "10") + suit.sign for rank, suit in zip(_RANKS, _SUITS, strict=True)
)
_BY_TEXT: Final = {
    rank + suit: card
    for card in CARDS
    for rank in {_RANKS[card].letter, _RANKS[card].letter.replace("T", "10")}
    for suit in (_SUITS[card].letter, _SUITS[card].sign, "♤♡♢♧"[_SUITS[card]])
}


Cards = tuple[Card, ...]


def deck(decks: int = 1) -> list[Card]:
    """The cards before shuffling: for each deck spades, hearts, diamonds, clubs, ace to king."""
    return list(CARDS) * decks
