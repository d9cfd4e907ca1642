"""The one message that shows a server a day: who plays and who has won, then the day's results."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.models.daily import (
    FINISHING,
    DailyDeal,
    DayFigures,
    DayPlayer,
    DayWin,
    Slot,
    day_subject,
    start_of,
)
from bot.models.places import BoardMessage
from bot.models.rankings import LeaderboardLine, Ranking
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import PAGE_SIZE
from bot.service.daily.streaks import daily_streak
from bot.service.preferences import mentioned_players
from bot.store.daily.daily import (
    day_figures,
    day_players,
    day_wins,
    days_nobody_could_play,
    days_won_in_a_row,
    load_daily_deal,
    still_playing,
)
from bot.store.daily.leaderboards import leaderboard_page
from bot.store.daily.messages import (
    PAUSE,
    begin_day,
    day_channel,
    forget_day_messages,
    touch_day,
    was_played,
)
from bot.store.database.connection import Database
from bot.store.due.posts import load_post
from bot.store.play.results import days_won_by
from bot.store.preferences import players_with

__all__ = ["PAUSE", "DayBoard", "DayMessages", "Digest"]

_DAY: Final = timedelta(days=1)
_BEST: Final = 3
"""Of how many winners the results tell the streak."""


@dataclass(frozen=True, slots=True)
class DayBoard:
    """How a server's day stands.

    Attributes:
        curious: its second deal, of a curious game; None until it is chosen.
        winners: those who have won, best first, ten at most.
        players: those who have not, whoever is furthest first, ten at most.
        yesterday: who won on the day before and has agreed to be mentioned.
        at: when it stands so.
    """

    deal: DailyDeal
    curious: DailyDeal | None
    winners: tuple[LeaderboardLine, ...]
    won: int
    players: tuple[DayPlayer, ...]
    unlisted: int
    yesterday: tuple[LeaderboardLine, ...]
    results: BoardMessage | None
    at: datetime

    @property
    def is_late(self) -> bool:
        """Whether the day is over, but not for those who began before."""
        return self.at >= self.deal.ends_at

    @property
    def is_yesterday_late(self) -> bool:
        """Whether those who began on the day before can still finish."""
        return self.at < start_of(self.deal.day) + FINISHING


@dataclass(frozen=True, slots=True)
class Digest:
    """A server's results of a day.

    Attributes:
        lines: those of who won, best first, ten at most.
        streak: on how many days in a row somebody of the server has won.
        started: how many have played it, won or not.
        wins: what is known of the wins of those lines, by player.
        streaks: on how many days in a row the best three have won, but not of those who want
            quiet.
        shown: the best game whose board may be shown; None for none.
        quiet: who of those lines wants quiet.
    """

    deal: DailyDeal
    figures: DayFigures
    lines: tuple[LeaderboardLine, ...]
    streak: int
    started: int
    wins: Mapping[int, DayWin]
    streaks: Mapping[int, int]
    shown: DayWin | None
    quiet: frozenset[int]

    @property
    def was_played(self) -> bool:
        """Whether anybody has played it, even somebody whose boards are private."""
        return bool(self.started or self.figures.players)


class DayMessages:
    """The messages that show servers their days."""

    def __init__(
        self,
        database: Database,
        daily: Daily,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._database = database
        self._daily = daily
        self._clock = clock

    def now(self) -> datetime:
        """The time by which days are shown."""
        return self._clock()

    async def touch(self, guild: int, day: date | None = None) -> None:
        """Have the message of a server's day, by default today's, looked at."""
        await touch_day(self._database, guild, day or self._daily.today(), self._clock())

    async def begin_today(self, guild: int) -> None:
        """Have today's message posted unless it is there, also where it was refused before."""
        await begin_day(self._database, guild, self._daily.today(), self._clock())

    async def channel(self, guild: int) -> int | None:
        """The channel for a server's days; None if it wants none, or is gone."""
        return await day_channel(self._database, guild)

    async def was_played(self, guild: int, day: date) -> bool:
        """Whether anybody of a server has made a move in a day's deal."""
        return await was_played(self._database, guild, day)

    async def forget_before(self, guild: int, day: date) -> None:
        """Forget the messages of the days before one."""
        await forget_day_messages(self._database, guild, day)

    async def board(self, guild: int, deal: DailyDeal) -> DayBoard:
        """How the day of a deal stands in a server."""
        page, (players, number), before = await asyncio.gather(
            self._winners(guild, deal.day),
            day_players(self._database, guild, deal.day, PAGE_SIZE),
            self._winners(guild, deal.day - _DAY),
        )
        mentioned = await mentioned_players(self._database, before.lines)
        return DayBoard(
            deal=deal,
            curious=await load_daily_deal(self._database, deal.day, Slot.CURIOUS),
            winners=page.lines,
            won=page.players,
            players=players,
            unlisted=number - len(players),
            yesterday=tuple(one for one in before.lines if one.player_id in mentioned),
            results=await self.message(guild, deal.day - _DAY),
            at=self._clock(),
        )

    async def digest(self, guild: int, deal: DailyDeal) -> Digest:
        """A server's results of the day of a deal."""
        passed_over = await days_nobody_could_play(self._database)
        page, figures, streak, unfinished = await asyncio.gather(
            self._winners(guild, deal.day),
            day_figures(self._database, guild, deal.day, deal.par),
            days_won_in_a_row(self._database, guild, deal.day, passed_over),
            still_playing(self._database, guild, deal),
        )
        players = [line.player_id for line in page.lines]
        best = players[:_BEST]
        wins, quiet, private, won = await asyncio.gather(
            day_wins(self._database, deal.id, players),
            players_with(self._database, players, "quiet", "yes"),
            players_with(self._database, players, "boards_are_public", "no"),
            days_won_by(self._database, best),
        )
        return Digest(
            deal=deal,
            figures=figures,
            lines=page.lines,
            streak=streak,
            started=figures.players + unfinished,
            wins=wins,
            streaks={
                player: daily_streak(
                    [day for day in won[player] if day <= deal.day], deal.day, passed_over
                ).current
                for player in best
                if player not in quiet
            },
            shown=next((wins[one] for one in players if one in wins and one not in private), None),
            quiet=quiet,
        )

    async def message(self, guild: int, day: date) -> BoardMessage | None:
        """The message of a day, unless it is gone."""
        shown = await load_post(self._database, day_subject(guild, day))
        return None if shown is None else shown.message

    async def _winners(self, guild: int, day: date) -> Ranking[LeaderboardLine]:
        return await leaderboard_page(self._database, guild, 0, (day, day), page=1, size=PAGE_SIZE)
