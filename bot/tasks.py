"""Keeping tasks, sharing and cancelling them, and protecting work from being cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Hashable
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

_Key = TypeVar("_Key", bound=Hashable)
_Result = TypeVar("_Result")

_RETRY: Final = 0.2
"""Seconds until a task that is still running is cancelled again."""


async def cancel_and_wait(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they end, ignoring their results.

    Before Python 3.12 ``asyncio.wait_for`` drops a cancellation that arrives just as what it waits
    for is done, so tasks are cancelled again until they end.
    """
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=_RETRY)


def keep(task: asyncio.Task[_Result], tasks: set[asyncio.Task[_Result]]) -> None:
    """Keep a task, which nothing else may refer to, until it has ended."""
    tasks.add(task)
    task.add_done_callback(tasks.discard)


def retrieve_error(task: asyncio.Future[Any]) -> None:
    """Keep the error of a task that nobody may wait for any more from being logged."""
    if not task.cancelled():
        task.exception()


class Shared(Generic[_Key, _Result]):
    """Work that is done once for all who wait for the same at a time."""

    def __init__(self) -> None:
        self._running = WeakValueDictionary[_Key, asyncio.Task[_Result]]()

    async def do(self, key: _Key, work: Callable[[], Coroutine[None, None, _Result]]) -> _Result:
        """What the work for a key gives, begun unless somebody waits for it already."""
        task = self._running.get(key)
        if task is None or task.done():
            task = asyncio.create_task(work())
            task.add_done_callback(retrieve_error)
            self._running[key] = task
        # Others may wait for it who are not given up with this one.
        return await asyncio.shield(task)


async def shielded(work: Coroutine[None, None, _Result]) -> _Result:
    """Do work that is not to be left half done to its end, even if cancelled meanwhile."""
    task = asyncio.ensure_future(work)
    is_cancelled = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            is_cancelled = True
    if is_cancelled:
        raise asyncio.CancelledError from task.exception()
    return task.result()
