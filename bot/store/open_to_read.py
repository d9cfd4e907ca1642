"""Opening a database only to read it, while a bot uses it or not."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from bot.store.connection import Database
from bot.store.engines import LIMITS, postgresql_engines, sqlite_engines
from bot.store.errors import StoreUnavailable
from bot.store.migrate import migration_state
from bot.store.url import database_file, parse_url


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
        postgresql_engines(parsed, LIMITS) if file is None else sqlite_engines(parsed, file, LIMITS)
    )
    try:
        database = Database(engines, file)
        name = parsed.render_as_string(hide_password=True) if file is None else str(file)
        async with database.reading() as connection:
            state = await connection.run_sync(migration_state, name)
        if not state.is_current:
            raise StoreUnavailable(
                f"The database {name} is of an earlier version; start the bot once, which brings "
                "it up to date."
            )
        yield database
        await database.close()
    finally:
        await engines.dispose()
