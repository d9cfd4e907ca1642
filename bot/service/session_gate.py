"""Letting sessions start one after the other, over all processes of the bot.

Discord resets the token of a bot that starts 1,000 sessions in a day, and counts those of all
processes (discord-api-docs, `events/gateway`, "Identifying" and "Session Start Limit Object").
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from itertools import pairwise, takewhile
from typing import Final

from bot.errors import StoreError
from bot.store import Database
from bot.store.advisory_locks import AdvisoryLocks
from bot.store.session_starts import RecentStarts, recent_starts, save_start

INTERVAL: Final = 5.0
"""Seconds between the starts of two sessions of a bucket, as Discord demands."""
_STABLE: Final = timedelta(minutes=20)
"""How long after a start the next one has nothing to do with it."""
_FREE_STARTS: Final = 5
_LONGEST_PAUSE: Final = 15 * 60.0
"""Shorter than what is stable, so that the pauses of a crash loop stay long."""
_BUCKETS: Final = 1 << 21
"""The number of the lock of the first bucket, beyond those of shards."""
_POLL: Final = 0.25
_AWAY: Final = 10.0
"""Seconds without a database after which a session is started all the same."""

_log = logging.getLogger(__name__)


class SessionGate:
    """Turns of shards; what was started is kept in the database.

    While that is away, only the turns of this process are kept.
    """

    def __init__(
        self, database: Database, locks: AdvisoryLocks | None, process: str, interval: float
    ) -> None:
        """Prepare.

        Args:
            database: an open database.
            locks: what keeps other processes out; None where there are none.
            process: what this process is called.
            interval: as :data:`INTERVAL`.
        """
        self._database = database
        self._locks = locks
        self._process = process
        self._interval = interval
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._buckets: dict[int, int] = {}
        self._started: dict[int, float] = {}

    @property
    def _application_id(self) -> int:
        return self._locks.application_id if self._locks is not None else 0

    @asynccontextmanager
    async def turn(self, shard: int, max_concurrency: int) -> AsyncIterator[None]:
        """A shard's turn: entered before its socket is opened, left once IDENTIFY was sent."""
        bucket = self._buckets[shard] = shard % max_concurrency
        await self._slow_down(shard, bucket)
        async with self._turns[bucket], self._alone(bucket):
            await self._space(shard, bucket)
            yield

    async def note_start(self, shard: int) -> None:
        """Note that IDENTIFY is sent now."""
        bucket = self._buckets[shard]
        self._started[bucket] = time.monotonic()
        try:
            await save_start(self._database, self._application_id, shard, bucket, self._process)
        except StoreError as error:
            _log.debug("The start of a session was not counted: %s", error)

    async def _recent(self, shard: int, bucket: int) -> RecentStarts | None:
        try:
            return await recent_starts(self._database, self._application_id, shard, bucket)
        except StoreError:
            return None

    async def _slow_down(self, shard: int, bucket: int) -> None:
        """Wait in a crash loop, without keeping other shards of the bucket waiting."""
        recent = await self._recent(shard, bucket)
        pause = crash_loop_pause(recent.of_shard, recent.now) if recent else 0.0
        if pause:
            _log.warning(
                "Shard %d was started again and again; the next time in %.0f s.", shard, pause
            )
            await asyncio.sleep(pause)

    async def _space(self, shard: int, bucket: int) -> None:
        """Wait until the start before this one is long enough ago."""
        ago = time.monotonic() - self._started.get(bucket, -self._interval)
        recent = await self._recent(shard, bucket)
        if recent is not None and recent.of_bucket is not None:
            ago = min(ago, (recent.now - recent.of_bucket).total_seconds())
        await asyncio.sleep(max(0.0, self._interval - ago))

    @asynccontextmanager
    async def _alone(self, bucket: int) -> AsyncIterator[None]:
        """Keep a bucket's shards of other processes waiting."""
        if self._locks is None:
            yield
            return
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
            await self._release(number)

    async def _release(self, number: int) -> None:
        if self._locks is None:
            return
        try:
            await self._locks.release([number])
        except StoreError as error:
            _log.debug("The lock ended with its connection: %s", error)


def crash_loop_pause(starts: Sequence[datetime], now: datetime) -> float:
    """Seconds until a shard may start again, given its starts of the last day, the newest first.

    The first few of a row are free. A row ends with a connection that was stable.

    >>> noon = datetime(2026, 5, 1, 12)
    >>> crash_loop_pause([noon - timedelta(seconds=2 * n) for n in range(6)], noon)
    20.0
    """
    gaps = (later - earlier for later, earlier in pairwise((now, *starts)))
    row = sum(1 for _ in takewhile(lambda gap: gap < _STABLE, gaps))
    if row < _FREE_STARTS:
        return 0.0
    pause = timedelta(seconds=min(INTERVAL * 2 ** min(row - _FREE_STARTS + 1, 20), _LONGEST_PAUSE))
    return max(0.0, (pause - (now - starts[0])).total_seconds())
