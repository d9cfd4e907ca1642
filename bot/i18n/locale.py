"""Catalogues, and the locale of the current task, so that players' languages do not mix."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

if TYPE_CHECKING:
    from babel.messages import Catalog


SOURCE: Final = "en"
"""The language of the source, which needs no catalogue."""
DOMAINS: Final = ("bot", "games")
"""The texts of the bot, and those of the games' declarations."""
_FOLDER: Final = files("bot.i18n")
LANGUAGES: Final = (
    SOURCE,
    *sorted(
        file.name.split(".")[1]
        for file in _FOLDER.iterdir()
        if file.name.startswith(f"{DOMAINS[0]}.") and file.name.endswith(".po")
    ),
)
"""The code of every language that has a catalogue, the source's first."""


@cache
def translations(language: str) -> GNUTranslations:
    """All texts of a language other than the source's."""
    first, *others = (_compile(read(domain, language)) for domain in DOMAINS)
    for other in others:
        first.add_fallback(other)
    return first


def read(domain: str, language: str) -> Catalog:
    """Parse a catalogue."""
    source = (_FOLDER / f"{domain}.{language}.po").read_bytes()
    return read_po(io.BytesIO(source), locale=language, domain=domain)


def _compile(catalogue: Catalog) -> GNUTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


@dataclass(frozen=True, slots=True)
class Locale:
    """The languages a reader sees, of texts, of commands, and of letters on cards if another."""

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
