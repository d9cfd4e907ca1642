"""Opening a database: the lock on SQLite's file, the copy before a migration, the migration."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import create_engine, func, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from bot.store.database.connection import Database
from bot.store.database.engines import (
    LIMITS,
    MIGRATION_LOCK,
    UNLIMITED,
    Engines,
    Limits,
    create_engines,
)
from bot.store.database.errors import (
    Failure,
    StoreUnavailable,
    cannot_open,
    cause_of,
    code_of,
    driver_error,
)
from bot.store.database.files import (
    copy_name,
    create_private,
    damaged,
    keep_private,
    locked,
    locked_by_any_name,
    put_in_place,
)
from bot.store.database.identity import (
    check_present,
    check_same,
    identify,
    remember,
    was_used,
)
from bot.store.database.open_file import OpenFile
from bot.store.database.revisions import MIGRATIONS, check_tables, migration_state
from bot.store.database.url import database_file, resolved

_log = logging.getLogger(__name__)

# Alembic logs what it loads and every step at INFO; only problems matter here.
logging.getLogger("alembic").setLevel(logging.WARNING)

_EVERY_GAME: Final = replace(LIMITS, statement=600.0)
"""For an operator's statements, which may read all games there are."""


@contextlib.asynccontextmanager
async def open_database(
    url: str, *, migrations: Path = MIGRATIONS, limits: Limits = LIMITS
) -> AsyncIterator[Database]:
    """Open a database, migrate it to the current schema, and close it on exit.

    A missing SQLite file is created along with its folder unless there was one before, and no other
    process can open it until it is closed. An older one is copied to a file beside it before it is
    migrated. Only the owner can read these files.
    """
    parsed, file = resolved(url)
    with _alone_with(file, migrations) if file is not None else contextlib.nullcontext():
        async with _disposed(create_engines(parsed, file, UNLIMITED)) as engines:
            await _migrate(engines, file, migrations)
        async with _disposed(create_engines(parsed, file, limits)) as engines:
            opened = OpenFile(file, engines) if file is not None else None
            database = Database(engines, file, opened)
            try:
                yield database
            finally:
                await database.close()


@contextlib.asynccontextmanager
async def open_to_read(url: str) -> AsyncIterator[Database]:
    """Open a database for :meth:`~.Database.reading` alone, while a bot uses it or not.

    One with which no bot would start is refused with the same sentence.
    """
    parsed, file = resolved(url)
    if file is not None:
        check_present(file)
        if not file.is_file():
            raise StoreUnavailable(f"There is no database {file}; DATABASE_URL says where it is.")
        _check_own(file, MIGRATIONS)
    async with _disposed(create_engines(parsed, file, _EVERY_GAME)) as engines:
        with _operators_errors(parsed, file):
            database = Database(engines, file)
            async with database.reading() as connection:
                if file is not None:
                    await connection.run_sync(check_same, file)
                state = await connection.run_sync(migration_state, _name(parsed))
                if not state.is_current:
                    raise StoreUnavailable(
                        f"The database {_name(parsed)} is of an earlier version; start the bot "
                        "once, which brings it up to date."
                    )
                await connection.run_sync(check_tables, _name(parsed))
            yield database
            await database.close()


@contextlib.asynccontextmanager
async def _disposed(engines: Engines) -> AsyncIterator[Engines]:
    try:
        yield engines
    finally:
        await engines.dispose()


@contextlib.contextmanager
def _operators_errors(url: URL, file: Path | None) -> Iterator[None]:
    """Say what an operator can do about a database that fails, in place of what players read."""
    try:
        yield
    except StoreUnavailable as error:
        cause = error.__cause__
        if cause is None:
            raise
        if error.failure is Failure.DAMAGED and file is not None:
            raise damaged(file, cause) from cause
        if error.failure is Failure.LOCKED:
            raise cannot_open(_name(url), error) from cause
        raise StoreUnavailable(
            f"The database {_name(url)} cannot be read ({cause_of(cause)}); DATABASE_URL says "
            "where it is.",
            error.failure,
        ) from cause


def _name(url: URL) -> str:
    """What a database is called in errors."""
    return str(database_file(url) or url.render_as_string(hide_password=True))


