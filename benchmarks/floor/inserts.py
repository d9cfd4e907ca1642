"""A committed insert by a bare driver: what any bot that keeps its games pays for a press."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import aiosqlite
import asyncpg

Insert = Callable[[], Awaitable[object]]
"""Inserts a row, which is committed then."""

INSERTS: Final = 200
"""How many inserts are measured at once."""
_CREATE: Final = "CREATE TABLE presses (game INTEGER, move TEXT)"
_PRAGMAS: Final = ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON")
"""Those of the bot's connections that an insert pays for."""


async def inserting(insert: Insert) -> float:
    """The processor time of this process for an insert, in seconds."""
    began = time.process_time()
    for _ in range(INSERTS):
        await insert()
    return (time.process_time() - began) / INSERTS


@asynccontextmanager
async def sqlite_insert(file: Path) -> AsyncIterator[Insert]:
    """An insert into a new SQLite file."""
    async with aiosqlite.connect(file, isolation_level=None) as connection:
        for pragma in _PRAGMAS:
            await connection.execute(f"PRAGMA {pragma}")
        await connection.execute(_CREATE)
        yield lambda: connection.execute("INSERT INTO presses VALUES (?, ?)", (42, "s"))


@asynccontextmanager
async def postgresql_insert(url: str) -> AsyncIterator[Insert]:
    """An insert into an empty PostgreSQL database."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        await connection.execute(_CREATE)
        yield lambda: connection.execute("INSERT INTO presses VALUES ($1, $2)", 42, "s")
    finally:
        await connection.close()
