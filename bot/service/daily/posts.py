"""What channels are shown of the days: how daily games stand, and the results of a day."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.models.daily import DailyDeal, DayFigures, LeaderboardLine, ProgressPost
from bot.models.play import GameSnapshot
from bot.service.daily.leaderboards import PAGE_SIZE
from bot.service.preferences import mentioned_players
from bot.store.daily.daily import (
    add_progress_post,
    day_figures,
    days_with_winners,
    delete_progress_post,
    due_progress_posts,
    note_progress_post,
)
from bot.store.daily.leaderboards import leaderboard_page
from bot.store.database.connection import Database

MAX_DUE: Final = 100
"""How many posts one pass makes."""
MAX_IN_CHANNEL: Final = 4
"""How many of them are in one channel, where Discord takes five in five seconds."""
_MAX_READ: Final = 1000


class DailyProgress:
    """Posts in channels about daily games that players are in."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def follow(self, snapshot: GameSnapshot) -> None:
        """Post about a game in the channel where it was dealt, from its first move on."""
        is_in_server = snapshot.place is not None and snapshot.place.guild_id is not None
        if is_in_server and snapshot.is_secret and not snapshot.state.is_final:
            await add_progress_post(self._database, snapshot.game_id)

    async def due(self) -> tuple[ProgressPost, ...]:
        """The posts to make now; the rest is for the next pass."""
        in_channel = Counter[int]()
        due = []
        for post in await due_progress_posts(self._database, _MAX_READ):
            in_channel[post.place.channel_id] += 1
            if in_channel[post.place.channel_id] <= MAX_IN_CHANNEL:
                due.append(post)
        return tuple(due[:MAX_DUE])

    async def posted(self, post: ProgressPost, message_id: int, *, is_last: bool) -> None:
        """Note a post and its message, or end it with the game."""
        if is_last:
            await self.stop(post)
        else:
            await note_progress_post(self._database, post, message_id)

    async def stop(self, post: ProgressPost) -> None:
        """Post no more about a game."""
        await delete_progress_post(self._database, post.game_id)


_DAY: Final = timedelta(days=1)
_DAYS_READ: Final = 31
"""How many days of a streak are read at a time."""


@dataclass(frozen=True, slots=True)
class Digest:
    """A day's results in a server.

    Attributes:
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
    """The digests of days that are over."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def for_day(self, guild: int, deal: DailyDeal) -> Digest:
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
