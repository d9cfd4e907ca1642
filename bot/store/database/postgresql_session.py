"""A transaction on a PostgreSQL database that no bot uses meanwhile."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.database.dumps import OTHERS
from bot.store.database.engines import MIGRATION_LOCK
from bot.store.database.errors import StoreInUse

if TYPE_CHECKING:
    import asyncpg


@dataclass(frozen=True, slots=True)
class Session:
    """A transaction.

    Attributes:
        driver: runs in it what only the driver can, such as COPY.
    """

    connection: AsyncConnection
    driver: asyncpg.Connection[asyncpg.Record]


@contextlib.asynccontextmanager
async def session(url: URL, *, is_read_only: bool = False) -> AsyncIterator[Session]:
    """A transaction under the lock that starts take: committed on exit, rolled back on an error."""
    engine = create_async_engine(
        url, poolclass=NullPool, hide_parameters=True, isolation_level="AUTOCOMMIT"
    )
    async with engine.connect() as connection:
        raw = await connection.get_raw_connection()
        driver: asyncpg.Connection[asyncpg.Record] = raw.driver_connection  # type: ignore[assignment]
        # Until the connection ends. A transaction would see what was there before it waited.
        await driver.execute(f"SELECT pg_advisory_lock({MIGRATION_LOCK})")
        isolation: Literal["repeatable_read"] | None = "repeatable_read" if is_read_only else None
        async with driver.transaction(isolation=isolation, readonly=is_read_only):
            await _check_unused(driver)
            yield Session(connection, driver)
            await _check_unused(driver)


async def _check_unused(driver: asyncpg.Connection[asyncpg.Record]) -> None:
    if await driver.fetchval(OTHERS):
        raise StoreInUse("The database is in use by a running Patience; stop that one first.")
