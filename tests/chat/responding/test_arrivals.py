"""How old an interaction is when it arrives."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from discord.utils import time_snowflake

from bot.chat.responding.interactions import Arrivals

MADE = datetime(2026, 11, 22, 12, tzinfo=UTC)


class Clock:
    """A clock that says how long after an interaction was made it arrives."""

    def __init__(self) -> None:
        self.delay = 0.0

    def __call__(self) -> float:
        return MADE.timestamp() + self.delay


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def arrivals(clock: Clock) -> Arrivals:
    return Arrivals(clock=clock)


def made(number: int) -> int:
    """The id of an interaction made at a moment that all tests share."""
    return time_snowflake(MADE) + number


async def test_an_interaction_arrives_once(arrivals: Arrivals) -> None:
    assert arrivals.add(made(1))
    assert not arrivals.add(made(1))
    assert arrivals.add(made(2))


@pytest.mark.parametrize("wrong", [-3600.0, 0.0, 3600.0])
async def test_what_arrives_later_than_others_is_older_whatever_the_clock_says(
    arrivals: Arrivals, clock: Clock, wrong: float
) -> None:
    clock.delay = wrong + 0.2
    arrivals.add(made(1))
    assert arrivals.age(made(1)) < 1
    clock.delay = wrong + 5.2
    arrivals.add(made(2))
    assert 5 <= arrivals.age(made(2)) < 6


async def test_a_clock_that_is_set_delays_only_the_next_hundred(
    arrivals: Arrivals, clock: Clock
) -> None:
    arrivals.add(made(0))
    clock.delay = 60.0
    for number in range(1, 102):
        arrivals.add(made(number))
    assert arrivals.age(made(99)) >= 60
    assert arrivals.age(made(101)) < 1


async def test_an_attempt_leaves_time_for_another(arrivals: Arrivals, clock: Clock) -> None:
    arrivals.add(made(1))
    assert 1 < arrivals.seconds_to_try(made(1)) <= 1.5
    clock.delay = 2.0
    arrivals.add(made(2))
    assert arrivals.seconds_to_try(made(2)) == pytest.approx(0.5, abs=0.1)
