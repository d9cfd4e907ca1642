"""Messages that tell channels how daily games stand: which are due, and what was told last."""

from __future__ import annotations

from sqlalchemy import delete, select, update

from bot.models import Place, ProgressPost
from bot.store.connection import Database
from bot.store.schema import games, progress_posts


async def add_progress_post(database: Database, game_id: int) -> None:
    """Have a game's channel told how it stands from its first action on; once is enough.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = (
        database.dialect.insert(progress_posts)
        .values(game_id=game_id, version=0)
        .on_conflict_do_nothing()
    )
    async with database.transaction() as connection:
        await connection.execute(statement)


async def due_progress_posts(database: Database, limit: int) -> tuple[ProgressPost, ...]:
    """The games that have gone on since their channel was told, longest ago first.

    Raises:
        StoreUnavailable: if the database fails.
    """
    post = progress_posts.c
    query = (
        select(
            progress_posts, games.c.version.label("current"), games.c.channel_id, games.c.guild_id
        )
        .join_from(progress_posts, games)
        .where(games.c.version > post.version, games.c.channel_id.is_not(None))
        .order_by(games.c.updated_at, post.game_id)
        .limit(limit)
    )
    async with database.transaction() as connection:
        rows = (await connection.execute(query)).mappings().all()
    return tuple(
        ProgressPost(
            row["game_id"],
            Place(row["channel_id"], row["guild_id"]),
            row["message_id"],
            row["version"],
            row["current"],
        )
        for row in rows
    )


async def note_progress_post(database: Database, post: ProgressPost, message_id: int) -> None:
    """Note which message tells how a game stands, and at which version it was told.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = (
        update(progress_posts)
        .where(progress_posts.c.game_id == post.game_id)
        .values(message_id=message_id, version=post.version)
    )
    async with database.transaction() as connection:
        await connection.execute(statement)


async def delete_progress_post(database: Database, game_id: int) -> None:
    """Tell a game's channel no more.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = delete(progress_posts).where(progress_posts.c.game_id == game_id)
    async with database.transaction() as connection:
        await connection.execute(statement)
