"""The connections of a process to Discord, one a shard."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from bot import metrics
from bot.chat.connection.gateway import Connection, Outages, Shard, Timing, log_in
from bot.chat.connection.session_starts import SessionGate, SessionStarts
from bot.models.shards import ShardPlan

if TYPE_CHECKING:
    import discord

    from bot.chat.connection.library import GuildCache


class ShardLocks(Protocol):
    """Keeps two processes from serving the same shard, but while one hands it over."""

    async def open(self, application_id: int, plan: ShardPlan) -> None:
        """Take the shards' locks, or a place as their successor; before all else here."""

    async def take(self, shard: int) -> None:
        """Wait until a shard may be connected: at once unless another process has it."""

    async def ready(self, shard: int) -> None:
        """Note that a shard is connected, so that the process before this one closes it."""

    async def live(self) -> frozenset[int]:
        """The shards that any process serves."""

    async def given_up(self) -> int:
        """The next shard that this process is to close, as its successor serves it."""

    async def drain(self) -> None:
        """Hand every shard over; at once if nobody waits for them, else once that is done."""


class Shards:
    """Keeps a process's shards connected, each by itself: none waits for another's outage.

    Attributes:
        by_shard: the connection of each shard that this process has not given up.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        cache: GuildCache,
        *,
        plan: ShardPlan | None,
        gate: SessionGate | None,
        locks: ShardLocks | None,
        timing: Timing,
    ) -> None:
        """Connect nothing yet.

        Args:
            plan: None for as many shards as Discord recommends.
            gate: None where no other process starts sessions, and no start is remembered.
            locks: keep other processes from serving the same shards; None where there are none.
        """
        self.plan = plan
        self.cache = cache
        self.gate = gate or SessionGate(interval=timing.session_interval)
        self._client = client
        self._locks = locks
        self._timing = timing
        self.by_shard: dict[int, Connection] = {}

    async def live(self) -> frozenset[int]:
        """The shards that any process serves, as far as processes agree on that."""
        return frozenset() if self._locks is None else await self._locks.live()

    async def log_in(self, token: str) -> bool:
        """Log in once Discord is reachable and lock the shards; whether the operator chose them."""
        recommended = await log_in(self._client, token, self._timing.backoff)
        is_chosen = self.plan is not None
        self.plan = self.plan or ShardPlan(tuple(range(recommended)), recommended)
        if self._locks is not None and self._client.application_id is not None:
            await self._locks.open(self._client.application_id, self.plan)
        self.cache.set_shards(self.plan)
        return is_chosen

    async def keep(self, *, is_chosen: bool, begin: Callable[[], Awaitable[None]]) -> None:
        """Stay connected until stopped or taken over; ``begin`` comes before each shard."""
        plan = self.plan or ShardPlan((0,), 1)
        starts, outages = SessionStarts(self._client, self._timing.session_interval), Outages()
        self.by_shard = {
            shard: Connection(
                self._client,
                Shard(shard, plan.count, is_chosen),
                gate=self.gate,
                starts=starts,
                outages=outages,
                timing=self._timing,
            )
            for shard in plan.ids
        }
        try:
            async with asyncio.TaskGroup() as group:
                serving = {
                    shard: group.create_task(self._serve(shard, begin)) for shard in plan.ids
                }
                giving_up = group.create_task(self._give_up(serving))
                await asyncio.wait(serving.values())
                giving_up.cancel()
        except BaseExceptionGroup as failed:
            raise failed.exceptions[0] from None

    async def stop(self) -> None:
        """Close all connections and stop reconnecting."""
        await asyncio.gather(*(connection.stop() for connection in self.by_shard.values()))

    async def note_ready(self, shard: int) -> None:
        """Note that a shard's session was started."""
        self.note_resumed(shard)
        if self._locks is not None:
            await self._locks.ready(shard)

    def note_resumed(self, shard: int) -> None:
        """Note that a shard's session was resumed."""
        if shard in self.by_shard:
            self.by_shard[shard].note_connected()

    async def _serve(self, shard: int, begin: Callable[[], Awaitable[None]]) -> None:
        if self._locks is not None:
            self.by_shard[shard].is_waiting = True
            await self._locks.take(shard)
            self.by_shard[shard].is_waiting = False
        await begin()
        await self.by_shard[shard].keep()

    async def _give_up(self, serving: Mapping[int, asyncio.Task[None]]) -> None:
        """Close the shards that other processes take over."""
        while self._locks is not None:
            shard = await self._locks.given_up()
            # First, as what waits for events would close the socket as one to be resumed.
            serving[shard].cancel()
            await asyncio.wait([serving[shard]])
            # Known until it is closed: if that is interrupted, the end of the process closes it.
            await self.by_shard[shard].stop()
            del self.by_shard[shard]
            self.cache.forget(shard)


def why_disconnected(shards: Mapping[int, Connection]) -> str:
    """Why players cannot reach the bot; "" if they can, or if another process still serves them."""
    if any(one.is_connected or one.is_waiting for one in shards.values()):
        return ""
    return "no shard is connected" if shards else "not connected yet"


def show_connections(shards: Mapping[int, Connection], guilds: int) -> None:
    """Bring the metrics of the shards, and of the servers in them, up to date."""
    metrics.GUILDS.set(guilds)
    # Another process reports those that were given up.
    metrics.GATEWAY_CONNECTED.clear()
    metrics.GATEWAY_LATENCY.clear()
    for shard, connection in shards.items():
        if not connection.is_waiting:
            metrics.GATEWAY_CONNECTED.labels(shard).set(connection.is_connected)
        if math.isfinite(connection.latency):
            metrics.GATEWAY_LATENCY.labels(shard).set(connection.latency)
