"""What the engine and the services say in templates, in the language spoken now."""

from __future__ import annotations

from bot.language.texts import _
from engine import PatienceError
from engine.phrases import Phrase


def told(said: Phrase | PatienceError) -> str:
    """A phrase or the sentence of an error.

    What fills its blanks is told too where it is a phrase itself, or the title of a ``game``; all
    else stays as it is.
    """
    return _(said.message, **{name: _detail(name, value) for name, value in said.details.items()})


def _detail(name: str, value: object) -> object:
    if isinstance(value, Phrase | PatienceError):
        return told(value)
    return _(value) if name == "game" and isinstance(value, str) else value
