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
        current: the streak that is still going; today can still be won, so it ends none.
        longest: the longest streak ever.
    """

    current: int = 0
    longest: int = 0


def daily_streak(won: Collection[date], today: date) -> Streak:
    """The streaks of a set of days won.

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
    last_days = {today if today in days else today - _DAY, max([today - _DAY, *days])}
    ends = (day for day in days if day + _DAY not in days)
    return Streak(
        current=max(_run(days, last) for last in last_days),
        longest=max((_run(days, end) for end in ends), default=0),
    )


def winning_streak(outcomes: Iterable[bool]) -> Streak:
    """The streaks of a sequence of games.

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
    """The length of the run of days that ends with the last."""
    length = 0
    while last - length * _DAY in days:
        length += 1
    return length
