"""Streaks: days, or games, won in a row.

A daily streak outlasts one missed day a month if the seven days before it were won: that is its
freeze. A frozen day lengthens no streak. If two days of a month could be frozen, the later one is,
and the streak begins after the earlier. Nothing of this is stored; it follows from the days won.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

FREEZE_DAYS: Final = 7
"""How many days won in a row earn a freeze."""

_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """Days or games won in a row.

    Attributes:
        current: the streak that is still going; today can still be won, so it ends none.
        frozen: the missed days that the current streak has outlasted, latest first.
        has_freeze: whether it would outlast the next day too, undiminished, if that were missed.
    """

    current: int = 0
    longest: int = 0
    frozen: tuple[date, ...] = ()
    has_freeze: bool = False


def daily_streak(won: Collection[date], today: date) -> Streak:
    """The streaks of a set of days won.

    Days after today, as when a clock was set back, count too: the current streak is then the longer
    of the one up to today and the one up to the last of them.

    >>> daily_streak([date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)], date(2028, 3, 2))
    Streak(current=3, longest=3, frozen=(), has_freeze=False)
    >>> daily_streak([date(2028, 2, 28), date(2028, 2, 29)], date(2028, 3, 2)).current
    0
    >>> daily_streak([date(2028, 2, day) for day in range(1, 8)], date(2028, 2, 9))
    Streak(current=7, longest=7, frozen=(datetime.date(2028, 2, 8),), has_freeze=False)
    """
    days = frozenset(won)
    last_days = {today if today in days else today - _DAY, max([today - _DAY, *days])}
    ends = (day for day in days if day + _DAY not in days)
    current, frozen, last = max((*_streak_up_to(days, last), last) for last in last_days)
    following = last + _DAY
    return Streak(
        current=current,
        longest=max((_streak_up_to(days, end)[0] for end in ends), default=0),
        frozen=frozen,
        has_freeze=_streak_up_to(days, following) == (current, (following, *frozen)),
    )


def _streak_up_to(days: frozenset[date], last: date) -> tuple[int, tuple[date, ...]]:
    """The days won in the streak that ends with a day, and the missed ones that it outlasted."""
    length = _run(days, last)
    frozen: list[date] = []
    missed = last - length * _DAY
    while not (frozen and _month(frozen[-1]) == _month(missed)):
        run = _run(days, missed - _DAY)
        if run < FREEZE_DAYS:
            break
        frozen.append(missed)
        length += run
        missed -= (run + 1) * _DAY
    return length, tuple(frozen)


def _month(day: date) -> date:
    return day.replace(day=1)


def _run(days: frozenset[date], last: date) -> int:
    """The length of the run of days that ends with the last."""
    length = 0
    while last - length * _DAY in days:
        length += 1
    return length
