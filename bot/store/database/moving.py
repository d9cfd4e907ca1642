"""Moving all that is stored to another database, such as from SQLite to PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import itertools
import sqlite3
from collections.abc import AsyncIterator, Mapping
from marshal import dumps
from pathlib import Path
from typing import Final

from sqlalchemy import Table
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from bot.store.database.columns import metadata
from bot.store.database.contents import Contents, Part, PostgresqlContents, SqliteContents
from bot.store.database.copies import check_is_file, opened_to_read, replace_database
from bot.store.database.errors import StoreUnavailable, cause_of, postgresql_errors
from bot.store.database.files import create_private, locked, locked_by_any_name
from bot.store.database.identity import check_never_used
from bot.store.database.postgresql_session import session
from bot.store.database.url import resolved

_MARSHALLED: Final = 2
"""The newest version of marshal in which what is written depends on the values alone."""


class _Digest:
    """A hash of what a table holds: of rows in whatever order, or of bytes as they come.

    That of rows is the sum of 64 bits of each, which differ in another process.
    """

    def __init__(self) -> None:
        self._rows = 0
        self._bytes = hashlib.sha256()

    async def over(self, parts: AsyncIterator[Part]) -> AsyncIterator[Part]:
        """Add what passes through."""
        async for part in parts:
            # In a thread, so that the next part comes meanwhile.
            await asyncio.to_thread(self._add, part)
            yield part

    def _add(self, part: Part) -> None:
        if isinstance(part, bytes):
            self._bytes.update(part)
        else:
            # Not of tuples, among which -1 and -2 have one hash, and so have 1 and 1.0.
            self._rows += sum(map(hash, map(dumps, part, itertools.repeat(_MARSHALLED))))

    async def read(self, contents: Contents, table: Table) -> None:
        """Add a whole table."""
        async for _part in self.over(_ahead(contents, table)):
            pass

    def digest(self) -> tuple[int, bytes]:
        """The hash."""
        return self._rows, self._bytes.digest()


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
    # Rows are in no cycles; looking for some takes as long as decoding PostgreSQL's answers.
    gc.disable()
    try:
        as_sent = source_file is None and target_file is None
        async with _source(source_url, source_file, as_sent=as_sent) as source:
            if target_file is None:
                async with session(target_url) as begun:
                    contents = PostgresqlContents(begun, as_sent=as_sent)
                    return await _copy(source, contents, name)
            with locked(target_file):
                return await _copy_to_file(source, target_file)
    except _failures() as error:
        raise StoreUnavailable(
            f"Moving to {name} failed ({cause_of(error)}); nothing was changed."
        ) from error
    finally:
        gc.enable()


def _failures() -> tuple[type[Exception], ...]:
    return sqlite3.Error, SQLAlchemyError, OSError, *postgresql_errors()


@contextlib.asynccontextmanager
async def _source(url: URL, file: Path | None, *, as_sent: bool) -> AsyncIterator[Contents]:
    """What a database holds, which nobody uses, to be read only."""
    if file is None:
        async with session(url, is_read_only=True) as begun:
            contents = PostgresqlContents(begun, as_sent=as_sent)
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
    digests = {table.name: _Digest() for table in metadata.sorted_tables}
    counts = {table.name: await source.count(table) for table in metadata.sorted_tables}
    last_ids = await source.last_ids()
    completing: contextlib.AbstractAsyncContextManager[None]
    if is_copied := isinstance(source, SqliteContents) and isinstance(target, SqliteContents):
        await target.copy_pages(source)
        completing = target.checking(source)
    else:
        await target.create(name)
        for table in metadata.sorted_tables:
            await target.write(table, digests[table.name].over(_ahead(source, table)))
        completing = target.completing(last_ids)
    found = {table.name: _Digest() for table in metadata.sorted_tables}
    async with completing:
        for table in metadata.sorted_tables:
            if is_copied:
                await digests[table.name].read(source, table)
            await found[table.name].read(target, table)
    for table in metadata.sorted_tables:
        count, digest = await target.count(table), found[table.name].digest()
        if (count, digest) != (counts[table.name], digests[table.name].digest()):
            raise StoreUnavailable(
                f"The table {table.name} came out different ({count} rows of "
                f"{counts[table.name]}); nothing was changed."
            )
    if await target.last_ids() != last_ids:
        raise StoreUnavailable("The last ids came out different; nothing was changed.")
    return counts


async def _ahead(contents: Contents, table: Table) -> AsyncIterator[Part]:
    """The rows of a table; while some are used, the next ones are read."""
    parts = contents.read(table)
    coming = asyncio.ensure_future(anext(parts, None))
    try:
        while (part := await coming) is not None:
            coming = asyncio.ensure_future(anext(parts, None))
            yield part
    finally:
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
