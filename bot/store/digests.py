"""What a server has reached on a day: the figures of its digest."""

from __future__ import annotations

from datetime import date

from sqlalchemy import func, select

from bot.models import DayFigures
from bot.store.conditions import count_if, is_perfect, is_won
from bot.store.connection import Database
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
    query = (
        select(results.c.daily).where(*counted_results(guild_id, first, last), is_won).distinct()
    )
    async with database.reading() as connection:
        return frozenset((await connection.execute(query)).scalars())
