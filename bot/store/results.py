"""How finished games ended: one row a game, written with its last step and never changed."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from sqlalchemy import RowMapping, func, select

from bot.models import GameState, Result
from bot.store.schema import actions, games, results

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.store import Database

_UNDO = "undo"


async def write_result(connection: AsyncConnection, dialect: ModuleType, game_id: int) -> None:
    """Write the result of a game that has just ended, in the transaction of its last step.

    Of several results of one player for one day the first that is written is the day's.

    Args:
        connection: the transaction.
        dialect: the module of the database's own SQL.
        game_id: the game, which is finished already.
    """
    undos = select(func.count()).where(actions.c.game_id == games.c.id, actions.c.action == _UNDO)
    query = select(games, undos.scalar_subquery().label("undos")).where(games.c.id == game_id)
    game = (await connection.execute(query)).mappings().one()
    same = {column.name: game[column.name] for column in results.c if column.name in game}
    row = {**same, "game_id": game_id, "started_at": game["created_at"], "daily": game["day"]}
    written = await connection.execute(
        dialect.insert(results)
        .values(row)
        .on_conflict_do_nothing(index_elements=["daily", "player_id"])
        .returning(results.c.game_id)
    )
    if written.first() is None:
        await connection.execute(results.insert().values({**row, "daily": None}))


async def result_of(store: Database, game_id: int) -> Result | None:
    """How a game ended; None while it has not.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    query = select(results).where(results.c.game_id == game_id)
    async with store.transaction() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else result_from(row)


async def daily_result(store: Database, player_id: int, day: date) -> Result | None:
    """A player's result of a day's deal, the one that counts; None without one.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    query = select(results).where(results.c.daily == day, results.c.player_id == player_id)
    async with store.transaction() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else result_from(row)


async def days_won(store: Database, player_id: int) -> frozenset[date]:
    """The days whose deal a player won.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    query = select(results.c.daily).where(
        results.c.player_id == player_id,
        results.c.daily.is_not(None),
        results.c.outcome == GameState.WON,
    )
    async with store.transaction() as connection:
        return frozenset((await connection.execute(query)).scalars())


def result_from(row: RowMapping) -> Result:
    """A result as it is kept."""
    return Result(
        game_id=row["game_id"],
        player_id=row["player_id"],
        rules_id=row["game"],
        deal_number=row["number"],
        guild_id=row["guild_id"],
        state=GameState(row["outcome"]),
        moves=row["moves"],
        played=row["played_ms"],
        undos=row["undos"],
        hints=row["hints"],
        winnable=row["winnable"],
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        daily=row["daily"],
    )
