"""The servers that the bot is in: their languages, and what they leave behind."""

from __future__ import annotations

import asyncio
import itertools
import logging
import sys
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.errors import StoreError
from bot.models import ShardPlan
from bot.service.preferences import PreferenceService
from bot.store import Database
from bot.store.guilds import (
    drop_removed_guilds,
    note_removed_guilds,
    save_locales,
    stored_locale,
)

KEPT_FOR: Final = timedelta(days=30)
"""How long a server finds everything as it was when it adds the bot again."""

_BATCH: Final = 500
"""How many servers' locales are saved in one transaction."""
_PAUSE: Final = 1.0
"""Seconds in which what Discord tells of many servers is gathered."""
_PAUSE_AFTER_FAILURE: Final = 60.0

_log = logging.getLogger(__name__)


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
        self._seen: dict[int, str] = {}
        self._unsaved: dict[int, str] = {}
        self._changed = asyncio.Event()

    def see(self, guild: int, locale: str) -> None:
        """Note a server's locale, as Discord tells it; :meth:`keep_saved` saves it."""
        if self._seen.get(guild) != locale:
            self._seen[guild] = self._unsaved[guild] = sys.intern(locale)
            self._changed.set()

    async def locale_of(self, guild: int) -> str:
        """A server's locale, as Discord told it to any process; empty if it is not known."""
        return self._seen.get(guild) or await stored_locale(self._database, guild)

    async def keep_saved(self, pause: float = _PAUSE) -> None:
        """Save the locales of servers for all processes until cancelled.

        Args:
            pause: seconds in which changes are gathered.
        """
        while True:
            await self._changed.wait()
            await asyncio.sleep(pause)
            try:
                await self.save()
            except StoreError as error:
                _log.warning("Could not save the languages of servers: %s", error)
                await asyncio.sleep(_PAUSE_AFTER_FAILURE)

    async def save(self) -> None:
        """Save the locales that are not saved."""
        self._changed.clear()
        while self._unsaved:
            batch = dict(itertools.islice(self._unsaved.items(), _BATCH))
            try:
                await save_locales(self._database, batch)
            except StoreError:
                self._changed.set()
                raise
            for guild, locale in batch.items():
                if self._unsaved[guild] == locale:
                    del self._unsaved[guild]

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
            self._seen.pop(guild, None)
        return len(dropped)
