"""Digests: a day's results in a server, for the channel that it has chosen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.models import DailyDeal, DayFigures, LeaderboardLine
from bot.service.leaderboards import PAGE_SIZE
from bot.service.preferences import mentioned_players
from bot.store import Database
from bot.store.digests import day_figures, days_with_winners
from bot.store.leaderboards import leaderboard_page

_DAY: Final = timedelta(days=1)
_DAYS_READ: Final = 31
"""How many days of a streak are read at a time."""


@dataclass(frozen=True, slots=True)
class Digest:
    """A day's results in a server.

    Attributes:
        deal: the day's deal.
        figures: how its players did.
        lines: the results, best first, ten at most.
        streak: on how many days in a row, this one included, somebody of the server has won.
        mentioned: which players of the lines have agreed to be mentioned.
    """

    deal: DailyDeal
    figures: DayFigures
    lines: tuple[LeaderboardLine, ...]
    streak: int
    mentioned: frozenset[int]


class Digests:
    """The digests of days that are over.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(self, database: Database) -> None:
        """Read results from an open database."""
        self._database = database

    async def of_day(self, guild: int, deal: DailyDeal) -> Digest:
        """A server's digest of the day of a deal."""
        page = await leaderboard_page(
            self._database, guild, 0, since=deal.day, until=deal.day, page=1, size=PAGE_SIZE
        )
        return Digest(
            deal=deal,
            figures=await day_figures(self._database, guild, deal.day, deal.par),
            lines=page.lines,
            streak=await self._streak(guild, deal.day),
            mentioned=await mentioned_players(self._database, page.lines),
        )

    async def _streak(self, guild: int, last: date) -> int:
        """On how many days in a row up to a day somebody of a server has won."""
        length = 0
        while True:
            until = last - length * _DAY
            days = [until - number * _DAY for number in range(_DAYS_READ)]
            won = await days_with_winners(self._database, guild, days[-1], days[0])
            missed = next((number for number, day in enumerate(days) if day not in won), None)
            if missed is not None:
                return length + missed
            length += _DAYS_READ
