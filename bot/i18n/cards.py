"""Cards in the current locale's letters: German players may read B D K for jack, queen and king."""

from __future__ import annotations

import re
from typing import Final

import rendering.card_design
from bot.i18n.locale import current_locale
from bot.i18n.pictures import picture_strings
from engine import Card

_ENGLISH: Final = {"b": "j", "d": "q"}
"""The letters of notation by the German ones, where they differ."""

_TYPED_CARD: Final = re.compile(r"(?<!\w)([bd])(?=[shdc♠♥♦♣♤♡♢♧](?!\w))", re.IGNORECASE)


def card_label(card: Card) -> str:
    """A card in short, with its suit symbol: ``10♠``, ``Q♥`` or ``D♥``."""
    letters = current_locale().letters or picture_strings().court_letters
    return rendering.card_design.card_label(card, letters)


def in_notation(typed: str) -> str:
    """What a player typed, with German letters of cards replaced by those of the notation.

    No pile is named by two letters, so nothing else is meant by them.

    >>> in_notation("Bh d♠"), in_notation("b 3"), in_notation("jh 3")
    ('jh q♠', 'b 3', 'jh 3')
    """
    return _TYPED_CARD.sub(lambda match: _ENGLISH[match[1].lower()], typed)
