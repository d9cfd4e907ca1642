"""The connections of a process to Discord, one a shard."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.chat.connection.gateway import Connection, Outages, Shard, Timing
from bot.chat.connection.session_starts import SessionStarts

if TYPE_CHECKING:
    import discord

    from bot.chat.connection.state import SlimState
    from bot.models import ShardLocks, ShardPlan, StartGate


@dataclass(frozen=True, slots=True)
class ShardState:
    """How a shard fares.

    Attributes:
        is_connected: whether events reach the bot.
        is_waiting: whether another process serves it until this one takes it over.
        latency: seconds between the last heartbeat and its acknowledgement.
    """

    is_connected: bool
    is_waiting: bool
    latency: float


class Shards:
    """Keeps the shards of a process connected, each by itself: none waits for another's outage.

    Args:
        client: handles the events.
        state: what it remembers of Discord.
        gate: lets sessions start in turn.
        locks: keep other processes from serving the same shards; None where there are none.
        timing: how patient the connections are.
    """

    def __init__(
        self,
        client: discord.Client,
        state: SlimState,
        gate: StartGate,
        locks: ShardLocks | None,
        timing: Timing,
    ) -> None:
        self._client = client
        self._state = state
        self._gate = gate
        self._locks = locks
        self._timing = timing
        self._connections: dict[int, Connection] = {}
        self._waiting = set[int]()

    @property
    def states(self) -> Mapping[int, ShardState]:
        """How each shard fares that this process has not given up."""
        return MappingProxyType(
            {
                shard: ShardState(
                    connection.is_connected, shard in self._waiting, connection.latency
                )
                for shard, connection in self._connections.items()
            }
        )

    async def keep(
        self, plan: ShardPlan, *, is_chosen: bool, begin: Callable[[], Awaitable[None]]
    ) -> None:
        """Stay connected until stopped, or until other processes have taken every shard over.

        Args:
            plan: the shards.
            is_chosen: whether whoever runs the bot chose them, rather than Discord.
            begin: called before each shard is connected, once it is this process's.

        Raises:
            DiscordRefused: if Discord closes a connection for good.
            TooFewShards: if Discord recommends more shards by now.
            ShardInUse: if another process serves a shard.
        """
        starts, outages = SessionStarts(self._client, self._timing.session_interval), Outages()
        self._connections = {
            shard: Connection(
                self._client,
                Shard(shard, plan.count, is_chosen),
                gate=self._gate,
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
        """Close every connection, and open no other."""
        await asyncio.gather(*(connection.stop() for connection in self._connections.values()))

    async def note_ready(self, shard: int) -> None:
        """Note that a shard's session was started."""
        self.note_resumed(shard)
        if self._locks is not None:
            await self._locks.ready(shard)

    def note_resumed(self, shard: int) -> None:
        """Note that a shard's session was resumed."""
        if shard in self._connections:
            self._connections[shard].note_connected()

    async def _serve(self, shard: int, begin: Callable[[], Awaitable[None]]) -> None:
        if self._locks is not None:
            self._waiting.add(shard)
            await self._locks.take(shard)
            self._waiting.discard(shard)
        await begin()
        await self._connections[shard].keep()

    async def _give_up(self, serving: Mapping[int, asyncio.Task[None]]) -> None:
        """Close the shards that other processes take over."""
        while self._locks is not None:
            shard = await self._locks.given_up()
            # First, as what waits for events would close the socket as one to be resumed.
            serving[shard].cancel()
            await asyncio.wait([serving[shard]])
            # Known until it is closed: if that is interrupted, the end of the process closes it.
            await self._connections[shard].stop()
            del self._connections[shard]
            self._state.forget(shard)
