"""Worker pools: a task that hangs, fails or kills its worker affects no other."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from pebble import ProcessFuture

from bot.workers import TaskFailed, TaskTimeout, WorkerDied, WorkerPool
from tests import interrupted_at_import
from tests.sample_tasks import (
    die,
    die_while_short_of_memory,
    fail,
    hold_little,
    is_prepared,
    linger,
    prepare,
    take,
    wait_until_idle,
)
from tests.short_of_files import no_file_descriptors
from tests.waiting import until

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
    assert await pool.run(os.getpid, seconds=60) != os.getpid()
    assert await pool.run(is_prepared, seconds=60)
    assert not is_prepared()


async def test_ctrl_c_is_not_for_workers_not_even_while_they_start(
    capfd: pytest.CaptureFixture[str],
) -> None:
    own = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    interrupted = WorkerPool(1, interrupted_at_import.prepare)
    try:
        assert await interrupted.run(bool, 1, seconds=60)
    finally:
        signal.signal(signal.SIGINT, own)
        await asyncio.to_thread(interrupted.close)
    assert "KeyboardInterrupt" not in capfd.readouterr().err


async def test_a_result_can_be_large(pool: WorkerPool) -> None:
    assert await pool.run(bytes, 5_000_000, seconds=60) == bytes(5_000_000)


async def test_an_error_is_the_cause_of_the_failure(pool: WorkerPool) -> None:
    with pytest.raises(TaskFailed, match="nothing to divide by") as failure:
        await pool.run(fail, seconds=60)
    assert isinstance(failure.value.__cause__, ZeroDivisionError)


async def test_a_result_that_cannot_be_pickled_is_a_failure(pool: WorkerPool) -> None:
    with pytest.raises(TaskFailed):
        await pool.run(open, os.devnull, seconds=60)


async def test_a_task_that_takes_too_long_is_killed(pool: WorkerPool) -> None:
    with pytest.raises(TaskTimeout):
        await pool.run(linger, seconds=0.1)


@pytest.mark.slow
async def test_a_clock_that_is_set_forward_kills_no_task(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await pool.run(is_prepared, seconds=60)
    running = asyncio.create_task(pool.run(take, 2.0, 1.0, seconds=60))
    await asyncio.sleep(1.0)
    set_clock(monkeypatch, 86_400)
    assert await running


@pytest.mark.slow
async def test_a_clock_that_is_set_back_lets_no_task_run_longer(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = asyncio.create_task(pool.run(linger, seconds=1.0))
    await asyncio.sleep(0.5)
    set_clock(monkeypatch, -3600)
    with pytest.raises(TaskTimeout, match="in 1 s"):
        await running


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + seconds)


async def test_a_worker_that_dies_fails_only_its_own_task(pool: WorkerPool) -> None:
    other = asyncio.create_task(pool.run(take, 0.5, 1.0, seconds=60))
    with pytest.raises(WorkerDied):
        await pool.run(die, seconds=60)
    assert await other


async def test_a_dead_worker_is_replaced_by_a_prepared_one(pool: WorkerPool) -> None:
    with pytest.raises(WorkerDied):
        await pool.run(die, seconds=60)
    assert all(await asyncio.gather(*(pool.run(is_prepared, seconds=60) for _ in range(8))))


@pytest.mark.slow
async def test_a_cancelled_task_is_killed() -> None:
    pool = WorkerPool(1, prepare)
    pid = await pool.run(os.getpid, seconds=60)
    running = asyncio.create_task(pool.run(linger, seconds=60))
    await asyncio.sleep(0.3)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await pool.run(os.getpid, seconds=60) != pid
    assert not exists(pid)
    await asyncio.to_thread(pool.close)


@pytest.mark.slow
async def test_a_pool_recovers_from_the_death_of_an_idle_worker() -> None:
    pool = WorkerPool(1, prepare)
    worker = await pool.run(os.getpid, seconds=60)
    await asyncio.to_thread(wait_until_idle, worker)
    os.kill(worker, signal.SIGKILL)
    async with asyncio.timeout(60):
        while True:
            try:
                assert await pool.run(is_prepared, seconds=60)
                break
            except WorkerDied:
                continue
    await asyncio.to_thread(pool.close)


async def test_a_task_that_a_breaking_pool_forgets_is_given_up_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with closing(WorkerPool(1, prepare)) as pool:
        worker = await pid_of(pool)

        def schedule(*_: object, **__: object) -> ProcessFuture[bool]:
            os.kill(worker, signal.SIGKILL)
            return ProcessFuture()

        monkeypatch.setattr(pool._pool, "schedule", schedule)
        with pytest.raises(WorkerDied, match="broke"):
            await pool.run(is_prepared, seconds=3600)
        assert await pool.run(is_prepared, seconds=60)


@contextlib.asynccontextmanager
async def closing(pool: WorkerPool) -> AsyncIterator[WorkerPool]:
    try:
        yield pool
    finally:
        await asyncio.to_thread(pool.close)


async def pid_of(pool: WorkerPool) -> int:
    """The process id of a pool's one worker, once one lives."""
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(TaskFailed):
                return await pool.run(os.getpid, seconds=20)
            await asyncio.sleep(0.02)


