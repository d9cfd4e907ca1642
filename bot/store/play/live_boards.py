"""Live boards: the message that shows each game."""

from __future__ import annotations

from sqlalchemy import BigInteger, delete, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.places import BoardMessage, Place
from bot.store.database.connection import Database
from bot.store.play.schema import games, live_boards

_COLUMNS = ("game_id", "guild_id", "channel_id", "message_id")


async def load_live_board(database: Database, game_id: int) -> BoardMessage | None:
    """The message with a game's live board; None if none is stored."""
    async with database.reading() as connection:
        return await _load(connection, game_id)


async def replace_live_board(
    database: Database, game_id: int, board: BoardMessage | None
) -> BoardMessage | None:
    """Store which message has a game's live board, None for none; returns the one before."""
    async with database.transaction() as connection:
        before = await _load(connection, game_id)
        if board is None and before is not None:
            await connection.execute(delete(live_boards).where(live_boards.c.game_id == game_id))
        elif board is not None and board != before:
            place = {
                "guild_id": board.place.guild_id,
                "channel_id": board.place.channel_id,
                "message_id": board.message_id,
            }
            row = select(
                games.c.id, *(literal(value, BigInteger) for value in place.values())
            ).where(games.c.id == game_id)
            await connection.execute(
                database.dialect.insert(live_boards)
                .from_select(_COLUMNS, row)
                .on_conflict_do_update(index_elements=["game_id"], set_=place)
            )
    return before


async def _load(connection: AsyncConnection, game_id: int) -> BoardMessage | None:
    query = select(live_boards).where(live_boards.c.game_id == game_id)
    row = (await connection.execute(query)).mappings().one_or_none()
    if row is None:
        return None
    return BoardMessage(Place(row["channel_id"], row["guild_id"]), row["message_id"])
