"""Whether setup was offered to those who manage a server, which happens once."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, delete, func, select, type_coerce

from bot.store.conditions import DAY_MS
from bot.store.connection import Database
from bot.store.schema import games, guild_preferences

NAME: Final = "setup_offered"
"""The preference of a server that says when setup was offered."""


async def days_with_games(database: Database, guild_id: int) -> int:
    """On how many days games were begun in a server, of those that have a move.

    Raises:
        StoreUnavailable: if the database fails.
    """
    day = type_coerce(games.c.created_at, BigInteger) // DAY_MS
    query = select(func.count(day.distinct())).where(
        games.c.guild_id == guild_id, games.c.version > 0
    )
    async with database.transaction() as connection:
        return (await connection.execute(query)).scalar_one()


async def claim_setup_offer(database: Database, guild_id: int, at: datetime) -> bool:
    """Claim offering setup in a server; False if that was done.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = (
        database.dialect.insert(guild_preferences)
        .values(guild_id=guild_id, name=NAME, value=at.isoformat(timespec="seconds"))
        .on_conflict_do_nothing()
        .returning(guild_preferences.c.guild_id)
    )
    async with database.transaction() as connection:
        return (await connection.execute(statement)).first() is not None


async def release_setup_offer(database: Database, guild_id: int) -> None:
    """Release a claim, so that setup is offered again.

    Raises:
        StoreUnavailable: if the database fails.
    """
    preference = guild_preferences.c
    statement = delete(guild_preferences).where(
        preference.guild_id == guild_id, preference.name == NAME
    )
    async with database.transaction() as connection:
        await connection.execute(statement)
