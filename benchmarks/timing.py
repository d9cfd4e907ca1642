"""Measuring: medians of repeated runs, in processor time or wall-clock time."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

_TICK: Final = 0.001


@dataclass(frozen=True, slots=True)
class Figures:
    """The times of several measurements, in seconds.

    Attributes:
        times: each time, in the order measured.
    """

    times: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median time."""
        return statistics.median(self.times)

    def percentile(self, percent: int) -> float:
        """The time that ``percent`` of all do not exceed."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def processor_time(work: Callable[[], object], runs: int) -> Figures:
    """The processor times of several runs of some work."""
    times = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return Figures(tuple(times))


def per_item(work: Callable[[], object], items: int, runs: int) -> float:
    """The median processor time of some work for each of its items, in seconds."""
    return processor_time(work, runs).median / items


async def elapsed(work: Callable[[], Awaitable[object]]) -> float:
    """The wall-clock time of some work, in seconds."""
    begin = time.perf_counter()
    await work()
    return time.perf_counter() - begin


async def record_stalls(stalls: list[float]) -> None:
    """Record how late the event loop wakes from short sleeps, in seconds, until cancelled."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(_TICK)
        stalls.append(time.perf_counter() - began - _TICK)


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows under a heading, the first column aligned left and the others right."""
    lines = [list(heading), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heading))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
