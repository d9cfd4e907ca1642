"""Claims: what a process is doing just now, so that no other does it too."""

from __future__ import annotations

from datetime import datetime
from types import ModuleType
from typing import Final

from sqlalchemy import bindparam, delete, or_, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.compiled import Statement
from bot.store.connection import Database
from bot.store.schema import claims


def _claim(dialect: ModuleType) -> Statement:
    claimed = dialect.insert(claims).values(
        {column: bindparam(column) for column in ("name", "until", "owner")}
    )
    new = claimed.excluded
    is_over = or_(claims.c.until <= bindparam("now"), claims.c.until > bindparam("latest"))
    return Statement(
        claimed.on_conflict_do_update(
            index_elements=["name"],
            set_={"until": new.until, "owner": new.owner},
            where=is_over,
        ).returning(claims.c.name)
    )


_CLAIM: Final = {dialect: _claim(dialect) for dialect in (postgresql, sqlite)}
_own: Final = claims.c.name == bindparam("of_name"), claims.c.owner == bindparam("of_owner")
_RENEW: Final = Statement(
    update(claims).where(*_own).values(until=bindparam("until")).returning(claims.c.name)
)
_RELEASE: Final = Statement(delete(claims).where(*_own).returning(claims.c.name))


async def claim(
    database: Database, name: str, now: datetime, until: datetime, owner: str = ""
) -> bool:
    """Claim a piece of work for a while; False if a claim to it has not run out.

    One that lasts far longer than this one would is from before the clock was set back. One that
    lasts a little longer may be of a process whose clock is ahead.

    Raises:
        StoreUnavailable: if the database fails.
    """
    latest = until + (until - now)
    values = {"name": name, "until": until, "owner": owner, "now": now, "latest": latest}
    return bool(await database.execute(_CLAIM[database.dialect], **values))


async def renew(database: Database, name: str, until: datetime, owner: str) -> bool:
    """Let an owner's claim last longer; False if the owner has it no more.

    Raises:
        StoreUnavailable: if the database fails.
    """
    values = {"of_name": name, "of_owner": owner, "until": until}
    return bool(await database.execute(_RENEW, **values))


async def release(database: Database, name: str, owner: str = "") -> None:
    """End an owner's claim; one that has passed to another owner stays.

    Raises:
        StoreUnavailable: if the database fails.
    """
    await database.execute(_RELEASE, of_name=name, of_owner=owner)


async def sweep(database: Database, at: datetime) -> None:
    """Delete the claims that had run out at a time.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        await connection.execute(delete(claims).where(claims.c.until <= at))
