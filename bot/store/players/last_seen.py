"""By which names and on which days players were here last; who is deleted as they stay away."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from typing import Final

from sqlalchemy import Column, exists, or_, select, update

from bot.models.contests import DELETED_PLAYER
from bot.store.contests.schema import entries
from bot.store.database.connection import Database
from bot.store.database.ownership import ownership_of, personal_tables
from bot.store.play.schema import games
from bot.store.players.schema import last_seen, player_names

_BATCH: Final = 500
"""How many players are noted at once: nobody can move meanwhile."""


async def save_last_seen(database: Database, player_id: int, day: date) -> bool:
    """Save the day on which a player was here; False if nothing else is stored about them."""
    is_known = or_(*(exists().where(column == player_id) for column in _players()))
    insert = database.dialect.insert(last_seen).values(player_id=player_id, day=day)
    async with database.transaction() as connection:
        if not await connection.scalar(select(is_known)):
            return False
        await connection.execute(
            insert.on_conflict_do_update(
                index_elements=["player_id"], set_={"day": day, "delete_on": None}
            )
        )
    return True


async def note_unseen(database: Database, day: date) -> None:
    """Let the time of those players begin on a day of whom none is known."""
    insert = database.dialect.insert(last_seen).on_conflict_do_nothing()
    for column in _players():
        query = (
            select(column)
            .distinct()
            .where(
                column.is_not(None),
                # Neither deleted players nor shared boards.
                column > DELETED_PLAYER,
                ~exists().where(last_seen.c.player_id == column),
            )
        )
        async with database.reading() as connection:
            unseen = [*(await connection.execute(query)).scalars()]
        rows = [{"player_id": one, "day": day} for one in unseen]
        for first in range(0, len(rows), _BATCH):
            async with database.transaction() as connection:
                await connection.execute(insert, rows[first : first + _BATCH])


async def announce_deletions(
    database: Database, before: date, delete_on: date, overdue: date
) -> int:
    """Set on which day those long away are deleted, anew if overdue; returns for how many."""
    seen = last_seen.c
    is_open = or_(seen.delete_on.is_(None), seen.delete_on < overdue)
    async with database.transaction() as connection:
        await connection.execute(
            update(last_seen)
            .where(seen.day >= before, seen.delete_on.is_not(None))
            .values(delete_on=None)
        )
        announced = await connection.execute(
            update(last_seen).where(seen.day < before, is_open).values(delete_on=delete_on)
        )
        return announced.rowcount


async def players_to_delete(database: Database, today: date) -> tuple[int, ...]:
    """The players whose day has come."""
    query = select(last_seen.c.player_id).where(last_seen.c.delete_on <= today)
    async with database.reading() as connection:
        return tuple((await connection.execute(query)).scalars())


async def is_to_be_deleted(database: Database, player_id: int, today: date) -> bool:
    """Whether a player has not come back meanwhile."""
    query = select(last_seen.c.delete_on).where(last_seen.c.player_id == player_id)
    async with database.reading() as connection:
        delete_on = await connection.scalar(query)
    return delete_on is not None and delete_on <= today


def _players() -> Iterator[Column[int]]:
    """The columns of other tables with ids of players, but not those that exist beside others."""
    for table in personal_tables():
        if table not in (last_seen, player_names):
            yield from (table.c[name] for name in ownership_of(table).players)


async def save_name(database: Database, player_id: int, name: str) -> bool:
    """Save a player's name; False if nothing else is stored about them, and no name either."""
    is_stored = or_(
        exists().where(games.c.player_id == player_id),
        exists().where(entries.c.player_id == player_id),
    )
    own = player_names.c.player_id == player_id
    async with database.transaction() as connection:
        if await connection.scalar(select(player_names.c.name).where(own)) == name:
            return True
        if not await connection.scalar(select(is_stored)):
            return False
        await connection.execute(
            database.dialect.insert(player_names)
            .values(player_id=player_id, name=name)
            .on_conflict_do_update(index_elements=["player_id"], set_={"name": name})
        )
    return True


async def load_names(database: Database, player_ids: Collection[int]) -> dict[int, str]:
    """The names of those players who have one."""
    names = player_names.c
    query = select(names.player_id, names.name).where(names.player_id.in_(player_ids))
    async with database.reading() as connection:
        return {row.player_id: row.name for row in await connection.execute(query)}
