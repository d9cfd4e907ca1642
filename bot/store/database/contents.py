"""All rows of a database, read and written as fast as each kind of database can.

What both kinds have in common is the text that PostgreSQL's COPY reads and writes: a line for each
row, with tabs between its values. SQLite puts its lines together itself, so that no value of a row
passes through Python on the way.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Protocol

from sqlalchemy import Boolean, Column, Connection, Double, Table, Text, create_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.types import TypeEngine

from bot.store.database.columns import metadata
from bot.store.database.copies import opened_to_read
from bot.store.database.errors import StoreUnavailable
from bot.store.database.postgresql_session import Session
from bot.store.database.revisions import migration_state
from bot.tasks import cancel_and_wait

Lines = list[bytes]
"""Rows of a table, each as COPY has it, its values in the order of the table's columns."""

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


_ROWS: Final = 10_000
"""How many rows are read at once."""
_PART: Final = 2**21
"""How many bytes of what PostgreSQL sends are read at once."""
_WAITING: Final = 8
"""How many buffers of what it sends may wait to be read."""
_NULL: Final = "\\N"
_ESCAPES: Final = {
    "\\": "\\\\",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\v": "\\v",
    "\f": "\\f",
    "\r": "\\r",
}
"""What COPY writes for some characters of a text."""
_TEXTS: Final = {escaped: char for char, escaped in _ESCAPES.items()}
_ESCAPED: Final = re.compile(r"\\.")
# No text has these bytes, which are none of UTF-8.
_BETWEEN_VALUES, _BETWEEN_ROWS, _NO_VALUE = b"\xff", b"\xfe", b"\xfd"
_AS_IN_COPY: Final = bytes.maketrans(_BETWEEN_VALUES + _BETWEEN_ROWS, b"\t\n")


class Contents(Protocol):
    """All that a database holds."""

    async def check_revision(self, name: str) -> None:
        """Check that the database is of this version; ``name`` is what it is called."""

    async def create(self, name: str) -> None:
        """Make the tables of an empty database, without what would slow writing down."""

    def read(self, table: Table) -> AsyncIterator[Lines]:
        """The rows of a table, some at a time, in whatever order."""

    async def write(self, table: Table, rows: AsyncIterator[Lines]) -> None:
        """Add all rows of a table."""

    async def last_ids(self) -> Mapping[str, int]:
        """The last ids that tables gave; those of deleted rows are not given again."""

    async def complete(self, last_ids: Mapping[str, int]) -> None:
        """Make what :meth:`create` has left out, once all rows are written."""


class SqliteContents:
    """What an SQLite file holds."""

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        self._file = file
        self._connection = connection
        self._connection.create_function("shortest", 1, _shortest, deterministic=True)
        self._indexes: list[str] = []

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
        ):
            self._connection.execute(f"PRAGMA {pragma}")
        for index, sql in self._connection.execute(_INDEXES).fetchall():
            self._indexes.append(sql)
            self._connection.execute(f'DROP INDEX "{index}"')
        self._connection.execute("BEGIN")

    async def read(self, table: Table) -> AsyncIterator[Lines]:
        """The rows of a table, some at a time."""
        cursor = self._connection.execute(f"SELECT {_line_of(table)} FROM {table.name}")  # noqa: S608
        while rows := await asyncio.to_thread(_next_lines, cursor):
            yield rows

    async def write(self, table: Table, rows: AsyncIterator[Lines]) -> None:
        """Add all rows of a table."""
        marks = ", ".join("? = 't'" if _holds(each, Boolean) else "?" for each in table.columns)
        insert = f"INSERT INTO {table.name} ({', '.join(_columns(table))}) VALUES ({marks})"  # noqa: S608
        doubles = [place for place, each in enumerate(table.columns) if _holds(each, Double)]
        async for lines in rows:
            await asyncio.to_thread(self._insert, insert, lines, doubles)

    def _insert(self, insert: str, lines: Lines, doubles: list[int]) -> None:
        values: Iterator[list[object]] = map(_values_of, lines)
        # SQLite makes numbers of texts itself, but rounds fractions.
        for place in doubles:
            values = (_with_double(each, place) for each in values)
        # Closed here: if it went later, in another thread, it would reset the statement that the
        # next rows are inserted by.
        self._connection.executemany(insert, values).close()

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
        execute("ANALYZE")
        execute("COMMIT")
        if dangling := execute("PRAGMA foreign_key_check").fetchone():
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

    async def read(self, table: Table) -> AsyncIterator[Lines]:
        """The rows of a table, some at a time."""
        await self._driver.execute("SET LOCAL datestyle = 'ISO'")
        rest = b""
        async with contextlib.aclosing(self._copied(table)) as parts:
            async for part in parts:
                *lines, rest = (rest + part).split(b"\n")
                yield lines

    async def _copied(self, table: Table) -> AsyncGenerator[bytes, None]:
        """What COPY sends of a table, in parts that may begin and end anywhere."""
        parts: asyncio.Queue[bytes] = asyncio.Queue(_WAITING)

        async def copy() -> None:
            names = _columns(table)
            try:
                await self._driver.copy_from_table(table.name, output=parts.put, columns=names)
            finally:
                await parts.put(b"")

        copying = asyncio.create_task(copy())
        try:
            part = bytearray()
            while buffer := await parts.get():
                part += buffer
                if len(part) >= _PART:
                    yield bytes(part)
                    part.clear()
            await copying
            yield bytes(part)
        finally:
            await cancel_and_wait([copying])

    async def write(self, table: Table, rows: AsyncIterator[Lines]) -> None:
        """Add all rows of a table."""
        source = (b"\n".join([*lines, b""]) async for lines in rows)
        await self._driver.copy_to_table(table.name, source=source, columns=_columns(table))

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
        await self._driver.execute("ANALYZE")


