"""How long a pass takes that looks for due reminders, and how many statements."""

from __future__ import annotations

import asyncio
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import event

from benchmarks.timing import Figures, table
from bot.models import ReminderKind
from bot.service import Reminders
from bot.service.reminder_times import next_due
from bot.store import Database, open_database
from bot.store.schema import reminders
from tools.postgresql import NoServer, running_server

_PLAYERS: Final = 100_000
_BATCH: Final = 2_000
_PASSES: Final = 20
_NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
_ZONES: Final = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC")
_MOMENTS: Final = {
    "nothing is due": timedelta(minutes=50),
    "an hour has struck": timedelta(minutes=61),
    "all are a day late": timedelta(days=2),
}
"""When a pass is made, after noon."""


def report() -> str:
    """A table of both databases."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'patience.db'}"
        rows = asyncio.run(_measure("SQLite", url))
    try:
        with running_server() as server:
            rows += asyncio.run(_measure("PostgreSQL", server.create_database()))
    except NoServer as error:
        rows.append([str(error), "", "", ""])
    return table([f"{_PLAYERS} players", "to send", "statements", "ms"], rows)


async def _measure(name: str, url: str) -> list[list[str]]:
    statements, now = 0, _NOON

    def count(*_arguments: object) -> None:
        nonlocal statements
        statements += 1

    rows = []
    async with open_database(url) as database:
        await _fill(database)
        event.listen(database._engine.sync_engine, "before_cursor_execute", count)  # noqa: SLF001
        service = Reminders(database, clock=lambda: now)
        for title, later in _MOMENTS.items():
            now, statements = _NOON + later, 0
            times, due = [], 0
            for _ in range(_PASSES):
                begin = time.perf_counter()
                due = len(await service.due())
                times.append(time.perf_counter() - begin)
            median = Figures(tuple(times)).median
            each = f"{statements / _PASSES:.0f}"
            rows.append([f"{name}: {title}", str(due), each, f"{1000 * median:.1f}"])
    return rows


async def _fill(database: Database) -> None:
    """Let every player be reminded at some hour of their clock."""
    rows = [
        {
            "player_id": player,
            "kind": ReminderKind.DAY,
            "hour": player % 24,
            "time_zone": (zone := _ZONES[player % len(_ZONES)]),
            "language": "en",
            "due_at": next_due(player % 24, zone, _NOON),
        }
        for player in range(1, _PLAYERS + 1)
    ]
    async with database.transaction() as connection:
        for begin in range(0, _PLAYERS, _BATCH):
            await connection.execute(reminders.insert(), rows[begin : begin + _BATCH])
