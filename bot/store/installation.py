"""What all processes have in common, by name."""

from __future__ import annotations

from sqlalchemy import select

from bot.store.connection import Database
from bot.store.schema import installation


async def load_value(database: Database, name: str) -> str:
    """A value; empty if there is none.

    Raises:
        StoreUnavailable: if the database fails.
    """
    query = select(installation.c.value).where(installation.c.name == name)
    async with database.transaction() as connection:
        return (await connection.execute(query)).scalar_one_or_none() or ""


async def save_value(database: Database, name: str, value: str) -> None:
    """Save a value.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = database.dialect.insert(installation).values(name=name, value=value)
    async with database.transaction() as connection:
        await connection.execute(
            statement.on_conflict_do_update(index_elements=["name"], set_={"value": value})
        )


async def keep_first(database: Database, name: str, value: str) -> str:
    """Save a value unless there is one, and return the one that is kept.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = database.dialect.insert(installation).values(name=name, value=value)
    query = select(installation.c.value).where(installation.c.name == name)
    async with database.transaction() as connection:
        await connection.execute(statement.on_conflict_do_nothing())
        kept: str = (await connection.execute(query)).scalar_one()
        return kept
