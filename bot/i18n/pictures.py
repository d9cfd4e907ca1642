"""The texts of pictures in the current language, as a value that travels to other processes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from babel.dates import get_month_names

from bot.i18n.locale import SOURCE, current_language, read
from rendering.strings import ENGLISH, MonthNames, Plural, Strings

if TYPE_CHECKING:
    from typing import Any, Literal

    from babel.messages import Catalog


def picture_strings() -> Strings:
    """The texts on pictures and of their descriptions in the current language."""
    return _strings(current_language())


@cache
def _strings(language: str) -> Strings:
    if language == SOURCE:
        return ENGLISH
    catalogue = read("bot", language)
    # Each value keeps its type, which a mapping cannot express.
    strings: dict[str, Any] = {
        name: _translated(english, catalogue, language)
        for name, english in ENGLISH.by_name().items()
    }
    return Strings(**strings)


def _translated(
    english: str | Plural | MonthNames, catalogue: Catalog, language: str
) -> str | Plural | MonthNames:
    match english:
        case str():
            entry = catalogue.get(english)
            return str(entry.string) if entry and entry.string else english
        case Plural(english_forms):
            entry = catalogue.get(english_forms[0])
            forms = tuple(entry.string or ()) if entry else ()
            return Plural(forms, catalogue.plural_expr) if forms and all(forms) else english
        case MonthNames():
            return MonthNames(
                full=_months("wide", "stand-alone", language),
                short=_months("abbreviated", "stand-alone", language),
                in_dates=_months("wide", "format", language),
            )


def _months(
    width: Literal["wide", "abbreviated"],
    context: Literal["format", "stand-alone"],
    language: str,
) -> tuple[str, ...]:
    """The names of the months, abbreviations without a full stop."""
    names = get_month_names(width, context, language)
    return tuple(names[month].removesuffix(".") for month in range(1, 13))
