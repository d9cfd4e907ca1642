"""The solver's workers: who may ask them, how many at a time, and what happens when one dies.

The event loop never waits for a search. A search that takes too long, or whose worker dies, has no
answer; the worker is replaced, and nobody's game is touched.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, Self, TypeVar
from weakref import WeakValueDictionary

from bot.service.errors import ServiceError
from bot.service.solver import tasks
from bot.service.solver.process import SolverProcess, TaskFailed, WorkerDied
from bot.service.stopping import stop

if TYPE_CHECKING:
    from types import TracebackType

_Answer = TypeVar("_Answer")

_log = logging.getLogger(__name__)

MAX_WAITING: Final = 8
"""How many questions may wait for each worker."""

_LONGEST_WAIT: Final = 6.0
"""Seconds that a question waits for a worker before it is refused."""
_GRACE: Final = 2.0
"""Seconds that a worker may take longer than its search was given."""
_WARMING: Final = 600.0
"""Seconds that a worker may take to get ready: the first ever compiles the searches."""
_PAUSE: Final = 5.0
"""Seconds until a worker that could not get ready is tried again."""


class SolverBusy(ServiceError):
    """No worker was free in time."""


class SolverPool:
    """A few worker processes that search; an asynchronous context manager."""

    def __init__(self, workers: int | None = None) -> None:
        """Prepare.

        Args:
            workers: how many searches may go on at once; by default one for two processors, at
                most 4. With none every question is refused.
        """
        self.workers = max(1, min(4, (os.cpu_count() or 1) // 2)) if workers is None else workers
        self._free: asyncio.Queue[SolverProcess] = asyncio.Queue()
        self._alive: set[SolverProcess] = set()
        self._threads = ThreadPoolExecutor(max(1, 2 * self.workers), "patience-solver")
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting = 0
        self._asking: Counter[int] = Counter()
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._ready = asyncio.Event()
        self._calm = asyncio.Event()
        self._calm.set()
        self._closed = False

    async def __aenter__(self) -> Self:
        if self.workers:
            self._begin(self._start_all())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the workers, whatever they are at."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        for worker in self._alive:
            worker.kill()
        await stop(list(self._tasks))
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._alive:
            worker.forget()
        self._alive.clear()

    @property
    def is_busy(self) -> bool:
        """Whether a player's question is waiting or being answered."""
        return not self._calm.is_set()

    async def wait_until_idle(self) -> None:
        """Wait until no player's question is left."""
        await self._calm.wait()

    @property
    def is_ready(self) -> bool:
        """Whether a worker has loaded its searches."""
        return self._ready.is_set()

    async def wait_until_ready(self) -> None:
        """Wait until the first worker has loaded its searches."""
        await self._ready.wait()

    async def run_for_player(
        self,
        player: int,
        question: Callable[..., _Answer],
        *arguments: object,
        seconds: float,
    ) -> _Answer | None:
        """Ask for a player, who has one search at a time: a second one waits for the first.

        Args:
            player: the player's id.
            question: one of :mod:`bot.service.solver.tasks`, whose last argument is the seconds.
            arguments: its arguments but for the seconds.
            seconds: how long it may search.

        Returns:
            The answer, or None where the search failed.

        Raises:
            SolverBusy: when there are no workers, or too many questions wait for them.
        """
        if self._asking[player] > 1:
            raise SolverBusy("Your last question is still being thought about; wait for it.")
        self._asking[player] += 1
        self._calm.clear()
        try:
            async with self._turns.setdefault(player, asyncio.Lock()):
                return await self.run(question, *arguments, seconds=seconds)
        finally:
            self._asking[player] -= 1
            if not self._asking[player]:
                del self._asking[player]
            if not self._asking:
                self._calm.set()

    async def run(
        self, question: Callable[..., _Answer], *arguments: object, seconds: float
    ) -> _Answer | None:
        """Ask for nobody in particular; else like :meth:`for_player`."""
        async with self._worker() as worker:
            return await self._asked(worker, seconds + _GRACE, question, *arguments, seconds)

    @contextlib.asynccontextmanager
    async def _worker(self) -> AsyncIterator[SolverProcess]:
        """A worker for oneself, given back afterwards or, if it died, replaced."""
        if not self.workers:
            raise SolverBusy("This Patience runs without its solver, so it cannot tell.")
        if self._closed:
            raise SolverBusy("Patience is closing down; ask again when it is back.")
        if self._waiting >= MAX_WAITING * self.workers:
            raise SolverBusy("Too many players are asking just now; ask again in a minute.")
        self._waiting += 1
        try:
            worker = await asyncio.wait_for(self._free.get(), _LONGEST_WAIT)
        except TimeoutError:
            raise SolverBusy(
                "The solver is busy or still getting ready; ask again in a minute."
            ) from None
        finally:
            self._waiting -= 1
        try:
            yield worker
        finally:
            if worker in self._alive:
                self._free.put_nowait(worker)

    async def _asked(
        self,
        worker: SolverProcess,
        limit: float,
        question: Callable[..., _Answer],
        *arguments: object,
    ) -> _Answer | None:
        """A worker's answer; None, and another worker in its place, where it gives none."""
        loop = asyncio.get_running_loop()
        thread = loop.run_in_executor(self._threads, worker.ask, question, *arguments)
        try:
            return await asyncio.wait_for(asyncio.shield(thread), limit)
        except TaskFailed as failure:
            _log.error("A question to the solver failed: %s", failure)
        except WorkerDied:
            if not self._closed:
                _log.warning("A solver worker died; starting another.")
            self._replace(worker)
        except TimeoutError:
            _log.warning("A search did not end in %.0f s; its worker is replaced.", limit)
            await self._kill(worker, thread)
        except asyncio.CancelledError:
            await self._kill(worker, thread)
            raise
        return None

    async def _kill(self, worker: SolverProcess, thread: asyncio.Future[_Answer]) -> None:
        """End a worker in the middle of a question, and let the thread that waits for it go."""
        worker.kill()
        await asyncio.wait({thread})
        thread.exception()
        self._replace(worker)

    def _replace(self, worker: SolverProcess) -> None:
        """Let go of a worker that ended, and start another unless all is ending."""
        if worker in self._alive:
            self._alive.discard(worker)
            worker.forget()
        if not self._closed:
            self._begin(self._start())

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        """Let something go on by itself, until it is done or all is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start_all(self) -> None:
        """Start the workers one by one: what the first compiles the others find on disk."""
        for _ in range(self.workers):
            await self._start()

    async def _start(self) -> None:
        """Start a worker, and put it among the free ones once it is ready."""
        loop = asyncio.get_running_loop()
        while not self._closed:
            worker = await loop.run_in_executor(self._threads, SolverProcess)
            self._alive.add(worker)
            thread = loop.run_in_executor(self._threads, worker.ask, tasks.warm)
            try:
                await asyncio.wait_for(asyncio.shield(thread), _WARMING)
            except asyncio.CancelledError:
                worker.kill()
                await asyncio.wait({thread})
                thread.exception()
                raise
            except TaskFailed as failure:
                # Some games may be searched all the same.
                _log.error("The solver could not be made ready: %s", failure)
            except (WorkerDied, TimeoutError):
                _log.error("A solver worker ended while it got ready; trying again.")
                worker.kill()
                await asyncio.wait({thread})
                thread.exception()
                self._alive.discard(worker)
                worker.forget()
                await asyncio.sleep(_PAUSE)
                continue
            self._ready.set()
            self._free.put_nowait(worker)
            return
