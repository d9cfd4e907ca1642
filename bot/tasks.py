"""Keeping tasks, cancelling them, and protecting work from being cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any, Final, TypeVar

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
