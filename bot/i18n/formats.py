"""Numbers, days and moments as the language spoken now writes them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal

from bot.i18n.locale import current_language

_LOCALES: Final = {"en": "en_GB"}
"""The locales whose way of writing is taken, where it is not that of the language itself."""


def whole(number: int) -> str:
    """A whole number, its thousands told apart.

    >>> whole(1_000_000)
    '1,000,000'
    """
    return format_decimal(number, locale=_locale())


def decimal(number: float) -> str:
    """A number with as many decimals as it has, at most three.

    >>> decimal(90.48), decimal(5.0)
    ('90.48', '5')
    """
    return format_decimal(number, format="#,##0.###", locale=_locale())


def long_day(day: date) -> str:
    """A day in full.

    >>> long_day(date(2026, 11, 1))
    '1 November 2026'
    """
    return format_date(day, format="long", locale=_locale())


def weekday(day: date) -> str:
    """A day of the days around now, with its weekday.

    >>> weekday(date(2026, 11, 1))
    'Sun 1 Nov'
    """
    return format_date(day, "EE d MMM", locale=_locale())


def moment(at: datetime) -> str:
    """A day and a time of it, as short as can be read without doubt.

    >>> moment(datetime(2026, 11, 1, 9, 5))
    '1 Nov 2026, 09:05'
    """
    return format_datetime(at, "d MMM y, HH:mm", locale=_locale())


def _locale() -> str:
    return _LOCALES.get(current_language(), current_language())
