"""What a second worker brings: ``python -m research.rates.scaling``.

Each cluster is started, and its searches compiled, before its clock starts.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

import click
import numpy as np

from engine import CATALOGUE, Rules
from research.deal_results import Limits
from research.rates.cluster import local_cluster, search_all

DEALS: Final = {"phoenix": 40_000, "saratoga": 2_000}
"""The games, quick and slow to search, and how many of their deals."""
_LIMITS: Final = Limits(states=1_000_000, seconds=60)
"""By states alone, so that the same is searched whatever else the machine does."""
_WORKERS: Final = (1, 2)
_ROUNDS: Final = 3
_HEADINGS: Final = ("game", "workers", "deals a second", "times one", "search ms", "overhead ms")


@dataclass(frozen=True, slots=True)
class _Run:
    """A run over some deals.

    Attributes:
        deals: how many.
        workers: how many processes searched them.
        seconds: how long it took.
        searching: how long processors searched.
    """

    deals: int
    workers: int
    seconds: float
    searching: float

    @property
    def rate(self) -> float:
        """Deals a second."""
        return self.deals / self.seconds

    @property
    def search(self) -> float:
        """The time of a processor on a deal, in seconds."""
        return self.searching / self.deals

    @property
    def overhead(self) -> float:
        """What else a worker's time went to, a deal, in seconds: waiting for the last one, too."""
        return self.workers * self.seconds / self.deals - self.search


@click.command()
def main() -> None:
    """Print, as medians, the deals a second with one worker and with two, and a deal's overhead."""
    click.echo(_line(_HEADINGS))
    for game, count in DEALS.items():
        runs = [
            _run(CATALOGUE[game], count, workers) for _ in range(_ROUNDS) for workers in _WORKERS
        ]
        for row in _rows(game, runs):
            click.echo(_line(row))


def _line(cells: Sequence[str]) -> str:
    return "  ".join(
        cell.rjust(max(len(heading), 8)) for cell, heading in zip(cells, _HEADINGS, strict=True)
    )


def _run(rules: Rules, count: int, workers: int) -> _Run:
    """Search the first deals of a game on a cluster of that many processes."""
    numbers = np.arange(1, count + 1)
    with local_cluster(workers) as client:
        client.wait_for_workers(workers)
        # Loads the searches.
        list(search_all(client, rules, numbers[: 4 * workers], _LIMITS))
        began = time.perf_counter()
        searched = list(search_all(client, rules, numbers, _LIMITS))
        seconds = time.perf_counter() - began
    results = [result for each in searched for result in each.results]
    return _Run(count, workers, seconds, sum(result.processor_seconds for result in results))


def _rows(game: str, runs: list[_Run]) -> list[list[str]]:
    by_workers = {workers: [run for run in runs if run.workers == workers] for workers in _WORKERS}
    rates = {workers: median(run.rate for run in each) for workers, each in by_workers.items()}
    return [
        [
            game,
            str(workers),
            f"{rates[workers]:,.0f}",
            f"{rates[workers] / rates[1]:.2f}",
            f"{1000 * median(run.search for run in each):.3f}",
            f"{1000 * median(run.overhead for run in each):.3f}",
        ]
        for workers, each in by_workers.items()
    ]


if __name__ == "__main__":
    main()
