"""Which language is spoken just now: one for each task, so that players do not mix."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

LANGUAGES: Final = ("en", "de")
"""The codes of the languages there are; the first is the one of the source."""


@dataclass(frozen=True, slots=True)
class Locale:
    """How somebody is spoken to.

    Attributes:
        language: the code of the language of the texts.
        commands: the code of the language in which their Discord shows the names of commands,
            which is not always the same.
    """

    language: str = LANGUAGES[0]
    commands: str = LANGUAGES[0]


_now: ContextVar[Locale] = ContextVar("speech", default=Locale())  # noqa: B039 -- it is frozen


def current_language() -> str:
    """The code of the language spoken now."""
    return _now.get().language


def current_locale() -> Locale:
    """How is spoken now."""
    return _now.get()


def set_locale(speech: Locale) -> None:
    """Speak so from now on, in this task and those begun by it."""
    _now.set(speech)


@contextmanager
def use_locale(language: str, commands: str = "") -> Iterator[None]:
    """Speak a language within a ``with``.

    Args:
        language: its code.
        commands: the code of the language of the names of commands; the same if none is given.

    >>> with use_locale("de"):
    ...     current_language()
    'de'
    """
    before = _now.set(Locale(language, commands or language))
    try:
        yield
    finally:
        _now.reset(before)


def supported_language(locale: str) -> str:
    """The language of a locale as Discord writes it; empty where it is not spoken here.

    >>> supported_language("de"), supported_language("en-GB"), supported_language("fr")
    ('de', 'en', '')
    """
    language = locale.split("-", maxsplit=1)[0].lower()
    return language if language in LANGUAGES else ""
