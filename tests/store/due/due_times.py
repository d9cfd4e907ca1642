"""When subjects are due, for tests of whatever touches them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import select, tuple_

from bot.models.due import Subject
from bot.store.database.connection import Database
from bot.store.due.schema import due


async def load_due_at(database: Database, subjects: Collection[Subject]) -> dict[Subject, datetime]:
    """When subjects are due, of those that are."""
    key = (due.c.kind, due.c.subject, due.c.part)
    query = select(*key, due.c.due_at).where(tuple_(*key).in_([*subjects]))
    async with database.reading() as connection:
        rows = await connection.execute(query)
        return {Subject(row.kind, row.subject, row.part): row.due_at for row in rows}
