"""The solver pool: every request is answered, whatever happens to a worker."""

from __future__ import annotations

import asyncio
import functools
import multiprocessing
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.service.solver import tasks
from bot.service.solver.kernels import load_searches
from bot.service.solver.pool import (
    MAX_WAITING,
    SolverBusy,
    SolverPool,
)
from tests.sample_tasks import die, fail, linger, process_id, search_on, take, worker_of
from tests.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANN, BOB = 1, 2


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def solvers() -> AsyncIterator[SolverPool]:
    """Two workers that are ready."""
    async with SolverPool(2) as solvers:
        await solvers.wait_until_ready()
        yield solvers


async def test_a_task_runs_in_a_process_of_its_own(solvers: SolverPool) -> None:
    assert await solvers.run(tasks.is_winnable, "phoenix", 813, seconds=60) is True
    pids = {child.pid for child in multiprocessing.active_children()}
    assert await worker_of(solvers) in pids


@pytest.mark.slow
async def test_a_worker_that_dies_has_no_result_and_is_replaced(
    solvers: SolverPool, caplog: pytest.LogCaptureFixture
) -> None:
    assert await solvers.run(die, seconds=60) is None
    assert "its worker died" in caplog.text
    assert await worker_of(solvers)


@pytest.mark.slow
async def test_a_search_that_takes_too_long_has_no_result(
    solvers: SolverPool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.solver.pool._GRACE", 0.1)
    assert await solvers.run(linger, seconds=0.1) is None
    assert "did not end" in caplog.text
    assert await worker_of(solvers)


async def test_an_error_in_a_search_is_logged_with_its_traceback(
    solvers: SolverPool, caplog: pytest.LogCaptureFixture
) -> None:
    assert await solvers.run(fail, seconds=60) is None
    assert "nothing to divide by" in caplog.text
    assert "sample_tasks.py" in caplog.text


async def test_a_player_has_one_search_at_a_time(solvers: SolverPool) -> None:
    await worker_of(solvers)
    first, second = await asyncio.gather(
        *(solvers.run_for_player(ANN, take, 0.2, seconds=60) for _ in range(2))
    )
    assert first is not None
    assert second is not None
    (_, ended), (began, _) = sorted([first, second])
    assert ended <= began


async def test_a_third_task_of_a_player_is_refused(solvers: SolverPool) -> None:
    await worker_of(solvers)
    results = await asyncio.gather(
        *(solvers.run_for_player(ANN, take, 0.2, seconds=60) for _ in range(3)),
        return_exceptions=True,
    )
    (refusal,) = (result for result in results if isinstance(result, BaseException))
    assert isinstance(refusal, SolverBusy)
    assert "Still thinking" in str(refusal)


async def test_a_task_is_refused_at_once_when_too_many_wait(solvers: SolverPool) -> None:
    # One more than may wait for each worker: those are run.
    running = [
        asyncio.create_task(solvers.run_for_player(player, take, 0.05, seconds=60))
        for player in range(solvers.workers * (MAX_WAITING + 1))
    ]
    await asyncio.sleep(0)
    with pytest.raises(SolverBusy, match="Too many players"):
        await solvers.run_for_player(BOB << 20, process_id, seconds=60)
    await asyncio.gather(*running, return_exceptions=True)


async def test_the_pool_is_busy_until_a_players_task_is_done(solvers: SolverPool) -> None:
    running = asyncio.create_task(solvers.run_for_player(ANN, take, 0.1, seconds=60))
    await asyncio.sleep(0)
    was_busy = solvers.is_busy
    await running
    assert (was_busy, solvers.is_busy) == (True, False)


async def test_tasks_for_no_player_do_not_make_the_pool_busy(solvers: SolverPool) -> None:
    running = asyncio.create_task(solvers.run(take, 0.1, seconds=60))
    await asyncio.sleep(0)
    assert not solvers.is_busy
    await running


async def test_a_cancelled_task_frees_its_player(solvers: SolverPool) -> None:
    await worker_of(solvers)
    running = asyncio.create_task(solvers.run_for_player(ANN, linger, seconds=60))
    await asyncio.sleep(0.05)
    running.cancel()
    await asyncio.wait({running})
    assert not solvers.is_busy
    assert await worker_of(solvers)


@pytest.mark.slow
async def test_a_long_search_gives_way_to_a_player_and_is_begun_anew(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with SolverPool(1) as one:
        await one.wait_until_ready()
        search = functools.partial(search_on, log)
        aside = asyncio.create_task(one.run_aside(search, [], seconds=8.0))
        await until(log.exists)
        assert await one.run_for_player(ANN, process_id, seconds=60) is not None
        assert not aside.done(), "The player did not wait for its end."
        assert await aside == "ended"
    assert log.read_text().split() == ["begun", "begun"]


async def test_a_long_search_finds_nothing_while_players_have_all_workers(
    solvers: SolverPool, tmp_path: Path
) -> None:
    taken = [solvers.run_for_player(player, take, 1.5, seconds=60) for player in (ANN, BOB)]
    running = [asyncio.create_task(one) for one in taken]
    await asyncio.sleep(0)
    assert await solvers.run_aside(functools.partial(search_on, tmp_path / "log"), [], 0.6) is None
    await asyncio.gather(*running)


async def test_without_workers_every_task_is_refused() -> None:
    async with SolverPool(0) as none:
        with pytest.raises(SolverBusy, match="without its solver"):
            await none.run_for_player(ANN, process_id, seconds=1)


async def test_while_one_player_floods_the_solver_another_waits_for_one_search(
    solvers: SolverPool,
) -> None:
    await worker_of(solvers)
    order = list[int]()

    async def ask(player: int) -> None:
        await solvers.run(take, 0.05, seconds=60, player=player)
        order.append(player)

    flood = [asyncio.create_task(ask(ANN)) for _ in range(4)]
    await asyncio.sleep(0)
    await ask(BOB)
    assert order.index(BOB) <= 1
    await asyncio.gather(*flood)


async def test_no_two_workers_load_a_search_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    events: dict[str, list[str]] = {}

    def prepare(search: str) -> None:
        events.setdefault(search, []).append("began")
        time.sleep(0.02)
        events[search].append("ended")

    monkeypatch.setattr("bot.service.solver.kernels._prepare", prepare)
    monkeypatch.setattr("engine.solver.jit.CACHE_DIRECTORY", tmp_path)
    await asyncio.gather(*(asyncio.to_thread(load_searches) for _ in range(3)))
    assert events == dict.fromkeys(events, ["began", "ended"] * 3)
    assert len(events) > 1


@pytest_asyncio.fixture(loop_scope="module")
async def ended(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[SolverPool, int]]:
    """A solver whose worker has ended, as nobody asked anything for a while, and its process id."""
    monkeypatch.setattr("bot.service.solver.pool._IDLE", 0.2)
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        pid = await worker_of(solvers)
        await until(lambda: pid not in children())
        yield solvers, pid


def children() -> set[int | None]:
    """The ids of this process's own."""
    return {child.pid for child in multiprocessing.active_children()}


@pytest.mark.slow
async def test_an_idle_worker_ends_and_the_next_search_has_another(
    ended: tuple[SolverPool, int],
) -> None:
    solvers, pid = ended
    assert solvers.is_ready
    assert await solvers.run(tasks.is_winnable, "phoenix", 813, seconds=60) is True
    assert await worker_of(solvers) != pid


@pytest.mark.slow
async def test_a_worker_is_loaded_as_soon_as_questions_are_expected(
    ended: tuple[SolverPool, int],
) -> None:
    solvers, _ = ended
    others = children()
    solvers.expect_questions()
    await until(lambda: children() - others)
    # It was not started by this, which runs in the same one, unless that took too long.
    loaded = children() - others
    assert {await worker_of(solvers)} == loaded


@pytest.mark.slow
async def test_a_worker_does_not_end_while_questions_are_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.service.solver.pool._IDLE", 2.0)
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        pid = await worker_of(solvers)
        ends = time.monotonic() + 3.0
        while time.monotonic() < ends:
            solvers.expect_questions()
            await asyncio.sleep(0.01)
        assert await worker_of(solvers) == pid


@pytest.mark.slow
async def test_closing_ends_a_search_and_leaves_no_process() -> None:
    async with SolverPool(1) as closing:
        await closing.wait_until_ready()
        pid = await worker_of(closing)
        running = asyncio.create_task(closing.run(linger, seconds=60))
        await asyncio.sleep(0.05)
        await closing.close()
        assert await running is None
        assert pid not in children()
        with pytest.raises(SolverBusy, match="shutting"):
            await closing.run(process_id, seconds=1)
