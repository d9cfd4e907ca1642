"""Share searches out among the workers of a Dask cluster."""

from __future__ import annotations

import logging
import signal
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from distributed import Client, Future, LocalCluster, WorkerPlugin, as_completed
from distributed.worker import Worker

from engine import Rules
from engine.solver import prepare
from research.deal_results import DealResult, Limits, solve_deal

Deals: TypeAlias = npt.NDArray[np.int64]
"""Numbers of deals."""
TASK_SECONDS: Final = 1.0
"""How long a task searches before it hands in its results; a deal that has begun is finished."""
TASK_DEALS: Final = 2_000
"""The most deals of a task: enough that its overhead is small beside them."""
_TASKS_PER_WORKER: Final = 2
"""One is searched while the next one waits at the worker."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What a task did.

    Attributes:
        results: the results of the first of its deals, in their order.
        solver: the version of the solver that found them.
    """

    results: list[DealResult]
    solver: str


class PreparedSearches(WorkerPlugin):
    """Has each worker compile the searches before its first deal, also one that joins later."""

    name = "prepared-searches"

    def setup(self, worker: Worker) -> None:
        """Load the searches, which may take a minute."""
        prepare()


def search_deals(rules: Rules, deals: Sequence[int], limits: Limits) -> Searched:
    """Search deals until all are searched or the time of a task is up; the task of a worker."""
    from engine.solver.jit import CACHE_DIRECTORY  # noqa: PLC0415  # compiled, so loaded late

    began = time.monotonic()
    results: list[DealResult] = []
    for deal in deals:
        results.append(solve_deal(rules, deal, limits))
        if time.monotonic() - began > TASK_SECONDS:
            break
    # The directory is named after the solver's source.
    return Searched(results, CACHE_DIRECTORY.name)


def search_all(client: Client, rules: Rules, deals: Deals, limits: Limits) -> Iterator[Searched]:
    """Search deals on a cluster and yield results as they come.

    However many deals there are, only a few tasks a worker are out at a time. What a task had no
    time for goes back to the front.
    """
    client.wait_for_workers(1)
    client.register_plugin(PreparedSearches())
    waiting = deque([deals] if len(deals) else [])
    left = len(deals)
    running: dict[Future[Searched], Deals] = {}
    completed = as_completed()

    def submit() -> None:
        slots = _TASKS_PER_WORKER * max(1, sum(client.nthreads().values()))
        while waiting and len(running) < slots:
            # Towards the end tasks become small, so that no worker is left with them alone.
            size = max(1, min(TASK_DEALS, left // (2 * slots)))
            front = waiting.popleft()
            if size < len(front):
                waiting.appendleft(front[size:])
            task = client.submit(search_deals, rules, front[:size].tolist(), limits, pure=False)
            running[task] = front[:size]
            completed.add(task)

    submit()
    for task in completed:
        given, searched = running.pop(task), task.result()
        left -= len(searched.results)
        if len(searched.results) < len(given):
            waiting.appendleft(given[len(searched.results) :])
        submit()
        yield searched


@contextmanager
def local_cluster(workers: int) -> Iterator[Client]:
    """A client of a cluster of processes on this machine, which end with the context.

    The workers ignore Ctrl-C: this process stops them.
    """
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            # A search bounds its memory itself.
            memory_limit=0,
            silence_logs=logging.CRITICAL,
        )
    finally:
        signal.signal(signal.SIGINT, handler)
    try:
        with Client(cluster) as client:
            yield client
    finally:
        cluster.close()
