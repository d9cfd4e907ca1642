"""Offering setup to those who manage a server: once, after a few days of use."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from bot.service.preferences import PreferenceService
from bot.store import Database
from bot.store.setup_offers import claim_setup_offer, days_with_games, release_setup_offer

MIN_DAYS: Final = 3
"""On how many days a server has games before setup is offered."""


class SetupOffers:
    """In which servers setup is still to be offered.

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

    async def claim(self, guild: int) -> bool:
        """Claim offering setup in a server; False if it is too early, was done, or is no use."""
        preferences = await self._preferences.get_guild(guild)
        if preferences.is_set_up or preferences.setup_offered:
            return False
        if await days_with_games(self._database, guild) < MIN_DAYS:
            return False
        return await self.note(guild)

    async def note(self, guild: int) -> bool:
        """Note that setup is known in a server; False if it was."""
        is_new = await claim_setup_offer(self._database, guild, self._clock())
        self._preferences.forget_guild(guild)
        return is_new

    async def release(self, guild: int) -> None:
        """Release the claim after the offer could not be made."""
        await release_setup_offer(self._database, guild)
        self._preferences.forget_guild(guild)
