"""The connection to a database: transactions, and driver errors turned into store errors."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Final, Literal, TypeVar

from sqlalchemy import func, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import background, metrics
from bot.store.database.alarm import WAKES_AT, Alarm
from bot.store.database.engines import HAS_WRITTEN, Engines
from bot.store.database.errors import (
    REPEATABLE,
    Failure,
    StoreDamaged,
    StoreUnavailable,
    cause_of,
    code_of,
    failure_of,
)
from bot.store.database.files import damaged
from bot.store.database.open_file import OpenFile
from bot.store.database.outage import Outage, unavailable

_log = logging.getLogger(__name__)

_T = TypeVar("_T")
Access = Literal["read", "write"]
CHANNEL: Final = "patience_changed"
"""The channel of PostgreSQL's NOTIFY."""

_PAUSE: Final = 0.02
"""The longest pause before a transaction is repeated; each further one may be twice as long."""
_CHECKPOINT_PAUSE: Final = 45.0
"""Seconds between two checkpoints of SQLite's write-ahead log; with what they take, a minute."""
_LOOK: Final = 1.0
"""Seconds between two looks whether SQLite's file is still where it was opened."""
_RETRY: Final = 5.0
"""Seconds until a lost file that could not be saved is tried again."""
_READER_PAUSE: Final = 0.1
"""Seconds between attempts to empty SQLite's write-ahead log while somebody reads."""


