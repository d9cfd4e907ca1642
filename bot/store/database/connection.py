"""The connection to a database: transactions, and driver errors turned into store errors."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal, TypeVar

import aiosqlite
import asyncpg
from sqlalchemy import text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot import metrics
from bot.store.compiled import Statement
from bot.store.engines import LIMITS, Engines, has_written
from bot.store.errors import REPEATABLE, Failure, StoreDamaged, StoreUnavailable, cause_of, code_of
from bot.store.files import damaged
from bot.store.outage import Outage, unavailable

_T = TypeVar("_T")
Access = Literal["read", "write"]

_FAILURES: Final = (
    SQLAlchemyError,
    aiosqlite.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
)
_PAUSE: Final = 0.02
"""The longest pause before a transaction is repeated; each further one may be twice as long."""
_READER_PAUSE: Final = 0.1
"""Seconds between attempts to empty SQLite's write-ahead log while somebody reads."""


class Database:
    """An open database, as yielded by :func:`bot.store.open_database`.

    It knows no table: the modules beside this one hold the queries.

    Args:
        engines: make its connections.
        file: the file of an SQLite database.
    """

    def __init__(self, engines: Engines, file: Path | None = None) -> None:
        self._engine = engines.writer
        self._reader = engines.reader
        self._seconds = engines.seconds
        # Of these, trying takes seconds; a disk that is full says so at once.
        self._outage = Outage({Failure.AWAY} if self.is_shared else {Failure.LOCKED})
        self._file = file
        self._damage: asyncio.Future[StoreDamaged] = asyncio.get_running_loop().create_future()
        self._closed = False
        self._active = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def url(self) -> URL:
        """The database's URL; may hold a password."""
        return self._engine.url

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the database at the same time."""
        return self._engine.dialect.name != "sqlite"

    @property
    def dialect(self) -> ModuleType:
        """SQLAlchemy's module for the database's SQL dialect."""
        return postgresql if self.is_shared else sqlite

    def why_down(self) -> str:
        """Why games cannot be saved just now, in a few words; "" if they can."""
        return self._outage.reason()

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed on exit, rolled back on an error.

        Raises:
            StoreUnavailable: if the database fails, or is being closed.
        """
        async with self._in_use("write"), self._begin() as connection:
            yield connection

    async def execute(self, statement: Statement, **values: object) -> list[dict[str, Any]]:
        """Execute a statement, which is a transaction of its own, as fast as can be.

        Args:
            statement: the statement.
            values: the values of its parameters.

        Returns:
            Its rows, as values by column.

        Raises:
            StoreUnavailable: if the database fails, or is being closed.
        """
        async with self._in_use("write"), self._engine.connect() as connection:
            rows = await statement.execute(connection, values, self._seconds)
        self._outage.worked("written" if statement.writes and rows else "locked")
        return rows

    @contextlib.asynccontextmanager
    async def reading(self, seconds: float = LIMITS.statement) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads: everything in it is of one moment, that of its first read.

        It takes as long as it likes without holding up those that write.

        Args:
            seconds: how long each statement may take.

        Raises:
            StoreUnavailable: if the database fails, or is being closed.
        """
        async with self._in_use("read"), self._reader.connect() as connection:
            await connection.execution_options(statement_seconds=seconds)
            async with connection.begin():
                if self.is_shared and seconds != LIMITS.statement:
                    limit = text("SELECT set_config('statement_timeout', :limit, true)")
                    await connection.execute(limit, {"limit": f"{seconds}s"})
                yield connection
        self._outage.worked("read")

    async def run(self, unit: Callable[[AsyncConnection], Awaitable[_T]], tries: int = 3) -> _T:
        """Run a unit of work in a transaction, and again if others got in its way.

        PostgreSQL ends one of two transactions that wait for each other, or that cannot be put in
        an order. Nothing of it was written then.

        Args:
            unit: what to do, called with a new transaction each time.
            tries: how often it is called at most.

        Raises:
            StoreUnavailable: if the database fails, or is being closed.
        """
        async with self._in_use("write"):
            for attempt in range(1, tries):
                try:
                    async with self._begin() as connection:
                        return await unit(connection)
                except SQLAlchemyError as error:
                    if code_of(error) not in REPEATABLE:
                        raise
                await asyncio.sleep(random.uniform(0, _PAUSE * 2**attempt))
            async with self._begin() as connection:
                return await unit(connection)

    async def checkpoint(self) -> None:
        """Empty SQLite's write-ahead log, so that no deleted row remains in it.

        Waits until nobody reads what was there before.
        """
        if self.is_shared:
            return
        # When the database is closed, the log goes with the last connection.
        while not self._closed:
            if await self._has_checkpointed():
                return
            await asyncio.sleep(_READER_PAUSE)

    async def _has_checkpointed(self) -> bool:
        async with self._in_use("write"), self._engine.connect() as connection:
            driver = await _sqlite_driver(connection)
            # Players must not wait for those who read.
            [[patience]] = await driver.execute_fetchall("PRAGMA busy_timeout")
            await driver.execute_fetchall("PRAGMA busy_timeout = 0")
            try:
                rows = await driver.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                await driver.execute_fetchall(f"PRAGMA busy_timeout = {patience}")
            [[is_busy, *_]] = rows
            return not is_busy

    async def until_damaged(self) -> StoreDamaged:
        """Wait until SQLite finds its file damaged, which writing to it would make worse."""
        return await self._damage

    async def close(self) -> None:
        """Refuse new transactions, and wait for the running ones."""
        self._closed = True
        await self._idle.wait()

    @contextlib.asynccontextmanager
    async def _begin(self) -> AsyncIterator[AsyncConnection]:
        async with self._engine.begin() as connection:
            yield connection
            wrote = has_written(connection)
        self._outage.worked("written" if wrote else "locked")

    @contextlib.asynccontextmanager
    async def _in_use(self, access: Access) -> AsyncIterator[None]:
        if self._closed:
            raise StoreUnavailable("Patience is shutting down. Play on when it is back.")
        if access == "write" or self.is_shared:
            self._outage.check()
        self._active += 1
        self._idle.clear()
        try:
            with metrics.DATABASE_SECONDS.labels(access).time():
                yield
        except _FAILURES as error:
            metrics.DATABASE_ERRORS.inc()
            failure = self._outage.failed(error)
            if failure is Failure.DAMAGED and self._file and not self._damage.done():
                self._damage.set_result(damaged(self._file, error))
            raise unavailable(cause_of(error), failure) from error
        finally:
            metrics.DATABASE_UP.set(not self.why_down())
            self._active -= 1
            if not self._active:
                self._idle.set()


async def execute_on_sqlite(engine: AsyncEngine, statement: str, *parameters: object) -> None:
    """Execute a statement that SQLite refuses inside a transaction."""
    async with engine.connect() as connection:
        driver = await _sqlite_driver(connection)
        async with driver.execute(statement, parameters):
            pass


async def _sqlite_driver(connection: AsyncConnection) -> aiosqlite.Connection:
    driver = (await connection.get_raw_connection()).driver_connection
    if not isinstance(driver, aiosqlite.Connection):
        raise TypeError(f"{driver!r} is not a connection to SQLite")
    return driver
