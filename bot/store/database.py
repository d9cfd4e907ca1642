"""Opening a database: the engine, one connection for SQLite, the lock on its file, migrations."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import aiosqlite
from filelock import FileLock, Timeout
from sqlalchemy import Connection, event, func, select
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.store.errors import StoreInUse, StoreUnavailable, cause_of
from bot.store.migrating import MIGRATIONS, migrate, standing
from bot.store.store import Database
from bot.store.url import database_file, parse_address

_PRAGMAS: Final = (
    # Keeps every other program out for as long as the connection is open. SQLite before 3.51.3
    # can damage a WAL file that two connections write to.
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA journal_mode = WAL",
    # An acknowledged move has to outlive a power cut, not only a crash of the bot.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # What players delete is overwritten at once, and does not linger in the free parts of the
    # file. Little else is ever deleted, so it costs nothing to speak of.
    "PRAGMA secure_delete = ON",
    "PRAGMA busy_timeout = 5000",
)
_MIGRATION_LOCK: Final = 0x7061_7469_656E_6365
"""The number of PostgreSQL's advisory lock that migrations are run under: "patience" in ASCII."""


@contextlib.asynccontextmanager
async def open_store(address: str, *, migrations: Path = MIGRATIONS) -> AsyncIterator[Database]:
    """Open the store at a database address, bring its tables up to date, and close it at the end.

    The file of an SQLite database and its folder are made where they are missing. While it is
    open no other process gets at it. Before an older one is migrated a copy is put beside it.

    Args:
        address: the database address, such as ``sqlite+aiosqlite:///data/patience.db``.
        migrations: the folder of the migrations.

    Raises:
        InvalidAddress: when the address is not understood.
        StoreInUse: when another process has the file open.
        UnknownRevision: when the database was made by a newer version, or by another program.
        StoreUnavailable: when the database cannot be opened.
    """
    url = parse_address(address)
    file = database_file(url)
    with _alone(file) if file is not None else contextlib.nullcontext():
        engine = _sqlite(url) if file is not None else _postgresql(url)
        try:
            await _prepare(engine, file, migrations)
            store = Database(engine)
            try:
                yield store
            finally:
                await store.close()
        finally:
            await engine.dispose()


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Hold the lock on a database file, which is in the folder that is made for both."""
    lock = FileLock(file.with_name(f"{file.name}.lock"), blocking=False, thread_local=False)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise StoreInUse(
            f"The database {file} is in use by another Patience; stop that one first, or give "
            "this one a DATABASE_URL of its own."
        ) from None
    except OSError as error:
        raise _cannot_open(str(file), error) from None
    try:
        yield
    finally:
        lock.release()


def _sqlite(url: URL) -> AsyncEngine:
    # One connection: see the pragmas. Whoever has to wait for it does so in the pool. Parameters
    # are hidden from errors, which are logged: they name players.
    engine = create_async_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)

    @event.listens_for(engine.sync_engine, "connect")
    def configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # The driver's own idea of when transactions begin is switched off: they begin below.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _postgresql(url: URL) -> AsyncEngine:
    return create_async_engine(url, pool_pre_ping=True, hide_parameters=True)


async def _prepare(engine: AsyncEngine, file: Path | None, migrations: Path) -> None:
    """Bring the tables up to date, with a copy of an older file beside it before that."""
    name = engine.url.render_as_string(hide_password=True) if file is None else str(file)
    try:
        if file is not None:
            async with engine.begin() as connection:
                stands = await connection.run_sync(standing, name, migrations)
            if stands.is_older:
                await _copy(engine, _backup_name(file, stands.revision or "none"))
        async with engine.begin() as connection:
            if file is None:
                await connection.execute(select(func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
            stands = await connection.run_sync(standing, name, migrations)
            if not stands.is_current:
                await connection.run_sync(migrate, migrations)
    except (SQLAlchemyError, OSError) as error:
        raise _cannot_open(name, error) from error


def _backup_name(file: Path, revision: str) -> Path:
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    return file.with_name(f"{file.stem}-{revision}-{now}{file.suffix}")


async def _copy(engine: AsyncEngine, target: Path) -> None:
    """Copy an SQLite database through its own connection, onto the disk and not just its cache."""
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        if not isinstance(driver, aiosqlite.Connection):
            raise TypeError(f"{driver!r} is not a connection to SQLite")
        async with driver.execute("VACUUM INTO ?", (str(target),)):
            pass
    await asyncio.to_thread(_flush, target)


def _flush(file: Path) -> None:
    with file.open("rb") as stream:
        os.fsync(stream.fileno())


def _cannot_open(name: str, error: Exception) -> StoreUnavailable:
    return StoreUnavailable(
        f"The database {name} cannot be opened ({cause_of(error)}); check that DATABASE_URL "
        "names a database of Patience's own that this user may write to."
    )
