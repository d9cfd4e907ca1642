"""Moving all that is stored to another database, such as from SQLite to PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sqlite3
from collections.abc import AsyncIterator, Mapping
from marshal import dumps
from pathlib import Path
from typing import Final

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

_MARSHALLED: Final = 2
"""The newest version of marshal in which what is written depends on the values alone."""


class _Digest:
    """A hash of what a table holds, in whatever order: another one in another process."""

    def __init__(self) -> None:
        self.rows = 0

    async def over(self, parts: AsyncIterator[Rows]) -> AsyncIterator[Rows]:
        """Add what passes through."""
        async for part in parts:
            # Not of tuples, among which -1 and -2 have one hash, and so have 1 and 1.0.
            self.rows += sum(map(hash, map(dumps, part, itertools.repeat(_MARSHALLED))))
            yield part


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
                async with session(target_url) as begun:
                    return await _copy(source, PostgresqlContents(begun), name)
            with locked(target_file):
                return await _copy_to_file(source, target_file)
    except _failures() as error:
        raise StoreUnavailable(
            f"Moving to {name} failed ({cause_of(error)}); nothing was changed."
        ) from error


def _failures() -> tuple[type[Exception], ...]:
    return sqlite3.Error, SQLAlchemyError, OSError, *postgresql_errors()


@contextlib.asynccontextmanager
async def _source(url: URL, file: Path | None) -> AsyncIterator[Contents]:
    """What a database holds, which nobody uses, to be read only."""
    if file is None:
        async with session(url, is_read_only=True) as begun:
            contents = PostgresqlContents(begun)
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
    counts, sums = {}, {}
    last_ids = await source.last_ids()
    await target.create(name)
    for table in metadata.sorted_tables:
        counts[table.name], digest = await source.count(table), _Digest()
        await target.write(table, digest.over(source.read(table)))
        sums[table.name] = digest.rows
    await target.complete(last_ids)
    for table in metadata.sorted_tables:
        count, digest = await target.count(table), _Digest()
        async for _rows in digest.over(target.read(table)):
            pass
        if (count, digest.rows) != (counts[table.name], sums[table.name]):
            raise StoreUnavailable(
                f"The table {table.name} came out different ({count} rows of "
                f"{counts[table.name]}); nothing was changed."
            )
    if await target.last_ids() != last_ids:
        raise StoreUnavailable("The last ids came out different; nothing was changed.")
    return counts