def _holds(column: Column[object], kind: type[TypeEngine[Any]]) -> bool:
    return isinstance(column.type, kind)


def _line_of(table: Table) -> str:
    """What makes SQLite put a row together, with bytes that no text has between its values."""
    between, none = (f"CAST(x'{mark.hex()}' AS TEXT)" for mark in (_BETWEEN_VALUES, _NO_VALUE))
    parts: list[str] = []
    for is_text, columns in itertools.groupby(table.columns, lambda each: _holds(each, Text)):
        values = [f"ifnull({_value_of(each)}, {none})" for each in columns]
        if is_text:
            # Format is faster, but ends a text at a NUL.
            parts += values
        else:
            form = f" || {between} || ".join(["'%s'"] * len(values))
            parts.append(f"format({form}, {', '.join(values)})")
    return f"CAST({f' || {between} || '.join(parts)} AS BLOB)"


def _value_of(column: Column[object]) -> str:
    """A value as COPY has it; NULL stays what it is."""
    if _holds(column, Boolean):
        return f"CASE {column.name} WHEN 1 THEN 't' WHEN 0 THEN 'f' ELSE {column.name} END"
    return f"shortest({column.name})" if _holds(column, Double) else column.name


def _shortest(value: float | None) -> str | None:
    """The text of a fraction as PostgreSQL has it, from which it is read without loss."""
    return None if value is None else repr(value).removesuffix(".0")


def _next_lines(cursor: sqlite3.Cursor) -> Lines:
    """The next rows as COPY has them."""
    text = _BETWEEN_ROWS.join([line for (line,) in cursor.fetchmany(_ROWS)])
    # All that is here to be found takes no time where it is not.
    for char, escaped in _ESCAPES.items():
        text = text.replace(char.encode(), escaped.encode())
    text = text.replace(_NO_VALUE, _NULL.encode()).translate(_AS_IN_COPY)
    return text.split(b"\n") if text else []


def _values_of(line: bytes) -> list[object]:
    """The values of a row as texts, from which SQLite makes numbers."""
    texts = line.decode().split("\t")
    if line.count(b"\\") == line.count(b"\\N"):
        return [None if text == _NULL else text for text in texts]
    return [None if text == _NULL else _ESCAPED.sub(_text_of, text) for text in texts]


def _text_of(escaped: re.Match[str]) -> str:
    return _TEXTS[escaped[0]]


def _with_double(values: list[object], place: int) -> list[object]:
    text = values[place]
    return [*values[:place], text if text is None else float(str(text)), *values[place + 1 :]]


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
