"""What an error of a database is said to be caused by."""

from __future__ import annotations

import asyncio
import sqlite3

from sqlalchemy.exc import OperationalError

from bot.store.database.errors import (
    Failure,
    StoreInUse,
    StoreRefused,
    StoreUnavailable,
    cannot_open,
    cause_of,
    failure_of,
)


def test_a_drivers_error_is_undecorated() -> None:
    error = OperationalError("SELECT 1", {}, Exception("disk I/O error.\nmore"))
    assert cause_of(error) == "disk I/O error"


def test_a_chained_error_is_the_cause() -> None:
    error = OperationalError("SELECT 1", {}, Exception("<class 'X'>: no such table"))
    assert error.orig is not None
    error.orig.__cause__ = ValueError("no such table")
    assert cause_of(error) == "no such table"


def test_an_error_of_the_system_is_its_own_message() -> None:
    assert cause_of(PermissionError(13, "Permission denied", "/data")) == "Permission denied"


def test_an_error_without_a_message_is_called_by_its_type() -> None:
    assert cause_of(ValueError()) == "ValueError"


def test_silence_is_put_into_words() -> None:
    assert cause_of(TimeoutError()) == "it does not answer"


def test_an_error_of_the_network_is_one_whatever_it_was_made_of() -> None:
    error = TimeoutError()
    error.__cause__ = asyncio.CancelledError()
    assert failure_of(error) is Failure.AWAY


def test_what_only_operators_can_mend_is_refused_and_what_passes_is_not() -> None:
    for code, kind in (
        (sqlite3.SQLITE_READONLY, StoreRefused),
        (sqlite3.SQLITE_BUSY, StoreInUse),
        (sqlite3.SQLITE_INTERRUPT, StoreUnavailable),
    ):
        error = sqlite3.OperationalError("no")
        error.sqlite_errorcode = code
        assert type(cannot_open("x", error)) is kind
