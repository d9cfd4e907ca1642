"""The engines of a database: how connections are made, and how long anything may take on them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import aiosqlite
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, AdaptedConnection, ExceptionContext
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.store.database.errors import code_of

if TYPE_CHECKING:
    import asyncpg

_log = logging.getLogger(__name__)

APPLICATION: Final = "patience"
"""What the bot's connections are called in PostgreSQL's list of them."""
MIGRATION_LOCK: Final = 0x7061_7469_656E_6365
"""The key of the PostgreSQL advisory lock held while the schema changes: "patience" in ASCII."""
HAS_WRITTEN: Final = "has_written"
"""In a connection's ``info`` once a statement has changed a row."""

SECONDS: Final = "seconds"
"""The execution option that gives statements on an SQLite connection another limit."""

_ABANDONED: Final = 60
"""Seconds after which PostgreSQL ends the transaction of a silent client."""
_WRITERS: Final = 8
_RANDOM_PAGE_COST: Final = 1.1
"""What a page read out of turn costs PostgreSQL, compared with one in turn. Its default is that of
spinning disks: it then reads whole tables rather than the indexes made for a query."""
_READERS: Final = 6
_WRITERS_PLANS: Final = "auto"
_READERS_PLANS: Final = "force_custom_plan"
"""From a statement's sixth execution on, PostgreSQL may plan it for a server of any size. That
saves time where many rows are written, one a statement; a leaderboard of 100,000 players took 1.7 s
by such a plan, and 0.2 s by one of its own."""
_INSTRUCTIONS: Final = 100_000
"""How many instructions SQLite executes between two looks at a statement's deadline."""
_DEADLINE: Final = "deadline"
_WRITES_ELSEWHERE: Final = "25006"
"""PostgreSQL's code of a write to a server that is not, or no longer, the primary one."""


@dataclass(frozen=True)
class Limits:
    """Timeouts, in seconds.

    Attributes:
        pool: waiting for a connection that others use.
        turn: waiting for the one connection that writes to an SQLite file. On a slow disk that is
            how long players wait for each other, so it is longer.
        silence: hearing from PostgreSQL that a statement has reached its limit.
    """

    statement: float = 5.0
    lock: float = 3.0
    connect: float = 5.0
    pool: float = 4.0
    turn: float = 10.0
    silence: float = 3.0


LIMITS: Final = Limits()
UNLIMITED: Final = Limits(statement=math.inf)
"""For migrations, which may take minutes."""

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
    """The engines of one database: a writer, also on autocommit, and a reader if possible."""

    writer: AsyncEngine
    autocommit: AsyncEngine
    reader: AsyncEngine

    async def dispose(self) -> None:
        """Close all connections; SQLite's writer last, so that its log goes into the file."""
        await self.reader.dispose()
        await self.writer.dispose()


def create_engines(url: URL, file: Path | None, limits: Limits) -> Engines:
    """The engines of a database, which is an SQLite file or on a PostgreSQL server."""
    return _postgresql_engines(url, limits) if file is None else _sqlite_engines(url, file, limits)


def _sqlite_engines(url: URL, file: Path, limits: Limits) -> Engines:
    """The engines of an SQLite file.

    One connection writes and checkpoints, and transactions queue for it, because SQLite before
    3.51.3 can damage a file in which two connections do so at once (sqlite.org, "Write-Ahead
    Logging", on the WAL-reset bug). The others are opened read-only.

    Connections share memory, which is a file beside the database. Where that cannot be, as on some
    network drives, there is one connection for everything.
    """
    shares = _shares_memory(file)
    pragmas = _PRAGMAS if shares else (_ALONE, *_PRAGMAS)
    writer = _sqlite(url, 1, "BEGIN IMMEDIATE", pragmas, limits)
    read_only = url.set(
        database=f"file:{quote(str(file.absolute()))}", query={"mode": "ro", "uri": "true"}
    )
    return Engines(
        writer,
        writer.execution_options(begin=""),
        _sqlite(read_only, _READERS, "BEGIN", ("PRAGMA query_only = ON",), limits)
        if shares
        else writer,
    )


def _postgresql_engines(url: URL, limits: Limits) -> Engines:
    writer = _postgresql(url, _WRITERS, _WRITERS_PLANS, limits)
    return Engines(
        writer,
        writer.execution_options(isolation_level="AUTOCOMMIT"),
        _postgresql(url, _READERS, _READERS_PLANS, limits).execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        ),
    )


def _shares_memory(file: Path) -> bool:
    """Whether connections to a file can share memory; also true of one that cannot be opened."""
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


