"""The messages that show subjects: remembered and looked up."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import ColumnElement, RowMapping, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.due import Shown, Subject
from bot.models.places import Place
from bot.store.database.connection import Database
from bot.store.due.schema import posts
from bot.store.play.schema import games

_KEY = (posts.c.kind, posts.c.subject, posts.c.part)


async def load_post(database: Database, subject: Subject) -> Shown | None:
    """The message that shows a subject; None if there was none."""
    async with database.reading() as connection:
        return await _load(connection, subject)


async def save_post(database: Database, shown: Shown) -> None:
    """Save which message shows a subject, and what it shows."""
    async with database.autocommit() as connection:
        await upsert_post(connection, shown)


async def replace_board(database: Database, board: Shown) -> Shown | None:
    """Save which message shows the board of a game, or that none does; returns what did before."""
    owner = select(games.c.player_id).where(games.c.id == board.subject.id)
    async with database.transaction() as connection:
        before = await _load(connection, board.subject)
        player: int | None = await connection.scalar(owner)
        # A game that is gone leaves nothing behind.
        if player is not None and (before and before.message_id) != board.message_id:
            await upsert_post(connection, replace(board, player=player))
    return before


async def upsert_post(connection: AsyncConnection, shown: Shown) -> None:
    """The same, in a transaction."""
    values = {
        "channel_id": shown.place.channel_id,
        "guild_id": shown.place.guild_id,
        "player_id": shown.player,
        "message_id": shown.message_id,
        "shown": shown.state,
        "shown_at": shown.at,
    }
    key = {"kind": shown.subject.kind, "subject": shown.subject.id, "part": shown.subject.part}
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    statement = dialect.insert(posts).values(**key, **values)
    await connection.execute(statement.on_conflict_do_update(index_elements=[*_KEY], set_=values))


async def _load(connection: AsyncConnection, subject: Subject) -> Shown | None:
    row = (await connection.execute(select(posts).where(_is(subject)))).mappings().one_or_none()
    return None if row is None else _shown_from(row)


def _is(subject: Subject) -> ColumnElement[bool]:
    return (
        (posts.c.kind == subject.kind)
        & (posts.c.subject == subject.id)
        & (posts.c.part == subject.part)
    )


def _shown_from(row: RowMapping) -> Shown:
    return Shown(
        Subject(row["kind"], row["subject"], row["part"]),
        Place(row["channel_id"], row["guild_id"]),
        row["message_id"],
        row["shown"],
        row["shown_at"],
        row["player_id"],
    )
