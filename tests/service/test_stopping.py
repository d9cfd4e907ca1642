"""Ending tasks that go on in the background."""

from __future__ import annotations

import asyncio

from bot.service.stopping import cancel_and_wait


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


async def test_a_task_that_passes_over_a_cancellation_is_ended_all_the_same() -> None:
    passed_over = 0

    async def stubborn() -> None:
        nonlocal passed_over
        while passed_over < 2:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                passed_over += 1
        await asyncio.Event().wait()

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await cancel_and_wait([task])

    assert task.cancelled()
    assert passed_over == 2


async def test_how_tasks_end_is_not_told() -> None:
    async def fails() -> None:
        raise ValueError

    done, failed = asyncio.create_task(asyncio.sleep(0)), asyncio.create_task(fails())
    await asyncio.sleep(0.01)
    await cancel_and_wait([done, failed])

    assert isinstance(failed.exception(), ValueError)


async def test_nothing_to_end_is_no_wait() -> None:
    await cancel_and_wait([])
