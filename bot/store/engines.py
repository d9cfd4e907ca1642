"""The engines of a database: how connections are made, and how long anything may take on them."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

import aiosqlite
import asyncpg
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from bot.store.errors import code_of
from bot.store.url import CACHE_SIZE

_log = logging.getLogger(__name__)

APPLICATION: Final = "patience"
"""What the bot's connections are called in PostgreSQL's list of them."""
_ABANDONED: Final = 60
"""Seconds after which PostgreSQL ends the transaction of a client that is silent."""
_WRITERS: Final = 10
_READERS: Final = 4
_STATEMENTS: Final = 100
"""How many prepared statements a connection to PostgreSQL keeps, unless its URL says otherwise."""


@dataclass(frozen=True)
class Limits:
    """How many seconds things may take before the database counts as failing.

    Attributes:
        statement: a statement, unless its transaction says otherwise.
        lock: waiting for what another transaction holds.
        connect: making a connection.
        pool: waiting for a connection that others use.
        turn: waiting for the one connection that writes to an SQLite file. On a slow disk that is
            how long players wait for each other, so it is longer.
        silence: hearing from PostgreSQL that a statement has reached its limit.
        longest: a statement that only reads, whatever its transaction says: after it, nothing is
            expected of PostgreSQL any more.
    """

    statement: float = 5.0
    lock: float = 3.0
    connect: float = 5.0
    pool: float = 4.0
    turn: float = 10.0
    silence: float = 3.0
    longest: float = 120.0


LIMITS: Final = Limits()

EVERY_GAME: Final = 600.0
"""Seconds for a statement that reads all games there are, for an operator."""

_WRITES_ELSEWHERE: Final = "25006"
"""PostgreSQL's code of a write to a server that is not, or no longer, the primary one."""

_UNDOING: Final = 0.05
"""Seconds after which an SQLite statement that nobody waits for is interrupted."""

_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    # An acknowledged move must survive a power cut, not just a crash of the bot.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # Deleted player data is overwritten at once. Deletions are rare, so this costs next to nothing.
    "PRAGMA secure_delete = ON",
)
_ALONE: Final = "PRAGMA locking_mode = EXCLUSIVE"


@dataclass(frozen=True)
class Engines:
    """The engines of one database.

    Attributes:
        writer: for transactions that may write.
        reader: for those that only read; the writer where there can be no second connection.
        unlimited: for what may take minutes, such as migrations.
        seconds: after which a statement of the writer is ended by this process.
    """

    writer: AsyncEngine
    reader: AsyncEngine
    unlimited: AsyncEngine
    seconds: float

    async def dispose(self) -> None:
        """Close all connections; SQLite's writer last, so that its log goes into the file."""
        for engine in (self.reader, self.unlimited, self.writer):
            await engine.dispose()


def sqlite_engines(url: URL, file: Path, limits: Limits) -> Engines:
    """The engines of an SQLite file.

    One connection writes and checkpoints, and transactions queue for it, because SQLite before
    3.51.3 can damage a file in which two connections do so at once (sqlite.org, "Write-Ahead
    Logging", on the WAL-reset bug). The others are opened read-only.

    Connections share memory, which is a file beside the database. Where that cannot be, as on some
    network drives, there is one connection for everything.
    """
    shares = _shares_memory(file)
    pragmas = (f"PRAGMA busy_timeout = {limits.lock * 1000:.0f}", *_PRAGMAS)
    writer = _sqlite(url, 1, "BEGIN IMMEDIATE", pragmas if shares else (_ALONE, *pragmas), limits)
    unlimited = writer.execution_options(statement_seconds=None)
    if not shares:
        return Engines(writer, writer, unlimited, limits.statement)
    read_only = url.set(
        database=f"file:{quote(str(file.absolute()))}", query={"mode": "ro", "uri": "true"}
    )
    reader = _sqlite(read_only, _READERS, "BEGIN", ("PRAGMA query_only = ON",), limits)
    return Engines(writer, reader, unlimited, limits.statement)


def postgresql_engines(url: URL, limits: Limits) -> Engines:
    """The engines of a PostgreSQL database."""
    writer = _postgresql(url, _WRITERS, limits.statement + limits.silence, limits)
    reader = _postgresql(url, _READERS, limits.longest, limits)
    return Engines(
        writer,
        reader.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True),
        create_async_engine(
            url,
            poolclass=NullPool,
            hide_parameters=True,
            connect_args={"timeout": limits.connect},
        ),
        limits.statement + limits.silence,
    )


def has_written(connection: AsyncConnection) -> bool:
    """Whether a transaction has written anything; asked at its end."""
    info = connection.sync_connection.info if connection.sync_connection is not None else {}
    return "has_written" in info


def _shares_memory(file: Path) -> bool:
    """Whether connections to a file can share memory; also said of one that cannot be opened."""
    if _opens(file) or not _opens(file, _ALONE):
        return True
    _log.warning("On the drive of %s, long reads and backups hold up players.", file)
    return False


def _opens(file: Path, *pragmas: str) -> bool:
    """Whether a file can be used with a write-ahead log."""
    connection = sqlite3.connect(file, timeout=0)
    try:
        for pragma in pragmas:
            connection.execute(pragma)
        [[mode]] = connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except sqlite3.Error:
        return False
    finally:
        connection.close()
    return bool(mode == "wal")


def _sqlite(
    url: URL, connections: int, begin: str, pragmas: tuple[str, ...], limits: Limits
) -> AsyncEngine:
    # Parameters are hidden from errors, which are logged: they identify players.
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=limits.turn if connections == 1 else limits.pool,
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # Disables the driver's implicit transactions; they begin explicitly below.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin_explicitly(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    _limit_statements(engine, limits.statement, 0)
    return engine


