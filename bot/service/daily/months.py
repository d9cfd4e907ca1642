"""A player's month of daily deals: the mark of each day, and the badge they add up to."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.models.daily import DailyDeal
from bot.models.play import GameState, Result, is_late
from bot.service.daily.streaks import Streak
from rendering.charts.day_marks import DayMark


class Badge(StrEnum):
    """A badge for the days won in a month, from the lowest."""

    BRONZE = "bronze"
    SILVER = "silver"
    GOLD = "gold"
    DIAMOND = "diamond"
    """For every day of the month."""


BADGE_DAYS: Final = MappingProxyType({Badge.BRONZE: 7, Badge.SILVER: 14, Badge.GOLD: 21})
"""How many days won earn each badge but the highest."""


@dataclass(frozen=True, slots=True)
class Month:
    """How a player stands with the deals of a month.

    Attributes:
        missed: its deals that can still be played, latest first.
    """

    marks: Mapping[date, DayMark]
    missed: tuple[DailyDeal, ...]
    streak: Streak
    goals_met: int
    has_previous: bool
    has_next: bool

    @property
    def first(self) -> date:
        """Its first day."""
        return min(self.marks)

    @property
    def won(self) -> int:
        """How many of its days were won."""
        return sum(mark.is_won for mark in self.marks.values())


def badge_of(won: int, days: int) -> Badge | None:
    """The badge for a number of days won in a month of that many days; None for too few.

    >>> badge_of(20, 30), badge_of(30, 30), badge_of(30, 31)
    (<Badge.SILVER: 'silver'>, <Badge.DIAMOND: 'diamond'>, <Badge.GOLD: 'gold'>)
    """
    reached = [badge for badge, least in _least_days(days).items() if won >= least]
    return reached[-1] if reached else None


def next_badge(won: int, days: int) -> tuple[Badge, int] | None:
    """The next badge, and how many more days it takes; None with the highest.

    >>> next_badge(19, 30)
    (<Badge.GOLD: 'gold'>, 2)
    """
    ahead = ((badge, least - won) for badge, least in _least_days(days).items() if won < least)
    return next(ahead, None)


def days_of_month(day: date) -> tuple[date, ...]:
    """The days of a day's month."""
    _, count = monthrange(day.year, day.month)
    return tuple(day.replace(day=1) + timedelta(days=number) for number in range(count))


def marks_of(
    days: Iterable[date], results: Iterable[Result], frozen: Collection[date], today: date
) -> dict[date, DayMark]:
    """The mark of each of some days."""
    played = {result.daily: _mark(result) for result in results}
    missed = {
        day: DayMark.TO_COME
        if day >= today
        else DayMark.FROZEN
        if day in frozen
        else DayMark.MISSED
        for day in days
    }
    return {day: played.get(day, mark) for day, mark in missed.items()}


def _mark(result: Result) -> DayMark:
    if result.state is not GameState.WON:
        return DayMark.GIVEN_UP
    if result.daily is not None and is_late(result.daily, result.started_at):
        return DayMark.LATE
    return DayMark.PERFECT if result.is_perfect else DayMark.WON


def _least_days(days: int) -> dict[Badge, int]:
    return {**BADGE_DAYS, Badge.DIAMOND: days}
