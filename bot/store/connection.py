"""The connection to a database: transactions, and driver errors turned into store errors."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from types import ModuleType

import aiosqlite
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.errors import StoreUnavailable, cause_of


class Database:
    """An open database, as yielded by :func:`bot.store.open_database`.

    It knows no table: the modules beside this one hold the queries.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
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

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed on exit, rolled back on an error.

        Raises:
            StoreUnavailable: if the database fails, or is being closed.
        """
        async with self._in_use(), self._engine.begin() as connection:
            yield connection

    async def checkpoint(self) -> None:
        """Truncate SQLite's write-ahead log, so that no deleted row remains in it."""
        if self.is_shared:
            return
        async with self._in_use():
            await execute_on_sqlite(self._engine, "PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        """Refuse new transactions, and wait for the running ones."""
        self._closed = True
        await self._idle.wait()

    @contextlib.asynccontextmanager
    async def _in_use(self) -> AsyncIterator[None]:
        if self._closed:
            raise StoreUnavailable("Patience is shutting down. Play on when it is back.")
        self._active += 1
        self._idle.clear()
        try:
            yield
        except (SQLAlchemyError, aiosqlite.Error, OSError) as error:
            raise StoreUnavailable(
                f"Games cannot be read or saved at the moment ({cause_of(error)}); try again "
                "in a minute."
            ) from error
        finally:
            self._active -= 1
            if not self._active:
                self._idle.set()


async def execute_on_sqlite(engine: AsyncEngine, statement: str, *parameters: object) -> None:
    """Execute a statement that SQLite refuses inside a transaction."""
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        if not isinstance(driver, aiosqlite.Connection):
            raise TypeError(f"{driver!r} is not a connection to SQLite")
        async with driver.execute(statement, parameters):
            pass
