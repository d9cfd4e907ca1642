"""Streaks: days, or games, won in a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """Days or games won in a row.

    Attributes:
        current: how many up to now; a day that can still be won does not end a streak.
        longest: how many at most, ever.
    """

    current: int = 0
    longest: int = 0


def daily_streak(won: Collection[date], today: date) -> Streak:
    """The streaks of some days won.

    Days after today, as when a clock was set back, count too: the current streak is then the longer
    of the one up to today and the one up to the last of them.

    Args:
        won: the days won, in any order.
        today: the current day.

    >>> daily_streak([date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)], date(2028, 3, 2))
    Streak(current=3, longest=3)
    >>> daily_streak([date(2028, 2, 28), date(2028, 2, 29)], date(2028, 3, 2))
    Streak(current=0, longest=2)
    """
    days = frozenset(won)
    lasts = {today if today in days else today - _DAY, max([today - _DAY, *days])}
    ends = (day for day in days if day + _DAY not in days)
    return Streak(
        current=max(_run(days, last) for last in lasts),
        longest=max((_run(days, end) for end in ends), default=0),
    )


def winning_streak(outcomes: Iterable[bool]) -> Streak:
    """The streaks of some games.

    Args:
        outcomes: whether each game was won, in the order they ended.

    >>> winning_streak([True, True, True, False, True])
    Streak(current=1, longest=3)
    """
    current = longest = 0
    for won in outcomes:
        current = current + 1 if won else 0
        longest = max(longest, current)
    return Streak(current, longest)


def _run(days: frozenset[date], last: date) -> int:
    """How many days in a row end with the last."""
    length = 0
    while last - length * _DAY in days:
        length += 1
    return length
