"""The solver's worker processes: their queue, its limits, and recovery from failures.

Players get the workers in turn, the deals of the day get a part of their time however many players
ask, and what is found ahead of demand gets what is left.

The event loop never waits for a search. A search that takes too long, or whose worker dies, has no
result; the worker is replaced, and no game is affected.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, nullcontext, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Self, TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

from bot import metrics
from bot.fair_queue import FairQueue, QueueFull, Share, Turn
from bot.i18n import N_
from bot.service.errors import NotYet, ServiceError
from bot.service.solver import tasks
from bot.service.solver.kernels import cache_folder, is_compiled, prepare_worker
from bot.tasks import cancel_and_wait, keep
from bot.workers import TaskFailed, WorkerPool
from engine import Board
from engine.solver import MAX_MEMORY

_Arguments = TypeVarTuple("_Arguments")
_Result = TypeVar("_Result")

_log = logging.getLogger(__name__)

MAX_WAITING: Final = 8
"""How many players' tasks may wait for each worker."""
_MOST_OF_ONE: Final = 4
"""How many tasks one key may have: a player has fewer, but deals for players share one."""

_MAX_WAIT: Final = 6.0
"""Seconds a player's task waits for a worker before it is refused."""
_FIRST_WAIT: Final = 60.0
"""As :data:`_MAX_WAIT`, while the first worker is starting, or all start again."""
_GRACE: Final = 2.0
"""Seconds a task may exceed its search time before its worker is killed."""
_STARTUP: Final = 600.0
"""Seconds a worker may take to start: the first one ever compiles the searches."""
_IDLE: Final = 120.0
"""Seconds without a search or a board shown after which the workers end. They load again in about
a second: 0.8 s of processor time."""
_RETRY: Final = 5.0
"""Seconds until a worker that could not start is tried again."""
_MAX_MEMORY: Final = MAX_MEMORY + (600 << 20)
"""Bytes of data a worker may hold: those of a search, and of the compiler."""
_LEAST_MEMORY: Final = 450_000_000
"""Bytes in which a worker can compile and search, if not for long."""
_LEAST_ASIDE: Final = 0.5
"""Seconds that are too few to begin a long search anew."""
_OTHERS: Final = 400_000_000
"""Bytes that the bot takes beside its searches: its own, and to draw."""
_ROOMY: Final = 2_000_000_000
"""Bytes from which on two processes compile at a time."""


