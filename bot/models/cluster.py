"""Which part of Discord a process serves."""

from __future__ import annotations

from dataclasses import dataclass

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
