"""Letting sessions start one after the other, over all processes of the bot."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from bot.chat.connection.session_starts import INTERVAL, SessionGate, StartLog
from bot.errors import StoreError
from bot.fleet.advisory_locks import AdvisoryLocks

_BUCKETS: Final = 1 << 21
"""The number of the lock of the first bucket, beyond those of shards."""
_POLL: Final = 0.25
_AWAY: Final = 10.0
"""Seconds without a database after which a session is started all the same."""

_log = logging.getLogger(__name__)


class SharedSessionGate(SessionGate):
    """Turns of the shards of all processes, kept by a lock a bucket.

    While the database is away, only the turns of this process are kept.
    """

    def __init__(self, locks: AdvisoryLocks, log: StartLog, interval: float = INTERVAL) -> None:
        super().__init__(log, interval)
        self._locks = locks

    @asynccontextmanager
    async def alone(self, bucket: int) -> AsyncIterator[None]:
        """Keep other processes from starting a bucket's shards."""
        number = _BUCKETS + bucket
        away_since: float | None = None
        while True:
            try:
                if await self._locks.take([number]):
                    break
                away_since = None
            except StoreError as error:
                away_since = away_since or time.monotonic()
                if time.monotonic() - away_since > _AWAY:
                    _log.warning("A session starts although others may, too: %s", error)
                    break
            await asyncio.sleep(_POLL)
        try:
            yield
        finally:
            try:
                await self._locks.release([number])
            except StoreError as error:
                _log.debug("The lock ended with its connection: %s", error)
