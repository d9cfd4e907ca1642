"""The starts of sessions, by the database's clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlalchemy import delete, func, insert, or_, select

from bot.models.shards import RecentStarts
from bot.store.database.connection import Database
from bot.store.fleet.claims import database_now
from bot.store.fleet.schema import session_starts

KEPT_FOR: Final = timedelta(days=1)
"""How long a start counts: the limit is one for a day."""


async def recent_starts(
    database: Database, application_id: int, shard: int, bucket: int
) -> RecentStarts:
    """When the sessions of a shard were started in the last day, and the last one of a bucket."""
    at = session_starts.c.at
    async with database.transaction() as connection:
        now = await database_now(connection)
        # Those after now are from before the clock was set back.
        ours = (session_starts.c.application_id == application_id, at <= now, at > now - KEPT_FOR)
        last = select(func.max(at, type_=at.type)).where(*ours, session_starts.c.bucket == bucket)
        every = select(at).where(*ours, session_starts.c.shard == shard).order_by(at.desc())
        return RecentStarts(
            now,
            (await connection.execute(last)).scalar_one(),
            tuple((await connection.execute(every)).scalars()),
        )


async def save_start(
    database: Database, application_id: int, shard: int, bucket: int, process: str
) -> None:
    """Save that a session is started now; forget those that no longer count."""
    at = session_starts.c.at
    async with database.transaction() as connection:
        now = await database_now(connection)
        await connection.execute(
            delete(session_starts).where(
                session_starts.c.application_id == application_id,
                or_(at <= now - KEPT_FOR, at >= now),
            )
        )
        await connection.execute(
            insert(session_starts).values(
                application_id=application_id, shard=shard, at=now, bucket=bucket, process=process
            )
        )
