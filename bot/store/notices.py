"""Telling other processes what changed, so that they forget what they remember of it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

CHANNEL: Final = "patience_changed"
"""The channel of PostgreSQL's NOTIFY."""


async def notify(connection: AsyncConnection, kind: str, key: int) -> None:
    """Tell the other processes once the transaction is committed; without any, nobody is told."""
    if connection.dialect.name != "sqlite":
        await connection.execute(select(func.pg_notify(CHANNEL, f"{kind} {key}")))
