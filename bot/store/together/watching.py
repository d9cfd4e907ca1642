"""Players' games that others watch."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, or_, select

from bot.models.places import BoardMessage, Place
from bot.models.together import WatchedGame
from bot.store.database.connection import Database
from bot.store.play.schema import games
from bot.store.together.schema import watched_games

_MOST_DUE: Final = 500


async def save_watched(database: Database, watched: WatchedGame) -> None:
    """Save where a game is watched, and which version was shown there."""
    place = watched.message.place
    values = {
        "guild_id": place.guild_id,
        "channel_id": place.channel_id,
        "message_id": watched.message.message_id,
        "version": watched.version,
    }
    statement = database.dialect.insert(watched_games).values(game_id=watched.game_id, **values)
    async with database.transaction() as connection:
        await connection.execute(
            statement.on_conflict_do_update(index_elements=["game_id"], set_=values)
        )


async def end_watching(database: Database, game_id: int) -> None:
    """Forget where a game is watched."""
    async with database.transaction() as connection:
        await connection.execute(delete(watched_games).where(watched_games.c.game_id == game_id))


async def due_watched(database: Database, moves: int) -> tuple[WatchedGame, ...]:
    """The watched games that are over, or went on by a number of actions since they were shown."""
    watched = watched_games.c
    query = (
        select(watched_games)
        .join(games, games.c.id == watched.game_id)
        .where(or_(games.c.version >= watched.version + moves, games.c.finished_at.is_not(None)))
        .order_by(watched.game_id)
        .limit(_MOST_DUE)
    )
    async with database.reading() as connection:
        return tuple(
            WatchedGame(
                row.game_id,
                BoardMessage(Place(row.channel_id, row.guild_id), row.message_id),
                row.version,
            )
            for row in await connection.execute(query)
        )
