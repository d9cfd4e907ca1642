"""A pool of worker processes that can be killed at any time.

:mod:`pebble` starts, feeds and kills the workers. This module adds what the bot needs on
top: results to await, one family of errors, a pool that recovers from the death of an idle worker,
and workers that never outlive the bot.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any, Final, TypeVar, TypeVarTuple

from pebble import ProcessExpired, ProcessFuture, ProcessPool

_Arguments = TypeVarTuple("_Arguments")
_Result = TypeVar("_Result")

_STARTUP: Final = 60.0
"""Seconds a task may wait for a worker, unless the caller waits for less."""
_LOOK: Final = 0.1
"""Seconds between two looks at whether a task has begun."""
_PAUSE: Final = 2.0
"""Seconds until workers that could not start are started again."""


class TaskFailed(Exception):
    """A task has no result: it raised an error, which is the cause of this one."""


class TaskTimeout(TaskFailed):
    """A task took too long; its worker was killed and is being replaced."""


class WorkerDied(TaskFailed):
    """A task's worker ended before the task did; it is being replaced."""


class WorkerPool:
    """A few worker processes, which start with the first task.

    Args:
        prepare: runs in each new worker before its first task.
        startup: seconds after which workers that have not answered count as stuck.
        idle: seconds without a task after which the workers end, for their memory. The next task
            starts them again.
    """

    def __init__(
        self,
        workers: int,
        prepare: Callable[[], None],
        *,
        startup: float = _STARTUP,
        pause: float = _PAUSE,
        idle: float | None = None,
    ) -> None:
        self.workers = workers
        self._prepare = prepare
        self._startup = startup
        self._pause = pause
        self._idle = idle
        self._until_idle: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None
        self._pool: ProcessPool | None = None
        self._starting: asyncio.Task[ProcessPool] | None = None
        self._began = 0.0
        self._has_answered = True
        self._pending: set[ProcessFuture[Any]] = set()
        self._closed = False

    async def run(
        self,
        function: Callable[[*_Arguments], _Result],
        *arguments: *_Arguments,
        seconds: float,
        wait: float = _STARTUP,
    ) -> _Result:
        """Run a function in a worker, waiting a while for one; cancelling the call kills it."""
        pool = await self._active_pool()
        try:
            future = pool.schedule(function, args=arguments)
        except RuntimeError as error:
            raise WorkerDied("the pool broke") from error
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        result = asyncio.wrap_future(future)
        try:
            has_begun = await _in_time(result, future.running, pool, seconds, wait)
        finally:
            result.cancel()
            self.end_when_idle()
        if result.cancelled():
            if self._closed:
                raise WorkerDied("the pool was closed")
            if not has_begun:
                if not pool.active:
                    raise WorkerDied("the pool broke")
                self._stop_if_stuck(pool)
            most = seconds if has_begun else seconds + wait
            raise TaskTimeout(f"it did not end in {most:.0f} s")
        try:
            value = result.result()
        except (ProcessExpired, BrokenProcessPool) as error:
            raise WorkerDied("its worker died") from error
        except Exception as error:
            raise TaskFailed(f"{type(error).__name__}: {error}") from error
        self._has_answered |= pool is self._pool
        return value

    @property
    def is_started(self) -> bool:
        """Whether there are workers, or will be soon."""
        return self._pool is not None or self._starting is not None

    @property
    def is_loaded(self) -> bool:
        """Whether a worker has answered since they were started last."""
        return self._pool is not None and self._has_answered

    async def _active_pool(self) -> ProcessPool:
        """The pool, or a new one in place of one that is broken."""
        if self._closed:
            raise WorkerDied("the pool is closed")
        if self._pool is not None and self._pool.active:
            return self._pool
        if self._starting is None:
            self._starting = asyncio.create_task(self._replace())
            self._starting.add_done_callback(self._note_started)
        return await asyncio.shield(self._starting)

    def _note_started(self, starting: asyncio.Task[ProcessPool]) -> None:
        self._starting = None
        if not starting.cancelled():
            starting.exception()  # those who awaited it get the error

    async def _replace(self) -> ProcessPool:
        """Start workers in place of those that are gone."""
        broken, self._pool = self._pool, None
        if broken is not None:
            await asyncio.to_thread(broken.join)
        if not self._has_answered and time.monotonic() < self._began + self._pause:
            raise WorkerDied("no worker has started")
        self._began, self._has_answered = time.monotonic(), False
        pool = ProcessPool(
            self.workers,
            initializer=_start_worker,
            initargs=(self._prepare,),
            context=multiprocessing.get_context("spawn"),
        )
        try:
            await asyncio.to_thread(_start, pool)
        except Exception as error:
            await asyncio.to_thread(_end, pool)
            raise WorkerDied(f"no worker could start: {error.__cause__ or error}") from error
        if self._closed:
            await asyncio.to_thread(_end, pool)
            raise WorkerDied("the pool was closed")
        self._pool = pool
        return pool

    def end_when_idle(self) -> None:
        """Let the workers end unless another task comes in time, or another call of this."""
        if self._until_idle is not None:
            self._until_idle.cancel()
        if self._idle is not None and not self._closed:
            self._until_idle = asyncio.get_running_loop().call_later(self._idle, self._end_idle)

    def _end_idle(self) -> None:
        if self._pool is not None and not self._pending:
            pool, self._pool = self._pool, None
            self._ending = asyncio.create_task(asyncio.to_thread(_end, pool))

    def _stop_if_stuck(self, pool: ProcessPool) -> None:
        """Stop a pool whose workers took no task in time, unless they may still be starting."""
        is_starting = not self._has_answered and time.monotonic() < self._began + self._startup
        if pool is self._pool and not is_starting:
            pool.stop()

    def close(self) -> None:
        """Kill the workers; tasks that still run fail."""
        self._closed = True
        if self._until_idle is not None:
            self._until_idle.cancel()
        if self._pool is not None:
            self._pool.stop()
            for future in self._pending.copy():
                future.cancel()
            self._pool.join()


async def _in_time(
    result: asyncio.Future[Any],
    is_running: Callable[[], bool],
    pool: ProcessPool,
    seconds: float,
    wait: float,
) -> bool:
    """Wait until a task is done or takes too long, and longer while it waits for a worker.

    pebble would read the system's clock: once that is set, all tasks would have taken too long, or
    none for as long as it was set back. It forgets a task that comes just before its pool breaks.

    Returns:
        Whether the task has begun.
    """
    until, has_begun = time.monotonic() + seconds + wait, False
    while not result.done() and (left := until - time.monotonic()) > 0:
        await asyncio.wait({result}, timeout=left if has_begun else min(left, _LOOK))
        if not has_begun and is_running():
            has_begun, until = True, min(until, time.monotonic() + seconds)
        elif not (has_begun or pool.active):
            break
    return has_begun


def _start(pool: ProcessPool) -> None:
    """Start a pool's workers, which would otherwise start with its first task."""
    with _ignoring_ctrl_c():
        if not pool.active:
            raise RuntimeError("the pool ended while it started")


@contextmanager
def _ignoring_ctrl_c() -> Iterator[None]:
    """Make processes and threads that this thread starts ignore Ctrl-C from the beginning.

    A terminal sends it to all processes, but the bot ends its workers itself. A worker that is
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


def _end(pool: ProcessPool) -> None:
    pool.stop()
    pool.join()


def _start_worker(prepare: Callable[[], None]) -> None:
    """Prepare a worker that dies at once on SIGTERM, and when its parent has ended."""
    # Python's own handlers would wait for native code to return.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent,), daemon=True).start()
    prepare()


def _exit_after(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
