"""What a server has reached on a day: the figures of its digest."""

from __future__ import annotations

from datetime import date, timedelta

from sqlalchemy import Date, column, exists, func, select, values

from bot.models import DayFigures
from bot.store.conditions import count_if, is_perfect, is_won, was_on_time
from bot.store.connection import Database
from bot.store.leaderboard_visibility import visible_in
from bot.store.leaderboards import counted_results
from bot.store.schema import results


async def day_figures(database: Database, guild_id: int, day: date, par: int) -> DayFigures:
    """How a server's players did with a day's deal, whose par is given.

    Raises:
        StoreUnavailable: if the database fails.
    """
    query = select(
        func.count(),
        count_if(is_won),
        count_if(is_perfect),
        count_if(is_won & (results.c.moves <= par)),
    ).where(*counted_results(guild_id, day, day))
    async with database.reading() as connection:
        return DayFigures(*(await connection.execute(query)).one())


async def days_with_winners(
    database: Database, guild_id: int, first: date, last: date
) -> frozenset[date]:
    """The days on which somebody of a server has won, of some days.

    Raises:
        StoreUnavailable: if the database fails.
    """
    length = (last - first).days + 1
    days = (
        values(column("day", Date))
        .data([(first + timedelta(days=number),) for number in range(length)])
        .cte("days")
    )
    # Of each day the first is enough, however many have won.
    somebody_won = exists().where(
        results.c.daily == days.c.day,
        was_on_time,
        is_won,
        visible_in(guild_id, results.c.player_id),
    )
    query = select(days.c.day).where(somebody_won)
    async with database.reading() as connection:
        return frozenset((await connection.execute(query)).scalars())
