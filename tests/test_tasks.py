"""Cancelling background tasks."""

from __future__ import annotations

import asyncio

from bot.tasks import cancel_and_wait


async def test_tasks_are_cancelled_and_waited_for() -> None:
    ended = asyncio.Event()

    async def forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    task = asyncio.create_task(forever())
    await asyncio.sleep(0)
    await cancel_and_wait([task])

    assert task.cancelled()
    assert ended.is_set()


async def test_a_task_that_ignores_a_cancellation_is_cancelled_again() -> None:
    ignored = 0

    async def stubborn() -> None:
        nonlocal ignored
        while ignored < 2:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                ignored += 1
        await asyncio.Event().wait()

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await cancel_and_wait([task])

    assert task.cancelled()
    assert ignored == 2


async def test_results_and_errors_of_tasks_are_ignored() -> None:
    async def fails() -> None:
        raise ValueError

    done, failed = asyncio.create_task(asyncio.sleep(0)), asyncio.create_task(fails())
    await asyncio.sleep(0.01)
    await cancel_and_wait([done, failed])

    assert isinstance(failed.exception(), ValueError)


async def test_cancelling_no_tasks_returns_at_once() -> None:
    await cancel_and_wait([])
