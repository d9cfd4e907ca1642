"""The words on pictures in the language spoken now.

Pictures are drawn by other processes, which do not know how is spoken here: the words travel along.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING

from babel.dates import get_month_names
from babel.numbers import get_decimal_symbol

from bot.i18n import LANGUAGES, _, current_language, ngettext, use_locale
from rendering.strings import ENGLISH, Plural, Signs, Strings

if TYPE_CHECKING:
    from typing import Any, Literal


def picture_strings() -> Strings:
    """The words of pictures, and of what is said of them, in the language spoken now."""
    return _words(current_language())


@cache
def _words(language: str) -> Strings:
    if language == LANGUAGES[0]:
        return ENGLISH
    with use_locale(language):
        # Each has the type it had; the checker cannot know that of a mapping.
        words: dict[str, Any] = {
            name: _in_language(english, language) for name, english in ENGLISH.by_name().items()
        }
    return replace(ENGLISH, **words)


def _in_language(english: str | Plural | Signs, language: str) -> str | Plural | Signs:
    match english:
        case str():
            return _(english, **_kept(english))
        case Plural(one, many):
            return Plural(
                ngettext(one, many, 1, **_kept(many)), ngettext(one, many, 2, **_kept(many))
            )
        case Signs():
            return Signs(
                get_decimal_symbol(language),
                _months("wide", language),
                _months("abbreviated", language),
            )


def _kept(text: str) -> dict[str, str]:
    """The blanks of a text filled with themselves, for others to fill them."""
    return {name: f"{{{name}}}" for _text, name, _spec, _how in Formatter().parse(text) if name}


def _months(width: Literal["wide", "abbreviated"], language: str) -> tuple[str, ...]:
    """The names of the months as they are written alone."""
    names = get_month_names(width, "stand-alone", language)
    return tuple(names[month] for month in range(1, 13))
