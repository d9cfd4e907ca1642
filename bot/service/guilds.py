"""The servers that the bot is in: their languages, offers of setup, what they leave behind."""

from __future__ import annotations

import asyncio
import itertools
import logging
import sys
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Final

from bot import background
from bot.errors import StoreError
from bot.models.shards import ShardPlan
from bot.service.preferences import PreferenceService
from bot.store.daily.daily import was_won
from bot.store.database.connection import Database
from bot.store.guilds.guilds import (
    DAY,
    SETUP,
    claim_offer,
    drop_removed_guilds,
    note_removed_guilds,
    save_channel_choice,
    save_locales,
    stored_locale,
    touch_refusal,
)

__all__ = ["DAY", "KEPT_FOR", "SETUP", "Guilds"]

KEPT_FOR: Final = timedelta(days=30)
"""How long a server finds everything as it was when it adds the bot again."""

_BATCH: Final = 500
"""How many servers' locales are saved in one transaction."""
_PAUSE: Final = 1.0
"""Seconds in which changes of many servers are gathered."""
_PAUSE_AFTER_FAILURE: Final = 60.0

_log = logging.getLogger(__name__)


class Guilds:
    """The servers that the bot is in, or was."""

    def __init__(
        self,
        database: Database,
        preferences: PreferenceService,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._database = database
        self._preferences = preferences
        self._clock = clock
        self._seen: dict[int, str] = {}
        self._unsaved: dict[int, str] = {}
        self._changed = asyncio.Event()

    async def claim_setup_offer(self, guild: int) -> bool:
        """Claim offering setup in a server; False if it was done, or is no use."""
        preferences = await self._preferences.get_guild(guild)
        if preferences.is_set_up or preferences.setup_offered:
            return False
        return await self.note_offer(guild, SETUP)

    async def claim_day_offer(self, guild: int) -> bool:
        """Claim offering the message of the day in a server, once somebody there has won a day."""
        preferences = await self._preferences.get_guild(guild)
        if preferences.daily_channel or preferences.day_offered:
            return False
        today = self._clock().astimezone(UTC).date()
        if not await was_won(self._database, guild, today):
            return False
        return await self.note_offer(guild, DAY)

    async def note_offer(self, guild: int, offer: str) -> bool:
        """Note that what is offered is known in a server; False if it was."""
        is_new = await claim_offer(self._database, guild, offer, self._clock())
        self._preferences.forget_guild(guild)
        return is_new

    async def release_offer(self, guild: int, offer: str) -> None:
        """Release the claim after an offer could not be made."""
        await self._preferences.save_guild(guild, **{offer: None})

    async def note_channel_choice(self, guild: int, player: int | None) -> None:
        """Note who chose the channel for a server's days; None once nobody is to know."""
        await save_channel_choice(self._database, guild, player)

    async def tell_chooser(self, guild: int, channel: int) -> None:
        """Have whoever chose that channel told, once, that it takes no more messages."""
        await touch_refusal(self._database, guild, channel, self._clock())

    def see(self, guild: int, locale: str) -> None:
        """Note a server's locale, as Discord tells it; :meth:`keep_saved` saves it."""
        if self._seen.get(guild) != locale:
            self._seen[guild] = self._unsaved[guild] = sys.intern(locale)
            self._changed.set()

    async def locale_of(self, guild: int) -> str:
        """A server's locale, as Discord told it to any process; empty if it is not known."""
        return self._seen.get(guild) or await stored_locale(self._database, guild)

    async def keep_saved(self, pause: float = _PAUSE) -> None:
        """Save the locales of servers for all processes until cancelled."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(pause)
            try:
                await self.save()
                background.succeeded()
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
        """Note which servers of these shards removed or added the bot; drop what is too old."""
        now = self._clock()
        await note_removed_guilds(self._database, present, ready, now)
        dropped = await drop_removed_guilds(self._database, ready, now - KEPT_FOR)
        for guild in dropped:
            self._preferences.forget_guild(guild)
            self._seen.pop(guild, None)
        return len(dropped)
