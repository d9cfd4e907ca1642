"""What is printed on cards: the deck, the back and the letters of the indices."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine import Card, Rank


class Deck(Enum):
    """The pictures of jacks, queens and kings."""

    PORTRAITS = "portraits"
    TWO_HEADED = "two-headed"


class Back(Enum):
    """The patterns on the backs of cards."""

    LATTICE = "lattice"
    SCALES = "scales"
    STAR = "star"


class Indices(Enum):
    """The letters of jack, queen and king; by default those of the reader's language."""

    LANGUAGE = ""
    ENGLISH = "JQK"
    GERMAN = "BDK"


@dataclass(frozen=True, slots=True)
class Design:
    """What is printed on cards, whatever their colours.

    Attributes:
        deck: the pictures of the court cards.
        back: the pattern of the back.
        letters: the letters of jack, queen and king.
    """

    deck: Deck = Deck.PORTRAITS
    back: Back = Back.LATTICE
    letters: str = Indices.ENGLISH.value


STANDARD: Final = Design()
"""Portraits and English letters."""


def rank_label(rank: Rank, letters: str) -> str:
    """A rank as the indices show it.

    >>> rank_label(Rank.TEN, "BDK"), rank_label(Rank.QUEEN, "BDK")
    ('10', 'D')
    """
    if rank >= Rank.JACK:
        return letters[rank - Rank.JACK]
    return rank.letter.replace("T", "10")


def card_label(card: Card, letters: str) -> str:
    """A card in short, with its suit symbol.

    >>> from engine import Suit
    >>> card_label(Card.of(Rank.JACK, Suit.HEARTS), "BDK")
    'B♥'
    """
    return rank_label(card.rank, letters) + card.suit.sign
