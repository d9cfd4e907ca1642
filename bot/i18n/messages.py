"""Translation of the messages and errors of the engine and the services."""

from __future__ import annotations

from bot.i18n.texts import _
from engine import PatienceError
from engine.messages import Message


def translate(message: Message | PatienceError) -> str:
    """Translate a message or an error.

    Details that are messages themselves are translated too, and so is the title of a ``game``.
    """
    details = {name: _translated(name, value) for name, value in message.details.items()}
    return _(message.template, **details)


def _translated(name: str, value: object) -> object:
    if isinstance(value, Message | PatienceError):
        return translate(value)
    return _(value) if name == "game" and isinstance(value, str) else value
