"""Numbers, dates and language names as the current language writes them."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Final

import babel
import babel.numbers
from babel.dates import format_date, format_skeleton, format_time, get_timezone_location

from bot.i18n.locale import current_language

_LOCALES: Final = {"en": "en_GB"}
"""The locales of languages for which Babel's default is not the one we want."""


def format_integer(number: int) -> str:
    """An integer with its thousands separated.

    >>> format_integer(1_000_000)
    '1,000,000'
    """
    return babel.numbers.format_decimal(number, locale=_locale())


def format_decimal(number: float, decimals: int) -> str:
    """A number with so many decimals.

    >>> format_decimal(90.48, 3), format_decimal(5.0, 1)
    ('90.480', '5.0')
    """
    return babel.numbers.format_decimal(number, format=f"#,##0.{'0' * decimals}", locale=_locale())


def format_percent(percent: int) -> str:
    """A number of hundredths.

    >>> format_percent(62)
    '62%'
    """
    return babel.numbers.format_percent(percent / 100, locale=_locale())


def long_day(day: date) -> str:
    """A date in full.

    >>> long_day(date(2026, 11, 1))
    '1 November 2026'
    """
    return format_date(day, format="long", locale=_locale())


def weekday(day: date) -> str:
    """A date near today, with its weekday.

    >>> weekday(date(2026, 11, 1))
    'Sun 1 Nov'
    """
    return format_skeleton("MMMEd", day, locale=_locale())


def day_and_weekday(day: date) -> str:
    """A date in full, with its weekday.

    >>> day_and_weekday(date(2026, 11, 1))
    'Sunday, 1 November 2026'
    """
    return format_date(day, format="full", locale=_locale())


def moment(at: datetime) -> str:
    """A date and time, abbreviated but unambiguous.

    >>> moment(datetime(2026, 11, 1, 9, 5))
    '1 Nov 2026, 09:05'
    """
    day = format_skeleton("yMMMd", at, locale=_locale())
    return f"{day}, {format_time(at, 'short', locale=_locale())}"


def clock_time(at: time) -> str:
    """A time of day, to the minute.

    >>> clock_time(time(18, 5))
    '18:05'
    """
    return format_time(at, "short", locale=_locale())


def city(time_zone: str) -> str:
    """The city that a time zone is named after.

    >>> city("Europe/Vienna"), city("America/Argentina/Salta"), city("Etc/GMT-2")
    ('Vienna', 'Salta', 'UTC+2')
    """
    if time_zone.startswith("Etc/GMT"):
        # Their signs are those of POSIX.
        return time_zone.replace("Etc/GMT", "UTC").translate(str.maketrans("+-", "-+"))
    if "/" not in time_zone:
        return time_zone
    name = get_timezone_location(time_zone, locale=_locale(), return_city=True)
    return name.rpartition("/")[2]


def territory_name(code: str) -> str:
    """The name of a country by its code.

    >>> territory_name("AT")
    'Austria'
    """
    return str(babel.Locale.parse(_locale()).territories.get(code, code))


def language_name(language: str) -> str:
    """A language's own name for itself.

    >>> language_name("de"), language_name("pl")
    ('Deutsch', 'Polski')
    """
    return (babel.Locale(language).get_language_name() or language).capitalize()


def _locale() -> str:
    return _LOCALES.get(current_language(), current_language())
