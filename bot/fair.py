"""Turns at something scarce, shared fairly among those who want it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextvars import ContextVar
from typing import Final

asker: Final[ContextVar[int]] = ContextVar("asker", default=0)
"""The player for whom the current task works; 0 if no player waits for it."""


class Crowded(Exception):
    """Too many wait for a turn.

    Attributes:
        own: whether all those are of the key that asks for another.
    """

    def __init__(self, *, own: bool) -> None:
        super().__init__("too many wait for a turn")
        self.own = own


class FairQueue:
    """Hands out turns to keys, such as players, one key after the other.

    However many turns a key waits for, each other key that waits gets one before its next. Nor does
    a key ever have all of several turns: one that has a turn gets another only while a further one
    stays free.
    """

    def __init__(self, at_once: int, per_key: int, waiting: int) -> None:
        """Begin with all turns free.

        Args:
            at_once: how many turns there are.
            per_key: how many turns one key may have and wait for.
            waiting: how many turns all keys together may wait for.
        """
        self._free = at_once
        self._per_key = per_key
        self._most_waiting = waiting
        self._taken: Counter[int] = Counter()
        self._queues: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many turns are waited for."""
        return sum(map(len, self._queues.values()))

    @contextlib.asynccontextmanager
    async def turn(self, key: int) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the end of the block.

        Raises:
            Crowded: at once, if the key or all keys together wait for too many.
        """
        await self._take(key)
        try:
            yield
        finally:
            self._give_back(key)

    async def _take(self, key: int) -> None:
        if self._taken[key] + len(self._queues.get(key, ())) >= self._per_key:
            raise Crowded(own=True)
        if not self._may_have(key) and self.waiting >= self._most_waiting:
            raise Crowded(own=False)
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(key, deque()).append(turn)
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(key, turn)
            else:  # the turn came just then
                self._give_back(key)
            raise

    def _give_back(self, key: int) -> None:
        self._free += 1
        self._taken[key] -= 1
        if not self._taken[key]:
            del self._taken[key]
        self._hand_out()

    def _may_have(self, key: int) -> bool:
        return self._free > (1 if self._taken[key] else 0)

    def _hand_out(self) -> None:
        """Give the free turns to the keys that have waited longest for one."""
        while (key := next(filter(self._may_have, self._queues), None)) is not None:
            turn = self._queues[key][0]
            self._queues.move_to_end(key)
            self._forget(key, turn)
            if not turn.cancelled():
                turn.set_result(None)
                self._free -= 1
                self._taken[key] += 1

    def _forget(self, key: int, turn: asyncio.Future[None]) -> None:
        queue = self._queues.get(key, deque())
        with contextlib.suppress(ValueError):
            queue.remove(turn)
        if not queue:
            self._queues.pop(key, None)
