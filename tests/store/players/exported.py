"""What is exported about a player, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from bot.models.terms import Contest
from bot.store.database.connection import Database
from bot.store.players.privacy import read_player


async def export_player(
    database: Database, player_id: int
) -> dict[str, tuple[Mapping[str, object], ...]]:
    """Every row about a player, by table."""
    tables: dict[str, tuple[Mapping[str, object], ...]] = {}
    async with read_player(database, player_id, date.max) as stored:
        async for table, rows in stored.pages():
            tables[table] = (*tables.get(table, ()), *rows)
    return tables


async def contested_games(database: Database, player_id: int) -> dict[int, Contest | None]:
    """The player's games in contests that are not over, by their ids."""
    async with read_player(database, player_id, date.max) as stored:
        return {game_id: game.contest for game_id, game in stored.secret_games.items()}
