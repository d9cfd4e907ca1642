"""Translated messages of the engine and the services, with cards as the reader writes them."""

from __future__ import annotations

import re
from typing import Final

import rendering.cards.card_design
from bot.i18n.locale import current_locale
from bot.i18n.pictures import picture_strings
from bot.i18n.texts import _
from engine import Card, PatienceError
from engine.cards import CARDS
from engine.messages import Message

_ENGLISH: Final = {"b": "j", "d": "q"}
"""The letters of notation by the German ones, where they differ."""

_TYPED_CARD: Final = re.compile(r"(?<!\w)([bd])(?=[shdc♠♥♦♣♤♡♢♧](?!\w))", re.IGNORECASE)


def card_label(card: Card) -> str:
    """A card in short, with its suit symbol: ``10♠``, ``Q♥`` or ``D♥``."""
    letters = current_locale().letters or picture_strings().court_letters
    return rendering.cards.card_design.card_label(card, letters)


def in_notation(typed: str) -> str:
    """What a player typed, with German letters of cards replaced by those of the notation.

    No pile has a name of two letters, so this is unambiguous.

    >>> in_notation("Bh d♠"), in_notation("b 3"), in_notation("jh 3")
    ('jh q♠', 'b 3', 'jh 3')
    """
    return _TYPED_CARD.sub(lambda match: _ENGLISH[match[1].lower()], typed)


_CARDS: Final = {card.label: card for card in CARDS}


def translate(message: Message | PatienceError) -> str:
    """Translate a message or an error.

    Details that are messages themselves are translated too, and so are the title of a ``game`` and
    the letters of cards.
    """
    details = {name: _detail(name, value) for name, value in message.details.items()}
    return _(message.template, **details)


def _detail(name: str, value: object) -> object:
    if isinstance(value, Message | PatienceError):
        return translate(value)
    if name == "game" and isinstance(value, str):
        return _(value)
    card = _CARDS.get(value) if isinstance(value, str) and name != "text" else None
    return value if card is None else card_label(card)