class _Deadline:
    """When the statement on an SQLite connection has to end; SQLite knows no such limit."""

    def __init__(self) -> None:
        self.at = math.inf

    def has_passed(self) -> bool:
        return time.monotonic() > self.at


def _sqlite(
    url: URL, connections: int, begin: str, pragmas: tuple[str, ...], limits: Limits
) -> AsyncEngine:
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=limits.turn if connections == 1 else limits.pool,
        # A connection rolls back what it has begun. Doing so again would be a call in its thread.
        pool_reset_on_return=None,
        # Parameters identify players, and errors are logged.
        hide_parameters=True,
        # The driver begins no transaction by itself.
        connect_args={"timeout": limits.lock, "isolation_level": None},
        execution_options={"begin": begin},
    )

    @event.listens_for(engine.sync_engine, "connect")
    def configure(connection: AdaptedConnection, entry: ConnectionPoolEntry) -> None:
        deadline = entry.info[_DEADLINE] = _Deadline()

        async def prepare(driver: aiosqlite.Connection) -> None:
            await driver.set_progress_handler(deadline.has_passed, _INSTRUCTIONS)
            for pragma in pragmas:
                await driver.execute_fetchall(pragma)

        connection.run_async(prepare)

    @event.listens_for(engine.sync_engine, "begin")
    def begin_explicitly(connection: Connection) -> None:
        if statement := connection.get_execution_options()["begin"]:
            connection.exec_driver_sql(statement)

    @event.listens_for(engine.sync_engine, "before_cursor_execute")
    def limit(connection: Connection, *_: object) -> None:
        seconds = connection.get_execution_options().get(SECONDS, limits.statement)
        connection.info[_DEADLINE].at = time.monotonic() + seconds

    @event.listens_for(engine.sync_engine, "handle_error")
    def undo_cancelled(context: ExceptionContext) -> None:
        cancelled = isinstance(context.original_exception, asyncio.CancelledError)
        if cancelled and context.connection is not None:
            # A half-read statement would keep the file locked, its connection closed or not.
            context.connection.info[_DEADLINE].at = 0.0
            with contextlib.suppress(sqlite3.Error):
                context.connection.connection.rollback()
                context.is_disconnect = False

    _note_writes(engine)
    return engine


def _postgresql(url: URL, connections: int, plans: str, limits: Limits) -> AsyncEngine:
    is_limited = limits.statement < math.inf
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=limits.pool,
        hide_parameters=True,
        connect_args={
            "timeout": limits.connect,
            "command_timeout": limits.statement + limits.silence if is_limited else None,
            "server_settings": {"application_name": APPLICATION},
        },
    )

    @event.listens_for(engine.sync_engine, "connect")
    def configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        if not is_limited:
            return
        # In the start-up message, connection poolers accept few settings.
        cursor = connection.cursor()
        cursor.execute(
            f"SELECT set_config('statement_timeout', '{limits.statement}s', false), "
            f"set_config('lock_timeout', '{limits.lock}s', false), "
            f"set_config('idle_in_transaction_session_timeout', '{_ABANDONED}s', false), "
            f"set_config('random_page_cost', '{_RANDOM_PAGE_COST}', false), "
            f"set_config('plan_cache_mode', '{plans}', false)"
        )
        cursor.close()
        connection.commit()

    @event.listens_for(engine.sync_engine, "checkout")
    def refuse_closed(_: DBAPIConnection, entry: ConnectionPoolEntry, *__: object) -> None:
        # Unlike a ping, this costs nothing: the driver knows when the server closes a connection.
        if _driver(entry).is_closed():
            raise DisconnectionError

    @event.listens_for(engine.sync_engine, "close")
    def terminate(_: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        # A graceful close would block if the server is gone.
        _driver(entry).terminate()

    @event.listens_for(engine.sync_engine, "handle_error")
    def give_up_lost(context: ExceptionContext) -> None:
        error = context.original_exception
        if isinstance(error, TimeoutError) or code_of(error) == _WRITES_ELSEWHERE:
            # Otherwise it would be asked to roll back, and waited for.
            context.is_disconnect = True

    _note_writes(engine)
    return engine


def _driver(entry: ConnectionPoolEntry) -> asyncpg.Connection[Any]:
    driver: asyncpg.Connection[Any] = entry.driver_connection  # type: ignore[assignment]
    return driver


def _note_writes(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "after_cursor_execute")
    def note(
        connection: Connection,
        cursor: DBAPICursor,
        statement: str,
        parameters: object,
        context: DefaultExecutionContext | None,
        executemany: bool,
    ) -> None:
        if context is not None and context.is_crud and cursor.rowcount:
            connection.info[HAS_WRITTEN] = True
