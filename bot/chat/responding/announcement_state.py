"""What announcements remember: whose they are, which failed, which are still to be noted."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Set
from datetime import date
from typing import Final

from bot.models.shards import ShardPlan

ORPHANED_AFTER: Final = 120.0
"""Seconds without a process that serves a shard, after which others announce to its servers."""
_LOOK_SECONDS: Final = 10.0
"""Seconds between two looks at which shards are served."""


class ShardOwnership:
    """The shards whose servers this process announces to: its own, and those nobody serves."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked: float | None = None
        self._missing_since: dict[int, float] = {}

    async def served_shards(
        self, own: ShardPlan, live: Callable[[], Awaitable[Set[int]]]
    ) -> ShardPlan:
        """The shards whose servers this process announces to."""
        now = self._clock()
        if self._looked is None or now - self._looked >= _LOOK_SECONDS:
            missing = {*range(own.count)} - {*own.ids} - await live()
            self._missing_since = {one: self._missing_since.get(one, now) for one in missing}
            self._looked = now
        orphaned = [
            one for one, since in self._missing_since.items() if now - since >= ORPHANED_AFTER
        ]
        return ShardPlan(tuple(sorted([*own.ids, *orphaned])), own.count)


class AnnouncementState:
    """What announcements remember until the process ends.

    Attributes:
        without_files: the day on which a channel last refused files from the bot.
    """

    def __init__(self) -> None:
        self.ownership = ShardOwnership()
        self.without_files: dict[int, date] = {}
