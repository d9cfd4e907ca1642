"""The database's clock, which all processes share."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection


async def database_now(connection: AsyncConnection) -> datetime:
    """The current time: of PostgreSQL's server, or of this machine, where SQLite's file is."""
    if connection.dialect.name == "sqlite":
        return datetime.now(UTC)
    now: datetime = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
    return now
