"""The rows about a player, found without knowing what the tables mean."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Table, select

from bot.store import Database
from bot.store.logs import unpack
from bot.store.schema import metadata

NOBODYS: Final = frozenset(
    {
        "claims",
        "daily_deals",
        "daily_posts",
        "guild_preferences",
        "guilds",
        "installation",
        "races",
        "removed_guilds",
        "session_starts",
        "shard_owners",
        "tournament_deals",
        "tournaments",
        "winnable_deals",
    }
)
"""The tables without player data."""

Row = dict[str, Any]


async def mentions(database: Database, player: int) -> dict[str, list[Row]]:
    """The rows with a player's id in any column, or that refer to such a row, by table.

    Packed logs are unpacked, as in an export.
    """
    found: dict[str, list[Row]] = {}
    async with database.transaction() as connection:
        # Tables come after those that they refer to.
        for table in metadata.sorted_tables:
            query = select(table).order_by(*table.primary_key)
            rows = [dict(row) for row in (await connection.execute(query)).mappings()]
            found[table.name] = [row for row in rows if _mentions(table, row, player, found)]
    for game in found["games"]:
        log = unpack(game.pop("log") or "", game["created_at"])
        found["actions"] += [{"game_id": game["id"], **asdict(action)} for action in log]
    found["actions"].sort(key=lambda row: (row["game_id"], row["version"]))
    return {name: rows for name, rows in found.items() if rows}


async def rows_of(database: Database, tables: frozenset[str]) -> dict[str, list[Row]]:
    """All rows of some tables."""
    async with database.transaction() as connection:
        return {
            name: [
                dict(row)
                for row in (await connection.execute(select(metadata.tables[name]))).mappings()
            ]
            for name in tables
        }


def _mentions(table: Table, row: Row, player: int, found: dict[str, list[Row]]) -> bool:
    if any(str(player) in str(value) for value in row.values()):
        return True
    return any(
        all(row[key.parent.name] == other[key.column.name] for key in reference.elements)
        for reference in table.foreign_key_constraints
        for other in found[reference.referred_table.name]
    )
