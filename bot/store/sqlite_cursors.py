"""Cursors of SQLite that do all they have to do in one call.

An SQLite file is used in a thread of its own, and each call into it costs both threads a wake-up.
SQLAlchemy's cursors make four for a statement: to open, to execute, to fetch and to close. With
one, saving a move takes a fifth less processor time: 0.25 ms of a press instead of 0.31 ms.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import event
from sqlalchemy.connectors.asyncio import AsyncAdapt_dbapi_cursor
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import immutabledict

Parameters: TypeAlias = Sequence[Any] | Mapping[str, Any]


def execute_in_one_call(engine: AsyncEngine) -> None:
    """Let an engine of SQLite use these cursors on the connections that it makes from now on."""

    @event.listens_for(engine.sync_engine, "do_connect")
    def connect(
        dialect: Dialect, _: object, arguments: Sequence[str], options: dict[str, Any]
    ) -> _Connection:
        adapted: Any = dialect.connect(*arguments, **options)
        return _Connection(dialect.loaded_dbapi, adapted.driver_connection)


class _Cursor(AsyncAdapt_aiosqlite_cursor):
    """A cursor that is opened as it executes, and has fetched all rows once it has."""

    __slots__ = ()
    _awaitable_cursor_close = False
    # Of this, only what the driver says of the last statement is used.
    _cursor: Any

    def __init__(self, adapt_connection: AsyncAdapt_aiosqlite_connection) -> None:
        self._adapt_connection = adapt_connection
        self._connection = adapt_connection.driver_connection
        self._rows = deque()
        self._soft_closed_memoized = immutabledict()

    def close(self) -> None:
        # As all rows are fetched, SQLite itself has nothing left to close.
        self._rows.clear()

    async def _execute_async(self, operation: str, parameters: Parameters | None) -> None:
        await self._run(lambda driver: driver.execute(operation, parameters or ()))

    async def _executemany_async(
        self, operation: str, seq_of_parameters: Sequence[Parameters]
    ) -> None:
        await self._run(lambda driver: driver.executemany(operation, seq_of_parameters))

    async def _run(self, execute: Callable[[sqlite3.Connection], sqlite3.Cursor]) -> None:
        driver = self._connection

        def execute_and_fetch() -> list[Any]:
            self._cursor = cursor = execute(driver._conn)  # noqa: SLF001
            return cursor.fetchall() if cursor.description else []

        # The driver's public calls each open a cursor, execute or fetch.
        self._rows = deque(await driver._execute(execute_and_fetch))  # noqa: SLF001


class _Connection(AsyncAdapt_aiosqlite_connection):
    """A connection that ends only transactions that have begun."""

    __slots__ = ()

    def cursor(self, server_side: bool = False) -> AsyncAdapt_dbapi_cursor:
        return super().cursor(server_side) if server_side else _Cursor(self)

    def rollback(self) -> None:
        if self._connection.in_transaction:
            super().rollback()

    def commit(self) -> None:
        if self._connection.in_transaction:
            super().commit()
