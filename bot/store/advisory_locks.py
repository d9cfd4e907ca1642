"""Advisory locks of PostgreSQL, held on a connection of their own for as long as that is open."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Mapping
from typing import Any, Final

from sqlalchemy import TextClause, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.connection import Database
from bot.store.errors import StoreUnavailable, cause_of

_ARGUMENTS: Final = {
    "timeout": 5.0,
    "command_timeout": 5.0,
    "server_settings": {
        "application_name": "patience locks",
        # The server notices within half a minute that a machine is gone, and frees its locks.
        "tcp_keepalives_idle": "15",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "3",
    },
}

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

    A lock is a pair of numbers of 31 bits: a group of locks, and one of them. However often it is
    taken, it is released once. All methods may raise :class:`StoreUnavailable`: then every lock is
    lost, and the next call opens another connection.
    """

    def __init__(self, database: Database) -> None:
        """Prepare; the connection is opened when it is first needed."""
        self._engine: AsyncEngine = create_async_engine(
            database.url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
            connect_args=_ARGUMENTS,
        )
        self._connection: AsyncConnection | None = None
        self._one_at_a_time = asyncio.Lock()
        self._held: set[tuple[int, int]] = set()

    async def take(self, group: int, numbers: Collection[int]) -> frozenset[int]:
        """Take those locks of a group that nobody else has; return which are held now."""
        # Cancelling a statement would close the connection, and so release every lock.
        await asyncio.shield(self._take(group, numbers))
        return self.held(group, numbers)

    async def release(self, group: int, numbers: Collection[int]) -> None:
        """Release those locks of a group that are held."""
        await asyncio.shield(self._release(group, numbers))

    async def others(self, group: int) -> frozenset[int]:
        """The locks of a group that somebody else holds."""
        rows = await asyncio.shield(self._execute(_HELD, {"group": group}))
        return frozenset(row[0] for row in rows if not row[1])

    def held(self, group: int, numbers: Collection[int]) -> frozenset[int]:
        """Which locks of a group are held, as far as is known."""
        return frozenset(number for number in numbers if (group, number) in self._held)

    async def close(self) -> None:
        """Release all locks."""
        async with self._one_at_a_time:
            await self._disconnect()
        await self._engine.dispose()

    async def _take(self, group: int, numbers: Collection[int]) -> None:
        if free := [number for number in numbers if (group, number) not in self._held]:
            rows = await self._execute(_TAKE, {"group": group, "numbers": free})
            self._held |= {(group, row[0]) for row in rows}

    async def _release(self, group: int, numbers: Collection[int]) -> None:
        if held := sorted(self.held(group, numbers)):
            self._held -= {(group, number) for number in held}
            await self._execute(_RELEASE, {"group": group, "numbers": held})

    async def _execute(
        self, statement: TextClause, parameters: Mapping[str, object]
    ) -> list[tuple[Any, ...]]:
        async with self._one_at_a_time:
            try:
                if self._connection is None:
                    self._connection = await self._engine.connect()
                return [tuple(row) for row in await self._connection.execute(statement, parameters)]
            except (SQLAlchemyError, OSError) as error:
                await self._disconnect()
                raise StoreUnavailable(
                    f"The locks on shards cannot be kept at the moment ({cause_of(error)})."
                ) from error

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        self._held.clear()
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.close()


async def held_locks(database: Database, group: int) -> frozenset[int]:
    """The locks of a group that anybody holds.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        rows = await connection.execute(_HELD, {"group": group})
        return frozenset(row[0] for row in rows)
