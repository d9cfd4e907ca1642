"""Reminders that players have set; when the next is due is among all else that is due."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from sqlalchemy import RowMapping, delete, exists, func, select, update

from bot.models.due import Subject
from bot.models.players import Reminder, ReminderKind
from bot.store.database.connection import Database
from bot.store.due.due import drop, touch
from bot.store.due.schema import due
from bot.store.play.results import headlines
from bot.store.play.schema import results
from bot.store.players.schema import reminders

KIND: Final = "reminder"
"""Their kind among what is due; the subject is the player, the part what they are reminded of."""


async def load_reminders(database: Database, player_id: int) -> tuple[Reminder, ...]:
    """The reminders that a player has ever set."""
    query = select(reminders).where(reminders.c.player_id == player_id).order_by(reminders.c.kind)
    async with database.reading() as connection:
        rows = (await connection.execute(query)).mappings().all()
    return tuple(map(_reminder_from, rows))


async def save_reminder(database: Database, reminder: Reminder, due_at: datetime | None) -> None:
    """Save how a reminder is set and when it is due, whether any was refused being forgotten."""
    player_id = reminder.player_id
    set_now = {
        "hour": reminder.hour,
        "time_zone": reminder.time_zone,
        "language": reminder.language,
    }
    others = reminders.alias()
    channel = (
        select(func.max(others.c.channel_id))
        .where(others.c.player_id == player_id)
        .scalar_subquery()
    )
    statement = (
        database.dialect.insert(reminders)
        .values(player_id=player_id, kind=reminder.kind, channel_id=channel, **set_now)
        .on_conflict_do_update(index_elements=["player_id", "kind"], set_=set_now)
    )
    forget = update(reminders).where(reminders.c.player_id == player_id).values(refused_at=None)
    subject = Subject(KIND, player_id, reminder.kind)
    async with database.transaction() as connection:
        await connection.execute(statement)
        await connection.execute(forget)
        if due_at is None:
            await drop(connection, subject)
        else:
            await touch(connection, subject, due_at, player=player_id, is_exact=True)


async def stop_reminders(
    database: Database, player_id: int, *, refused_at: datetime | None = None
) -> None:
    """Turn a player's reminders off, since Discord refused one if a time is given."""
    statement = (
        update(reminders)
        .where(reminders.c.player_id == player_id, reminders.c.hour.is_not(None))
        .values(hour=None, refused_at=refused_at)
    )
    async with database.transaction() as connection:
        await connection.execute(statement)
        await connection.execute(delete(due).where(due.c.kind == KIND, due.c.subject == player_id))


async def has_played(database: Database, player_id: int, day: date) -> bool:
    """Whether a player has a result of a day's headline."""
    query = select(
        exists().where(
            results.c.contest_deal_id.in_(headlines(day, day)), results.c.player_id == player_id
        )
    )
    async with database.reading() as connection:
        return bool((await connection.execute(query)).scalar_one())


async def save_reminder_channel(database: Database, player_id: int, channel_id: int) -> None:
    """Save the channel of the direct messages with a player."""
    statement = (
        update(reminders).where(reminders.c.player_id == player_id).values(channel_id=channel_id)
    )
    async with database.autocommit() as connection:
        await connection.execute(statement)


def _reminder_from(row: RowMapping) -> Reminder:
    return Reminder(**{**row, "kind": ReminderKind(row["kind"])})
