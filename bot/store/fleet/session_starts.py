"""The starts of sessions, by the database's clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, func, insert, or_, select

from bot.store.clock import database_now
from bot.store.connection import Database
from bot.store.schema import session_starts

KEPT_FOR: Final = timedelta(days=1)
"""How long a start counts: the limit is one for a day."""


@dataclass(frozen=True, slots=True)
class RecentStarts:
    """The sessions that were started lately.

    Attributes:
        now: the database's time.
        of_bucket: when the last session of the bucket was started; None for never.
        of_shard: when sessions of the shard were started, the newest first.
    """

    now: datetime
    of_bucket: datetime | None
    of_shard: tuple[datetime, ...]


async def recent_starts(
    database: Database, application_id: int, shard: int, bucket: int
) -> RecentStarts:
    """When the sessions of a shard were started in the last day, and the last one of a bucket.

    Raises:
        StoreUnavailable: if the database fails.
    """
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
    """Save that a session is started now; forget those that no longer count.

    Raises:
        StoreUnavailable: if the database fails.
    """
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