def default_workers(memory: int | None = None) -> int:
    """How many searches run at once unless somebody chooses; none without the compiler."""
    if find_spec("numba") is None:
        _log.warning(
            "There is no numba for this system, so the solver is off: no odds, no daily deals, and "
            "hints are plausible moves."
        )
        return 0
    most = max(1, min(4, (os.cpu_count() or 1) // 2))
    return most if memory is None else max(1, min(most, (memory - _OTHERS) // _MAX_MEMORY))


def search_memory(memory: int | None, workers: int) -> int:
    """The bytes that each worker may hold, where the bot may use so many."""
    if memory is None or not workers:
        return _MAX_MEMORY
    return max(_LEAST_MEMORY, min(_MAX_MEMORY, (memory - _OTHERS) // workers))


class SolverBusy(ServiceError):
    """No worker was free in time."""


class SolverStarting(SolverBusy, NotYet):
    """No worker has loaded its searches yet."""


class SolverPool:
    """A few worker processes that search; an asynchronous context manager.

    Args:
        workers: how many searches may run at once; by default one for two processors, at most
            4. With none, every task is refused.
        memory: the bytes that the bot may use in all; None for no limit.
    """

    def __init__(self, workers: int | None = None, *, memory: int | None = None) -> None:
        self.workers = default_workers(memory) if workers is None else workers
        folder = cache_folder() if self.workers else Path()
        most = search_memory(memory, self.workers)
        self._flag = tasks.new_flag()
        self._waiting = 0
        prepare = functools.partial(prepare_worker, folder, most, self._flag)
        self._processes = WorkerPool(self.workers, prepare, startup=_STARTUP, idle=_IDLE)
        # Workers that compiled would hold the compiler's memory as long as they live.
        self._compilers: list[WorkerPool] = []
        if self.workers and not is_compiled(folder):
            is_roomy = (os.cpu_count() or 1) > 1 and (memory is None or memory >= _ROOMY)
            for last_first in (False, True)[: 1 + is_roomy]:
                compiling = functools.partial(prepare, last_first=last_first)
                self._compilers.append(WorkerPool(1, compiling, startup=_STARTUP))
        # Each worker adds its turn once it has started.
        self._turns = FairQueue(0, _MOST_OF_ONE, MAX_WAITING * self.workers)
        self._starting: set[asyncio.Task[None]] = set()
        self._requests: Counter[int] = Counter()
        self._player_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._ready = asyncio.Event()
        self._closed = False

    async def __aenter__(self) -> Self:
        self._in_background(self._start())
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Kill the workers; searches that still run have no result."""
        self._closed = True
        await cancel_and_wait(self._starting)
        await asyncio.to_thread(self._processes.close)

    @property
    def is_starting(self) -> bool:
        """Whether there will be workers, but none has loaded its searches yet."""
        return self.workers > 0 and not self.is_ready

    @property
    def is_busy(self) -> bool:
        """Whether a player's task is waiting or running."""
        return bool(self._requests)

    @property
    def is_ready(self) -> bool:
        """Whether a worker has loaded its searches."""
        return self._ready.is_set()

    def refuse_if_starting(self) -> None:
        """Refuse with SolverStarting what a player asks until a worker has loaded its searches."""
        if self.is_starting:
            raise SolverStarting(
                N_("The solver is still starting up. The answer comes here, within a minute."),
                self.wait_until_ready,
            )

    def expect_questions(self) -> None:
        """Have the workers loaded, as somebody sees a board that they may soon ask about."""
        if self.is_ready and not self._closed:
            if self._processes.is_started:
                self._processes.end_when_idle()
            else:
                self._in_background(self._load())

    async def _load(self) -> None:
        with suppress(TaskFailed):  # whoever asks will have workers started, too
            await self._processes.run(os.getpid, seconds=_STARTUP)

    async def wait_until_ready(self) -> None:
        """Wait until the first worker has loaded its searches."""
        await self._ready.wait()

    async def run_for_player(
        self,
        player: int,
        task: Callable[[*_Arguments, float], _Result],
        *arguments: *_Arguments,
        seconds: float,
    ) -> _Result | None:
        """Run a task after the player's other one; None if it failed, SolverBusy if many wait."""
        if self._requests[player] > 1:
            raise SolverBusy("Still thinking about your last question. Give it a moment.")
        self._requests[player] += 1
        try:
            async with self._player_locks.setdefault(player, asyncio.Lock()):
                return await self.run(task, *arguments, seconds=seconds, player=player)
        finally:
            self._requests[player] -= 1
            if not self._requests[player]:
                del self._requests[player]

    async def run(
        self,
        task: Callable[[*_Arguments, float], _Result],
        *arguments: *_Arguments,
        seconds: float,
        share: Share = Share.PLAYER,
        player: int = 0,
        patience: float | None = None,
    ) -> _Result | None:
        """Run a task in a share of the workers; without a player's it waits without limit.

        Args:
            patience: for how many seconds it waits all the same, until it is refused.
        """
        async with AsyncExitStack() as turns:
            turn = await self._take_turn(share, player, patience, turns)
            turn.is_lost = True
            try:
                with metrics.SEARCH_SECONDS.time():
                    wait = _MAX_WAIT if self._processes.is_loaded else _FIRST_WAIT
                    result = await self._processes.run(
                        task, *arguments, seconds, seconds=seconds + _GRACE, wait=wait
                    )
                turn.is_lost = False
            except TaskFailed as error:
                if not self._closed:
                    _log.warning("A search failed: %s", error, exc_info=error.__cause__)
                return None
            finally:
                metrics.SEARCHES.labels("failed" if turn.is_lost else "done").inc()
                if turn.is_lost:
                    self._in_background(self._add_worker())
            return result

    async def run_aside(
        self,
        search: Callable[[Sequence[Board], float, tasks.Cancelled | None], _Result],
        boards: Sequence[Board],
        seconds: float,
    ) -> _Result | None:
        """Run a search while nobody else waits: whenever somebody does, it is begun anew after.

        Returns:
            What it has found last, after so many seconds at most; None if nothing.
        """
        ends, found = time.monotonic() + seconds, None
        while (left := ends - time.monotonic()) > _LEAST_ASIDE:
            task = functools.partial(tasks.giving_way, search, boards)
            try:
                result = await self.run(task, seconds=left, share=Share.AHEAD, patience=left)
            except SolverBusy:
                break
            if result is None:
                break
            found, gave_way = result
            if not gave_way:
                break
        return found

    @contextmanager
    def _waits(self) -> Iterator[None]:
        """Have long searches give way."""
        self._waiting += 1
        self._flag.value = True
        try:
            yield
        finally:
            self._waiting -= 1
            self._flag.value = self._waiting > 0

    async def _take_turn(
        self, share: Share, player: int, patience: float | None, turns: AsyncExitStack
    ) -> Turn:
        """Wait for a worker; a player waits a few seconds at most."""
        if not self.workers:
            raise SolverBusy("This bot runs without its solver, so it cannot tell.")
        if self._closed:
            raise SolverBusy("Patience is shutting down. Try again when it is back.")
        waits = nullcontext() if share is Share.AHEAD else self._waits()
        with metrics.SEARCHES_WAITING.track_inprogress(), waits:
            try:
                if share is Share.PLAYER and patience is None:
                    patience = _FIRST_WAIT if self.is_starting else _MAX_WAIT
                async with asyncio.timeout(patience):
                    return await turns.enter_async_context(self._turns.turn(player, share))
            except QueueFull:
                metrics.SEARCHES.labels("refused").inc()
                raise SolverBusy(
                    "Too many players are asking right now. Try again in a minute."
                ) from None
            except TimeoutError:
                metrics.SEARCHES.labels("refused").inc()
                raise SolverBusy(
                    "The solver is busy or still starting up. Try again in a minute."
                ) from None

    async def _start(self) -> None:
        """Compile what nobody has compiled; then start the workers."""
        if self._compilers:
            _log.info("Compiling the solver; until then some answers take a minute.")
            await asyncio.gather(*map(self._compile, self._compilers))
        for _ in range(self.workers):
            self._in_background(self._add_worker())

    async def _add_worker(self) -> None:
        """Give turns at one more worker once it answers."""
        failures = 0
        while not self._closed:
            try:
                await self._processes.run(os.getpid, seconds=_STARTUP)
            except Exception as error:  # whatever it is, the next start may succeed
                failures += 1
                if failures.bit_count() == 1:  # the 1st, 2nd, 4th and so on in a row
                    _log.error("No solver worker could start: %s", error)
                await asyncio.sleep(_RETRY)
            else:
                self._ready.set()
                self._turns.add()
                return

    async def _compile(self, compiler: WorkerPool) -> None:
        """Compile a part with a process of its own, which then ends."""
        try:
            await compiler.run(os.getpid, seconds=_STARTUP)
        except TaskFailed as error:
            _log.info("The solver is compiled by its workers alone: %s", error)
        finally:
            await asyncio.to_thread(compiler.close)

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        """Run a coroutine until it is done or the pool is closed."""
        keep(asyncio.create_task(work), self._starting)
