"""What the log tells of a database that fails, and who tries it meanwhile."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable

import pytest
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.store.database.errors import Failure, StoreUnavailable
from bot.store.database.outage import Outage

AWAY = ConnectionRefusedError(111, "Connection refused")


class Clock:
    """A monotonic clock that moves only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def run(self, seconds: int, each_second: Callable[[], object]) -> None:
        for _ in range(seconds):
            each_second()
            self.now += 1.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def outage(clock: Clock, caplog: pytest.LogCaptureFixture) -> Outage:
    caplog.set_level(logging.INFO)
    return Outage({Failure.AWAY}, clock)


def full_disk() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


def is_refused(outage: Outage) -> bool:
    try:
        outage.check()
    except StoreUnavailable:
        return True
    return False


def test_an_outage_is_a_line_at_its_start_and_one_at_its_end(
    outage: Outage, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    clock.run(40, lambda: outage.record_failure(AWAY))
    outage.record_success("read")
    assert caplog.messages == [
        "The database is away (Connection refused). Players are asked to try again.",
        "The database works again, after 40 s.",
    ]


def test_an_outage_of_a_day_is_a_handful_of_lines(
    outage: Outage, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    clock.run(24 * 3600, lambda: outage.record_failure(AWAY))
    outage.record_success("read")
    assert 4 < len(caplog.messages) < 9
    assert "since 60 s, 61 attempts" in caplog.messages[1]


def test_a_database_that_works_now_and_then_fills_no_log(
    outage: Outage, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    def flap() -> None:
        outage.record_failure(AWAY)
        outage.record_success("written")

    clock.run(3600, flap)
    assert len(caplog.messages) < 9


def test_the_next_outage_has_a_line_again(
    outage: Outage, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    outage.record_failure(AWAY)
    outage.record_success("read")
    clock.now += 3600
    outage.record_failure(AWAY)
    assert len(caplog.messages) == 3


def test_reading_does_not_end_an_outage_of_a_full_disk(
    outage: Outage, caplog: pytest.LogCaptureFixture
) -> None:
    outage.record_failure(full_disk())
    outage.record_success("read")
    outage.record_success("locked")
    assert outage.reason() == "The database's disk is full (database or disk is full)"
    outage.record_success("written")
    assert outage.reason() == ""
    assert caplog.messages[-1].startswith("The database works again")


def test_failures_of_two_kinds_end_with_one_line(
    outage: Outage, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    outage.record_failure(AWAY)
    clock.now += 2
    outage.record_failure(PoolTimeout())
    clock.now += 3
    outage.record_success("written")
    assert caplog.messages[1:] == [
        "The database is too slow (all connections are in use). Players are asked to try again.",
        "The database works again, after 5 s.",
    ]


def test_everybody_may_try_a_database_that_has_just_failed(outage: Outage, clock: Clock) -> None:
    outage.record_failure(AWAY)
    clock.now += 1
    assert not any(is_refused(outage) for _ in range(5))


def test_in_a_long_outage_one_a_second_tries(outage: Outage, clock: Clock) -> None:
    outage.record_failure(AWAY)
    clock.now += 3
    assert [is_refused(outage) for _ in range(3)] == [False, True, True]
    clock.now += 1
    assert [is_refused(outage) for _ in range(3)] == [False, True, True]
    outage.record_success("read")
    assert not any(is_refused(outage) for _ in range(3))


def test_nobody_is_refused_what_fails_at_once_anyway(outage: Outage, clock: Clock) -> None:
    outage.record_failure(full_disk())
    clock.now += 3
    assert not any(is_refused(outage) for _ in range(3))


def test_a_fault_of_the_code_is_logged_with_its_traceback(
    outage: Outage, caplog: pytest.LogCaptureFixture
) -> None:
    outage.record_failure(sqlite3.ProgrammingError("no such column"))
    outage.record_success("written")
    [record] = caplog.records
    assert record.exc_info is not None
    assert record.levelno == logging.ERROR
    assert outage.reason() == ""
