"""Reminders that players have set, and which of them are due."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from sqlalchemy import ColumnElement, RowMapping, bindparam, exists, func, select, update

from bot.models.players import Reminder, ReminderKind
from bot.store.database.connection import Database
from bot.store.play.schema import results
from bot.store.players.schema import reminders


async def load_reminders(database: Database, player_id: int) -> tuple[Reminder, ...]:
    """The reminders that a player has ever set."""
    query = select(reminders).where(reminders.c.player_id == player_id).order_by(reminders.c.kind)
    async with database.reading() as connection:
        rows = (await connection.execute(query)).mappings().all()
    return tuple(map(_reminder_from, rows))


async def save_reminder(database: Database, reminder: Reminder) -> None:
    """Save how a reminder is set, whether any was refused being forgotten."""
    set_now = {
        "hour": reminder.hour,
        "time_zone": reminder.time_zone,
        "language": reminder.language,
        "due_at": reminder.due_at,
    }
    others = reminders.alias()
    channel = (
        select(func.max(others.c.channel_id))
        .where(others.c.player_id == reminder.player_id)
        .scalar_subquery()
    )
    statement = (
        database.dialect.insert(reminders)
        .values(player_id=reminder.player_id, kind=reminder.kind, channel_id=channel, **set_now)
        .on_conflict_do_update(index_elements=["player_id", "kind"], set_=set_now)
    )
    forget = (
        update(reminders).where(reminders.c.player_id == reminder.player_id).values(refused_at=None)
    )
    async with database.transaction() as connection:
        await connection.execute(statement)
        await connection.execute(forget)


async def stop_reminders(
    database: Database, player_id: int, *, refused_at: datetime | None = None
) -> None:
    """Turn a player's reminders off, since Discord refused one if a time is given."""
    statement = (
        update(reminders)
        .where(reminders.c.player_id == player_id, reminders.c.due_at.is_not(None))
        .values(due_at=None, refused_at=refused_at)
    )
    async with database.transaction() as connection:
        await connection.execute(statement)


async def due_reminders(
    database: Database, now: datetime, today: date
) -> tuple[tuple[Reminder, bool], ...]:
    """The reminders that are due, latest first, each with whether its player has played today."""
    query = (
        select(reminders, _has_played(today).label("has_played"))
        .where(reminders.c.due_at <= now)
        .order_by(reminders.c.due_at.desc())
    )
    async with database.reading() as connection:
        rows = (await connection.execute(query)).mappings().all()
    return tuple((_reminder_from(row), bool(row["has_played"])) for row in rows)


async def is_reminder_due(database: Database, reminder: Reminder, today: date) -> bool:
    """Whether a reminder is still due: not moved on, turned off or set anew, nor the day played."""
    query = select(
        exists().where(
            reminders.c.player_id == reminder.player_id,
            reminders.c.kind == reminder.kind,
            reminders.c.due_at == reminder.due_at,
            ~_has_played(today),
        )
    )
    async with database.reading() as connection:
        return bool((await connection.execute(query)).scalar_one())


async def move_reminders_on(
    database: Database, moved: Iterable[tuple[Reminder, datetime]], *, told: date | None = None
) -> None:
    """Move reminders on that were not set anew, each to when it is due next."""
    rows = [
        {
            "player": one.player_id,
            "of": one.kind,
            "was": one.due_at,
            "next": due_at,
            "told": told or one.told_day,
        }
        for one, due_at in moved
    ]
    if not rows:
        return
    column = reminders.c
    statement = (
        update(reminders)
        .where(
            column.player_id == bindparam("player"),
            column.kind == bindparam("of"),
            column.due_at == bindparam("was", type_=column.due_at.type),
        )
        .values(
            due_at=bindparam("next", type_=column.due_at.type),
            told_day=bindparam("told", type_=column.told_day.type),
        )
    )
    changed = database.autocommit() if len(rows) == 1 else database.transaction()
    async with changed as connection:
        await connection.execute(statement, rows)


async def save_reminder_channel(database: Database, player_id: int, channel_id: int) -> None:
    """Save the channel of the direct messages with a player."""
    statement = (
        update(reminders).where(reminders.c.player_id == player_id).values(channel_id=channel_id)
    )
    async with database.autocommit() as connection:
        await connection.execute(statement)


def _has_played(today: date) -> ColumnElement[bool]:
    return exists().where(results.c.daily == today, results.c.player_id == reminders.c.player_id)


def _reminder_from(row: RowMapping) -> Reminder:
    values = {column.name: row[column.name] for column in reminders.c}
    return Reminder(**{**values, "kind": ReminderKind(row["kind"])})
