"""Background work: whatever fails begins again, and tells of itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot import background, metrics
from bot.background import Background
from tests.waiting import until


@pytest.fixture
async def work() -> AsyncIterator[Background]:
    """Background work that pauses for no time after a failure."""
    started = Background(pause=0.001)
    yield started
    await started.stop()


async def test_work_that_fails_in_any_way_is_logged_counted_and_begun_again(
    work: Background, caplog: pytest.LogCaptureFixture
) -> None:
    runs = 0

    async def fail_twice() -> None:
        nonlocal runs
        runs += 1
        if runs < 3:
            raise KeyError("unforeseen")
        background.succeeded()
        await asyncio.Event().wait()

    counter = metrics.BACKGROUND_FAILURES.labels("counting")
    before = counter._value.get()
    work.start("counting", fail_twice)
    await until(lambda: runs == 3)
    assert "counting" in caplog.text
    assert "unforeseen" in caplog.text
    assert counter._value.get() == before + 2
    assert work.why_failing() == ""
    assert work.report()["counting"]["failures"] == 0


async def test_work_that_fails_ends_no_other(work: Background) -> None:
    is_done = asyncio.Event()

    async def fail() -> None:
        raise ValueError

    async def wait() -> None:
        await is_done.wait()

    work.start("failing", fail)
    work.start("waiting", wait)
    await until(lambda: work.why_failing() == "failing: failing")
    is_done.set()
    await until(lambda: work.report()["waiting"]["done"])
    assert work.report()["failing"]["error"] == "ValueError"


async def test_everything_stops(work: Background) -> None:
    async def wait() -> None:
        await asyncio.Event().wait()

    work.start("waiting", wait)
    await work.stop()
    assert not work.tasks
