"""Drawing away from the event loop: worker processes that keep their card sprites warm."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from bot.service.workers import end_with_parent
from rendering import draw_scene, warm_up

if TYPE_CHECKING:
    from types import TracebackType

    from rendering import Picture, Scene

_log = logging.getLogger(__name__)


class Artist:
    """Draws boards in worker processes; an asynchronous context manager.

    A worker that dies (for want of memory, say) is replaced, and its picture drawn again once.
    """

    def __init__(self, workers: int | None = None) -> None:
        """Prepare to draw with as many workers; by default one for each processor, at most 4."""
        self._workers = workers or min(4, os.cpu_count() or 1)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin_worker,
        )

    async def draw(self, scene: Scene) -> Picture:
        """Draw a scene.

        Raises:
            BrokenProcessPool: when two workers in a row died over it.
        """
        loop = asyncio.get_running_loop()
        pool = self._pool
        try:
            return await loop.run_in_executor(pool, draw_scene, scene)
        except BrokenProcessPool:
            _log.warning("A drawing worker died; starting new ones.")
            if self._pool is pool:
                self._pool = self._new_pool()
            return await loop.run_in_executor(self._pool, draw_scene, scene)

    async def warm(self) -> None:
        """Start every worker, so that the first board is drawn as fast as the next."""
        loop = asyncio.get_running_loop()
        calls = [loop.run_in_executor(self._pool, os.getpid) for _ in range(self._workers)]
        await asyncio.gather(*calls)

    async def __aenter__(self) -> Artist:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """End the workers; pictures not yet begun are not drawn."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _begin_worker() -> None:
    """Make a worker ready: it ends with its parent, and has sprites drawn."""
    end_with_parent()
    warm_up()
