"""Claims: what a process is doing just now, so that no other does it too."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, or_, update

from bot.store.connection import Database
from bot.store.schema import claims


async def claim(
    database: Database, name: str, now: datetime, until: datetime, owner: str = ""
) -> bool:
    """Claim a piece of work for a while; False if a claim to it has not run out.

    One that lasts far longer than this one would is from before the clock was set back. One that
    lasts a little longer may be of a process whose clock is ahead.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = (
        database.dialect.insert(claims)
        .values(name=name, until=until, owner=owner)
        .on_conflict_do_update(
            index_elements=["name"],
            set_={"until": until, "owner": owner},
            where=or_(claims.c.until <= now, claims.c.until > until + (until - now)),
        )
        .returning(claims.c.name)
    )
    async with database.transaction() as connection:
        return (await connection.execute(statement)).first() is not None


async def renew(database: Database, name: str, until: datetime, owner: str) -> bool:
    """Let an owner's claim last longer; False if the owner has it no more.

    Raises:
        StoreUnavailable: if the database fails.
    """
    own = claims.c.name == name, claims.c.owner == owner
    statement = update(claims).where(*own).values(until=until).returning(claims.c.name)
    async with database.transaction() as connection:
        return (await connection.execute(statement)).first() is not None


async def release(database: Database, name: str, owner: str = "") -> None:
    """End an owner's claim; one that has passed to another owner stays.

    Raises:
        StoreUnavailable: if the database fails.
    """
    own = claims.c.name == name, claims.c.owner == owner
    async with database.transaction() as connection:
        await connection.execute(delete(claims).where(*own))


async def sweep(database: Database, at: datetime) -> None:
    """Delete the claims that had run out at a time.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        await connection.execute(delete(claims).where(claims.c.until <= at))
