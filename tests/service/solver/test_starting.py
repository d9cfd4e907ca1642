"""A solver whose workers do not start at once."""

from __future__ import annotations

import asyncio
import os

import pytest

from bot.service.solver.pool import SolverPool, default_workers, search_memory
from bot.workers import WorkerPool
from tests.sample_tasks import prepare, worker_of
from tests.short_of_files import no_file_descriptors
from tests.waiting import until


@pytest.mark.slow
async def test_the_solver_is_back_after_a_worker_could_not_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first = WorkerPool(1, prepare)
    await first.run(os.getpid, seconds=60)  # imports what starting needs
    await asyncio.to_thread(first.close)
    monkeypatch.setattr("bot.service.solver.pool._RETRY", 0.1)
    monkeypatch.setattr("bot.service.solver.pool.prepare_worker", prepare)
    starting = SolverPool(1)
    with no_file_descriptors():
        await starting.__aenter__()
        await until(lambda: "No solver worker could start" in caplog.text)
    await starting.wait_until_ready()
    assert await worker_of(starting)
    await starting.close()


def test_workers_and_what_they_may_take_fit_the_memory() -> None:
    gigabyte = 10**9
    assert default_workers(gigabyte) == default_workers(2 * gigabyte) == 1
    assert default_workers(100 * gigabyte) == default_workers()
    assert search_memory(gigabyte, 1) < search_memory(2 * gigabyte, 1) < search_memory(None, 1)
    assert search_memory(4 * gigabyte, 4) < gigabyte
