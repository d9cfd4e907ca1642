"""A server's tables of daily results: today's, yesterday's, the week's and that of all time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from typing import Final

from bot.models import DailyLine
from bot.service.calendar import week_of
from bot.store import Database, daily_line, daily_lines, daily_players

LINES: Final = 10
"""How many lines a page has."""


class Period(Enum):
    """Which days count in a table."""

    TODAY = "today"
    YESTERDAY = "yesterday"
    WEEK = "week"
    """From Monday to Sunday, as in the calendar."""
    ALL = "all"

    def days(self, today: date) -> tuple[date | None, date | None]:
        """The first and the last day that counts; None where there is no end.

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
                return None, None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a server's table, the best first.

    Who won more days is before others, then who needed fewer moves for the days won, then who
    needed less time for them. Who is the same in all three shares a place.

    Attributes:
        period: which days count.
        lines: the lines of the page.
        page: which page it is, from 1.
        pages: how many there are, at least one.
        players: how many players are in the table.
        own: the line of the player who asked, on whichever page it is; None when they are not
            in the table.
    """

    period: Period
    lines: tuple[DailyLine, ...]
    page: int
    pages: int
    players: int
    own: DailyLine | None


async def leaderboard(
    store: Database, guild: int, asker: int, period: Period, today: date, *, page: int = 1
) -> Leaderboard:
    """A page of a server's table of daily results.

    Listed are players who played in that server or chose to be shown there, unless they chose not
    to be; their results count wherever they played.

    Args:
        store: an open store.
        guild: the server's id.
        asker: the player who asks.
        period: which days count.
        today: the day that it is in UTC.
        page: which page; one that there is not gives the nearest that there is.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    since, until = period.days(today)
    players = await daily_players(store, guild, since=since, until=until)
    pages = max(1, -(-players // LINES))
    page = min(max(page, 1), pages)
    lines = await daily_lines(
        store, guild, since=since, until=until, limit=LINES, offset=(page - 1) * LINES
    )
    own = await daily_line(store, guild, asker, since=since, until=until)
    return Leaderboard(period, lines, page, pages, players, own)
