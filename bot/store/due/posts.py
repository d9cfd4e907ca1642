"""The messages that show subjects: remembered and looked up."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.due import Shown, Subject
from bot.models.places import Place
from bot.store.database.connection import Database
from bot.store.due.schema import posts

_KEY = (posts.c.kind, posts.c.subject, posts.c.part)


async def load_post(database: Database, subject: Subject) -> Shown | None:
    """The message that shows a subject; None if there was none."""
    async with database.reading() as connection:
        return await load_in(connection, subject)


async def load_in(connection: AsyncConnection, subject: Subject) -> Shown | None:
    """The same, in a transaction."""
    kind, key, part = subject
    query = select(posts).where(posts.c.kind == kind, posts.c.subject == key, posts.c.part == part)
    row = (await connection.execute(query)).mappings().one_or_none()
    if row is None:
        return None
    return Shown(
        subject,
        Place(row["channel_id"], row["guild_id"]),
        row["message_id"],
        row["shown"],
        row["shown_at"],
        row["player_id"],
    )


async def save_post(database: Database, shown: Shown) -> None:
    """Save which message shows a subject, and what it shows."""
    async with database.autocommit() as connection:
        await upsert_post(connection, shown)


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
