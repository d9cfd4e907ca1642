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
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, Protocol

from bot.chat.connection.library import ask_gateway
from bot.errors import StoreError

if TYPE_CHECKING:
    import discord
    from discord.types.gateway import SessionStartLimit


INTERVAL: Final = 5.5
"""Seconds between the starts of two sessions of a bucket: Discord demands five, by its clock."""

_log = logging.getLogger(__name__)


class StartLog(Protocol):
    """Remembers over restarts when sessions were started; may raise :class:`StoreError`."""

    async def since_last(self, bucket: int) -> timedelta | None:
        """How long ago the last session of a bucket was started; None if there was none."""

    async def save(self, shard: int, bucket: int) -> None:
        """Save that a session is started now."""


class SessionStarts:
    """Whether a session may start today, and how many at once; each answer holds for seconds."""

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
    """Seconds before a session: none in the first half of the limit, then spread over the day."""
    if 2 * limit["remaining"] > limit["total"]:
        return 0.0
    return limit["reset_after"] / 1000 / max(1, limit["remaining"])


class SessionGate:
    """Lets sessions start one after the other.

    Shards whose ids leave the same remainder by ``max_concurrency``, a bucket, take turns
    (discord-api-docs, `events/gateway`, "Rate Limits" under "Sharding").

    Args:
        log: remembers starts over restarts; None, or while it fails, only this process counts.
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
        async with self._turns[bucket], self.alone(bucket):
            await self._space(bucket)
            before = self._started.get(bucket)
            try:
                yield
            finally:
                if self._started.get(bucket) != before:
                    # Noting it took its time, and Discord counts from when it was sent.
                    await self.note_start(shard)

    async def note_start(self, shard: int) -> None:
        """Note that IDENTIFY is about to be sent, should this process end; within its turn."""
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

    async def _space(self, bucket: int) -> None:
        """Wait until the start before this one is long enough ago."""
        ago = time.monotonic() - self._started.get(bucket, -self._interval)
        try:
            since = None if self._log is None else await self._log.since_last(bucket)
        except StoreError:
            since = None
        if since is not None:
            ago = min(ago, since.total_seconds())
        await asyncio.sleep(max(0.0, self._interval - ago))
