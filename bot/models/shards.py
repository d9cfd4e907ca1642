"""Which shards of Discord a process serves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

TIMESTAMP_BITS: Final = 22
"""How far an id is shifted to leave its timestamp, by which Discord deals servers to shards."""


_WRITTEN: Final = re.compile(r"(\d+)(?:-(\d+))?/(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """Shards, of all among which Discord shares the servers out."""

    ids: tuple[int, ...]
    count: int

    def serves(self, guild_id: int | None) -> bool:
        """Whether a server's events reach these shards; direct messages reach shard 0.

        See discord-api-docs, `events/gateway`, "Sharding".
        """
        shard = 0 if guild_id is None else (guild_id >> TIMESTAMP_BITS) % self.count
        return shard in self.ids


def parse_shards(text: str) -> ShardPlan | None:
    """The shards that a text such as ``0-15/64`` or ``3/64`` names; None if it is blank.

    >>> parse_shards("2-3/64")
    ShardPlan(ids=(2, 3), count=64)
    """
    if not text.strip():
        return None
    written = _WRITTEN.fullmatch(text.strip())
    if written is None:
        raise ValueError(text)
    first, last, count = int(written[1]), int(written[2] or written[1]), int(written[3])
    if not first <= last < count:
        raise ValueError(text)
    return ShardPlan(tuple(range(first, last + 1)), count)


class ShardInUse(Exception):
    """Another process serves a shard; the text says which one, and what to do."""
