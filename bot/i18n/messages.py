"""Translation of the messages and errors of the engine and the services."""

from __future__ import annotations

from typing import Final

from bot.i18n.cards import card_label
from bot.i18n.texts import _
from engine import PatienceError
from engine.cards import CARDS
from engine.messages import Message

_CARDS: Final = {card.label: card for card in CARDS}


def translate(message: Message | PatienceError) -> str:
    """Translate a message or an error.

    Details that are messages themselves are translated too, and so are the title of a ``game`` and
    the letters of cards.
    """
    details = {name: _translated(name, value) for name, value in message.details.items()}
    return _(message.template, **details)


def _translated(name: str, value: object) -> object:
    if isinstance(value, Message | PatienceError):
        return translate(value)
    if name == "game" and isinstance(value, str):
        return _(value)
    card = _CARDS.get(value) if isinstance(value, str) and name != "text" else None
    return value if card is None else card_label(card)
