"""Daily streaks: how many days in a row a player has won, and what a streak outlasts.

A daily streak outlasts one missed day a month if the seven days before it were won: that is its
freeze. A frozen day lengthens no streak. If two days of a month could be frozen, the later one is,
and the streak begins after the earlier. Days on which nobody could play, as the bot was down, are
passed over. Nothing of this is stored; it follows from the days won and when deals were chosen.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.models.results import Career

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


def daily_streak(
    won: Collection[date], today: date, passed_over: Collection[date] = frozenset()
) -> Streak:
    """The streaks of a set of days won; days passed over neither lengthen nor end one.

    Days after today, as when a clock was set back, count too: the current streak is then the longer
    of the one up to today and the one up to the last of them.

    >>> daily_streak([date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)], date(2028, 3, 2))
    Streak(current=3, longest=3, frozen=(), has_freeze=False)
    >>> daily_streak([date(2028, 2, 28), date(2028, 2, 29)], date(2028, 3, 2)).current
    0
    >>> daily_streak([date(2028, 2, day) for day in range(1, 8)], date(2028, 2, 9))
    Streak(current=7, longest=7, frozen=(datetime.date(2028, 2, 8),), has_freeze=False)
    """
    days = _Days(frozenset(won), frozenset(passed_over) - frozenset(won))
    yesterday = days.beside(today, -_DAY)
    last_days = {today if today in days.won else yesterday, max([yesterday, *days.won])}
    ends = (day for day in days.won if day + _DAY not in days.won)
    current, frozen, last = max((*days.streak_up_to(last), last) for last in last_days)
    following = days.beside(last, _DAY)
    return Streak(
        current=current,
        longest=max((days.streak_up_to(end)[0] for end in ends), default=0),
        frozen=frozen,
        has_freeze=days.streak_up_to(following) == (current, (following, *frozen)),
    )


def streak_of_career(career: Career, today: date) -> Streak:
    """A player's streak of days won."""
    return daily_streak(career.days_won, today, career.days_nobody_could_play)


@dataclass(frozen=True, slots=True)
class _Days:
    """The days won, and others that neither lengthen nor end a streak."""

    won: frozenset[date]
    passed_over: frozenset[date]

    def beside(self, day: date, step: timedelta) -> date:
        """The next day that is not passed over, or the one before, a step of a day at a time."""
        day += step
        while day in self.passed_over:
            day += step
        return day

    def streak_up_to(self, last: date) -> tuple[int, tuple[date, ...]]:
        """The days won in the streak that ends with a day, and the missed ones it outlasted."""
        length, missed = self._run(last)
        frozen: list[date] = []
        while not (frozen and _month(frozen[-1]) == _month(missed)):
            run, earlier = self._run(self.beside(missed, -_DAY))
            if run < FREEZE_DAYS:
                break
            frozen.append(missed)
            length += run
            missed = earlier
        return length, tuple(frozen)

    def _run(self, last: date) -> tuple[int, date]:
        """The length of the run of days that ends with the last, and the day missed before it."""
        length = 0
        while last in self.won:
            length += 1
            last = self.beside(last, -_DAY)
        return length, last


def _month(day: date) -> date:
    return day.replace(day=1)
