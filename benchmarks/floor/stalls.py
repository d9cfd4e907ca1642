"""How long an event loop goes on without looking at its sockets."""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Stall:
    """A time for which an event loop called one thing after another.

    Attributes:
        seconds: how long that took.
        busy: the processor time of its thread; less where others took the processor.
    """

    seconds: float = 0.0
    busy: float = 0.0


class WatchedSelector(selectors.DefaultSelector):
    """Measures what lies between an event loop's looks at its sockets, which costs next to nothing.

    Attributes:
        longest: the longest of these times.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest = Stall()
        self._looked = self._now()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for sockets; what came before counts as a stall."""
        seconds, busy = self._now()
        self.longest = max(self.longest, Stall(seconds - self._looked[0], busy - self._looked[1]))
        ready = super().select(timeout)
        self._looked = self._now()
        return ready

    @staticmethod
    def _now() -> tuple[float, float]:
        return time.perf_counter(), time.thread_time()


def run_watched(main: Callable[[WatchedSelector], Coroutine[None, None, None]]) -> None:
    """Run a coroutine in an event loop whose stalls it can ask for."""
    selector = WatchedSelector()
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
        runner.run(main(selector))