def _postgresql(url: URL, connections: int, command_seconds: float, limits: Limits) -> AsyncEngine:
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=limits.pool,
        hide_parameters=True,
        connect_args={
            "timeout": limits.connect,
            "command_timeout": command_seconds,
            # The driver has a cache of its own, for what it is given without SQLAlchemy.
            "statement_cache_size": int(str(url.query.get(CACHE_SIZE, _STATEMENTS))),
            "server_settings": {"application_name": APPLICATION},
        },
    )

    @event.listens_for(engine.sync_engine, "connect")
    def configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # In the start-up message, connection poolers accept few settings.
        cursor = connection.cursor()
        cursor.execute(
            f"SELECT set_config('statement_timeout', '{limits.statement}s', false), "
            f"set_config('lock_timeout', '{limits.lock}s', false), "
            f"set_config('idle_in_transaction_session_timeout', '{_ABANDONED}s', false)"
        )
        cursor.close()
        connection.commit()

    @event.listens_for(engine.sync_engine, "checkout")
    def refuse_closed(_: DBAPIConnection, entry: ConnectionPoolEntry, *__: object) -> None:
        # Unlike a ping, this costs nothing: the driver knows when the server closes a connection.
        driver = entry.driver_connection
        if isinstance(driver, asyncpg.Connection) and driver.is_closed():
            raise DisconnectionError

    @event.listens_for(engine.sync_engine, "close")
    def drop(_: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        # A farewell would be waited for, and the server may be gone without a word.
        end(entry.driver_connection)

    _limit_statements(engine, limits.statement, limits.silence)
    return engine


def _limit_statements(engine: AsyncEngine, statement_seconds: float, grace: float) -> None:
    """End each statement that takes longer than its transaction's ``statement_seconds``.

    On SQLite it is interrupted. PostgreSQL does that itself; if it did not say so after a grace
    period, it is gone, and the connection is closed.
    """

    @event.listens_for(engine.sync_engine, "before_cursor_execute")
    def start(connection: Connection, *_: object) -> None:
        options = connection.get_execution_options()
        seconds = options.get("statement_seconds", statement_seconds)
        if seconds is not None:
            driver = connection.connection.driver_connection
            connection.info["limit"] = asyncio.get_running_loop().call_later(
                seconds + grace, end, driver
            )

    @event.listens_for(engine.sync_engine, "after_cursor_execute")
    def stop(
        connection: Connection,
        cursor: DBAPICursor,
        statement: str,
        parameters: object,
        context: DefaultExecutionContext | None,
        executemany: bool,
    ) -> None:
        _cancel_limit(connection)
        if context is not None and context.is_crud and cursor.rowcount:
            connection.info["has_written"] = True

    @event.listens_for(engine.sync_engine, "checkin")
    def forget(_: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        # The next transaction is another one, however this one ended.
        entry.info.pop("has_written", None)

    @event.listens_for(engine.sync_engine, "handle_error")
    def fail(context: ExceptionContext) -> BaseException | None:
        if context.connection is None:
            return None
        _cancel_limit(context.connection)
        driver = context.connection.connection.driver_connection
        if is_lost(context.original_exception):
            # Otherwise it would be asked to roll back, and waited for.
            abandon(driver)
            context.is_disconnect = True
        return loss_behind(context.original_exception, driver)


def is_lost(error: BaseException) -> bool:
    """Whether nobody waits any more, after an error, for what the connection does."""
    given_up = isinstance(error, TimeoutError | asyncio.CancelledError)
    return given_up or code_of(error) == _WRITES_ELSEWHERE


def loss_behind(error: BaseException, driver: object) -> asyncpg.PostgresError | None:
    """The loss of a connection, behind an error of the driver that does not name it.

    Where a connection is terminated while a task is about to go on with what it received, asyncpg
    0.31 uses the protocol that is gone: ``'NoneType' object has no attribute 'bind_execute'``
    (``Connection._abort``, ``Connection.__execute``).
    """
    is_closed = isinstance(driver, asyncpg.Connection) and driver.is_closed()
    if is_closed and isinstance(error, AttributeError | asyncpg.InternalClientError):
        return asyncpg.ConnectionDoesNotExistError("the connection was closed")
    return None


def _cancel_limit(connection: Connection) -> None:
    limit: asyncio.TimerHandle | None = connection.info.pop("limit", None)
    if limit is not None:
        limit.cancel()


def abandon(driver: object) -> None:
    """Undo what is going on on a connection that nobody waits for any more.

    While a statement is half read, SQLite keeps the file locked, even if its connection was closed.
    Nor does it roll back once such a statement is interrupted, so only one that goes on is.
    """
    if not isinstance(driver, aiosqlite.Connection):
        end(driver)
        return
    connection = driver._conn  # noqa: SLF001
    is_undone = threading.Event()

    def undo() -> None:
        try:
            connection.rollback()
        finally:
            is_undone.set()

    # Its own rollback() would have to be awaited.
    driver._tx.put_nowait((None, undo))  # noqa: SLF001
    asyncio.get_running_loop().call_later(
        _UNDOING, lambda: None if is_undone.is_set() else connection.interrupt()
    )


def end(driver: object) -> None:
    """End what is going on on a connection."""
    if isinstance(driver, aiosqlite.Connection):
        driver._conn.interrupt()  # noqa: SLF001  # its own interrupt() is a coroutine without need
    elif isinstance(driver, asyncpg.Connection):
        driver.terminate()
