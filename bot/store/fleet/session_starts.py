"""The starts of sessions, by the database's clock."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, func, insert, select

from bot.store.database.connection import Database
from bot.store.fleet.claims import database_now
from bot.store.fleet.schema import session_starts


async def since_last_start(
    database: Database, application_id: int, bucket: int
) -> timedelta | None:
    """How long ago the last session of a bucket was started; None if none was yet."""
    at = session_starts.c.at
    async with database.transaction() as connection:
        now = await database_now(connection)
        # Those after now are from before the clock was set back.
        query = select(func.max(at, type_=at.type)).where(
            session_starts.c.application_id == application_id,
            session_starts.c.bucket == bucket,
            at <= now,
        )
        last: datetime | None = (await connection.execute(query)).scalar_one()
    return None if last is None else now - last


async def save_start(
    database: Database, application_id: int, shard: int, bucket: int, process: str
) -> None:
    """Save that a shard's session is started now, in the place of the one before."""
    own = (session_starts.c.application_id == application_id, session_starts.c.shard == shard)
    async with database.transaction() as connection:
        now = await database_now(connection)
        await connection.execute(delete(session_starts).where(*own))
        await connection.execute(
            insert(session_starts).values(
                application_id=application_id, shard=shard, at=now, bucket=bucket, process=process
            )
        )
