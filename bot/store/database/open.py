"""Opening a database: the lock on SQLite's file, the backup copy, the migrations."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.connection import Database, execute_on_sqlite
from bot.store.engines import LIMITS, Limits, postgresql_engines, sqlite_engines
from bot.store.errors import StoreDamaged, cannot_open, code_of, driver_error
from bot.store.files import (
    copy_name,
    create_private,
    damaged,
    how_to_restore,
    keep_private,
    locked,
    newest_copy,
    put_in_place,
)
from bot.store.revisions import MIGRATIONS, migration_state
from bot.store.url import database_file, parse_url

_log = logging.getLogger(__name__)

# Alembic logs what it loads and every step at INFO; only problems matter here.
logging.getLogger("alembic").setLevel(logging.WARNING)

_MIGRATION_LOCK: Final = 0x7061_7469_656E_6365
"""The key of the PostgreSQL advisory lock held while migrating: "patience" in ASCII."""


@contextlib.asynccontextmanager
async def open_database(
    url: str, *, migrations: Path = MIGRATIONS, limits: Limits = LIMITS
) -> AsyncIterator[Database]:
    """Open a database, migrate it to the current schema, and close it on exit.

    A missing SQLite file is created along with its folder, and no other process can open it until
    it is closed. An older one is copied to a file beside it before it is migrated. Only the owner
    can read these files.

    Args:
        url: the database URL, such as ``sqlite+aiosqlite:///data/patience.db``.
        migrations: the folder of the migrations.
        limits: how long things may take.

    Raises:
        InvalidUrl: if the URL is not understood.
        StoreInUse: if another process has the file open.
        UnknownRevision: if the database was made by a newer version, or by another program.
        StoreUnavailable: if the database cannot be opened, or is empty with a copy beside it.
    """
    parsed = parse_url(url)
    file = database_file(parsed)
    with locked(file) if file is not None else contextlib.nullcontext():
        if file is not None:
            _make_ready(file)
        engines = (
            postgresql_engines(parsed, limits)
            if file is None
            else sqlite_engines(parsed, file, limits)
        )
        try:
            await _prepare(engines.unlimited, file, migrations)
            database = Database(engines, file)
            try:
                yield database
            finally:
                await database.close()
        finally:
            await engines.dispose()


def _make_ready(file: Path) -> None:
    """Create a missing database file, refuse one that was emptied, and keep others from reading."""
    try:
        if newest_copy(file) and file.exists() and not file.stat().st_size:
            raise StoreDamaged(
                f"The database {file} is empty but was not always; {how_to_restore(file)}, or "
                f"delete {file.name} to begin anew."
            )
        create_private(file)
        keep_private(file)
    except OSError as error:
        raise cannot_open(str(file), error) from None


async def _prepare(engine: AsyncEngine, file: Path | None, migrations: Path) -> None:
    """Migrate the database to the current schema, copying an older file first."""
    name = engine.url.render_as_string(hide_password=True) if file is None else str(file)
    try:
        if file is not None:
            async with engine.begin() as connection:
                state = await connection.run_sync(migration_state, name, migrations)
            if state.is_older:
                await _copy(
                    engine, file, copy_name(file, state.revision or "none", datetime.now(UTC))
                )
            # Migrations copy tables that others refer to, and check the references at the end.
            await execute_on_sqlite(engine, "PRAGMA foreign_keys = OFF")
        async with engine.begin() as connection:
            if file is None:
                await connection.execute(select(func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
            state = await connection.run_sync(migration_state, name, migrations)
            if state.is_older:
                _log.info(
                    "Bringing the database up to date in %d steps, which can take minutes.",
                    len(state.missing),
                )
            if not state.is_current:
                from bot.store.migrate import migrate  # noqa: PLC0415  # loads Alembic

                await connection.run_sync(migrate, state, migrations)
        if state.is_older:
            _log.info("The database is up to date.")
        if file is not None:
            await execute_on_sqlite(engine, "PRAGMA foreign_keys = ON")
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        if file is not None:
            _raise_if_damaged(file, error)
        raise cannot_open(name, error) from error


async def _copy(engine: AsyncEngine, file: Path, target: Path) -> None:
    """Copy an SQLite database through its own connection and flush the copy to disk.

    It has another name until it is complete, so that no part of one is taken for a copy.
    """
    _log.info("Copying the database to %s before it is brought up to date.", target)
    partial = file.with_name(f"{file.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        create_private(partial)
        await execute_on_sqlite(engine, "VACUUM INTO ?", str(partial))
        await asyncio.to_thread(put_in_place, partial, target)
    finally:
        partial.unlink(missing_ok=True)


def _raise_if_damaged(file: Path, error: Exception) -> None:
    """Say how to go on with a file that SQLite calls malformed, or no database at all."""
    code = code_of(error) if isinstance(driver_error(error), sqlite3.Error) else ""
    # Without a copy, a file that is no database may be anybody's.
    if code == sqlite3.SQLITE_CORRUPT or (code == sqlite3.SQLITE_NOTADB and newest_copy(file)):
        raise damaged(file, error) from error
