"""Eight players on one SQLite database, in the process whose writes are recorded.

``python -m tests.powercut.playing FOLDER CALLS SEED SYNCHRONOUS``
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sqlalchemy import text

from bot.service.play.games import Games
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from tests.powercut.recording import DATABASE, MARKS
from tests.service.play.crash_player import play_on
from tests.store.database.migrated import sqlite_url

PLAYERS: Final = range(1, 9)
_LONGEST_READ: Final = 0.05
"""How long a reader keeps what it reads, in seconds: the log cannot begin anew meanwhile."""
_CHECKPOINT: Final = 1.0
"""Seconds between two times at which the log is emptied, as when a player deletes their data."""


class _Marks:
    """Writes what was acknowledged to a file, which is recorded along with the database's."""

    def __init__(self, file: Path, calls: int, enough: Callable[[], None]) -> None:
        self._file = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._left = calls
        self._enough = enough

    def send_bytes(self, sent: bytes, /) -> None:
        """Write a line."""
        os.write(self._file, sent + b"\n")
        self._left -= 1
        if not self._left:
            self._enough()


async def _read(database: Database, rng: random.Random) -> None:
    """Read, as leaderboards and backups do, on a connection of its own."""
    while True:
        async with database.reading() as connection:
            await connection.execute(text("SELECT count(*), max(version) FROM games"))
            await asyncio.sleep(rng.uniform(0, _LONGEST_READ))


async def _checkpoint(database: Database) -> None:
    while True:
        await asyncio.sleep(_CHECKPOINT)
        await database.checkpoint()


async def _play(folder: Path, calls: int, seed: int, synchronous: str) -> None:
    over = asyncio.Event()
    async with open_database(sqlite_url(folder / DATABASE)) as database:
        async with database.autocommit() as connection:
            await connection.exec_driver_sql(f"PRAGMA synchronous = {synchronous}")
        games, marks = Games(database), _Marks(folder / MARKS, calls, over.set)
        rng = random.Random(seed)
        work = [
            *(play_on(games, player, random.Random(rng.random()), marks) for player in PLAYERS),
            *(_read(database, random.Random(rng.random())) for _ in range(2)),
            _checkpoint(database),
        ]
        playing = asyncio.gather(*work)
        playing.add_done_callback(lambda _: over.set())
        await over.wait()
        # As a power cut would: nothing is closed.
        os._exit(int(playing.done()))


if __name__ == "__main__":
    asyncio.run(_play(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))
