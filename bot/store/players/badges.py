"""What players have earned: stored once, and never taken back while they keep their games."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from bot.store.database.connection import Database
from bot.store.play.schema import games, results
from bot.store.players.schema import badges


async def load_badges(database: Database, player_id: int) -> frozenset[str]:
    """The ids of what a player has earned."""
    query = select(badges.c.id).where(badges.c.player_id == player_id)
    async with database.reading() as connection:
        return frozenset((await connection.execute(query)).scalars())


async def save_badges(database: Database, player_id: int, ids: Collection[str]) -> None:
    """Save what a player has earned by the end of their newest game."""
    newest = (
        select(results.c.game_id, results.c.finished_at)
        .where(results.c.player_id == player_id)
        .order_by(results.c.finished_at.desc())
        .limit(1)
    )
    async with database.transaction() as connection:
        found = (await connection.execute(newest)).one_or_none()
        if found is None:
            return
        # Deleting a player locks their games first: it waits, and then deletes these rows as well.
        game = select(games.c.id).where(games.c.id == found.game_id).with_for_update()
        if (await connection.execute(game)).first() is None:
            return
        rows = [{"player_id": player_id, "id": one, "earned_at": found.finished_at} for one in ids]
        statement = database.dialect.insert(badges).on_conflict_do_nothing()
        await connection.execute(statement, rows)
