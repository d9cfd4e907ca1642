"""A pool of worker processes that can be killed at any time.

:mod:`pebble` starts, feeds, times and kills the workers. This module adds what the bot needs on
top: results to await, one family of errors, a pool that recovers from the death of an idle worker,
and workers that never outlive the bot.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar, TypeVarTuple

from pebble import ProcessExpired, ProcessFuture, ProcessPool

_Arguments = TypeVarTuple("_Arguments")
_Result = TypeVar("_Result")

_STARTUP: Final = 60.0
"""Seconds a task may wait for a worker before the pool is taken to be stuck."""


class TaskFailed(Exception):
    """A task has no result: it raised an error, which is the cause of this one."""


class TaskTimeout(TaskFailed):
    """A task took too long; its worker was killed and is being replaced."""


class WorkerDied(TaskFailed):
    """A task's worker ended before the task did; it is being replaced."""


class WorkerPool:
    """A few worker processes, which start with the first task."""

    def __init__(self, workers: int, prepare: Callable[[], None]) -> None:
        """Prepare.

        Args:
            workers: how many processes.
            prepare: runs in each new worker before its first task.
        """
        self.workers = workers
        self._prepare = prepare
        self._pool = self._new_pool()
        self._pending: set[ProcessFuture[Any]] = set()
        self._closed = False

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            self.workers,
            initializer=_start_worker,
            initargs=(self._prepare,),
            context=multiprocessing.get_context("spawn"),
        )

    async def run(
        self,
        function: Callable[[*_Arguments], _Result],
        *arguments: *_Arguments,
        seconds: float,
    ) -> _Result:
        """Run a function in a worker. Cancelling the call kills the worker.

        Args:
            function: a function of a module.
            arguments: its arguments.
            seconds: how long it may run.

        Raises:
            TaskTimeout: when it ran longer.
            WorkerDied: when its worker died, or the pool was closed.
            TaskFailed: when it raised an error.
        """
        pool = await self._active_pool()
        future = pool.schedule(function, args=arguments, timeout=seconds)
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        try:
            async with asyncio.timeout(seconds + _STARTUP):
                return await asyncio.wrap_future(future)
        except TimeoutError as error:
            if future.cancelled():
                pool.stop()
            raise TaskTimeout(f"it did not end in {seconds:.0f} s") from error
        except (ProcessExpired, BrokenProcessPool) as error:
            raise WorkerDied("its worker died") from error
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self._closed and task is not None and not task.cancelling():
                raise WorkerDied("the pool was closed") from None
            raise
        except Exception as error:
            raise TaskFailed(f"{type(error).__name__}: {error}") from error

    async def _active_pool(self) -> ProcessPool:
        """The pool, or a new one in place of one that is broken."""
        if self._closed:
            raise WorkerDied("the pool is closed")
        if not self._pool.active:
            # The death of an idle worker breaks a pool.
            broken, self._pool = self._pool, self._new_pool()
            await asyncio.to_thread(broken.join)
        return self._pool

    def close(self) -> None:
        """Kill the workers; tasks that still run fail."""
        self._closed = True
        self._pool.stop()
        for future in self._pending.copy():
            future.cancel()
        self._pool.join()


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
