"""Times, days and games as pictures write them."""

from __future__ import annotations

import datetime as dt
from typing import Final

from rendering.words import ENGLISH, Words

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


def clock(seconds: int, words: Words = ENGLISH) -> str:
    """A time as a clock shows it: ``0:07``, ``12:34``, ``1:02:03``; from two days on, the days.

    Args:
        seconds: the time, not below zero.
        words: the words of the language.
    """
    if seconds >= 2 * _DAY:
        return words.days.of(seconds // _DAY)
    if seconds >= _HOUR:
        return f"{seconds // _HOUR}:{seconds % _HOUR // _MINUTE:02}:{seconds % _MINUTE:02}"
    return f"{seconds // _MINUTE}:{seconds % _MINUTE:02}"


def long_day(day: dt.date, words: Words = ENGLISH) -> str:
    """A day in full: ``21 November 2026``."""
    name = words.signs.months[day.month - 1]
    return words.day.format(day=day.day, month=name, year=day.year)


def short_day(day: dt.date, words: Words = ENGLISH) -> str:
    """A day without its year: ``21 Nov``."""
    return words.day_of_month.format(day=day.day, month=words.signs.short_months[day.month - 1])


def month_of(day: dt.date, words: Words = ENGLISH, *, short: bool = False) -> str:
    """The month of a day: ``November 2026``, or in short ``Nov 2026``."""
    names = words.signs.short_months if short else words.signs.months
    return words.month.format(month=names[day.month - 1], year=day.year)


def game_in_words(title: str, number: int | None, words: Words, *more: str) -> str:
    """A game by its title, its deal where it has a number, and what else there is to say of it."""
    deal = [] if number is None else [words.deal.format(number=number)]
    return ", ".join([title, *deal, *more])
