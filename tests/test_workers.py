"""Worker pools: a task that hangs, fails or kills its worker affects no other."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.workers import TaskFailed, TaskTimeout, WorkerDied, WorkerPool
from tests.sample_tasks import (
    die,
    fail,
    is_prepared,
    linger,
    prepare,
    take,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pool() -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(2, prepare)
    yield pool
    await asyncio.to_thread(pool.close)


def exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_task_runs_in_a_prepared_process_of_its_own(pool: WorkerPool) -> None:
    assert await pool.run(os.getpid, seconds=10) != os.getpid()
    assert await pool.run(is_prepared, seconds=10)
    assert not is_prepared()


async def test_a_result_can_be_large(pool: WorkerPool) -> None:
    assert await pool.run(bytes, 5_000_000, seconds=10) == bytes(5_000_000)


async def test_an_error_is_the_cause_of_the_failure(pool: WorkerPool) -> None:
    with pytest.raises(TaskFailed, match="nothing to divide by") as failure:
        await pool.run(fail, seconds=10)
    assert isinstance(failure.value.__cause__, ZeroDivisionError)


async def test_a_result_that_cannot_be_pickled_is_a_failure(pool: WorkerPool) -> None:
    with pytest.raises(TaskFailed):
        await pool.run(open, os.devnull, seconds=10)


async def test_a_task_that_takes_too_long_is_killed(pool: WorkerPool) -> None:
    with pytest.raises(TaskTimeout):
        await pool.run(linger, seconds=0.1)


async def test_a_worker_that_dies_fails_only_its_own_task(pool: WorkerPool) -> None:
    other = asyncio.create_task(pool.run(take, 0.5, 1.0, seconds=10))
    with pytest.raises(WorkerDied):
        await pool.run(die, seconds=10)
    assert await other


async def test_a_dead_worker_is_replaced_by_a_prepared_one(pool: WorkerPool) -> None:
    with pytest.raises(WorkerDied):
        await pool.run(die, seconds=10)
    assert all(await asyncio.gather(*(pool.run(is_prepared, seconds=10) for _ in range(8))))


async def test_a_cancelled_task_is_killed() -> None:
    pool = WorkerPool(1, prepare)
    pid = await pool.run(os.getpid, seconds=10)
    running = asyncio.create_task(pool.run(linger, seconds=60))
    await asyncio.sleep(0.3)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await pool.run(os.getpid, seconds=10) != pid
    assert not exists(pid)
    await asyncio.to_thread(pool.close)


async def test_a_pool_recovers_from_the_death_of_an_idle_worker() -> None:
    pool = WorkerPool(1, prepare)
    os.kill(await pool.run(os.getpid, seconds=10), signal.SIGKILL)
    async with asyncio.timeout(60):
        while True:
            try:
                assert await pool.run(is_prepared, seconds=10)
                break
            except WorkerDied:
                continue
    await asyncio.to_thread(pool.close)


async def test_closing_fails_running_tasks_and_refuses_new_ones() -> None:
    pool = WorkerPool(1, prepare)
    pid = await pool.run(os.getpid, seconds=10)
    running = asyncio.create_task(pool.run(linger, seconds=60))
    await asyncio.sleep(0.3)
    await asyncio.to_thread(pool.close)
    with pytest.raises(WorkerDied):
        await running
    with pytest.raises(WorkerDied):
        await pool.run(os.getpid, seconds=10)
    assert not exists(pid)


async def test_an_unused_pool_can_be_closed() -> None:
    WorkerPool(1, prepare).close()


_PARENT = """
import asyncio, os
from bot.workers import WorkerPool
from tests.sample_tasks import linger, prepare

async def main():
    pool = WorkerPool(1, prepare)
    print(await pool.run(os.getpid, seconds=60), flush=True)
    await pool.run(linger, seconds=60)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_a_busy_worker_ends_with_its_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE) as parent:  # noqa: ASYNC220
        assert parent.stdout is not None
        pid = int(await asyncio.to_thread(parent.stdout.readline))
        parent.kill()
    async with asyncio.timeout(60):
        while exists(pid):  # noqa: ASYNC110  # not a child of this process
            await asyncio.sleep(0.05)
