"""A server's leaderboards of daily results: today, yesterday, this week, all time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from typing import Final

from bot.models.daily import DayBest
from bot.models.rankings import LeaderboardLine, Ranking
from bot.service.daily.calendar import days_of_month, week_of
from bot.store.daily.daily import days_nobody_could_play, days_won_in_a_row
from bot.store.daily.leaderboards import best_of_days, leaderboard_page
from bot.store.daily.messages import note_day_changed
from bot.store.database.connection import Database
from bot.store.preferences import is_visible, set_visibility

PAGE_SIZE: Final = 10
"""Players per page."""


class Period(Enum):
    """Which days a leaderboard covers."""

    TODAY = "today"
    YESTERDAY = "yesterday"
    WEEK = "week"
    """Monday to Sunday."""
    ALL = "all"

    def days(self, today: date) -> tuple[date, date] | None:
        """The first and the last day covered; None for all of them.

        >>> Period.YESTERDAY.days(date(2028, 3, 1))
        (datetime.date(2028, 2, 29), datetime.date(2028, 2, 29))
        """
        match self:
            case Period.TODAY:
                return today, today
            case Period.YESTERDAY:
                return today - timedelta(days=1), today - timedelta(days=1)
            case Period.WEEK:
                return week_of(today)[0], week_of(today)[-1]
            case Period.ALL:
                return None


@dataclass(frozen=True, slots=True)
class ServerMonth:
    """A server's month: who won each of its days best, and how many days in a row were won."""

    days: Mapping[date, DayBest | None]
    today: date
    streak: int


class Leaderboards:
    """Every server's leaderboards, and who chose to appear in them or not."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self, guild: int, viewer: int, period: Period, today: date, *, page: int = 1
    ) -> Ranking[LeaderboardLine]:
        """A page of a server's leaderboard."""
        days = period.days(today)
        return await leaderboard_page(
            self._database, guild, viewer, days, page=page, size=PAGE_SIZE, losers=True
        )

    async def month(self, guild: int, today: date) -> ServerMonth:
        """The current month of a server."""
        days = days_of_month(today)
        passed_over = await days_nobody_could_play(self._database)
        best, streak = await asyncio.gather(
            best_of_days(self._database, guild, days[0], today),
            # Today can still be won, so it ends no streak.
            days_won_in_a_row(self._database, guild, today, passed_over | {today}),
        )
        return ServerMonth({day: best.get(day) for day in days}, today, streak)

    async def is_visible(self, guild: int, player: int) -> bool:
        """Whether a player appears in a server's leaderboards."""
        return await is_visible(self._database, guild, player)

    async def set_visible(self, guild: int, player: int, *, visible: bool) -> None:
        """Show a player in a server's leaderboards, or hide them."""
        await set_visibility(self._database, guild, player, visible=visible)
        await note_day_changed(self._database, player)
