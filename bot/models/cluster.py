"""Which part of Discord a process serves, and how it agrees on that with the others."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

_TIMESTAMP_BITS = 22
"""How far an id is shifted to leave its timestamp, by which Discord deals servers to shards."""


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """Shards, of all among which Discord shares the servers out.

    Attributes:
        ids: the shards, in ascending order.
        count: of how many.
    """

    ids: tuple[int, ...]
    count: int

    def serves(self, guild_id: int | None) -> bool:
        """Whether a server's events reach these shards; direct messages reach shard 0.

        See discord-api-docs, `events/gateway`, "Sharding".
        """
        shard = 0 if guild_id is None else (guild_id >> _TIMESTAMP_BITS) % self.count
        return shard in self.ids


class ShardInUse(Exception):
    """Another process serves a shard; the text says which one, and what to do."""


class StartGate(Protocol):
    """Lets the sessions of all processes start one after the other.

    Shards whose ids leave the same remainder by ``max_concurrency`` take turns (discord-api-docs,
    `events/gateway`, "Rate Limits" under "Sharding").
    """

    def turn(self, shard: int, max_concurrency: int) -> AbstractAsyncContextManager[None]:
        """A shard's turn: entered before its socket is opened, left once IDENTIFY was sent.

        It begins as long after the start before it as Discord demands, later in a crash loop.
        """
        ...

    async def note_start(self, shard: int) -> None:
        """Note that IDENTIFY is sent now; within the shard's turn."""
        ...


class ShardLocks(Protocol):
    """Keeps two processes from serving the same shard, but while one hands it over."""

    async def open(self, application_id: int, plan: ShardPlan) -> None:
        """Take the shards' locks, or a place as their successor; before all else here.

        Raises:
            ShardInUse: if another process serves one of them and is not to be waited for.
        """
        ...

    async def take(self, shard: int) -> None:
        """Wait until a shard may be connected: at once unless another process has it."""
        ...

    async def ready(self, shard: int) -> None:
        """Note that a shard is connected, so that the process before this one closes it."""
        ...

    async def given_up(self) -> int:
        """The next shard that this process is to close, as its successor serves it.

        Raises:
            ShardInUse: if another process took a shard whose lock was lost in an outage.
        """
        ...

    async def drain(self) -> None:
        """Hand every shard over; at once if nobody waits for them, else once that is done."""
        ...
