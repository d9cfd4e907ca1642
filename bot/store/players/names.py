"""The names by which players were last known, for messages that cannot mention them."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import exists, or_, select

from bot.store.contests.schema import racers
from bot.store.database.connection import Database
from bot.store.play.schema import games
from bot.store.players.schema import player_names


async def save_name(database: Database, player_id: int, name: str) -> bool:
    """Save a player's name; False if nothing else is stored about them, and no name either."""
    is_stored = or_(
        exists().where(games.c.player_id == player_id),
        exists().where(racers.c.player_id == player_id),
    )
    own = player_names.c.player_id == player_id
    async with database.transaction() as connection:
        if await connection.scalar(select(player_names.c.name).where(own)) == name:
            return True
        if not await connection.scalar(select(is_stored)):
            return False
        await connection.execute(
            database.dialect.insert(player_names)
            .values(player_id=player_id, name=name)
            .on_conflict_do_update(index_elements=["player_id"], set_={"name": name})
        )
    return True


async def load_names(database: Database, player_ids: Collection[int]) -> dict[int, str]:
    """The names of those players who have one."""
    names = player_names.c
    query = select(names.player_id, names.name).where(names.player_id.in_(player_ids))
    async with database.transaction() as connection:
        return {row.player_id: row.name for row in await connection.execute(query)}
