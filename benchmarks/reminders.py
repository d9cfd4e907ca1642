"""How long a pass takes that looks for due reminders, and how many statements."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Final

from benchmarks.databases import StatementCounter, compare_databases
from benchmarks.timing import Figures
from bot.models import ReminderKind
from bot.service import Reminders
from bot.service.reminder_times import next_due
from bot.store import Database
from bot.store.schema import reminders

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
    headings = [f"{_PLAYERS} players", "to send", "statements", "ms"]
    return compare_databases(headings, _measure)


async def _measure(database: Database) -> list[list[str]]:
    now, rows = _NOON, []
    await _fill(database)
    statements = StatementCounter(database)
    service = Reminders(database, clock=lambda: now)
    for title, later in _MOMENTS.items():
        now, before = _NOON + later, statements.count
        times, due = [], 0
        for _ in range(_PASSES):
            begin = time.perf_counter()
            due = len(await service.due())
            times.append(time.perf_counter() - begin)
        median = Figures(tuple(times)).median
        each = f"{(statements.count - before) / _PASSES:.0f}"
        rows.append([title, str(due), each, f"{1000 * median:.1f}"])
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
