"""Moving all that is stored to another database, such as from SQLite to PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Table
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from bot.store.database.columns import metadata
from bot.store.database.contents import Contents, PostgresqlContents, Rows, SqliteContents
from bot.store.database.copies import check_is_file, opened_to_read, replace_database
from bot.store.database.errors import StoreUnavailable, cause_of, postgresql_errors
from bot.store.database.files import create_private, locked, locked_by_any_name
from bot.store.database.identity import check_never_used
from bot.store.database.postgresql_session import session
from bot.store.database.url import resolved


@dataclass(slots=True)
class _Sum:
    """What a table holds, in whatever order: how many rows, and the sum of their hashes.

    A hash has 64 bits, and is another one in another process.
    """

    rows: int = 0
    digest: int = 0

    async def over(self, table: AsyncIterator[Rows]) -> AsyncIterator[Rows]:
        """Sum up what passes through."""
        async for rows in table:
            self.rows += len(rows)
            self.digest += sum(map(hash, rows))
            yield rows

    async def read(self, contents: Contents, table: Table) -> None:
        """Sum up a whole table."""
        async for _rows in self.over(_ahead(contents, table)):
            pass


async def move(url: str, target: str) -> Mapping[str, int]:
    """Copy all tables to an empty database, and check that they are the same there.

    No bot may use either. The target is complete or as it was; the source stays as it is.

    Returns:
        How many rows each table has.
    """
    source_url, source_file = resolved(url)
    target_url, target_file = resolved(target)
    name = target_url.render_as_string(hide_password=True)
    try:
        as_lines = source_file is None and target_file is None
        async with _source(source_url, source_file, as_lines=as_lines) as source:
            if target_file is None:
                async with session(target_url) as begun:
                    contents = PostgresqlContents(begun, as_lines=as_lines)
                    return await _copy(source, contents, name)
            with locked(target_file):
                return await _copy_to_file(source, target_file)
    except _failures() as error:
        raise StoreUnavailable(
            f"Moving to {name} failed ({cause_of(error)}); nothing was changed."
        ) from error


def _failures() -> tuple[type[Exception], ...]:
    return sqlite3.Error, SQLAlchemyError, OSError, *postgresql_errors()


@contextlib.asynccontextmanager
async def _source(url: URL, file: Path | None, *, as_lines: bool) -> AsyncIterator[Contents]:
    """What a database holds, which nobody uses, to be read only."""
    if file is None:
        async with session(url, is_read_only=True) as begun:
            contents = PostgresqlContents(begun, as_lines=as_lines)
            await contents.check_revision(url.render_as_string(hide_password=True))
            yield contents
        return
    check_is_file(file)
    with locked(file), locked_by_any_name(file), contextlib.closing(opened_to_read(file)) as opened:
        opened.execute("BEGIN")
        of_file = SqliteContents(file, opened)
        await of_file.check_revision(str(file))
        yield of_file


async def _copy_to_file(source: Contents, file: Path) -> Mapping[str, int]:
    check_never_used(file)
    partial = file.with_name(f"{file.name}.moved")
    try:
        partial.unlink(missing_ok=True)
        create_private(partial)
        opened = sqlite3.connect(partial, isolation_level=None, check_same_thread=False)
        with contextlib.closing(opened):
            contents = SqliteContents(partial, opened)
            counts = await _copy(source, contents, str(file))
        await asyncio.to_thread(replace_database, file, partial)
    finally:
        partial.unlink(missing_ok=True)
    return counts


async def _copy(source: Contents, target: Contents, name: str) -> Mapping[str, int]:
    """Copy all tables; what the target holds then is read again, and has to be the same."""
    sums = {table.name: _Sum() for table in metadata.sorted_tables}
    last_ids = await source.last_ids()
    if isinstance(source, SqliteContents) and isinstance(target, SqliteContents):
        await target.copy_pages(source)
        for table in metadata.sorted_tables:
            await sums[table.name].read(source, table)
    else:
        await target.create(name)
        for table in metadata.sorted_tables:
            await target.write(table, sums[table.name].over(_ahead(source, table)))
        await target.complete(last_ids)
    for table in metadata.sorted_tables:
        read = _Sum()
        await read.read(target, table)
        if read != sums[table.name]:
            raise StoreUnavailable(
                f"The table {table.name} came out different ({read.rows} rows of "
                f"{sums[table.name].rows}); nothing was changed."
            )
    if await target.last_ids() != last_ids:
        raise StoreUnavailable("The last ids came out different; nothing was changed.")
    return {name: total.rows for name, total in sums.items()}


async def _ahead(contents: Contents, table: Table) -> AsyncIterator[Rows]:
    """The rows of a table; while some are used, the next ones are read."""
    parts = contents.read(table)
    coming = asyncio.ensure_future(anext(parts, None))
    try:
        while (rows := await coming) is not None:
            coming = asyncio.ensure_future(anext(parts, None))
            yield rows
    finally:
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
