"""How long an event loop leaves what is ready waiting."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Final

_TICK: Final = 0.005
"""Seconds between ticks: one each millisecond was a tenth of what a press cost the process."""


@dataclass(frozen=True, slots=True, order=True)
class Stall:
    """How late an event loop woke from a short sleep.

    Attributes:
        seconds: how late.
        busy: the processor time of its thread since it fell asleep; less than that where others
            took the processor.
    """

    seconds: float = 0.0
    busy: float = 0.0


class Stalls:
    """Watches an event loop.

    Attributes:
        longest: the longest stall so far.
    """

    def __init__(self) -> None:
        self.longest = Stall()

    async def watch(self) -> None:
        """Watch until cancelled."""
        while True:
            began, busy = time.perf_counter(), time.thread_time()
            await asyncio.sleep(_TICK)
            late = time.perf_counter() - began - _TICK
            self.longest = max(self.longest, Stall(late, time.thread_time() - busy))
