"""The locale of the current task, so that players of different languages do not mix."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from bot.i18n.catalogue import LANGUAGES, SOURCE


@dataclass(frozen=True, slots=True)
class Locale:
    """The languages a reader sees.

    Attributes:
        commands: the code of the language of command names in their Discord; may differ.
        letters: the letters of jack, queen and king; empty for those of the language.
    """

    language: str = SOURCE
    commands: str = SOURCE
    letters: str = ""


_current: ContextVar[Locale] = ContextVar("locale", default=Locale())  # noqa: B039 -- it is frozen


def current_locale() -> Locale:
    """The locale of the current task."""
    return _current.get()


def current_language() -> str:
    """The code of the current language of texts."""
    return _current.get().language


def set_locale(locale: Locale) -> None:
    """Set the locale of this task and of those it starts."""
    _current.set(locale)


@contextmanager
def use_locale(language: str, commands: str = "") -> Iterator[None]:
    """Switch the locale within a ``with`` block.

    Args:
        commands: the code of the language of command names, if it is another.

    >>> with use_locale("de"):
    ...     current_language()
    'de'
    """
    token = _current.set(Locale(language, commands or language))
    try:
        yield
    finally:
        _current.reset(token)


def supported_language(locale: str) -> str:
    """The language of a Discord locale; empty if there is no catalogue for it.

    >>> supported_language("de"), supported_language("en-GB"), supported_language("fr")
    ('de', 'en', '')
    """
    language = locale.split("-", maxsplit=1)[0].lower()
    return language if language in LANGUAGES else ""
