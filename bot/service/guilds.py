"""Servers that removed the bot: what they left behind is kept for a while, then dropped."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.models import ShardPlan
from bot.service.preferences import PreferenceService
from bot.store import Database
from bot.store.guilds import drop_removed_guilds, note_removed_guilds

KEPT_FOR: Final = timedelta(days=30)
"""How long a server finds everything as it was when it adds the bot again."""


class Guilds:
    """The servers that the bot is in, or was.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(
        self,
        database: Database,
        preferences: PreferenceService,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Prepare.

        Args:
            database: an open database.
            preferences: the preferences of servers.
            clock: returns the current time, with its zone.
        """
        self._database = database
        self._preferences = preferences
        self._clock = clock

    async def keep_up(self, present: Collection[int], ready: ShardPlan) -> int:
        """Note which servers removed the bot or added it again; drop what is past its time.

        Args:
            present: the ids of all servers of those shards that the bot is in, reachable just now
                or not.
            ready: the shards whose servers Discord has listed to this process. Servers of other
                shards are left to the processes that serve them.

        Returns:
            The number of servers whose data was dropped.
        """
        now = self._clock()
        await note_removed_guilds(self._database, present, ready, now)
        dropped = await drop_removed_guilds(self._database, ready, now - KEPT_FOR)
        for guild in dropped:
            self._preferences.forget_guild(guild)
        return len(dropped)
