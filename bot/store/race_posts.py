"""The message of a race for many: which it is, and what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import ColumnElement, func, or_, select, update

from bot.models import RacePost, RaceState
from bot.store.connection import Database
from bot.store.schema import games, racers, races


async def save_race_message(
    database: Database, race_id: int, message_id: int | None, *, before: int | None
) -> bool:
    """Save which message shows a race; False if another has taken the place of the one before.

    Raises:
        StoreUnavailable: if the database fails.
    """
    shown = races.c.message_id
    is_same = or_(shown.is_not_distinct_from(before), shown == message_id)
    return await _update(database, race_id, {"message_id": message_id}, is_same)


async def note_race_announcement(database: Database, race_id: int, at: datetime) -> None:
    """Note that the end of a race was announced.

    Raises:
        StoreUnavailable: if the database fails.
    """
    await _update(database, race_id, {"announced_at": at})


async def due_race_posts(
    database: Database, told_before: datetime, limit: int
) -> tuple[RacePost, ...]:
    """The running races that have gone on since their message was edited, longest ago first.

    Args:
        database: an open database.
        told_before: leaves out messages that were edited since.
        limit: how many at most.

    Raises:
        StoreUnavailable: if the database fails.
    """
    # Grows with all that a message shows: actions, help, and who is done.
    current = func.coalesce(
        func.sum(games.c.version + games.c.hints + games.c.odds), 0
    ) + func.count(racers.c.outcome)
    query = (
        select(races.c.id, races.c.guild_id, races.c.told, current.label("current"))
        .join_from(races, racers)
        .outerjoin(games, games.c.id == racers.c.game_id)
        .where(
            races.c.state == RaceState.RUNNING,
            races.c.message_id.is_not(None),
            or_(races.c.told_at.is_(None), races.c.told_at <= told_before),
        )
        .group_by(races.c.id, races.c.guild_id, races.c.told, races.c.told_at)
        .having(current != races.c.told)
        .order_by(races.c.told_at.nulls_first(), races.c.id)
        .limit(limit)
    )
    async with database.transaction() as connection:
        return tuple(
            RacePost(row.id, row.guild_id, row.told, int(row.current))
            for row in await connection.execute(query)
        )


async def note_race_post(database: Database, post: RacePost, at: datetime) -> None:
    """Note what the message of a race shows.

    Raises:
        StoreUnavailable: if the database fails.
    """
    await _update(database, post.race_id, {"told": post.current, "told_at": at})


async def _update(
    database: Database,
    race_id: int,
    values: Mapping[str, object],
    *conditions: ColumnElement[bool],
) -> bool:
    """Change a race that meets some conditions; False if it does not."""
    statement = update(races).where(races.c.id == race_id, *conditions).values(**values)
    async with database.transaction() as connection:
        return (await connection.execute(statement)).rowcount == 1