async def failure_of(pool: WorkerPool) -> str:
    """Why a task fails in a pool whose worker has just died; empty until that is noticed."""
    try:
        await pool.run(os.getpid, seconds=20)
    except WorkerDied as error:
        return str(error)
    return ""


async def test_idle_workers_end_and_the_next_task_starts_others() -> None:
    pool = WorkerPool(1, prepare, idle=0.1)
    try:
        first = await pool.run(os.getpid, seconds=60)
        await until(lambda: not exists(first))
        assert await pool.run(is_prepared, seconds=60)
    finally:
        await asyncio.to_thread(pool.close)


@pytest.mark.slow
async def test_workers_do_not_end_during_a_task_that_takes_longer() -> None:
    pool = WorkerPool(2, prepare, idle=0.05)
    try:
        running = asyncio.create_task(pool.run(take, 0.5, 0.0, seconds=60))
        await pool.run(os.getpid, seconds=60)
        await running
    finally:
        await asyncio.to_thread(pool.close)


async def test_a_pool_recovers_from_a_start_that_failed(pool: WorkerPool) -> None:
    await pool.run(os.getpid, seconds=20)  # imports what starting needs
    async with closing(WorkerPool(1, prepare, pause=0)) as starting:
        with no_file_descriptors(), pytest.raises(WorkerDied, match="Too many open files"):
            await starting.run(os.getpid, seconds=20)
        assert await starting.run(is_prepared, seconds=20)


@pytest.mark.slow
async def test_a_pool_recovers_when_a_dead_worker_could_not_be_replaced() -> None:
    async with closing(WorkerPool(1, prepare, pause=0)) as short:
        pid = await pid_of(short)
        await asyncio.to_thread(wait_until_idle, pid)
        with no_file_descriptors():
            os.kill(pid, signal.SIGKILL)
            while "could start" not in await failure_of(short):
                pass
        assert await pid_of(short) != pid


@pytest.mark.slow
async def test_a_pool_recovers_from_workers_that_die_at_their_start(tmp_path: Path) -> None:
    flag = tmp_path / "memory is short"
    flag.touch()
    die_at_first = functools.partial(die_while_short_of_memory, str(flag))
    async with closing(WorkerPool(1, die_at_first, pause=0)) as dying:
        with pytest.raises(WorkerDied):
            await dying.run(os.getpid, seconds=20)
        flag.unlink()
        assert await pid_of(dying)


async def test_workers_that_die_at_their_start_are_not_started_without_a_pause(
    tmp_path: Path,
) -> None:
    die_always = functools.partial(die_while_short_of_memory, str(tmp_path))
    async with closing(WorkerPool(1, die_always, pause=3600)) as dying:
        with pytest.raises(WorkerDied, match="its worker died"):
            await dying.run(os.getpid, seconds=20)
        with pytest.raises(WorkerDied, match="no worker has started"):
            await dying.run(os.getpid, seconds=20)


async def test_a_task_without_memory_fails_alone() -> None:
    async with closing(WorkerPool(1, hold_little)) as small:
        pid = await pid_of(small)
        with pytest.raises(TaskFailed, match="MemoryError"):
            await small.run(bytes, 1 << 30, seconds=20)
        assert await small.run(os.getpid, seconds=20) == pid


@pytest.mark.slow
async def test_a_worker_that_hangs_before_its_task_is_replaced() -> None:
    async with closing(WorkerPool(1, prepare)) as hanging:
        pid = await pid_of(hanging)
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(TaskTimeout):
            await hanging.run(os.getpid, seconds=0.2, wait=0)
        assert await pid_of(hanging) != pid
        assert not exists(pid)


async def test_workers_that_are_still_starting_are_left_to_it() -> None:
    async with closing(WorkerPool(1, prepare)) as starting:
        others = {child.pid for child in multiprocessing.active_children()}
        with pytest.raises(TaskTimeout):
            await starting.run(os.getpid, seconds=0.01, wait=0)
        (worker,) = {child.pid for child in multiprocessing.active_children()} - others
        assert await pid_of(starting) == worker


async def test_closing_fails_running_tasks_and_refuses_new_ones() -> None:
    pool = WorkerPool(1, prepare)
    pid = await pool.run(os.getpid, seconds=60)
    running = asyncio.create_task(pool.run(linger, seconds=60))
    await asyncio.sleep(0.3)
    await asyncio.to_thread(pool.close)
    with pytest.raises(WorkerDied):
        await running
    with pytest.raises(WorkerDied):
        await pool.run(os.getpid, seconds=60)
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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_a_busy_worker_ends_with_its_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE) as parent:  # noqa: ASYNC220
        assert parent.stdout is not None
        pid = int(await asyncio.to_thread(parent.stdout.readline))
        parent.kill()
    await until(lambda: not exists(pid))
