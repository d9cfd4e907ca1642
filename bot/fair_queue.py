"""A fair semaphore: kinds of work share its time by weight, players have turns in rotation."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

current_player: Final[ContextVar[int]] = ContextVar("current_player", default=0)
"""The player for whom the current task works; 0 if no player waits for it."""


class Share(enum.Enum):
    """A kind of work."""

    PLAYER = enum.auto()
    """Somebody waits for it."""
    DAY = enum.auto()
    """The deals of the day, for which everybody waits in the end."""
    AHEAD = enum.auto()
    """Nobody waits for it yet, so it is done when there is nothing else to do."""


_WEIGHTS: Final = {Share.DAY: 1.0, Share.PLAYER: 3.0}
"""How the time of turns is divided; of equal claims the first comes first."""


class QueueFull(Exception):
    """Too many turns are waited for."""

    def __init__(self, *, own: bool) -> None:
        super().__init__("too many wait for a turn")
        self.own = own


@dataclass(eq=False, slots=True)
class Turn:
    """A turn that a key waits for or has; a lost one, whose worker is gone, nobody has again."""

    share: Share
    key: int
    given: asyncio.Future[None] = field(default_factory=asyncio.Future[None])
    since: float = 0.0
    is_lost: bool = False


class FairQueue:
    """Gives turns, for instance at a few workers, to keys such as players.

    Between kinds of work it is start-time fair queueing (Goyal, Vin and Cheng, 1996): each kind has
    a clock that runs slower the greater its weight is, and the kind whose clock is behind comes
    next. A kind that had no work for a while starts from the others' time, so that it cannot make
    up for that. The keys of a kind take turns. A key that has a turn gets another only while one
    more stays free, so that no key has all turns; work ahead of demand leaves one free as soon as
    anybody has a turn.

    Args:
        per_key: the most turns that a player's key may have and wait for.
        waiting: the most turns that players may wait for.
    """

    def __init__(
        self,
        at_once: int,
        per_key: int,
        waiting: int,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._free = at_once
        self._per_key = per_key
        self._most_waiting = waiting
        self._clock = clock
        self._now = 0.0
        self._clocks = dict.fromkeys(_WEIGHTS, 0.0)
        self._taken: Counter[tuple[Share, int]] = Counter()
        self._queues: dict[Share, OrderedDict[int, deque[Turn]]] = {
            share: OrderedDict() for share in Share
        }

    @property
    def waiting(self) -> int:
        """The number of turns that players wait for."""
        return sum(map(len, self._queues[Share.PLAYER].values()))

    def add(self) -> None:
        """Add a free turn."""
        self._free += 1
        # Whoever has just given a turn back may be about to want it again.
        asyncio.get_running_loop().call_soon(self._hand_out)

    @contextlib.asynccontextmanager
    async def turn(self, key: int, share: Share = Share.PLAYER) -> AsyncIterator[Turn]:
        """Wait for a turn, and have it until the end of the block."""
        if share is Share.PLAYER:
            self._refuse_if_full(key)
        turn = Turn(share, key)
        self._queues[share].setdefault(key, deque()).append(turn)
        if share is Share.PLAYER:
            self._hand_out()
        else:
            asyncio.get_running_loop().call_soon(self._hand_out)
        try:
            await turn.given
        except asyncio.CancelledError:
            if turn.given.cancelled():
                self._forget(turn)
            else:  # the turn came just then
                self._give_back(turn)
            raise
        try:
            yield turn
        finally:
            self._give_back(turn)

    def _refuse_if_full(self, key: int) -> None:
        waits_for = len(self._queues[Share.PLAYER].get(key, ()))
        if self._taken[Share.PLAYER, key] + waits_for >= self._per_key:
            raise QueueFull(own=True)
        if not self._may_have(Share.PLAYER, key) and self.waiting >= self._most_waiting:
            raise QueueFull(own=False)

    def _give_back(self, turn: Turn) -> None:
        if turn.share in _WEIGHTS:
            spent = (self._clock() - turn.since) / _WEIGHTS[turn.share]
            self._clocks[turn.share] = self._start(turn.share) + spent
        self._taken[turn.share, turn.key] -= 1
        if not self._taken[turn.share, turn.key]:
            del self._taken[turn.share, turn.key]
        if not turn.is_lost:
            self.add()

    def _hand_out(self) -> None:
        """Give the free turns to the kinds of work that are behind, their keys in rotation."""
        while (turn := self._next()) is not None:
            self._queues[turn.share].move_to_end(turn.key)
            self._forget(turn)
            if not turn.given.cancelled():
                turn.given.set_result(None)
                turn.since = self._clock()
                self._free -= 1
                self._taken[turn.share, turn.key] += 1

    def _next(self) -> Turn | None:
        """The next turn to give; None if no key that waits may have one."""
        first: dict[Share, Turn] = {}
        for share, queues in self._queues.items():
            for key, turns in queues.items():
                if self._may_have(share, key):
                    first[share] = turns[0]
                    break
        weighted = [share for share in _WEIGHTS if share in first]
        if not weighted:
            return first.get(Share.AHEAD)
        behind = min(weighted, key=self._start)
        self._now = self._start(behind)
        return first[behind]

    def _may_have(self, share: Share, key: int) -> bool:
        taken = self._taken.total() if share is Share.AHEAD else self._taken[share, key]
        return self._free > (1 if taken else 0)

    def _start(self, share: Share) -> float:
        return max(self._clocks[share], self._now)

    def _forget(self, turn: Turn) -> None:
        """Take a turn out of the queue of its key."""
        queues = self._queues[turn.share]
        turns = queues.get(turn.key, deque())
        with contextlib.suppress(ValueError):
            turns.remove(turn)
        if not turns:
            queues.pop(turn.key, None)
