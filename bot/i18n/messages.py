"""What the engine and the services say in templates, in the language spoken now."""

from __future__ import annotations

from bot.i18n.texts import _
from engine import PatienceError
from engine.messages import Message


def translate(said: Message | PatienceError) -> str:
    """A phrase or the sentence of an error.

    What fills its blanks is told too where it is a phrase itself, or the title of a ``game``; all
    else stays as it is.
    """
    return _(said.message, **{name: _detail(name, value) for name, value in said.details.items()})


def _detail(name: str, value: object) -> object:
    if isinstance(value, Message | PatienceError):
        return translate(value)
    return _(value) if name == "game" and isinstance(value, str) else value
