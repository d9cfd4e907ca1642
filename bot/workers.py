"""A pool of worker processes that can be killed at any time.

A task that hangs or kills its worker affects no other. Workers that end are replaced, and none
outlives the bot.
"""

from __future__ import annotations

import asyncio
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Final, TypeVar, TypeVarTuple

from bot.worker_process import WorkerProcess

_Arguments = TypeVarTuple("_Arguments")
_Result = TypeVar("_Result")

_STARTUP: Final = 60.0
"""Seconds a task may wait for a worker, unless the caller waits for less."""
_PAUSE: Final = 2.0
"""Seconds until workers are started again that could not start."""


class TaskFailed(Exception):
    """A task has no result: it raised an error, which is the cause of this one."""


class TaskTimeout(TaskFailed):
    """A task took too long; its worker was killed and is being replaced."""


class WorkerDied(TaskFailed):
    """A task's worker ended before the task did; it is being replaced."""


class WorkerPool:
    """A few worker processes, which start with the first task."""

    def __init__(
        self,
        workers: int,
        prepare: Callable[[], None],
        *,
        startup: float = _STARTUP,
        pause: float = _PAUSE,
    ) -> None:
        """Prepare.

        Args:
            workers: how many processes.
            prepare: runs in each new worker before its first task.
            startup: seconds after which workers that have not answered yet are taken to hang.
            pause: seconds until workers are started again that did not start.
        """
        self.workers = workers
        self._prepare = prepare
        self._startup = startup
        self._pause = pause
        self._alive: set[WorkerProcess] = set()
        self._killed: list[WorkerProcess] = []
        self._idle: list[WorkerProcess] = []
        self._waiting: deque[asyncio.Future[WorkerProcess]] = deque()
        self._starting: asyncio.Task[None] | None = None
        self._admitting: set[asyncio.Task[None]] = set()
        self._next_start = 0.0
        self._closed = False
        self._process_lock = threading.Lock()
        """Held while processes start, so that none does after the pool was closed."""

    async def run(
        self,
        function: Callable[[*_Arguments], _Result],
        *arguments: *_Arguments,
        seconds: float,
        wait: float = _STARTUP,
    ) -> _Result:
        """Run a function in a worker. Cancelling the call kills the worker.

        Args:
            function: a function of a module.
            arguments: its arguments.
            seconds: how long it may run.
            wait: how much longer the call may take, while workers are busy, start or hang.

        Raises:
            TaskTimeout: when it ran longer, or no worker took it in time.
            WorkerDied: when its worker died or could not start, or the pool was closed.
            TaskFailed: when it raised an error.
        """
        await self._ensure_started()
        now, most = asyncio.get_running_loop().time, seconds + wait
        until = now() + most
        try:
            task = pickle.dumps((function, arguments))
            async with asyncio.timeout_at(until) as limit:
                worker = await self._take()
                most = min(seconds, until - now())
                limit.reschedule(now() + most)
                answer = await self._run(worker, task)
            has_returned, value = pickle.loads(answer)  # noqa: S301  # of our own process
        except TimeoutError as error:
            raise TaskTimeout(f"it did not end in {most:.0f} s") from error
        except TaskFailed:
            raise
        except Exception as error:
            raise TaskFailed(f"{type(error).__name__}: {error}") from error
        if not has_returned:
            raise TaskFailed(f"{type(value).__name__}: {value}") from value
        result: _Result = value
        return result

    async def _run(self, worker: WorkerProcess, task: bytes) -> bytes:
        """Have a worker do a task; if it does not get to its end, replace the worker."""
        try:
            answer = await worker.run(task)
        except BaseException as error:
            self._replace(worker)
            if isinstance(error, (EOFError, ConnectionError)):
                raise self._death() from error
            raise
        self._give(worker)
        return answer

    async def _take(self) -> WorkerProcess:
        """A worker that is idle, as soon as there is one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self._replace(worker)
        await self._ensure_started()
        turn: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._give(turn.result())
            raise

    def _give(self, worker: WorkerProcess) -> None:
        """Have a worker do the next task."""
        if self._closed:
            worker.close()
            return
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    def _replace(self, worker: WorkerProcess) -> None:
        """Start a worker in place of one that is of no use any more."""
        self._kill(worker)
        self._start_missing()
        self._refuse_if_none(self._death())

    def _kill(self, worker: WorkerProcess) -> None:
        worker.kill()
        worker.close()
        self._alive.discard(worker)
        self._killed.append(worker)

    def _death(self) -> WorkerDied:
        return WorkerDied("the pool was closed" if self._closed else "its worker died")

    def _refuse_if_none(self, error: WorkerDied) -> None:
        """Fail the tasks that wait for a worker if none is alive or about to start."""
        while self._waiting and not self._alive and self._starting is None:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(error)

    async def _ensure_started(self) -> None:
        """Have processes in place of those that are missing, at least one.

        Raises:
            WorkerDied: if the pool is closed, or no worker can be started just now.
        """
        self._start_missing()
        if self._alive and not self._closed:
            return
        if self._starting is None:
            raise WorkerDied("the pool is closed" if self._closed else "no worker has started")
        await asyncio.shield(self._starting)

    def _start_missing(self) -> None:
        is_complete = len(self._alive) == self.workers
        if is_complete or self._closed or self._starting or time.monotonic() < self._next_start:
            return
        self._starting = asyncio.create_task(self._start())
        self._starting.add_done_callback(self._note_started)

    def _note_started(self, starting: asyncio.Task[None]) -> None:
        self._starting = None
        error = None if starting.cancelled() else starting.exception()
        self._refuse_if_none(error if isinstance(error, WorkerDied) else self._death())

    async def _start(self) -> None:
        """Start the processes that are missing, and admit each once it is prepared."""
        try:
            started = await asyncio.to_thread(self._start_processes)
        except OSError as error:
            self._next_start = time.monotonic() + self._pause
            raise WorkerDied(f"no worker could start: {error}") from error
        for worker in started:
            admission = asyncio.create_task(self._admit(worker))
            self._admitting.add(admission)
            admission.add_done_callback(self._admitting.discard)

    def _start_processes(self) -> list[WorkerProcess]:
        while self._killed:
            self._killed.pop().join()
        started: list[WorkerProcess] = []
        with self._process_lock, _deaf_to_ctrl_c():
            if self._closed:
                raise WorkerDied("the pool was closed")
            while len(self._alive) < self.workers:
                try:
                    worker = WorkerProcess(self._prepare)
                except OSError:
                    if not self._alive:
                        raise
                    break
                self._alive.add(worker)
                started.append(worker)
        return started

    async def _admit(self, worker: WorkerProcess) -> None:
        """Let a worker do tasks once it is prepared; give up one that is not in time."""
        try:
            async with asyncio.timeout(self._startup):
                await worker.has_started()
        except (EOFError, OSError):  # among them TimeoutError
            self._next_start = time.monotonic() + self._pause
            self._kill(worker)
            self._refuse_if_none(self._death())
        except BaseException:
            self._kill(worker)
            raise
        else:
            self._give(worker)

    def close(self) -> None:
        """Kill the workers; tasks that still run fail."""
        with self._process_lock:
            self._closed = True
            workers = [*self._alive, *self._killed]
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.join()
        while self._idle:
            self._idle.pop().close()


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Let processes that this thread starts ignore Ctrl-C from the outset.

    A terminal sends it to all processes. It is for the bot, which ends its workers; one that is
    still importing would write a traceback.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # its start would lift the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
