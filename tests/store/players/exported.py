"""What is exported about a player, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from bot.models.contest_deals import ContestDeal
from bot.store.database.connection import Database
from bot.store.players.privacy import read_player


async def export_player(
    database: Database, player_id: int
) -> dict[str, tuple[Mapping[str, object], ...]]:
    """Every row about a player, by table."""
    tables: dict[str, tuple[Mapping[str, object], ...]] = {}
    async with read_player(database, player_id, datetime.max.replace(tzinfo=UTC)) as stored:
        async for table, rows in stored.pages():
            tables[table] = (*tables.get(table, ()), *rows)
    return tables


async def secret_games(
    database: Database, player_id: int, at: datetime
) -> Mapping[int, ContestDeal]:
    """The player's games in contests that are not over at some time, by their ids."""
    async with read_player(database, player_id, at) as stored:
        return stored.secret_games
