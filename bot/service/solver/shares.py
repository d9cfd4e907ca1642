"""How the solver's workers are shared out among kinds of work."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Final


class Share(enum.Enum):
    """A kind of work."""

    PLAYER = enum.auto()
    """Somebody waits for it."""
    DAY = enum.auto()
    """The deals of the day, for which everybody waits in the end."""
    AHEAD = enum.auto()
    """Nobody waits for it yet, so it is done when there is nothing else to do."""


_WEIGHTS: Final = {Share.DAY: 1.0, Share.PLAYER: 3.0}
"""How the time of busy workers is divided; of equal claims the first comes first."""


class SharedWorkers:
    """Gives free workers to those who wait for one, by the time their kind of work has had.

    Start-time fair queueing (Goyal, Vin and Cheng, 1996): each kind has a clock that runs slower
    the greater its share is, and the kind whose clock is behind comes next. A kind that had no work
    for a while starts from the others' time, so that it cannot make up for that.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without workers.

        Args:
            clock: returns seconds since any fixed point.
        """
        self._clock = clock
        self._free = 0
        self._busy = 0
        self._now = 0.0
        self._clocks: defaultdict[Share, float] = defaultdict(float)
        self._waiting: dict[Share, deque[asyncio.Future[float]]] = {
            share: deque() for share in Share
        }

    def add(self) -> None:
        """Add a free worker."""
        self._free += 1
        self._hand_out_soon()

    async def take(self, share: Share) -> float:
        """Wait for a free worker, and take it.

        Returns:
            When that was, for :meth:`give_back`.
        """
        turn: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting[share].append(turn)
        self._hand_out_soon()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                with contextlib.suppress(ValueError):
                    self._waiting[share].remove(turn)
            else:  # the worker came just then
                self.give_back(share, turn.result())
            raise

    def give_back(self, share: Share, since: float, *, alive: bool = True) -> None:
        """Give a worker back.

        Args:
            share: the kind of work it did.
            since: when it was taken.
            alive: whether it can do other work.
        """
        if share in _WEIGHTS:
            spent = (self._clock() - since) / _WEIGHTS[share]
            self._clocks[share] = self._start(share) + spent
        self._busy -= 1
        if alive:
            self.add()

    def _hand_out_soon(self) -> None:
        # Whoever has just given a worker back may be about to want it again.
        asyncio.get_running_loop().call_soon(self._hand_out)

    def _hand_out(self) -> None:
        while self._free and (share := self._next()) is not None:
            turn = self._waiting[share].popleft()
            if not turn.cancelled():
                self._free -= 1
                self._busy += 1
                turn.set_result(self._clock())

    def _next(self) -> Share | None:
        """The kind of work that gets the next worker; None if none may have it."""
        waiting = [share for share in _WEIGHTS if self._waiting[share]]
        if waiting:
            share = min(waiting, key=self._start)
            self._now = self._start(share)
            return share
        # A worker is left for the next player, if that can be.
        is_idle = self._free > 1 or not self._busy
        return Share.AHEAD if is_idle and self._waiting[Share.AHEAD] else None

    def _start(self, share: Share) -> float:
        return max(self._clocks[share], self._now)
