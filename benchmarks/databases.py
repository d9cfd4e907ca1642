"""The same work on a database of SQLite and on one of PostgreSQL."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlalchemy import event

from benchmarks.timing import table
from bot.store import Database, open_database
from bot.store.compiled import Statement
from tools.postgresql import NoServer, running_server

Measure = Callable[[Database], Awaitable[list[list[str]]]]
"""Measures work on an empty database: a name and figures for each piece of it."""


def compare_databases(headings: Sequence[str], measure: Measure) -> str:
    """A table of what is measured on SQLite and, if it can be started, on PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'patience.db'}"
        rows = asyncio.run(_measured("SQLite", url, measure))
    try:
        with running_server() as server:
            rows += asyncio.run(_measured("PostgreSQL", server.create_database(), measure))
    except NoServer as error:
        rows.append([str(error), *[""] * (len(headings) - 1)])
    return table(headings, rows)


async def _measured(name: str, url: str, measure: Measure) -> list[list[str]]:
    async with open_database(url) as database:
        return [[f"{name}: {work}", *figures] for work, *figures in await measure(database)]


class StatementCounter:
    """Counts the statements that a database executes.

    Attributes:
        count: how many there were so far.
    """

    def __init__(self, database: Database) -> None:
        self.count = 0
        engine = database._engine.sync_engine  # noqa: SLF001
        event.listen(engine, "before_cursor_execute", self._count)
        execute = database.execute

        async def counted(statement: Statement, **values: object) -> list[dict[str, Any]]:
            self._count()
            return await execute(statement, **values)

        patch.object(database, "execute", counted).start()

    def _count(self, *_arguments: object) -> None:
        self.count += 1
