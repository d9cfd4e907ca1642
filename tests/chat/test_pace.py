"""The pace of what no player waits for."""

from __future__ import annotations

from discord.utils import time_snowflake, utcnow

from bot.chat.pace import OLD_AFTER, Allowance, Pace

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
