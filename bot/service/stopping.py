"""Ending tasks that go on in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, Final

_AGAIN: Final = 0.2
"""Seconds after which a task that goes on is cancelled once more."""


async def stop(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for their end, whatever they end with.

    A cancellation may be lost: before Python 3.12 ``asyncio.wait_for`` passes over one that comes
    as what it waits for is done. So it is repeated until it is heeded.
    """
    while going_on := [task for task in tasks if not task.done()]:
        for task in going_on:
            task.cancel()
        await asyncio.wait(going_on, timeout=_AGAIN)
