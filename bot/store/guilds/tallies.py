"""Tallies: what leaderboards and servers' statistics would otherwise count from all results.

A result is counted in the transaction that saves it, by the queries with which
:func:`wrong_tallies` counts all of them. Tallies belong to players, so that nobody waits for
another's, and are deleted with the rest of their data.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final

from sqlalchemy import Executable, Table, bindparam, except_, func, select, union
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.play import Deal, Step
from bot.store.database.connection import Database
from bot.store.guilds.schema import daily_totals, guild_players, guild_tallies
from bot.store.play.events import on_dealt, on_finished
from bot.store.play.results import Totals, count_if, is_won, totals_of, was_on_time, was_played
from bot.store.play.schema import games, results

_PLAYERS: Final[Totals] = (
    select(games.c.guild_id, games.c.player_id)
    # Those of shared boards are nobody's.
    .where(games.c.guild_id.is_not(None), games.c.player_id > 0)
    .distinct()
)
_GAMES: Final[Totals] = (
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
_DAYS: Final[Totals] = totals_of(results.c.daily.is_not(None), was_on_time)
COUNTED: Final = {guild_players: _PLAYERS, guild_tallies: _GAMES, daily_totals: _DAYS}
"""What each table follows from."""
_DIALECTS: Final = {"sqlite": sqlite, "postgresql": postgresql}


@on_dealt
async def note_guild_player(connection: AsyncConnection, deal: Deal, _game_id: int) -> None:
    """Note that a player was dealt a game in a server, in the transaction that deals it."""
    is_a_players = deal.player_id > 0
    if is_a_players and deal.place is not None and deal.place.guild_id is not None:
        values = {"guild_id": deal.place.guild_id, "player_id": deal.player_id}
        await connection.execute(_note_player(connection.dialect.name), values)


@on_finished
async def count_result(connection: AsyncConnection, step: Step) -> None:
    """Add a result to the tallies, in the transaction that saves it."""
    for table in (guild_tallies, daily_totals):
        statement = _count_result(connection.dialect.name, table)
        await connection.execute(statement, {"of_game": step.game_id})


async def wrong_tallies(database: Database) -> dict[str, list[Mapping[str, object]]]:
    """The keys of the rows that differ from what all games and results come to, by table."""
    async with database.reading() as connection:
        return {table.name: await _wrong_rows(connection, table) for table in COUNTED}


async def _wrong_rows(connection: AsyncConnection, table: Table) -> list[Mapping[str, object]]:
    keys = [column.name for column in table.primary_key]
    stored, counted = select(table), COUNTED[table]
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
    query = COUNTED[table].where(results.c.game_id == bindparam("of_game"))
    insertion = _DIALECTS[dialect].insert(table).from_select(list(table.c.keys()), query)
    counts = [column for column in table.c if not column.primary_key]
    statement: Executable = insertion.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={column.name: column + insertion.excluded[column.name] for column in counts},
    )
    return statement
