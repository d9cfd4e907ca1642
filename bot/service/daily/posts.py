"""The one message that shows a server a day: who plays and who has won, then the day's results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.models.daily import (
    DailyDeal,
    DayFigures,
    DayMessage,
    DayPlayer,
)
from bot.models.rankings import LeaderboardLine, Ranking
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import PAGE_SIZE
from bot.service.preferences import mentioned_players
from bot.store.daily.daily import (
    active_servers,
    add_day_message,
    day_figures,
    day_players,
    days_nobody_could_play,
    days_with_winners,
    load_day_message,
    open_messages,
    update_day_message,
)
from bot.store.daily.leaderboards import leaderboard_page
from bot.store.database.connection import Database

PAUSE: Final = timedelta(minutes=1)
"""How long a message stays as it is, however much is played."""
_DAY: Final = timedelta(days=1)
_DAYS_READ: Final = 31
"""How many days of a streak are read at a time."""


@dataclass(frozen=True, slots=True)
class DayBoard:
    """How a server's day stands.

    Attributes:
        winners: those who have won, best first, ten at most.
        players: those who have not, whoever is furthest first, ten at most.
        yesterday: who won on the day before and has agreed to be mentioned.
    """

    deal: DailyDeal
    winners: tuple[LeaderboardLine, ...]
    won: int
    players: tuple[DayPlayer, ...]
    unlisted: int
    yesterday: tuple[LeaderboardLine, ...]
    results: DayMessage | None


@dataclass(frozen=True, slots=True)
class Digest:
    """A server's results of a day: ``lines`` of winners, best first, and its streak of won days."""

    deal: DailyDeal
    figures: DayFigures
    lines: tuple[LeaderboardLine, ...]
    streak: int
    was_played: bool


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

    async def due(self) -> tuple[DayMessage, ...]:
        """The messages to send, look at or replace, in servers that played today or yesterday."""
        now, today = self._clock(), self._daily.today()
        active = await active_servers(self._database, today)
        messages = await open_messages(self._database, today)
        due = [one for one in messages if one.day < today]
        for one in messages:
            version = active.get(one.guild, ("", "0:0"))[1]
            is_changed = one.message_id is not None and version != one.version
            if one.day == today and is_changed and one.shown_at <= now - PAUSE:
                due.append(replace(one, games=version))
        known = {one.guild for one in messages if one.day == today}
        due += [
            # Without a version: whoever hides while it is sent has no message to note that for.
            DayMessage(guild, today, int(channel), None, "", "", now)
            for guild, (channel, _) in sorted(active.items())
            if guild not in known and channel.isascii() and channel.isdigit()
        ]
        return tuple(due)

    async def board(self, message: DayMessage, deal: DailyDeal) -> DayBoard:
        """How the day of a message stands."""
        page = await self._winners(message.guild, deal.day)
        players = await day_players(self._database, message.guild, deal.day)
        before = (await self._winners(message.guild, deal.day - _DAY)).lines
        mentioned = await mentioned_players(self._database, before)
        return DayBoard(
            deal=deal,
            winners=page.lines,
            won=page.players,
            players=players[:PAGE_SIZE],
            unlisted=len(players[PAGE_SIZE:]),
            yesterday=tuple(one for one in before if one.player_id in mentioned),
            results=await load_day_message(self._database, message.guild, deal.day - _DAY),
        )

    async def digest(self, guild: int, deal: DailyDeal) -> Digest:
        """A server's results of the day of a deal."""
        page = await self._winners(guild, deal.day)
        figures = await day_figures(self._database, guild, deal.day, deal.par)
        players = await day_players(self._database, guild, deal.day)
        return Digest(
            deal=deal,
            figures=figures,
            lines=page.lines,
            streak=await self._streak(guild, deal.day),
            was_played=bool(figures.players or players),
        )

    async def sent(self, message: DayMessage, message_id: int | None, shown: str) -> bool:
        """Save which message was sent, or that none can be; False if another was faster."""
        sent = replace(message, message_id=message_id, shown=shown)
        return await add_day_message(self._database, sent)

    async def looked_at(self, message: DayMessage, shown: str, *, is_edited: bool = True) -> None:
        """Save what a message shows, and when it did; unless it is edited, it is due again."""
        seen = replace(message, shown=shown, shown_at=self._clock())
        await update_day_message(self._database, seen, message.games if is_edited else "")

    async def gone(self, message: DayMessage) -> None:
        """Save that a message was deleted, or cannot be edited; it does not come back."""
        gone = replace(message, message_id=None)
        await update_day_message(self._database, gone, message.games)

    async def ended(self, message: DayMessage) -> None:
        """Save that a message shows the results of its day."""
        await update_day_message(self._database, message, message.version, self._clock())

    async def _winners(self, guild: int, day: date) -> Ranking[LeaderboardLine]:
        return await leaderboard_page(self._database, guild, 0, (day, day), page=1, size=PAGE_SIZE)

    async def _streak(self, guild: int, last: date) -> int:
        """How many days in a row, up to a day, somebody of a server has won."""
        passed_over = await days_nobody_could_play(self._database)
        length, day = 0, last
        while True:
            first = day - (_DAYS_READ - 1) * _DAY
            won = await days_with_winners(self._database, guild, first, day)
            while day >= first:
                if day in won:
                    length += 1
                elif day not in passed_over:
                    return length
                day -= _DAY
