"""Errors of the store. Each message is one sentence that can be shown to players as it is."""

from __future__ import annotations

import errno
import sqlite3
from enum import Enum, auto
from typing import Final

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.errors import StoreError


class Failure(Enum):
    """Why the database fails, as far as it matters for what to do."""

    AWAY = auto()
    """It cannot be reached, or the connection is lost."""
    BUSY = auto()
    """Others use it, or it takes too long; the next attempt may succeed."""
    LOCKED = auto()
    """Another program keeps everybody from writing to an SQLite file."""
    FULL = auto()
    READ_ONLY = auto()
    DAMAGED = auto()
    OTHER = auto()
    """A fault of the program, or one that nobody has thought of."""


class InvalidUrl(StoreError, ValueError):
    """A database URL is malformed or not supported."""


class StoreInUse(StoreError):
    """Another process has the database, and may give it up."""


class UnknownRevision(StoreError):
    """The database was made by another program, or by a version this one does not know."""


class StoreUnavailable(StoreError):
    """The database could not be opened, read or written."""

    is_logged = True

    def __init__(self, sentence: str, failure: Failure = Failure.OTHER) -> None:
        super().__init__(sentence)
        self.failure = failure


class StoreRefused(StoreUnavailable):
    """The database cannot be opened until a setting or a permission changes."""


class StoreDamaged(StoreUnavailable):
    """The database's file is damaged, lost or another one; starting again does not help."""


class NoSuchGame(StoreError):
    """No game has that id."""


class Conflict(StoreError):
    """The game is no longer at the expected version; nothing was written."""


class GameFinished(StoreError):
    """The game is won or given up and takes no more actions; nothing was written."""


class LimitReached(StoreError):
    """The player has as many of these as they may have; nothing was written."""


def cause_of(error: BaseException) -> str:
    """The driver's own message, on one line and undecorated."""
    if isinstance(error, PoolTimeout):
        return "all connections are in use"
    # The adapter's own message begins with the name of a class.
    error = driver_error(error)
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, TimeoutError):
        return "it does not answer"
    lines = str(error).splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def cannot_open(name: str, error: Exception) -> StoreError:
    """The error that says that a database cannot be opened."""
    if failure_of(error) is Failure.LOCKED:
        return StoreInUse(
            f"The database {name} is locked by another program; close that, or wait until it is "
            "done, and try again."
        )
    is_sqlites = isinstance(driver_error(error), sqlite3.Error)
    for_operators = _OF_SQLITE_FOR_OPERATORS if is_sqlites else _FOR_OPERATORS
    kind = StoreRefused if code_of(error) in for_operators else StoreUnavailable
    return kind(
        f"The database {name} cannot be opened ({cause_of(error)}); check that DATABASE_URL "
        "names a database of Patience's own that this user may write to."
    )


def driver_error(error: BaseException) -> BaseException:
    """The error that the driver raised, behind those that were made of it."""
    if not isinstance(error, DBAPIError) or error.orig is None:
        return error
    # SQLAlchemy's asyncpg adapter chains the original error.
    return error.orig.__cause__ or error.orig


def code_of(error: BaseException) -> str | int:
    """PostgreSQL's code of an error, SQLite's primary one, or the system's; "" if it has none."""
    cause = driver_error(error)
    if isinstance(cause, sqlite3.Error):
        # The lowest byte of an extended code is the code; errors of the driver itself have none.
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF
    state = getattr(cause, "sqlstate", None)
    if isinstance(state, str):
        return state
    return cause.errno or "" if isinstance(cause, OSError) else ""


def postgresql_errors() -> tuple[type[Exception], ...]:
    """The errors of PostgreSQL and of its driver; none where that is not installed."""
    try:
        import asyncpg  # noqa: PLC0415  # an extra
    except ModuleNotFoundError:
        return ()
    return asyncpg.PostgresError, asyncpg.InterfaceError


def failure_of(error: BaseException) -> Failure:
    """What kind of failure an error of a driver, of the pool or of the system is."""
    if isinstance(error, PoolTimeout):
        return Failure.BUSY
    cause = driver_error(error)
    code = code_of(error)
    table = _OF_SQLITE if isinstance(cause, sqlite3.Error) else _OF_SYSTEM_AND_POSTGRESQL
    if code in table:
        return table[code]
    is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
    # The driver calls a lost connection so, and values that it cannot send, which are ValueErrors.
    is_closed = isinstance(cause, postgresql_errors()[1:]) and not isinstance(cause, ValueError)
    if (
        is_lost
        or is_closed
        or isinstance(cause, OSError)
        or (isinstance(code, str) and code[:2] == "08")
    ):
        return Failure.AWAY
    return Failure.OTHER


_OF_SQLITE: Final[dict[str | int, Failure]] = {
    sqlite3.SQLITE_BUSY: Failure.LOCKED,
    sqlite3.SQLITE_LOCKED: Failure.LOCKED,
    sqlite3.SQLITE_INTERRUPT: Failure.BUSY,
    sqlite3.SQLITE_FULL: Failure.FULL,
    sqlite3.SQLITE_READONLY: Failure.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Failure.DAMAGED,
    sqlite3.SQLITE_NOTADB: Failure.DAMAGED,
    sqlite3.SQLITE_IOERR: Failure.AWAY,
    sqlite3.SQLITE_CANTOPEN: Failure.AWAY,
}
# PostgreSQL's appendix "Error Codes".
_OF_SYSTEM_AND_POSTGRESQL: Final[dict[str | int, Failure]] = {
    "25006": Failure.READ_ONLY,
    "40001": Failure.BUSY,
    "40P01": Failure.BUSY,
    "53100": Failure.FULL,
    "53200": Failure.BUSY,
    "53300": Failure.BUSY,
    "53400": Failure.BUSY,
    "55P03": Failure.BUSY,
    "57014": Failure.BUSY,
    "57P01": Failure.AWAY,
    "57P02": Failure.AWAY,
    "57P03": Failure.AWAY,
    "57P05": Failure.AWAY,
    "58030": Failure.AWAY,
    "25P03": Failure.AWAY,
    "XX001": Failure.DAMAGED,
    "XX002": Failure.DAMAGED,
    errno.ENOSPC: Failure.FULL,
    errno.EDQUOT: Failure.FULL,
    errno.EROFS: Failure.READ_ONLY,
}

NOT_WRITABLE: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
"""The system's codes for folders that this user may not write to."""
_FOR_OPERATORS: Final[frozenset[str | int]] = NOT_WRITABLE | {
    *(errno.ENOTDIR, errno.EEXIST, errno.EISDIR, errno.ENAMETOOLONG, errno.ELOOP),
    # A wrong user or password, no such database, missing privileges.
    *("28000", "28P01", "3D000", "42501"),
}
"""Codes of errors in opening a database that stay until somebody changes something."""
_OF_SQLITE_FOR_OPERATORS: Final[frozenset[str | int]] = frozenset(
    {sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOTADB}
)

REPEATABLE: Final = frozenset({"40001", "40P01"})
"""PostgreSQL's codes of transactions that succeed when they are repeated."""
