"""Who serves which shard: what an advisory lock does not tell."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update

from bot.store.database.connection import Database
from bot.store.fleet.claims import database_now
from bot.store.fleet.schema import shard_owners


@dataclass(frozen=True, slots=True)
class ShardOwner:
    """The process that serves a shard, or did last.

    Attributes:
        is_draining: whether it hands the shard over.
        has_successor: whether another process has connected the shard as well.
    """

    shard: int
    shard_count: int
    process: str
    since: datetime
    is_draining: bool
    has_successor: bool


async def load_owners(database: Database, application_id: int) -> dict[int, ShardOwner]:
    """The owners of all shards that were ever served, by shard."""
    columns = [column for column in shard_owners.c if column is not shard_owners.c.application_id]
    query = select(*columns).where(shard_owners.c.application_id == application_id)
    async with database.transaction() as connection:
        rows = (await connection.execute(query)).mappings()
        return {row["shard"]: ShardOwner(**row) for row in rows}


async def save_owner(
    database: Database, application_id: int, shards: Collection[int], count: int, process: str
) -> None:
    """Save that a process serves shards from now on."""
    async with database.transaction() as connection:
        now = await database_now(connection)
        row = {"shard_count": count, "process": process, "since": now}
        row |= {"is_draining": False, "has_successor": False}
        statement = database.dialect.insert(shard_owners).on_conflict_do_update(
            index_elements=["application_id", "shard"], set_=row
        )
        rows = [{"application_id": application_id, "shard": shard, **row} for shard in shards]
        await connection.execute(statement, rows)


async def note_draining(database: Database, application_id: int, shards: Collection[int]) -> None:
    """Note that shards are handed over."""
    rows = (shard_owners.c.application_id == application_id, shard_owners.c.shard.in_(shards))
    async with database.transaction() as connection:
        await connection.execute(update(shard_owners).where(*rows).values(is_draining=True))


async def note_successors(
    database: Database, application_id: int, shards: Collection[int], *, connected: bool
) -> None:
    """Note whether shards are connected by the process that takes them over."""
    rows = (shard_owners.c.application_id == application_id, shard_owners.c.shard.in_(shards))
    async with database.transaction() as connection:
        await connection.execute(update(shard_owners).where(*rows).values(has_successor=connected))
