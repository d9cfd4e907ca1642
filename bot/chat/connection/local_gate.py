"""Starting the sessions of a process that is the only one of its bot."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class LocalGate:
    """Lets the shards of one process start one after the other; a :class:`StartGate`.

    Args:
        interval: seconds between two starts of those that take turns; Discord refuses a second
            one within five.
    """

    def __init__(self, interval: float = 5.0) -> None:
        self._interval = interval
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._next: defaultdict[int, float] = defaultdict(float)
        self._buckets: dict[int, int] = {}

    @asynccontextmanager
    async def turn(self, shard: int, max_concurrency: int) -> AsyncIterator[None]:
        """A shard's turn, as in :meth:`StartGate.turn`."""
        bucket = self._buckets[shard] = shard % max_concurrency
        async with self._turns[bucket]:
            await asyncio.sleep(max(0.0, self._next[bucket] - time.monotonic()))
            yield

    async def note_start(self, shard: int) -> None:
        """Note that IDENTIFY is sent now; within the shard's turn."""
        self._next[self._buckets[shard]] = time.monotonic() + self._interval