class Database:
    """An open database; it knows no table, as the modules beside this one hold the queries.

    Attributes:
        alarm: rings when something is committed that is due soon.
    """

    def __init__(
        self, engines: Engines, file: Path | None = None, open_file: OpenFile | None = None
    ) -> None:
        self._engine = engines.writer
        self._autocommit = engines.autocommit
        self._reader = engines.reader
        # Of these, trying takes seconds; a disk that is full says so at once.
        self._outage = Outage({Failure.AWAY} if self.is_postgresql else {Failure.LOCKED})
        self._file = file
        self._open_file = open_file
        self._saving: asyncio.Task[None] | None = None
        metrics.DATABASE_UP.set_function(lambda: not self._outage.reason())
        self._damage: asyncio.Future[StoreDamaged] = asyncio.get_running_loop().create_future()
        self.alarm = Alarm()
        self._closed = False
        self._active = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def url(self) -> URL:
        """The database's URL; may hold a password."""
        return self._engine.url

    @property
    def is_postgresql(self) -> bool:
        """Whether it is on a server, where other processes may use it at the same time."""
        return self._engine.dialect.name == "postgresql"

    @property
    def dialect(self) -> ModuleType:
        """SQLAlchemy's module for the database's SQL dialect."""
        return postgresql if self.is_postgresql else sqlite

    def outage_reason(self) -> str:
        """Why games cannot be saved just now, in a few words; "" if they can."""
        lost = self._open_file.why_lost if self._open_file else ""
        return lost or self._outage.reason()

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes or locks: committed on exit, rolled back on an error."""
        opened = self._engine.begin()
        async with self._track("write"), self._writing(opened) as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def autocommit(self) -> AsyncIterator[AsyncConnection]:
        """A connection for one statement that writes: one round trip instead of three."""
        opened = self._autocommit.connect()
        async with self._track("write"), self._writing(opened) as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads: everything in it is of one moment, that of its first read.

        It neither waits for those that write nor holds them up, however long it takes.
        """
        async with self._track("read"):
            async with self._reader.begin() as connection:
                yield connection
            self._outage.record_success("read")

    async def run(self, unit: Callable[[AsyncConnection], Awaitable[_T]], tries: int = 3) -> _T:
        """Run a unit of work in a transaction, and again if others got in its way.

        PostgreSQL ends one of two transactions that wait for each other, or that cannot be put in
        an order. Nothing of it was written then.
        """
        async with self._track("write"):
            for attempt in range(1, tries):
                try:
                    async with self._writing(self._engine.begin()) as connection:
                        return await unit(connection)
                except SQLAlchemyError as error:
                    if code_of(error) not in REPEATABLE:
                        raise
                await asyncio.sleep(random.uniform(0, _PAUSE * 2**attempt))
            async with self._writing(self._engine.begin()) as connection:
                return await unit(connection)

    async def checkpoint(self) -> None:
        """Empty SQLite's write-ahead log, and deleted rows with it, once nobody reads them."""
        if self.is_postgresql:
            return
        # When the database is closed, the log goes with the last connection.
        while not self._closed:
            if await self._has_checkpointed():
                return
            await asyncio.sleep(_READER_PAUSE)

    async def keep_checkpointed(self, pause: float = _CHECKPOINT_PAUSE) -> None:
        """Empty SQLite's write-ahead log again and again until cancelled.

        Of a log that gets damaged, SQLite drops everything from there on: what was played since
        the log was empty, so that should not be long ago. By itself, SQLite empties it after four
        megabytes, which may be days.
        """
        while True:
            await asyncio.sleep(pause)
            # Whatever keeps it from being emptied or looked at now, it may not the next time.
            with contextlib.suppress(StoreUnavailable, OSError):
                if self._has_log():
                    await self.checkpoint()
                background.succeeded()

    def _has_log(self) -> bool:
        log = self._file and self._file.with_name(f"{self._file.name}-wal")
        return log is not None and log.exists() and log.stat().st_size > 0

    async def _has_checkpointed(self) -> bool:
        async with self._track("write"), self._autocommit.connect() as connection:
            # Players must not wait for those who read.
            wait = await connection.scalar(text("PRAGMA busy_timeout"))
            await connection.exec_driver_sql("PRAGMA busy_timeout = 0")
            try:
                checkpoint = text("PRAGMA wal_checkpoint(TRUNCATE)")
                return not await connection.scalar(checkpoint)
            finally:
                await connection.exec_driver_sql(f"PRAGMA busy_timeout = {wait}")

    async def server_version(self) -> str:
        """Which SQLite or PostgreSQL it is, such as ``PostgreSQL 18.1``."""
        if not self.is_postgresql:
            return f"SQLite {sqlite3.sqlite_version}"
        async with self.reading() as connection:
            version: str = await connection.scalar(text("SHOW server_version"))
        return f"PostgreSQL {version.split(maxsplit=1)[0]}"

    async def until_damaged(self) -> StoreDamaged:
        """Wait until SQLite's file is found damaged, which writing would make worse, or lost."""
        while not self._damage.done():
            self._save_if_lost()
            await asyncio.wait([self._damage], timeout=_LOOK)
        return self._damage.result()

    async def close(self) -> None:
        """Refuse new transactions, and wait for the running ones."""
        self._closed = True
        await self._idle.wait()
        self._save_if_lost()
        if self._saving is not None:
            await self._saving

    def _save_if_lost(self) -> str:
        """Look whether SQLite's file is lost, and save what is in it; why it is, or ""."""
        if self._open_file is None or not (why := self._open_file.look()):
            return ""
        if self._saving is None:
            self._saving = asyncio.create_task(self._save(self._open_file))
        return why

    async def _save(self, lost: OpenFile) -> None:
        """Save what is in a lost file, as often as it takes."""
        while not self._damage.done():
            try:
                self._damage.set_result(await lost.save())
            except (SQLAlchemyError, sqlite3.Error, OSError) as error:
                if failure_of(error) is Failure.DAMAGED and self._file is not None:
                    self._damage.set_result(damaged(self._file, error))
                    return
                _log.error(
                    "%s, and what was in it cannot be saved yet (%s); make room for it beside "
                    "where it was, and do not stop this process before.",
                    lost.why_lost,
                    cause_of(error),
                )
                if self._closed:
                    return
                await asyncio.sleep(_RETRY)

    @contextlib.asynccontextmanager
    async def _writing(
        self, opened: contextlib.AbstractAsyncContextManager[AsyncConnection]
    ) -> AsyncIterator[AsyncConnection]:
        """A connection that writes; once what it wrote is committed, that is noted."""
        async with opened as connection:
            # What an earlier transaction of a pooled connection did.
            connection.info.pop(HAS_WRITTEN, None)
            connection.info.pop(WAKES_AT, None)
            yield connection
            has_written = HAS_WRITTEN in connection.info
            wakes_at: datetime | None = connection.info.get(WAKES_AT)
        self._outage.record_success("written" if has_written else "locked")
        if why := self._save_if_lost():
            raise unavailable(why, Failure.DAMAGED)
        if wakes_at is not None:
            self.alarm.ring_at(wakes_at)

    @contextlib.asynccontextmanager
    async def _track(self, access: Access) -> AsyncIterator[None]:
        """Count work that is going on, and make its errors those of the store."""
        if self._closed:
            raise StoreUnavailable("Patience is shutting down. Play on when it is back.")
        if self._open_file is not None and self._open_file.why_lost:
            raise unavailable(self._save_if_lost(), Failure.DAMAGED)
        if access == "write" or self.is_postgresql:
            self._outage.check()
        self._active += 1
        self._idle.clear()
        try:
            with metrics.DATABASE_SECONDS.labels(access).time():
                yield
        except (SQLAlchemyError, OSError) as error:
            metrics.DATABASE_ERRORS.inc()
            failure = self._outage.record_failure(error)
            if failure is Failure.DAMAGED and self._file and not self._damage.done():
                self._damage.set_result(damaged(self._file, error))
            raise unavailable(cause_of(error), failure) from error
        finally:
            self._active -= 1
            if not self._active:
                self._idle.set()


async def notify(connection: AsyncConnection, kind: str, key: int) -> None:
    """Let the other processes forget what they remember of something, once this is committed."""
    if connection.dialect.name != "sqlite":
        await connection.execute(select(func.pg_notify(CHANNEL, f"{kind} {key}")))


async def take_turns(connection: AsyncConnection, *ids: int) -> None:
    """Wait for other transactions that took the turn of these players or servers; others wait then.

    So what a transaction reads of them stays true until it ends. Turns are taken before any row is
    locked, and in order, so that no two transactions wait for each other.
    """
    # SQLite runs one writing transaction at a time.
    if connection.dialect.name != "sqlite":
        for one in sorted(ids):
            await connection.execute(select(func.pg_advisory_xact_lock(one)))
