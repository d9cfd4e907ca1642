"""This process among those that share its database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, Self

from bot.chat.connection.session_starts import INTERVAL, SessionGate, StartLog
from bot.errors import StoreError
from bot.fleet.advisory_locks import AdvisoryLocks
from bot.fleet.shard_locks import POLL, SharedShardLocks
from bot.store.database.connection import Database
from bot.store.fleet.installation import SessionStartLog, process_name

_BUCKETS: Final = 1 << 21
"""The number of the lock of the first bucket, beyond those of shards."""
_POLL: Final = 0.25
_AWAY: Final = 10.0
"""Seconds without a database after which a session is started all the same."""

_log = logging.getLogger(__name__)


class SharedSessionGate(SessionGate):
    """Turns of all processes' shards, by a lock a bucket; without the database, of this one's."""

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


class Cluster:
    """This process among those that share its database; a context manager."""

    def __init__(
        self,
        database: Database,
        *,
        take_over: bool = False,
        interval: float = INTERVAL,
        poll: float = POLL,
    ) -> None:
        """Keep locks in PostgreSQL, waiting for shards of other processes if asked to."""
        self._changed: dict[str, list[Callable[[int], None]]] = {}
        self._missed: list[Callable[[], None]] = []
        self._advisory = AdvisoryLocks(database, self._hear)
        log = SessionStartLog(database, lambda: self._advisory.application_id)
        self.gate = SharedSessionGate(self._advisory, log, interval)
        self.locks = SharedShardLocks(
            database, self._advisory, process_name(), take_over=take_over, poll=poll
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.locks.close()
        await self._advisory.close()

    def on_change(self, kind: str, changed: Callable[[int], None]) -> None:
        """Call a function with the id of what another process changed, once it is committed."""
        self._changed.setdefault(kind, []).append(changed)

    def on_missed_changes(self, missed: Callable[[], None]) -> None:
        """Call a function when any change may have been missed."""
        self._missed.append(missed)

    def _hear(self, notice: str) -> None:
        if not notice:
            for missed in self._missed:
                missed()
            return
        kind, _, key = notice.partition(" ")
        for changed in self._changed.get(kind, ()):
            changed(int(key))
