"""Which shards' servers this process tells what nobody asked for just then."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Set
from typing import Final

from bot.models import ShardPlan

ORPHANED_AFTER: Final = 120.0
"""Seconds without a process that serves a shard, after which others tell its servers."""
_LOOK_SECONDS: Final = 10.0
"""Seconds between two looks at which shards are served."""


class Duty:
    """The shards whose servers this process tells: its own, and those that nobody serves.

    For a while two processes may have the same shard on their duty; claims keep them from telling
    anything twice.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with no shard missing.

        Args:
            clock: returns seconds since any fixed point.
        """
        self._clock = clock
        self._looked: float | None = None
        self._missing_since: dict[int, float] = {}

    async def of(self, own: ShardPlan, live: Callable[[], Awaitable[Set[int]]]) -> ShardPlan:
        """The shards on duty.

        Args:
            own: the shards that this process serves.
            live: returns the shards that any process serves.
        """
        now = self._clock()
        if self._looked is None or now - self._looked >= _LOOK_SECONDS:
            missing = {*range(own.count)} - {*own.ids} - await live()
            self._missing_since = {one: self._missing_since.get(one, now) for one in missing}
            self._looked = now
        orphaned = [
            one for one, since in self._missing_since.items() if now - since >= ORPHANED_AFTER
        ]
        return ShardPlan(tuple(sorted([*own.ids, *orphaned])), own.count)
