"""All rows of a database, read and written as fast as each kind of database can.

Rows are in the form in which SQLite stores them, so that it converts none; PostgreSQL sends days
and truth values in that form, and takes them so.
"""

from __future__ import annotations

import asyncio
import functools
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import date
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, TypeAlias

from sqlalchemy import Boolean, Column, Connection, Date, Table, create_engine
from sqlalchemy.pool import NullPool

from bot.store.database.columns import metadata
from bot.store.database.copies import opened_to_read
from bot.store.database.errors import StoreUnavailable
from bot.store.database.postgresql_session import Session
from bot.store.database.revisions import migration_state

Rows: TypeAlias = list[tuple[Any, ...]]
"""Rows of a table, their values in the order of its columns."""

_SECONDARY: Final = """
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS dropping,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
            pg_get_constraintdef(pg_constraint.oid)) AS making, contype = 'f' AS refers
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE relnamespace = current_schema()::regnamespace
        AND contype IN ('p', 'u', 'f') AND relname <> 'alembic_version'
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), false
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
"""
"""What drops each key and index, and what makes it again; whether it refers to another table."""
_INDEXES: Final = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
_SHAPE: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
"""What each table, index and trigger is, with the constraints of the tables."""

_ROWS: Final = 10_000
"""How many rows are read at once."""
_FIRST_DAY: Final = date(2000, 1, 1).toordinal()
"""The day from which PostgreSQL counts days."""


class SqliteContents:
    """What an SQLite file holds."""

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        self._file = file
        self._connection = connection
        self._indexes: list[str] = []
        self._shape: list[object] = []

    async def check_revision(self, name: str) -> None:
        """Check that the database is of this version."""
        engine = create_engine(
            "sqlite://", creator=lambda: opened_to_read(self._file), poolclass=NullPool
        )
        with engine.connect() as connection:
            _check_current(connection, name)

    async def create(self, name: str) -> None:
        """Make the tables, without indexes."""
        await asyncio.to_thread(self._create, name)

    def _create(self, name: str) -> None:
        with create_engine(f"sqlite:///{self._file}", poolclass=NullPool).connect() as connection:
            _migrate_empty(connection, name)
        # The file is flushed once, as a whole. Rows come from where the same checks hold.
        for pragma in (
            "journal_mode = OFF",
            "synchronous = OFF",
            "cache_size = -200000",
            "ignore_check_constraints = ON",
            "threads = 2",
        ):
            self._connection.execute(f"PRAGMA {pragma}")
        self._shape = self._read_shape()
        for index, sql in self._connection.execute(_INDEXES).fetchall():
            self._indexes.append(sql)
            self._connection.execute(f'DROP INDEX "{index}"')
        self._connection.execute("BEGIN")

    def _read_shape(self) -> list[object]:
        return self._connection.execute(_SHAPE).fetchall()

    async def count(self, table: Table) -> int:
        """How many rows a table has."""
        count = f"SELECT count(*) FROM {table.name}"  # noqa: S608
        found: tuple[int] = await asyncio.to_thread(self._connection.execute(count).fetchone)
        return found[0]

    async def read(self, table: Table) -> AsyncIterator[Rows]:
        """The rows of a table, some at a time."""
        cursor = self._connection.execute(_query_of(table))
        while rows := await asyncio.to_thread(cursor.fetchmany, _ROWS):
            yield rows

    async def write(self, table: Table, parts: AsyncIterator[Rows]) -> None:
        """Add all rows of a table."""
        marks = ", ".join("?" * len(table.columns))
        insert = f"INSERT INTO {table.name} ({', '.join(_columns(table))}) VALUES ({marks})"  # noqa: S608
        async for rows in parts:
            await asyncio.to_thread(self._insert, insert, rows)

    def _insert(self, insert: str, rows: Rows) -> None:
        # Closed here: if it went later, in another thread, it would reset the statement that the
        # next rows are inserted by.
        self._connection.executemany(insert, rows).close()

    async def last_ids(self) -> Mapping[str, int]:
        """The last ids given."""
        found = dict(self._connection.execute("SELECT name, seq FROM sqlite_sequence"))
        return {table.name: found.get(table.name, 0) for table in _numbered()}

    async def complete(self, last_ids: Mapping[str, int]) -> None:
        """Make the indexes."""
        await asyncio.to_thread(self._complete, last_ids)

    def _complete(self, last_ids: Mapping[str, int]) -> None:
        execute = self._connection.execute
        execute("DELETE FROM sqlite_sequence")
        for name, last in last_ids.items():
            execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, last))
        for sql in self._indexes:
            execute(sql)
        execute("COMMIT")
        _check_same(self._shape, self._read_shape())
        self._check_references()

    def _check_references(self) -> None:
        if dangling := self._connection.execute("PRAGMA foreign_key_check").fetchone():
            raise StoreUnavailable(
                f"A row of {dangling[0]} refers to a missing row of {dangling[2]}; “python -m bot "
                "check” says more."
            )


