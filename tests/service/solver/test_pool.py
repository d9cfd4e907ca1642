"""The solver's workers: whoever asks is answered, whatever becomes of the worker."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.service import SolverBusy, SolverPool
from bot.service.solver import tasks
from bot.service.solver.pool import MAX_WAITING
from tests.service.solver.sample_tasks import die, fail, linger, who

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANN, BOB = 1, 2


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def solvers() -> AsyncIterator[SolverPool]:
    """Two workers that are ready."""
    async with SolverPool(2) as solvers:
        await solvers.wait_until_ready()
        yield solvers


async def test_a_question_is_answered_by_a_process_of_its_own(solvers: SolverPool) -> None:
    answer = await solvers.run(tasks.is_winnable, "phoenix", 813, seconds=10)
    assert answer is True
    pid = await solvers.run(who, seconds=1)
    assert pid in {child.pid for child in multiprocessing.active_children()}


async def test_a_worker_that_dies_has_no_answer_and_is_replaced(
    solvers: SolverPool, caplog: pytest.LogCaptureFixture
) -> None:
    assert await solvers.run(die, seconds=1) is None
    assert "died" in caplog.text
    answers = [await solvers.run_for_player(ANN, who, seconds=1) for _ in range(4)]
    assert all(answers)


async def test_a_worker_that_does_not_end_in_time_is_replaced(
    solvers: SolverPool, caplog: pytest.LogCaptureFixture
) -> None:
    assert await solvers.run(linger, 60.0, seconds=0.05) is None
    assert "did not end" in caplog.text
    assert await solvers.run_for_player(ANN, who, seconds=1)


async def test_an_error_in_a_search_is_logged_with_its_place(
    solvers: SolverPool, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        assert await solvers.run(fail, seconds=1) is None
    assert "nothing to divide by" in caplog.text
    assert "sample_tasks.py" in caplog.text


async def test_a_player_has_one_search_at_a_time(solvers: SolverPool) -> None:
    first, second = await asyncio.gather(
        *(solvers.run_for_player(ANN, linger, 0.2, seconds=2) for _ in range(2))
    )
    assert first is not None
    assert second is not None
    (_, ended), (began, _) = sorted([first, second])
    assert ended <= began


async def test_a_third_question_of_a_player_is_refused(solvers: SolverPool) -> None:
    answers = await asyncio.gather(
        *(solvers.run_for_player(ANN, linger, 0.2, seconds=2) for _ in range(3)),
        return_exceptions=True,
    )
    (refusal,) = (answer for answer in answers if isinstance(answer, BaseException))
    assert isinstance(refusal, SolverBusy)
    assert "wait for it" in str(refusal)


async def test_too_many_questions_are_refused_at_once(solvers: SolverPool) -> None:
    waiting = [
        asyncio.create_task(solvers.run_for_player(player, linger, 0.05, seconds=2))
        for player in range(solvers.workers * MAX_WAITING)
    ]
    await asyncio.sleep(0)
    with pytest.raises(SolverBusy, match="Too many players"):
        await solvers.run_for_player(BOB << 20, who, seconds=1)
    assert all(await asyncio.gather(*waiting))


async def test_while_a_player_asks_nobody_searches_ahead(solvers: SolverPool) -> None:
    asked = asyncio.create_task(solvers.run_for_player(ANN, linger, 0.1, seconds=2))
    await asyncio.sleep(0.01)
    assert solvers.is_busy
    await solvers.wait_until_idle()
    assert asked.done()
    assert not solvers.is_busy


async def test_a_question_called_off_frees_its_player(solvers: SolverPool) -> None:
    asked = asyncio.create_task(solvers.run_for_player(ANN, linger, 60.0, seconds=60))
    await asyncio.sleep(0.05)
    asked.cancel()
    await asyncio.wait({asked})
    assert await solvers.run_for_player(ANN, who, seconds=1)


async def test_without_workers_every_question_is_refused() -> None:
    async with SolverPool(0) as none:
        with pytest.raises(SolverBusy, match="without its solver"):
            await none.run_for_player(ANN, who, seconds=1)


async def test_closing_ends_a_search_and_leaves_no_process() -> None:
    async with SolverPool(1) as closing:
        await closing.wait_until_ready()
        pid = await closing.run(who, seconds=1)
        asked = asyncio.create_task(closing.run(linger, 60.0, seconds=60))
        await asyncio.sleep(0.05)
        await closing.close()
        assert await asked is None
        assert pid not in {child.pid for child in multiprocessing.active_children()}
        with pytest.raises(SolverBusy, match="closing"):
            await closing.run(who, seconds=1)
