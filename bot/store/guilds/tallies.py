"""Tallies: what leaderboards and servers' statistics would otherwise count from all results.

A result is counted in the transaction that saves it, by the queries with which
:func:`wrong_tallies` counts all of them. Tallies belong to players, so that nobody waits for
another's, and are deleted with the rest of their data.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final, TypeAlias

from sqlalchemy import (
    Executable,
    Select,
    Table,
    bindparam,
    cast,
    except_,
    func,
    select,
    union,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.conditions import count_if, is_perfect, is_unaided, is_won, was_on_time, was_played
from bot.store.connection import Database
from bot.store.engines import EVERY_GAME
from bot.store.schema import daily_totals, games, guild_players, guild_tallies, results

_Query: TypeAlias = Select[tuple[object, ...]]

_PLAYERS: Final[_Query] = (
    select(games.c.guild_id, games.c.player_id).where(games.c.guild_id.is_not(None)).distinct()
)
_GAMES: Final[_Query] = (
    select(
        results.c.guild_id,
        results.c.player_id,
        results.c.rules_id,
        func.count().label("played"),
        count_if(is_won).label("won"),
    )
    .where(results.c.guild_id.is_not(None), was_played)
    .group_by(results.c.guild_id, results.c.player_id, results.c.rules_id)
)
_DAYS: Final[_Query] = (
    select(
        results.c.player_id,
        func.count().label("days"),
        count_if(is_won).label("won"),
        count_if(is_unaided).label("unaided"),
        count_if(is_perfect).label("perfect"),
        *(
            # PostgreSQL sums bigints to decimals.
            cast(
                func.coalesce(func.sum(results.c[column.name]).filter(is_won), 0), column.type
            ).label(column.name)
            for column in daily_totals.c
            if column.name in ("moves", "hints", "odds", "undos", "played_ms")
        ),
    )
    .where(results.c.daily.is_not(None), was_on_time)
    .group_by(results.c.player_id)
)
_COUNTED: Final = {guild_players: _PLAYERS, guild_tallies: _GAMES, daily_totals: _DAYS}
"""What each table follows from."""
_DIALECTS: Final = {"sqlite": sqlite, "postgresql": postgresql}


async def note_guild_player(connection: AsyncConnection, guild_id: int, player_id: int) -> None:
    """Note that a player was dealt a game in a server, in the transaction that deals it."""
    values = {"guild_id": guild_id, "player_id": player_id}
    await connection.execute(_note_player(connection.dialect.name), values)


async def count_result(connection: AsyncConnection, game_id: int) -> None:
    """Add a result to the tallies, in the transaction that saves it."""
    for table in (guild_tallies, daily_totals):
        statement = _count_result(connection.dialect.name, table)
        await connection.execute(statement, {"of_game": game_id})


async def wrong_tallies(database: Database) -> dict[str, list[Mapping[str, object]]]:
    """The keys of the rows that differ from what all games and results come to, by table.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.reading(seconds=EVERY_GAME) as connection:
        return {table.name: await _wrong_rows(connection, table) for table in _COUNTED}


async def _wrong_rows(connection: AsyncConnection, table: Table) -> list[Mapping[str, object]]:
    keys = [column.name for column in table.primary_key]
    stored, counted = select(table), _COUNTED[table]
    differences = (except_(stored, counted).subquery(), except_(counted, stored).subquery())
    wrong = union(*(select(*(rows.c[key] for key in keys)) for rows in differences))
    rows = (await connection.execute(wrong.order_by(*keys))).mappings()
    return [dict(row) for row in rows]


# Built once: putting a statement together takes longer than sending it.


@functools.cache
def _note_player(dialect: str) -> Executable:
    statement: Executable = _DIALECTS[dialect].insert(guild_players).on_conflict_do_nothing()
    return statement


@functools.cache
def _count_result(dialect: str, table: Table) -> Executable:
    query = _COUNTED[table].where(results.c.game_id == bindparam("of_game"))
    insertion = _DIALECTS[dialect].insert(table).from_select(list(table.c.keys()), query)
    counts = [column for column in table.c if not column.primary_key]
    statement: Executable = insertion.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={column.name: column + insertion.excluded[column.name] for column in counts},
    )
    return statement
