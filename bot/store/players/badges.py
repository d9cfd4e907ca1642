"""What players have earned: stored once, and never taken back while they keep their games."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from bot.store.database.connection import Database
from bot.store.play.schema import games
from bot.store.players.schema import badges


async def load_badges(database: Database, player_id: int) -> frozenset[str]:
    """The ids of what a player has earned."""
    query = select(badges.c.id).where(badges.c.player_id == player_id)
    async with database.reading() as connection:
        return frozenset((await connection.execute(query)).scalars())


async def save_badges(database: Database, player_id: int, ids: Collection[str]) -> None:
    """Save what a player has earned by the end of their newest game."""
    # Deleting a player locks their games first: it waits, and then deletes these rows as well.
    newest = (
        select(games.c.finished_at)
        .where(games.c.player_id == player_id, games.c.finished_at.is_not(None))
        .order_by(games.c.finished_at.desc())
        .limit(1)
        .with_for_update()
    )
    statement = database.dialect.insert(badges).on_conflict_do_nothing()
    async with database.transaction() as connection:
        earned_at = (await connection.execute(newest)).scalar_one_or_none()
        if earned_at is not None:
            rows = [{"player_id": player_id, "id": one, "earned_at": earned_at} for one in ids]
            await connection.execute(statement, rows)
