"""Sessions on a PostgreSQL server: whether it keeps them, and one that no bot uses meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final, Literal

from sqlalchemy import func, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.database.dumps import OTHERS
from bot.store.database.engines import MIGRATION_LOCK
from bot.store.database.errors import InvalidUrl, StoreInUse, code_of

if TYPE_CHECKING:
    import asyncpg

_MANY: Final = 8
"""How many transactions of others surely take a connection's session, which is lent next."""
_TRIES: Final = 50
"""How often the lock is tried for."""
_PAUSE: Final = 0.1
"""Seconds between two of these."""
_LOST: Final = frozenset({"26000", "42P05"})
"""The errors of a statement that was prepared in another session, or by others in this one."""


async def check_keeps_sessions(url: URL) -> None:
    """Check that each connection keeps its session, in which locks on shards are held.

    Behind a pooler that lends sessions for a transaction, such as PgBouncer in transaction mode, a
    connection gets another session as soon as others are in transactions.

    Raises:
        InvalidUrl: if it does not.
    """
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True)
    ask = select(func.pg_backend_pid())
    async with contextlib.AsyncExitStack() as stack:
        try:
            one = await stack.enter_async_context(engine.connect())
            one = await one.execution_options(isolation_level="AUTOCOMMIT")
            session_of_one = await one.scalar(ask)
            # A pooler answers under another number than any session's.
            if (await _driver(one)).get_server_pid() == session_of_one:
                return
            is_kept = True
            for _ in range(_MANY):
                other = await stack.enter_async_context(engine.connect())
                await other.execute(ask)
                is_kept = is_kept and await one.scalar(ask) == session_of_one
        except SQLAlchemyError as error:
            if code_of(error) not in _LOST:
                raise
            is_kept = False
    if not is_kept:
        raise InvalidUrl(
            "DATABASE_URL leads to a pooler that gives every transaction another session, in which "
            "locks would be lost; connect to PostgreSQL directly, or let the pool be in session "
            "mode."
        )


@contextlib.asynccontextmanager
async def session(url: URL, *, is_read_only: bool = False) -> AsyncIterator[AsyncConnection]:
    """A transaction under the lock that starts take: committed on exit, rolled back on an error."""
    await check_keeps_sessions(url)
    engine = create_async_engine(
        url, poolclass=NullPool, hide_parameters=True, isolation_level="AUTOCOMMIT"
    )
    async with engine.connect() as connection:
        driver = await _driver(connection)
        # Until the connection ends. A transaction would see what was there before it waited.
        await _lock(driver)
        isolation: Literal["repeatable_read"] | None = "repeatable_read" if is_read_only else None
        async with driver.transaction(isolation=isolation, readonly=is_read_only):
            await _check_unused(driver)
            yield connection
            await _check_unused(driver)


async def _driver(connection: AsyncConnection) -> asyncpg.Connection[asyncpg.Record]:
    raw = await connection.get_raw_connection()
    driver: asyncpg.Connection[asyncpg.Record] = raw.driver_connection  # type: ignore[assignment]
    return driver


async def _lock(driver: asyncpg.Connection[asyncpg.Record]) -> None:
    """Take the lock of starts, restores and moves, which one that was killed keeps for a moment."""
    for _ in range(_TRIES):
        if await driver.fetchval(f"SELECT pg_try_advisory_lock({MIGRATION_LOCK})"):
            return
        await asyncio.sleep(_PAUSE)
    raise StoreInUse(
        "The database is in use by another start, restore or move, or by this move itself; name "
        "another one, or wait until that is done."
    )


async def _check_unused(driver: asyncpg.Connection[asyncpg.Record]) -> None:
    if await driver.fetchval(OTHERS):
        raise StoreInUse("The database is in use by a running Patience; stop that one first.")
