"""The pace of what no player waits for."""

from __future__ import annotations

import asyncio
import gc
import logging

import pytest
from discord.utils import time_snowflake, utcnow

from bot.chat.requests.pace import OLD_AFTER, Allowance, Pace, within

CHANNEL, OTHER = 1, 2


class Stopwatch:
    """A clock that moves only when it is set."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def test_an_allowance_is_for_so_many_times_in_any_stretch_of_so_many_seconds() -> None:
    clock = Stopwatch()
    allowance = Allowance(3, seconds=6, clock=clock)
    taken = []
    for _ in range(100):
        clock.seconds += 0.5
        if allowance.take(CHANNEL):
            taken.append(clock.seconds)
    assert len(taken) > 20
    assert all(later - first >= 6 for first, later in zip(taken, taken[3:], strict=False))


def test_channels_that_were_quiet_for_long_are_forgotten() -> None:
    clock = Stopwatch()
    allowance = Allowance(1, seconds=7, clock=clock)
    for channel in range(5000):
        assert allowance.take(channel)
        clock.seconds += 0.1
    assert len(allowance._taken) < 1100
    assert not allowance.take(4999)


def test_an_old_message_is_edited_once_in_a_while_in_each_channel_and_a_new_one_always() -> None:
    pace = Pace()
    new, old = time_snowflake(utcnow()), time_snowflake(utcnow() - 2 * OLD_AFTER)
    assert [pace.may_edit(CHANNEL, old) for _ in range(3)] == [True, False, False]
    assert pace.may_edit(OTHER, old)
    assert all(pace.may_edit(CHANNEL, new) for _ in range(9))


@pytest.mark.parametrize("waits", [0.0, 60.0])
async def test_a_request_that_was_given_up_fails_without_a_line_in_the_log(
    waits: float, caplog: pytest.LogCaptureFixture
) -> None:
    over = asyncio.Event()

    async def request() -> None:
        await over.wait()
        raise ConnectionResetError

    with caplog.at_level(logging.ERROR):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await within(waits, request())
        over.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gc.collect()
    assert caplog.messages == []
