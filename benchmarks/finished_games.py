"""Finished games by the ten thousands, stored at once for benchmarks."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final, TypeAlias

from sqlalchemy import Table, text

from bot.models import GameState
from bot.store import Database
from bot.store.schema import games, results

Row: TypeAlias = dict[str, object]

SERVER: Final = 5
"""Where they were played."""
_CHUNK: Final = 20_000


async def save_rows(database: Database, rows: Iterable[Row], *targets: Table) -> None:
    """Store rows with the columns of each of some tables; without any, of games and results."""
    left = iter(rows)
    while chunk := list(itertools.islice(left, _CHUNK)):
        async with database.transaction() as connection:
            for target in targets or (games, results):
                names = [column.name for column in target.c]
                values = [{key: row[key] for key in names if key in row} for row in chunk]
                await connection.execute(target.insert(), values)


async def vacuum(database: Database) -> None:
    """Tidy up after what was stored, as PostgreSQL does by itself after a while."""
    if database.is_shared:
        engine = database._engine.execution_options(isolation_level="AUTOCOMMIT")  # noqa: SLF001
        async with engine.connect() as connection:
            await connection.execute(text("VACUUM ANALYZE"))


def finished_game(
    game_id: int, player_id: int, day: date, rng: random.Random, *, is_daily: bool
) -> Row:
    """The columns of a game and of its result: played on a day, two of three won."""
    began = datetime.combine(day, datetime.min.time(), UTC) + timedelta(
        seconds=rng.randint(0, 60_000)
    )
    ended = began + timedelta(seconds=rng.randint(60, 3000))
    moves = rng.randint(80, 200)
    return {
        "id": game_id,
        "game_id": game_id,
        "player_id": player_id,
        "rules_id": "saratoga",
        "deal_number": game_id % 1000 + 1,
        "guild_id": SERVER,
        "channel_id": SERVER,
        "version": moves,
        "state": rng.choice([GameState.WON, GameState.WON, GameState.GIVEN_UP]),
        "moves": moves,
        "undos": rng.randint(0, 3),
        "hints": rng.choice([0, 0, 2]),
        "odds": 0,
        "played_ms": ended - began,
        "created_at": began,
        "started_at": began,
        "updated_at": ended,
        "finished_at": ended,
        "winnable": is_daily,
        "day": day if is_daily else None,
        "daily": day if is_daily else None,
    }
