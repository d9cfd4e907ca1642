"""Opening a database only to read it, while a bot uses it or not."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.store.connection import Database
from bot.store.engines import EVERY_GAME, LIMITS, postgresql_engines, sqlite_engines
from bot.store.errors import Failure, StoreUnavailable, cause_of
from bot.store.files import damaged
from bot.store.revisions import migration_state
from bot.store.url import database_file, parse_url

_LIMITS: Final = replace(LIMITS, longest=EVERY_GAME + LIMITS.silence)


@contextlib.asynccontextmanager
async def open_to_read(url: str) -> AsyncIterator[Database]:
    """Open a database for :meth:`bot.store.Database.reading` alone; nothing in it is changed.

    Raises:
        InvalidUrl: if the URL is not understood.
        UnknownRevision: if the database was made by a newer version, or by another program.
        StoreUnavailable: if it cannot be read, or is of an earlier version.
    """
    parsed = parse_url(url)
    file = database_file(parsed)
    if file is not None and not file.is_file():
        raise StoreUnavailable(f"There is no database {file}; DATABASE_URL says where it is.")
    engines = (
        postgresql_engines(parsed, _LIMITS)
        if file is None
        else sqlite_engines(parsed, file, _LIMITS)
    )
    name = parsed.render_as_string(hide_password=True) if file is None else str(file)
    try:
        with _told_to_whoever_reads(file, name):
            database = Database(engines, file)
            async with database.reading() as connection:
                state = await connection.run_sync(migration_state, name)
            if not state.is_current:
                raise StoreUnavailable(
                    f"The database {name} is of an earlier version; start the bot once, which "
                    "brings it up to date."
                )
            yield database
            await database.close()
    finally:
        await engines.dispose()


@contextlib.contextmanager
def _told_to_whoever_reads(file: Path | None, name: str) -> Iterator[None]:
    """Say what an operator can do about a database that fails, in place of what players read."""
    try:
        yield
    except StoreUnavailable as error:
        cause = error.__cause__
        if cause is None:
            raise
        if error.failure is Failure.DAMAGED and file is not None:
            raise damaged(file, cause) from cause
        raise StoreUnavailable(
            f"The database {name} cannot be read ({cause_of(cause)}); DATABASE_URL says where it "
            "is.",
            error.failure,
        ) from cause
