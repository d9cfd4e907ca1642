"""Moving all that is stored to another database, such as from SQLite to PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import aiosqlite
from sqlalchemy import Connection, Index, Row, Table, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.database.columns import metadata
from bot.store.database.copies import check_is_file, opened_to_read, replace_database
from bot.store.database.errors import StoreUnavailable, cause_of, postgresql_errors
from bot.store.database.files import create_private, locked, locked_by_any_name
from bot.store.database.identity import check_never_used
from bot.store.database.postgresql_session import session
from bot.store.database.revisions import migration_state
from bot.store.database.url import resolved

_ROWS: Final = 10_000
"""How many rows are read at once."""
_LAST_IDS: Final = {
    "sqlite": "SELECT name, seq AS last FROM sqlite_sequence WHERE seq > 0",
    "postgresql": """
        SELECT replace(sequencename, '_id_seq', '') AS name, last_value AS last FROM pg_sequences
        WHERE schemaname = current_schema() AND last_value IS NOT NULL
    """,
}
"""The last ids given, by table."""
_SET_LAST_ID: Final = {
    "sqlite": "INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)",
    "postgresql": "SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)",
}
_NOTHING: Final = "nothing was changed."
_FASTER: Final = ("journal_mode = OFF", "synchronous = OFF", "cache_size = -200000")
"""Pragmas for a file that is nobody's until it is complete, and is flushed then, as a whole."""


async def move(url: str, target: str) -> Mapping[str, int]:
    """Copy all tables to an empty database, and check that they are the same there.

    No bot may use either. The target is complete or as it was; the source stays as it is.

    Returns:
        How many rows each table has.
    """
    source_url, source_file = resolved(url)
    target_url, target_file = resolved(target)
    name = target_url.render_as_string(hide_password=True)
    if target_url == source_url:
        raise StoreUnavailable(f"The database {name} is the one that is moved; name another one.")
    try:
        async with _source(source_url, source_file) as source:
            if target_file is None:
                async with session(target_url) as connection:
                    counts = await _copy(source, connection, name)
                    await connection.exec_driver_sql("ANALYZE")
                    return counts
            with locked(target_file):
                return await _copy_to_file(source, target_file)
    except _failures() as error:
        raise StoreUnavailable(
            f"Moving to {name} failed ({cause_of(error)}); {_NOTHING}"
        ) from error


def _failures() -> tuple[type[Exception], ...]:
    return sqlite3.Error, SQLAlchemyError, OSError, *postgresql_errors()


@contextlib.asynccontextmanager
async def _source(url: URL, file: Path | None) -> AsyncIterator[AsyncConnection]:
    """A database of this version, which nobody uses, to be read only."""
    with contextlib.ExitStack() as locks:
        if file is None:
            opened = session(url, is_read_only=True)
        else:
            check_is_file(file)
            locks.enter_context(locked(file))
            locks.enter_context(locked_by_any_name(file))
            opened = _opened(lambda: opened_to_read(file))
        async with opened as connection:
            name = str(file or url.render_as_string(hide_password=True))
            state = await connection.run_sync(migration_state, name)
            if not state.is_current:
                raise StoreUnavailable(
                    f"The database {name} is of an earlier version or empty; start the bot once, "
                    "which brings it up to date."
                )
            yield connection


@contextlib.asynccontextmanager
async def _opened(connect: Callable[[], sqlite3.Connection]) -> AsyncIterator[AsyncConnection]:
    """A transaction on an SQLite file."""
    engine = create_async_engine(
        "sqlite+aiosqlite://",
        async_creator=lambda: aiosqlite.Connection(connect, 1),
        poolclass=NullPool,
        hide_parameters=True,
    )
    async with engine.connect() as connection:
        await connection.exec_driver_sql("BEGIN")
        yield connection


async def _copy_to_file(source: AsyncConnection, file: Path) -> Mapping[str, int]:
    check_never_used(file)
    partial = file.with_name(f"{file.name}.moved")

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(partial, isolation_level=None)
        for pragma in (*_FASTER, "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    try:
        partial.unlink(missing_ok=True)
        create_private(partial)
        async with _opened(connect) as connection:
            counts = await _copy(source, connection, str(file))
            await connection.exec_driver_sql("COMMIT")
        await asyncio.to_thread(replace_database, file, partial)
    finally:
        partial.unlink(missing_ok=True)
    return counts


async def _copy(source: AsyncConnection, target: AsyncConnection, name: str) -> Mapping[str, int]:
    """Copy all tables; what the target holds then is read again, and has to be the same."""
    await target.run_sync(_create, name)
    counts, sums = {}, {}
    for table in metadata.sorted_tables:
        counts[table.name] = sums[table.name] = 0
        async for rows in _read(source, table):
            values = [dict(zip(table.columns.keys(), row, strict=True)) for row in rows]
            await target.execute(table.insert(), values)
            counts[table.name] += len(rows)
            sums[table.name] += _sum_of(rows)
    await target.run_sync(_each_index, Index.create)
    last_ids = await _last_ids(source)
    await _set_last_ids(target, last_ids)
    await _compare(target, sums, last_ids)
    return counts


async def _compare(
    target: AsyncConnection, sums: Mapping[str, int], last_ids: Mapping[str, int]
) -> None:
    for table in metadata.sorted_tables:
        found = 0
        async for rows in _read(target, table):
            found += _sum_of(rows)
        if found != sums[table.name]:
            raise StoreUnavailable(f"The table {table.name} came out different; {_NOTHING}")
    if await _last_ids(target) != last_ids:
        raise StoreUnavailable(f"The last ids came out different; {_NOTHING}")


async def _read(
    connection: AsyncConnection, table: Table
) -> AsyncIterator[Sequence[Row[tuple[object, ...]]]]:
    """The rows of a table, some at a time."""
    async with connection.stream(select(table)) as result:
        async for rows in result.partitions(_ROWS):
            yield rows


def _sum_of(rows: Iterable[Row[tuple[object, ...]]]) -> int:
    """A sum over rows, in whatever order, which tells them from others; another in each process."""
    # Not of tuples, among which -1 and -2 have one hash, and so have 1 and 1.0.
    return sum(hash(repr(tuple(row))) for row in rows)


def _create(connection: Connection, name: str) -> None:
    """Create all tables in an empty database, without indexes."""
    from bot.store.database.migrate import migrate  # noqa: PLC0415  # loads Alembic

    state = migration_state(connection, name)
    if state.revision is not None:
        raise StoreUnavailable(f"The database {name} is not empty; name one that is.")
    migrate(connection, state)
    _each_index(connection, Index.drop)


def _each_index(connection: Connection, change: Callable[[Index, Connection], None]) -> None:
    for table in metadata.sorted_tables:
        for index in table.indexes:
            change(index, connection)


async def _last_ids(connection: AsyncConnection) -> Mapping[str, int]:
    rows = (await connection.exec_driver_sql(_LAST_IDS[connection.dialect.name])).mappings()
    return {row["name"]: row["last"] for row in rows}


async def _set_last_ids(connection: AsyncConnection, last_ids: Mapping[str, int]) -> None:
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql("DELETE FROM sqlite_sequence")
    for name, last in last_ids.items():
        values = {"name": name, "last": last}
        await connection.execute(text(_SET_LAST_ID[connection.dialect.name]), values)
