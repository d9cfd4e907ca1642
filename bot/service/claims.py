"""Claims to work that several processes could do, but only one should."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.errors import StoreError
from bot.recent import Recent
from bot.store.database.connection import Database
from bot.store.fleet.claims import claim, release, renew, sweep
from bot.tasks import cancel_and_wait

LEASE: Final = timedelta(minutes=1)
"""How long a claim lasts: the work of a process that died is taken over after it."""

KEPT: Final = timedelta(days=1)
"""How long it is known that a piece of work was taken once and for all."""

_SWEEP: Final = timedelta(hours=1)
"""How often claims that have run out are deleted."""
_MOST_REMEMBERED: Final = 10_000
"""How much work that was taken once a process on its own remembers."""
_RENEWALS: Final = 3
"""How often a lease is renewed before it would run out."""

_log = logging.getLogger(__name__)


class Claims:
    """One process's claims, each to a piece of work with a name."""

    def __init__(
        self, database: Database, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self._owner = secrets.token_hex(8)
        self._clock = clock
        self._swept: datetime | None = None
        self._taken = Recent[str, str](_MOST_REMEMBERED)

    @contextlib.asynccontextmanager
    async def lease(self, name: str, lasting: timedelta = LEASE) -> AsyncIterator[bool]:
        """Hold a claim for as long as some work takes; False if somebody else holds it.

        It is renewed meanwhile. Should that fail for too long, another process may do the same
        work: whoever needs a lease saves nothing that must not be saved twice. Where no other
        process can, nothing is stored, so that nothing is left to run out after a restart.

        Args:
            lasting: how long after the death of this process others take it over.
        """
        if not self._database.is_postgresql:
            yield True
            return
        now = self._clock()
        if not await claim(self._database, name, now, now + lasting, self._owner):
            yield False
            return
        renewing = asyncio.create_task(self._keep(name, lasting))
        try:
            yield True
        finally:
            await cancel_and_wait([renewing])
            with contextlib.suppress(StoreError):  # it runs out
                await release(self._database, name, self._owner)

    async def _keep(self, name: str, lasting: timedelta) -> None:
        """Renew a claim until it is lost."""
        while True:
            await asyncio.sleep(lasting.total_seconds() / _RENEWALS)
            try:
                if not await renew(self._database, name, self._clock() + lasting, self._owner):
                    _log.warning("The claim to %s has passed to another process.", name)
                    return
            except StoreError as error:
                _log.debug("The claim to %s could not be renewed: %s", name, error)

    async def take_once(self, name: str, taker: str = "") -> bool:
        """Take a piece of work that is never to be done again; False if it was taken before.

        Args:
            taker: who takes it, if they may do so again, as they may not have heard that they did.
        """
        if not self._database.is_postgresql:
            if name in self._taken:
                return bool(taker) and self._taken[name] == taker
            self._taken[name] = taker
            return True
        now = self._clock()
        if self._swept is None or now - self._swept > _SWEEP:
            self._swept = now
            await sweep(self._database, now)
        owner = taker or self._owner
        return await claim(self._database, name, now, now + KEPT, owner, is_own=bool(taker))
