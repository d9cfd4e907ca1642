"""Advisory locks of PostgreSQL, held on a connection of their own for as long as that is open."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import Callable, Iterable
from typing import Any, Final

import asyncpg
from sqlalchemy import TextClause, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.database.connection import CHANNEL, Database
from bot.store.database.errors import StoreUnavailable, cause_of

_ARGUMENTS: Final = {
    "timeout": 5.0,
    "command_timeout": 5.0,
    "server_settings": {"application_name": "patience locks"},
}
_KEEP_ALIVE: Final = text(
    "SELECT set_config('tcp_keepalives_idle', '15', false),"
    " set_config('tcp_keepalives_interval', '5', false),"
    " set_config('tcp_keepalives_count', '3', false)"
)
"""The server notices within half a minute that a machine is gone, and frees its locks.

In the start-up message, connection poolers accept few settings.
"""

_FAILURES: Final = (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)

_TAKE: Final = text(
    "SELECT number FROM unnest(CAST(:numbers AS integer[])) AS number"
    " WHERE pg_try_advisory_lock(:group, number)"
)
_RELEASE: Final = text(
    "SELECT pg_advisory_unlock(:group, number) FROM unnest(CAST(:numbers AS integer[])) AS number"
)
# Locks on two numbers have the objsubid 2 (PostgreSQL's documentation, "pg_locks").
_HELD: Final = text(
    "SELECT CAST(objid AS bigint), pid = pg_backend_pid() FROM pg_locks"
    " WHERE locktype = 'advisory' AND granted AND objsubid = 2"
    " AND CAST(classid AS bigint) = :group"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


class AdvisoryLocks:
    """Locks that end with this process, however it ends, or with its connection.

    A lock has a number of 31 bits, among those of one application. However often it is taken, it
    is released once. All asynchronous methods may raise :class:`StoreUnavailable`: then every lock
    is lost, and the next call opens another connection.
    """

    application_id = 0

    def __init__(self, database: Database, on_notice: Callable[[str], None]) -> None:
        """Prepare; the connection is opened when it is first needed.

        Args:
            on_notice: called with what other processes tell, on the same connection; with an empty
                text when it is opened, as nothing was heard before.
        """
        self._on_notice = on_notice
        self._engine: AsyncEngine = create_async_engine(
            database.url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
            connect_args=_ARGUMENTS,
        )
        self._connection: AsyncConnection | None = None
        self._one_at_a_time = asyncio.Lock()
        self._held: set[int] = set()

    async def take(self, numbers: Iterable[int]) -> frozenset[int]:
        """Take those locks that nobody else has; return which are held now."""
        # Cancelling a statement would close the connection, and so release every lock.
        return await asyncio.shield(self._take([*numbers]))

    async def release(self, numbers: Iterable[int]) -> None:
        """Release those locks that are held."""
        await asyncio.shield(self._release([*numbers]))

    async def others(self) -> frozenset[int]:
        """The locks that somebody else holds."""
        rows = await asyncio.shield(self._execute(_HELD))
        return frozenset(row[0] for row in rows if not row[1])

    def held(self, numbers: Iterable[int]) -> frozenset[int]:
        """Which locks are held, as far as is known."""
        return frozenset(numbers) & self._held

    async def close(self) -> None:
        """Release all locks."""
        async with self._one_at_a_time:
            await self._disconnect()
        await self._engine.dispose()

    async def _take(self, numbers: list[int]) -> frozenset[int]:
        if free := [number for number in numbers if number not in self._held]:
            self._held.update(row[0] for row in await self._execute(_TAKE, numbers=free))
        return self.held(numbers)

    async def _release(self, numbers: list[int]) -> None:
        if held := sorted(self.held(numbers)):
            self._held.difference_update(held)
            await self._execute(_RELEASE, numbers=held)

    async def _execute(
        self, statement: TextClause, **parameters: list[int]
    ) -> list[tuple[Any, ...]]:
        values = {"group": _group(self.application_id), **parameters}
        async with self._one_at_a_time:
            try:
                if self._connection is None:
                    self._connection = await self._engine.connect()
                    await self._connection.execute(_KEEP_ALIVE)
                    await self._listen(self._connection)
                return [tuple(row) for row in await self._connection.execute(statement, values)]
            except _FAILURES as error:
                await self._disconnect()
                raise StoreUnavailable(
                    f"The locks on shards cannot be kept at the moment ({cause_of(error)})."
                ) from error

    async def _listen(self, connection: AsyncConnection) -> None:
        driver = (await connection.get_raw_connection()).driver_connection
        if not isinstance(driver, asyncpg.Connection):
            raise TypeError(f"{driver!r} is not a connection to PostgreSQL")
        await driver.add_listener(CHANNEL, self._hear)
        self._on_notice("")

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self._on_notice(str(payload))

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        self._held.clear()
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.close()


async def held_locks(database: Database, application_id: int) -> frozenset[int]:
    """The locks of an application that anybody holds."""
    async with database.reading() as connection:
        rows = await connection.execute(_HELD, {"group": _group(application_id)})
        return frozenset(row[0] for row in rows)


def _group(application_id: int) -> int:
    """The first of the two numbers that name a lock: that of an application's locks."""
    return zlib.crc32(f"patience {application_id}".encode()) >> 1