class PostgresqlContents:
    """What a PostgreSQL database holds."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._driver = session.driver
        self._left_out: list[str] = []

    async def check_revision(self, name: str) -> None:
        """Check that the database is of this version."""
        await self._connection.run_sync(_check_current, name)

    async def create(self, name: str) -> None:
        """Make the tables, without keys, indexes and triggers."""
        await self._connection.run_sync(_migrate_empty, name)
        found = await self._driver.fetch(_SECONDARY)
        # References go first and come last.
        for row in sorted(found, key=lambda row: not row["refers"]):
            await self._driver.execute(row["dropping"])
        self._left_out = [row["making"] for row in sorted(found, key=itemgetter("refers"))]
        for table in metadata.sorted_tables:
            await self._driver.execute(f"ALTER TABLE {table.name} DISABLE TRIGGER USER")
        await self._set_codecs()

    async def _set_codecs(self) -> None:
        """Take truth values and days as SQLite stores them, which knows neither type."""
        await self._driver.set_type_codec(
            "bool",
            schema="pg_catalog",
            format="binary",
            encoder=(b"\0", b"\1").__getitem__,
            decoder=itemgetter(0),
        )
        await self._driver.set_type_codec(
            "date", schema="pg_catalog", format="tuple", encoder=_days_of, decoder=tuple
        )

    async def count(self, table: Table) -> int:
        """How many rows a table has."""
        count = await self._driver.fetchval(f"SELECT count(*) FROM {table.name}")  # noqa: S608
        return int(count)

    async def read(self, table: Table) -> AsyncIterator[Rows]:
        """The rows of a table, some at a time."""
        columns = ", ".join(map(_as_in_sqlite, table.columns))
        cursor = await self._driver.cursor(f"SELECT {columns} FROM {table.name}")  # noqa: S608
        while records := await cursor.fetch(_ROWS):
            # Neither marshal nor SQLite takes the driver's records as fast as tuples.
            yield list(map(tuple, records))

    async def write(self, table: Table, parts: AsyncIterator[Rows]) -> None:
        """Add all rows of a table."""
        async for rows in parts:
            await self._driver.copy_records_to_table(
                table.name, records=rows, columns=_columns(table)
            )

    async def last_ids(self) -> Mapping[str, int]:
        """The last ids given."""
        last_ids = {}
        for table in _numbered():
            query = "SELECT pg_get_serial_sequence($1, 'id')"
            sequence = await self._driver.fetchval(query, table.name)
            query = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}"  # noqa: S608
            last_ids[table.name] = await self._driver.fetchval(query)
        return last_ids

    async def complete(self, last_ids: Mapping[str, int]) -> None:
        """Make the keys and indexes."""
        for name, last in last_ids.items():
            set_last = "SELECT setval(pg_get_serial_sequence($1, 'id'), greatest($2, 1), $2 > 0)"
            await self._driver.execute(set_last, name, last)
        for statement in self._left_out:
            await self._driver.execute(statement)
        for table in metadata.sorted_tables:
            await self._driver.execute(f"ALTER TABLE {table.name} ENABLE TRIGGER USER")
        made = await self._driver.fetch(_SECONDARY)
        _check_same(sorted(self._left_out), sorted(row["making"] for row in made))
        await self._driver.execute("ANALYZE")


Contents: TypeAlias = SqliteContents | PostgresqlContents
"""All that a database holds."""


@functools.cache
def _days_of(day: str) -> tuple[int]:
    return (date.fromisoformat(day).toordinal() - _FIRST_DAY,)


def _as_in_sqlite(column: Column[object]) -> str:
    """What PostgreSQL is asked for, to get the values of a column as SQLite stores them."""
    if isinstance(column.type, Boolean):
        return f"{column.name}::int"
    return f"to_char({column.name}, 'YYYY-MM-DD')" if isinstance(column.type, Date) else column.name


def _check_same(expected: Sequence[object], found: Sequence[object]) -> None:
    """Check indexes and constraints."""
    if expected != found:
        raise StoreUnavailable("Indexes or constraints came out different; nothing was changed.")


def _check_current(connection: Connection, name: str) -> None:
    if not migration_state(connection, name).is_current:
        raise StoreUnavailable(
            f"The database {name} is of an earlier version or empty; start the bot once, which "
            "brings it up to date."
        )


def _migrate_empty(connection: Connection, name: str) -> None:
    from bot.store.database.migrate import migrate  # noqa: PLC0415  # loads Alembic

    state = migration_state(connection, name)
    if state.revision is not None:
        raise StoreUnavailable(f"The database {name} is not empty; name one that is.")
    migrate(connection, state)
    # What a migration writes comes with the rows.
    for table in reversed(metadata.sorted_tables):
        connection.execute(table.delete())
    connection.commit()


def _numbered() -> Iterator[Table]:
    """The tables that give ids."""
    return (
        table
        for table in metadata.sorted_tables
        if table.dialect_options["sqlite"]["autoincrement"]
    )


def _columns(table: Table) -> list[str]:
    """The names that a table's columns have in the database, whatever they are called here."""
    return [column.name for column in table.columns]


def _query_of(table: Table) -> str:
    return f"SELECT {', '.join(_columns(table))} FROM {table.name}"  # noqa: S608
