"""Daily deals, and the figures of a server's days."""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import Date, RowMapping, column, exists, func, select, values

from bot.models.daily import DailyDeal, DayFigures, Slot
from bot.store.daily.leaderboards import counted_results
from bot.store.daily.schema import daily_deals
from bot.store.database.connection import Database
from bot.store.guilds.leaderboard_visibility import visible_in
from bot.store.play.results import count_if, is_perfect, is_won, was_on_time
from bot.store.play.schema import results

_DEAL: Final = select(*(daily_deals.c[field.name] for field in fields(DailyDeal)))


async def load_daily_deal(
    database: Database, day: date, slot: Slot = Slot.HEADLINE
) -> DailyDeal | None:
    """A deal of a day; None if none has been chosen."""
    query = _DEAL.where(daily_deals.c.day == day, daily_deals.c.slot == slot)
    async with database.transaction() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else _deal_from(row)


async def load_daily_deals(database: Database, day: date) -> tuple[DailyDeal, ...]:
    """The deals of a day that are chosen, in the order of their slots."""
    async with database.transaction() as connection:
        rows = (await connection.execute(_DEAL.where(daily_deals.c.day == day))).mappings()
        deals = {deal.slot: deal for deal in map(_deal_from, rows)}
    return tuple(deals[slot] for slot in Slot if slot in deals)


async def save_daily_deal(database: Database, deal: DailyDeal, at: datetime) -> DailyDeal:
    """Save a deal of a day unless its slot has one, and return the deal that the slot has."""
    statement = (
        database.dialect.insert(daily_deals)
        .values(**asdict(deal), chosen_at=at)
        .on_conflict_do_nothing()
    )
    async with database.transaction() as connection:
        await connection.execute(statement)
    return await load_daily_deal(database, deal.day, deal.slot) or deal


async def first_daily_deal(database: Database) -> date | None:
    """The first day that has a deal; None if none has."""
    query = select(daily_deals.c.day).order_by(daily_deals.c.day).limit(1)
    async with database.transaction() as connection:
        return (await connection.execute(query)).scalar_one_or_none()


async def missed_deals(
    database: Database, player_id: int, first: date, last: date
) -> tuple[DailyDeal, ...]:
    """The headline deals of some days that a player has no result of, latest first."""
    deal = daily_deals.c
    played = select(results.c.daily).where(
        results.c.player_id == player_id, results.c.daily.is_not(None)
    )
    query = _DEAL.where(
        deal.day.between(first, last), deal.slot == Slot.HEADLINE, deal.day.not_in(played)
    ).order_by(deal.day.desc())
    async with database.transaction() as connection:
        return tuple(map(_deal_from, (await connection.execute(query)).mappings()))


def _deal_from(row: RowMapping) -> DailyDeal:
    return DailyDeal(**{**row, "slot": Slot(row["slot"])})


async def day_figures(database: Database, guild_id: int, day: date, par: int) -> DayFigures:
    """How a server's players did with a day's deal, whose par is given."""
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
    """The days on which somebody of a server has won, of some days."""
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
