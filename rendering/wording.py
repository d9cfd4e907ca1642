"""Times, days and counts as pictures write them."""

from __future__ import annotations

import datetime as dt
from typing import Final

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


def clock(seconds: int) -> str:
    """A time as a clock shows it: ``0:07``, ``12:34``, ``1:02:03``; from two days on, the days.

    Args:
        seconds: the time, not below zero.
    """
    if seconds >= 2 * _DAY:
        return f"{seconds // _DAY} days"
    if seconds >= _HOUR:
        return f"{seconds // _HOUR}:{seconds % _HOUR // _MINUTE:02}:{seconds % _MINUTE:02}"
    return f"{seconds // _MINUTE}:{seconds % _MINUTE:02}"


def long_day(day: dt.date) -> str:
    """A day in full: ``21 November 2026``."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def counted(number: int, what: str) -> str:
    """A number of things, in the plural where it takes one: ``1 move``, ``2 moves``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
