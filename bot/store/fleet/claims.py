"""Claims, by which processes share work: each is one process's for a while. And their clock."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import bindparam, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database.connection import Database
from bot.store.fleet.schema import claims

_own: Final = claims.c.name == bindparam("of_name"), claims.c.owner == bindparam("of_owner")
_RENEW: Final = update(claims).where(*_own).values(until=bindparam("until"))
_RELEASE: Final = delete(claims).where(*_own)


async def claim(
    database: Database,
    name: str,
    now: datetime,
    until: datetime,
    owner: str = "",
    *,
    is_own: bool = False,
) -> bool:
    """Claim work for a while; False if it is claimed, but not if a clock was set back since.

    Args:
        is_own: whether its owner may claim it again.
    """
    claimed = database.dialect.insert(claims).values(name=name, until=until, owner=owner)
    is_over = or_(claims.c.until <= now, claims.c.until > until + (until - now))
    if is_own:
        is_over |= claims.c.owner == owner
    statement = claimed.on_conflict_do_update(
        index_elements=["name"], set_={"until": until, "owner": owner}, where=is_over
    )
    async with database.autocommit() as connection:
        found = await connection.execute(statement.returning(claims.c.name))
        return found.first() is not None


async def renew(database: Database, name: str, until: datetime, owner: str) -> bool:
    """Let an owner's claim last longer; False if the owner has it no more."""
    values = {"of_name": name, "of_owner": owner, "until": until}
    async with database.autocommit() as connection:
        return (await connection.execute(_RENEW, values)).rowcount == 1


async def release(database: Database, name: str, owner: str = "") -> None:
    """End an owner's claim; one that has passed to another owner stays."""
    async with database.autocommit() as connection:
        await connection.execute(_RELEASE, {"of_name": name, "of_owner": owner})


async def sweep(database: Database, at: datetime) -> None:
    """Delete the claims that had run out at a time."""
    async with database.autocommit() as connection:
        await connection.execute(delete(claims).where(claims.c.until <= at))


async def database_now(connection: AsyncConnection) -> datetime:
    """The current time: of PostgreSQL's server, or of this machine, where SQLite's file is."""
    if connection.dialect.name == "sqlite":
        return datetime.now(UTC)
    now: datetime = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
    return now
