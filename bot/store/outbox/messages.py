"""The messages of the outbox: begun, sent, put off, and forgotten."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, or_, update

from bot.store.database.connection import Database
from bot.store.outbox.schema import outbox


async def take_message(
    database: Database,
    name: str,
    now: datetime,
    claimed_until: datetime,
    *,
    until: datetime,
    player_id: int | None,
) -> tuple[datetime, datetime | None] | None:
    """Claim a message: when it was begun, and sent if ever; None if another process has it."""
    claimed = database.dialect.insert(outbox).values(
        name=name, player_id=player_id, begun_at=now, until=until, claimed_until=claimed_until
    )
    is_free = or_(
        outbox.c.claimed_until <= now,
        outbox.c.claimed_until > claimed_until + (claimed_until - now),
        outbox.c.sent_at.is_not(None),
    )
    statement = claimed.on_conflict_do_update(
        index_elements=["name"], set_={"claimed_until": claimed_until}, where=is_free
    )
    async with database.autocommit() as connection:
        found = await connection.execute(statement.returning(outbox.c.begun_at, outbox.c.sent_at))
        row = found.first()
    return None if row is None else (row.begun_at, row.sent_at)


async def save_sent(database: Database, name: str, at: datetime) -> None:
    """Save that Discord has answered a message."""
    statement = update(outbox).where(outbox.c.name == name).values(sent_at=at)
    async with database.autocommit() as connection:
        await connection.execute(statement)


async def put_off(database: Database, name: str, at: datetime) -> None:
    """End the claim to a message, which is to be sent later."""
    statement = update(outbox).where(outbox.c.name == name).values(claimed_until=at)
    async with database.autocommit() as connection:
        await connection.execute(statement)


async def forget_messages(database: Database, at: datetime) -> None:
    """Forget the messages for which it is too late at a time."""
    async with database.autocommit() as connection:
        await connection.execute(delete(outbox).where(outbox.c.until <= at))
