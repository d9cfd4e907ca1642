"""Claims to work that several processes could do, but only one should."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.store import Database
from bot.store.claims import claim, release, sweep

LEASE: Final = timedelta(minutes=1)
"""How long a claim lasts: the work of a process that died is taken over after it."""

KEPT: Final = timedelta(days=1)
"""How long it is known that a piece of work was taken once and for all."""

_SWEEP: Final = timedelta(hours=1)
"""How often claims that have run out are deleted."""


class Claims:
    """Claims, each to a piece of work with a name. All methods may raise ``StoreUnavailable``."""

    def __init__(
        self, database: Database, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Keep them in an open database.

        Args:
            database: the database.
            clock: returns the current time, with its zone.
        """
        self._database = database
        self._clock = clock
        self._swept: datetime | None = None

    async def claim(self, name: str) -> bool:
        """Claim a piece of work; False if somebody does it already."""
        now = self._clock()
        return await claim(self._database, name, now, now + LEASE)

    async def take_once(self, name: str) -> bool:
        """Take a piece of work that is never to be done again; False if it was taken before.

        Where no other process can, nothing is stored.
        """
        if not self._database.is_shared:
            return True
        now = self._clock()
        if self._swept is None or now - self._swept > _SWEEP:
            self._swept = now
            await sweep(self._database, now)
        return await claim(self._database, name, now, now + KEPT)

    async def release(self, name: str) -> None:
        """End a claim: the work is done, or is to be tried again."""
        await release(self._database, name)
