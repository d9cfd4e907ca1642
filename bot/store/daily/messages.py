"""The message of a server's day: when it is to be looked at, and where it is to be."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import RowMapping, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.contest_deals import ContestKind
from bot.models.daily import DAY_MESSAGE, Slot, day_subject
from bot.models.due import Subject
from bot.models.play import Step
from bot.store.contests.schema import contest_deals, contests
from bot.store.database.connection import Database
from bot.store.due.due import touch
from bot.store.due.schema import posts
from bot.store.guilds.schema import guild_preferences, removed_guilds
from bot.store.play.events import on_begun, on_deleted, on_finished
from bot.store.play.results import headlines
from bot.store.play.schema import games
from bot.store.preferences import listing_guilds

_DAY: Final = timedelta(days=1)
PAUSE: Final = timedelta(minutes=1)
"""How long a message stays as it is, however much is played."""
_WANTS_DAYS: Final = (
    guild_preferences.c.name == "daily_channel",
    guild_preferences.c.value != "",
    guild_preferences.c.guild_id.not_in(select(removed_guilds.c.guild_id)),
)


@on_begun
@on_finished
async def _touch_day(connection: AsyncConnection, step: Step, game: RowMapping) -> None:
    """Have the message of a day looked at when a game of its headline begins or ends."""
    guild = game["guild_id"]
    is_other = step.contest is not None and step.contest.day is None
    if game["contest_deal_id"] is None or guild is None or is_other:
        return
    query = (
        select(contests.c.opens_at)
        .join(contest_deals, contest_deals.c.contest_id == contests.c.id)
        .join(guild_preferences, guild_preferences.c.guild_id == guild)
        .where(
            contest_deals.c.id == game["contest_deal_id"],
            contest_deals.c.slot == Slot.HEADLINE,
            contests.c.kind == ContestKind.DAY,
            contests.c.ends_at > step.at,
            *_WANTS_DAYS,
        )
    )
    opens_at: datetime | None = await connection.scalar(query)
    if opens_at is not None:
        await touch(connection, day_subject(guild, opens_at.date()), step.at, guild=guild)


async def touch_day(database: Database, guild_id: int, day: date, at: datetime) -> None:
    """Have the message of a server's day looked at."""
    async with database.transaction() as connection:
        await touch(connection, day_subject(guild_id, day), at, guild=guild_id)


async def begin_day(database: Database, guild_id: int, day: date, at: datetime) -> None:
    """Have the message of a server's day posted unless it is there, also if it was refused."""
    subject = day_subject(guild_id, day)
    refused = delete(posts).where(
        posts.c.kind == DAY_MESSAGE,
        posts.c.subject == guild_id,
        posts.c.part == subject.part,
        posts.c.message_id.is_(None),
    )
    async with database.transaction() as connection:
        await connection.execute(refused)
        await touch(connection, subject, at, guild=guild_id)


async def note_day_changed(database: Database, player_id: int) -> None:
    """Have the messages that may show a player looked at again, although nobody has played."""

    async def note(connection: AsyncConnection) -> None:
        await _touch_shown(connection, player_id)

    await database.run(note)


@on_deleted
async def _note_deleted(connection: AsyncConnection, player_id: int, _at: datetime) -> None:
    await _touch_shown(connection, player_id)


async def _touch_shown(connection: AsyncConnection, player_id: int) -> None:
    """Touch the days whose messages may show a player, for when each may be edited again."""
    query = select(posts.c.guild_id, posts.c.part, posts.c.shown_at).where(
        posts.c.kind == DAY_MESSAGE,
        posts.c.message_id.is_not(None),
        posts.c.guild_id.in_(listing_guilds(player_id)),
    )
    for row in (await connection.execute(query.order_by(posts.c.guild_id))).all():
        subject = Subject(DAY_MESSAGE, row.guild_id, row.part)
        await touch(connection, subject, row.shown_at + PAUSE, guild=row.guild_id)


async def day_channel(database: Database, guild_id: int) -> int | None:
    """The channel for a server's days; None if it wants none, or is gone."""
    query = select(guild_preferences.c.value).where(
        guild_preferences.c.guild_id == guild_id, *_WANTS_DAYS
    )
    async with database.reading() as connection:
        channel: str = (await connection.execute(query)).scalar() or ""
    return int(channel) if channel.isascii() and channel.isdigit() else None


async def was_played(database: Database, guild_id: int, day: date) -> bool:
    """Whether anybody of a server has made a move in a day's deal."""
    moved = exists().where(
        games.c.contest_deal_id.in_(headlines(day, day)),
        games.c.guild_id == guild_id,
        games.c.version > 0,
    )
    async with database.reading() as connection:
        return bool((await connection.execute(select(moved))).scalar_one())


async def forget_day_messages(database: Database, guild_id: int, before: date) -> None:
    """Forget the messages of a server's earlier days, to which nothing leads any more."""
    statement = delete(posts).where(
        posts.c.kind == DAY_MESSAGE,
        posts.c.subject == guild_id,
        posts.c.part < before.isoformat(),
    )
    async with database.autocommit() as connection:
        await connection.execute(statement)
