"""Starting sessions sparingly.

Discord resets the token of a bot that starts 1,000 sessions in a day, and counts them over all of
its processes (discord-api-docs, `events/gateway`, "Identifying" and "Session Start Limit Object").
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Final, Protocol

from bot.chat.connection.library import ask_gateway
from bot.errors import StoreError

if TYPE_CHECKING:
    import discord
    from discord.types.gateway import SessionStartLimit

    from bot.models.shards import RecentStarts


INTERVAL: Final = 5.0
"""Seconds between the starts of two sessions of a bucket, as Discord demands."""
_STABLE: Final = timedelta(minutes=20)
"""How long after a start the next one has nothing to do with it."""
_FREE_STARTS: Final = 5
_LONGEST_PAUSE: Final = 15 * 60.0
"""Shorter than what is stable, so that the pauses of a crash loop stay long."""

_log = logging.getLogger(__name__)


class StartLog(Protocol):
    """Remembers over restarts when sessions were started; may raise :class:`StoreError`."""

    async def recent(self, shard: int, bucket: int) -> RecentStarts:
        """The starts of a shard in the last day, and the last one of a bucket."""

    async def save(self, shard: int, bucket: int) -> None:
        """Save that a session is started now."""


class SessionStarts:
    """Decides whether another session may be started today, and knows how many may at once.

    Args:
        client: asks Discord how many are left.
        fresh: seconds for which its answer holds, so that shards that start together ask once.
    """

    def __init__(self, client: discord.Client, fresh: float = 5.0) -> None:
        self._client = client
        self._fresh = fresh
        self._one_at_a_time = asyncio.Lock()
        self._asked_at = -math.inf
        self._limit: SessionStartLimit | None = None

    async def max_concurrency(self) -> int:
        """How many shards may start at the same time."""
        async with self._one_at_a_time:
            return (await self._current_limit())["max_concurrency"]

    async def wait(self) -> None:
        """Wait until a session may be started, and count it."""
        async with self._one_at_a_time:
            limit = await self._current_limit()
            pause = pause_before_start(limit)
            if pause:
                until = datetime.now(UTC) + timedelta(seconds=pause)
                _log.warning(
                    "Discord lets this bot start %d more sessions today of %d, and resets the "
                    "token of one that starts more: the next one waits until %s UTC.",
                    limit["remaining"],
                    limit["total"],
                    f"{until:%Y-%m-%d %H:%M:%S}",
                )
                await asyncio.sleep(pause)
            limit["remaining"] -= 1

    async def _current_limit(self) -> SessionStartLimit:
        if self._limit is None or time.monotonic() - self._asked_at >= self._fresh:
            _shards, self._limit = await ask_gateway(self._client)
            self._asked_at = time.monotonic()
        return self._limit


def pause_before_start(limit: SessionStartLimit) -> float:
    """Seconds to wait before a session: none while half of the day's sessions are left.

    The others are spread over the rest of the day, except for a quarter that stays unused.
    """
    if 2 * limit["remaining"] > limit["total"]:
        return 0.0
    spare = max(0, limit["remaining"] - limit["total"] // 4)
    return limit["reset_after"] / 1000 / (spare + 1)


class SessionGate:
    """Lets sessions start one after the other, and slows crash loops down.

    Shards whose ids leave the same remainder by ``max_concurrency``, a bucket, take turns
    (discord-api-docs, `events/gateway`, "Rate Limits" under "Sharding").

    Args:
        log: remembers starts over restarts; None, or while it fails, only this process counts.
        interval: seconds between the starts of two sessions of a bucket.
    """

    def __init__(self, log: StartLog | None = None, interval: float = INTERVAL) -> None:
        self._log = log
        self._interval = interval
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._buckets: dict[int, int] = {}
        self._started: dict[int, float] = {}

    @asynccontextmanager
    async def turn(self, shard: int, max_concurrency: int) -> AsyncIterator[None]:
        """A shard's turn: entered before its socket is opened, left once IDENTIFY was sent."""
        bucket = self._buckets[shard] = shard % max_concurrency
        await self._slow_down(shard, bucket)
        async with self._turns[bucket], self.alone(bucket):
            await self._space(shard, bucket)
            yield

    async def note_start(self, shard: int) -> None:
        """Note that IDENTIFY is sent now; within the shard's turn."""
        bucket = self._buckets[shard]
        self._started[bucket] = time.monotonic()
        if self._log is not None:
            try:
                await self._log.save(shard, bucket)
            except StoreError as error:
                _log.debug("The start of a session was not counted: %s", error)

    def alone(self, _bucket: int) -> AbstractAsyncContextManager[None]:
        """Keep other processes from starting a bucket's shards; here there are none."""
        return nullcontext()

    async def _recent(self, shard: int, bucket: int) -> RecentStarts | None:
        try:
            return None if self._log is None else await self._log.recent(shard, bucket)
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