@contextlib.contextmanager
def _alone_with(file: Path, migrations: Path) -> Iterator[None]:
    """Keep other bots from a database file, which is created if there never was one."""
    with locked(file):
        _check_own(file, migrations)
        try:
            check_present(file)
            create_private(file)
            keep_private(file)
        except OSError as error:
            raise cannot_open(str(file), error) from None
        with locked_by_any_name(file):
            yield


def _check_own(file: Path, migrations: Path) -> None:
    """Check that a file is no other program's, before anything in it or of it is changed.

    One that is damaged or locked is told of by whatever opens it; so is one in the place of a
    database that was lost, with where there is a copy of that.
    """
    if not file.is_file() or was_used(file):
        return
    engine = create_engine("sqlite://", poolclass=NullPool, creator=lambda: _connect(file, "ro"))
    with contextlib.suppress(DBAPIError), engine.connect() as connection:
        migration_state(connection, str(file), migrations)


def check_startable(file: Path) -> None:
    """Check that no other program keeps a bot that starts from writing to a file of its own.

    Raises:
        StoreError: one does, or this user may not write to it.
    """
    try:
        with contextlib.closing(_connect(file, "rw")) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise cannot_open(str(file), error) from error


def _connect(file: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(str(file.absolute()))}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=LIMITS.lock, isolation_level=None)


async def _migrate(engines: Engines, file: Path | None, migrations: Path) -> None:
    """Migrate the database to the current schema, copying an older file first."""
    name, identity = _name(engines.writer.url), ""
    try:
        if file is None:
            from bot.store.database.postgresql_session import (  # noqa: PLC0415  # loads asyncpg
                check_keeps_sessions,
            )

            await check_keeps_sessions(engines.writer.url)
        else:
            async with engines.autocommit.connect() as connection:
                await connection.run_sync(check_same, file)
                state = await connection.run_sync(migration_state, name, migrations)
                if state.is_older:
                    revision = state.revision or "none"
                    await _copy(connection, file, copy_name(file, revision, datetime.now(UTC)))
                # Migrations copy tables that others refer to, and check references at the end.
                await connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        async with engines.writer.begin() as connection:
            if file is None:
                await _take_turn(connection)
            state = await connection.run_sync(migration_state, name, migrations)
            if state.is_older:
                _log.info("Bringing the database up to date, which can take minutes.")
            if not state.is_current:
                from bot.store.database.migrate import migrate  # noqa: PLC0415  # loads Alembic

                await connection.run_sync(migrate, state, migrations)
            if migrations == MIGRATIONS:
                await connection.run_sync(check_tables, name)
            if file is not None:
                identity = await connection.run_sync(identify, file)
        if file is not None:
            remember(file, identity)
        if state.is_older:
            _log.info("The database is up to date.")
    except (SQLAlchemyError, OSError) as error:
        if file is not None:
            _raise_if_damaged(file, error)
        raise cannot_open(name, error) from error


async def _take_turn(connection: AsyncConnection) -> None:
    """Take the lock of PostgreSQL's starts, restores and moves; say so if another one has it."""
    if await connection.scalar(select(func.pg_try_advisory_xact_lock(MIGRATION_LOCK))):
        return
    _log.info("Waiting until another start, a restore or a move is done with the database.")
    await connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))


async def _copy(connection: AsyncConnection, file: Path, target: Path) -> None:
    """Copy an SQLite database through its own connection and flush the copy to disk.

    It has another name until it is complete, so that no part of one is taken for a copy.
    """
    _log.info("Copying the database to %s before it is brought up to date.", target)
    partial = file.with_name(f"{file.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        create_private(partial)
        await connection.exec_driver_sql("VACUUM INTO ?", (str(partial),))
        await asyncio.to_thread(put_in_place, partial, target)
    finally:
        partial.unlink(missing_ok=True)


def _raise_if_damaged(file: Path, error: Exception) -> None:
    """Say how to go on with a file that SQLite calls malformed, or no database at all."""
    code = code_of(error) if isinstance(driver_error(error), sqlite3.Error) else ""
    # Where there was no database, a file that is none may be anybody's.
    if code == sqlite3.SQLITE_CORRUPT or (code == sqlite3.SQLITE_NOTADB and was_used(file)):
        raise damaged(file, error) from error
