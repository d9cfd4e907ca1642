"""Games as earlier versions stored them: with a row an action."""

from __future__ import annotations

from sqlalchemy import insert, select, text, update

from bot.store.database.connection import Database
from bot.store.play.game_logs import stored_log, unpack
from bot.store.play.schema import actions, games


async def unpack_games(database: Database, *game_ids: int) -> None:
    """Turn the packed logs of games into rows; without ids, those of all games."""
    query = select(games.c.id, games.c.created_at, games.c.log, games.c.finished_log).where(
        games.c.log.is_not(None)
    )
    of_games = games.c.id.in_(game_ids) if game_ids else games.c.id > 0
    async with database.transaction() as connection:
        if database.is_postgresql:
            await connection.execute(text("ALTER TABLE actions DISABLE TRIGGER refuse_actions"))
        for game_id, created_at, *log in (await connection.execute(query.where(of_games))).all():
            rows = [
                {"game_id": game_id, "version": one.version, "text": one.text, "at": one.at}
                for one in unpack(stored_log(*log) or "", created_at)
            ]
            if rows:
                await connection.execute(insert(actions), rows)
            unset = update(games).where(games.c.id == game_id).values(log=None, finished_log=None)
            await connection.execute(unset)
        if database.is_postgresql:
            await connection.execute(text("ALTER TABLE actions ENABLE TRIGGER refuse_actions"))
