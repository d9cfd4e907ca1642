"""The interactions that are being responded to, which a stop waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class InFlight:
    """The tasks that respond to interactions."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def add_current(self) -> None:
        """Count the current task until it ends."""
        task = asyncio.current_task()
        if task is not None:
            self._add(task)

    def start(self, name: str, response: Coroutine[None, None, None]) -> None:
        """Respond in a task of its own, of that name."""
        self._add(asyncio.create_task(response, name=name))

    def _add(self, task: asyncio.Task[Any]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait(self, seconds: float) -> int:
        """Wait until all are done, at most so long; returns how many are not."""
        if not self._tasks:
            return 0
        _done, left = await asyncio.wait(self._tasks, timeout=seconds)
        return len(left)
