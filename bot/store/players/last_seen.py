"""By which names and on which days players were here last; who is deleted as they stay away."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from typing import Final

from sqlalchemy import Column, Select, bindparam, exists, func, or_, select, update

from bot.models.contests import DELETED_PLAYER
from bot.store.contests.schema import entries, ratings
from bot.store.database.connection import Database
from bot.store.database.ownership import ownership_of, personal_tables
from bot.store.guilds.schema import guild_players
from bot.store.play.schema import active_games, games, results
from bot.store.players.schema import badges, last_seen, player_names

_LOOKED_FOR: Final = 5_000
"""How many players are looked for at once."""
_BATCH: Final = 500
"""How many players are noted at once: nobody can move meanwhile."""
_WITH_GAMES: Final = (active_games, badges, guild_players, ratings, results)
"""The tables in which nobody is who has no game."""


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
    """Let the time of those players begin on a day of whom none is known.

    Their ids are read by steps along an index, some at a time: to find the different ones in all
    rows takes seconds once there are a million.
    """
    insert = database.dialect.insert(last_seen).on_conflict_do_nothing()
    for column in _players():
        query, last = _unseen_and_last(column), DELETED_PLAYER
        while True:
            async with database.reading() as connection:
                found = (await connection.execute(query, {"after": last})).all()
            if not found:
                break
            last = found[-1].player_id
            rows = [{"player_id": one.player_id, "day": day} for one in found if not one.is_seen]
            for first in range(0, len(rows), _BATCH):
                async with database.transaction() as connection:
                    await connection.execute(insert, rows[first : first + _BATCH])


def _unseen_and_last(column: Column[int]) -> Select[tuple[int, bool]]:
    """Of the next of the different ids in a column, those never seen, and the last in any case.

    Neither deleted players nor shared boards have one that is greater than the first ``after``.
    """
    first = select(func.min(column).label("player_id")).where(column > bindparam("after"))
    steps = first.cte("steps", recursive=True)
    following = select(func.min(column)).where(column > steps.c.player_id).scalar_subquery()
    steps = steps.union_all(select(following).where(steps.c.player_id.is_not(None)))
    is_seen = exists().where(last_seen.c.player_id == steps.c.player_id).label("is_seen")
    is_there = steps.c.player_id.is_not(None)
    found = select(steps.c.player_id, is_seen).where(is_there).limit(_LOOKED_FOR).cte("found")
    last = select(func.max(found.c.player_id)).scalar_subquery()
    query = select(found).where(or_(~found.c.is_seen, found.c.player_id == last))
    return query.order_by(found.c.player_id)


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
        if table not in (last_seen, player_names, *_WITH_GAMES):
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
