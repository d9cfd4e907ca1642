"""Claims to work that several processes could do, but only one should."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.store import Database
from bot.store.claims import claim, release

LEASE: Final = timedelta(minutes=1)
"""How long a claim lasts: the work of a process that died is taken over after it."""


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

    async def claim(self, name: str) -> bool:
        """Claim a piece of work; False if somebody does it already."""
        now = self._clock()
        return await claim(self._database, name, now, now + LEASE)

    async def release(self, name: str) -> None:
        """End a claim: the work is done, or is to be tried again."""
        await release(self._database, name)
