"""Results of finished games: one row per game, written with its last step and never changed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Final

from sqlalchemy import ColumnElement, RowMapping, case, delete, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import GameState, Result, Slot, is_late
from bot.store.conditions import is_won
from bot.store.connection import Database
from bot.store.schema import actions, careers, games, results
from bot.store.tallies import count_result

_UNDO: Final = "undo"
_without_undos: Final = func.replace(games.c.log, _UNDO, "")
undo_count: Final = case(
    (
        games.c.log.is_(None),
        select(func.count())
        .where(actions.c.game_id == games.c.id, actions.c.text == _UNDO)
        .scalar_subquery(),
    ),
    else_=(func.length(games.c.log) - func.length(_without_undos)) // len(_UNDO),
).label("undos")
"""How many moves were undone, as a column of a query of games."""


async def save_result(
    database: Database, connection: AsyncConnection, game_id: int, *, goal_met: bool | None
) -> None:
    """Save the result of a finished game, in the transaction of its last step.

    The first result that a player saves of a day's deal counts as its; later ones count for none.

    Args:
        database: the database of the transaction.
        connection: the transaction.
        game_id: the game, already marked as finished.
        goal_met: whether it met the goal of its day's deal; None where that has none.
    """
    query = select(games, undo_count).where(games.c.id == game_id)
    game = (await connection.execute(query)).mappings().one()
    shared = {column.name: game[column.name] for column in results.c if column.name in game}
    row = {
        **shared,
        "game_id": game_id,
        "started_at": game["created_at"],
        "goal_met": goal_met,
    }
    inserted = await connection.execute(
        database.dialect.insert(results)
        .values({**row, **_counts_for(game["day"], game["slot"])})
        .on_conflict_do_nothing()
        .returning(results.c.game_id)
    )
    if inserted.first() is None:
        await connection.execute(results.insert().values(row))
    # A clock that was set back, or another process's, may put it before others.
    is_after = careers.c.finished_at >= game["finished_at"]
    await connection.execute(
        delete(careers).where(careers.c.player_id == game["player_id"], is_after)
    )
    await count_result(connection, game_id)


def _counts_for(day: date | None, slot: str | None) -> dict[str, date | str | None]:
    """The columns that tell which deal of a day a result counts for."""
    if slot == Slot.HEADLINE:
        return {"daily": day}
    return {"extra_day": day, "extra_slot": slot}


async def load_result(database: Database, game_id: int) -> Result | None:
    """The result of a game; None while it is unfinished.

    Raises:
        StoreUnavailable: if the database fails.
    """
    return await _load(database, results.c.game_id == game_id)


def is_of_deal(day: date, slot: Slot) -> ColumnElement[bool]:
    """The condition for a result that counts for a deal of a day."""
    if slot is Slot.HEADLINE:
        return results.c.daily == day
    return (results.c.extra_day == day) & (results.c.extra_slot == slot)


async def load_daily_result(
    database: Database, player_id: int, day: date, slot: Slot = Slot.HEADLINE
) -> Result | None:
    """The result that counts for a player's deal of a day; None if there is none.

    Raises:
        StoreUnavailable: if the database fails.
    """
    return await _load(database, is_of_deal(day, slot) & (results.c.player_id == player_id))


async def results_of_day(database: Database, player_id: int, day: date) -> dict[Slot, Result]:
    """A player's results that count for the deals of a day.

    Raises:
        StoreUnavailable: if the database fails.
    """
    is_of_day = or_(results.c.daily == day, results.c.extra_day == day)
    query = select(results).where(results.c.player_id == player_id, is_of_day)
    async with database.transaction() as connection:
        found = [result_from(row) for row in (await connection.execute(query)).mappings()]
    return {result.extra_slot or Slot.HEADLINE: result for result in found}


async def days_won(database: Database, player_id: int) -> frozenset[date]:
    """The days whose deal a player began on its day, and won.

    Raises:
        StoreUnavailable: if the database fails.
    """
    return (await days_won_by(database, (player_id,)))[player_id]


async def days_won_by(
    database: Database, player_ids: Collection[int]
) -> dict[int, frozenset[date]]:
    """The days whose deal players began on its day, and won, by player.

    Raises:
        StoreUnavailable: if the database fails.
    """
    query = select(results.c.player_id, results.c.daily, results.c.started_at).where(
        results.c.player_id.in_(player_ids),
        results.c.daily.is_not(None),
        is_won,
    )
    days: dict[int, set[date]] = {player_id: set() for player_id in player_ids}
    async with database.transaction() as connection:
        for player_id, day, started_at in await connection.execute(query):
            if not is_late(day, started_at):
                days[player_id].add(day)
    return {player_id: frozenset(won) for player_id, won in days.items()}


async def daily_results(
    database: Database, player_id: int, first: date, last: date
) -> tuple[Result, ...]:
    """A player's results that count for some days.

    Args:
        database: the database.
        player_id: the player.
        first: the first of the days.
        last: the last of them.

    Raises:
        StoreUnavailable: if the database fails.
    """
    query = select(results).where(
        results.c.player_id == player_id, results.c.daily.between(first, last)
    )
    async with database.transaction() as connection:
        return tuple(map(result_from, (await connection.execute(query)).mappings()))


async def _load(database: Database, condition: ColumnElement[bool]) -> Result | None:
    async with database.transaction() as connection:
        rows = await connection.execute(select(results).where(condition))
        row = rows.mappings().one_or_none()
    return None if row is None else result_from(row)


def result_from(row: RowMapping) -> Result:
    """The result of a row."""
    return Result(
        game_id=row["game_id"],
        player_id=row["player_id"],
        rules_id=row["rules_id"],
        deal_number=row["deal_number"],
        guild_id=row["guild_id"],
        state=GameState(row["state"]),
        moves=row["moves"],
        played=row["played_ms"],
        undos=row["undos"],
        hints=row["hints"],
        odds=row["odds"],
        winnable=row["winnable"],
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        daily=row["daily"],
        extra_day=row["extra_day"],
        extra_slot=None if row["extra_slot"] is None else Slot(row["extra_slot"]),
        goal_met=row["goal_met"],
    )
