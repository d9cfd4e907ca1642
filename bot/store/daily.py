"""Daily deals, and which servers their results were posted in."""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import date, datetime
from typing import Final

from sqlalchemy import RowMapping, exists, select

from bot.models import DailyDeal, Slot
from bot.store.connection import Database
from bot.store.schema import daily_deals, daily_posts, guild_preferences, removed_guilds, results

_DEAL: Final = select(*(daily_deals.c[field.name] for field in fields(DailyDeal)))


async def load_daily_deal(
    database: Database, day: date, slot: Slot = Slot.HEADLINE
) -> DailyDeal | None:
    """A deal of a day; None if none has been chosen.

    Raises:
        StoreUnavailable: if the database fails.
    """
    query = _DEAL.where(daily_deals.c.day == day, daily_deals.c.slot == slot)
    async with database.transaction() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else _deal_from(row)


async def load_daily_deals(database: Database, day: date) -> tuple[DailyDeal, ...]:
    """The deals of a day that are chosen, in the order of their slots.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        rows = (await connection.execute(_DEAL.where(daily_deals.c.day == day))).mappings()
        deals = {deal.slot: deal for deal in map(_deal_from, rows)}
    return tuple(deals[slot] for slot in Slot if slot in deals)


async def save_daily_deal(database: Database, deal: DailyDeal, at: datetime) -> DailyDeal:
    """Save a deal of a day unless its slot has one, and return the deal that the slot has.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = (
        database.dialect.insert(daily_deals)
        .values(**asdict(deal), chosen_at=at)
        .on_conflict_do_nothing()
    )
    async with database.transaction() as connection:
        await connection.execute(statement)
    return await load_daily_deal(database, deal.day, deal.slot) or deal


async def first_daily_deal(database: Database) -> date | None:
    """The first day that has a deal; None if none has.

    Raises:
        StoreUnavailable: if the database fails.
    """
    query = select(daily_deals.c.day).order_by(daily_deals.c.day).limit(1)
    async with database.transaction() as connection:
        return (await connection.execute(query)).scalar_one_or_none()


async def missed_deals(
    database: Database, player_id: int, first: date, last: date
) -> tuple[DailyDeal, ...]:
    """The headline deals of some days that a player has no result of, latest first.

    Args:
        database: the database.
        player_id: the player.
        first: the first of the days.
        last: the last of them.

    Raises:
        StoreUnavailable: if the database fails.
    """
    deal = daily_deals.c
    played = select(results.c.daily).where(
        results.c.player_id == player_id, results.c.daily.is_not(None)
    )
    query = _DEAL.where(
        deal.day.between(first, last), deal.slot == Slot.HEADLINE, deal.day.not_in(played)
    ).order_by(deal.day.desc())
    async with database.transaction() as connection:
        return tuple(map(_deal_from, (await connection.execute(query)).mappings()))


async def guilds_awaiting_post(
    database: Database, day: date, told_since: date | None = None
) -> dict[int, str]:
    """The servers that want a day's results and do not have them, with the channel each chose.

    Args:
        database: an open database.
        day: the day.
        told_since: leaves out the servers that got no results of days from this one to the day.

    Raises:
        StoreUnavailable: if the database fails.
    """
    chosen = guild_preferences.c
    told = daily_posts.c
    posted = select(daily_posts.c.guild_id).where(daily_posts.c.day == day)
    query = select(chosen.guild_id, chosen.value).where(
        chosen.name == "daily_channel",
        chosen.value != "",
        chosen.guild_id.not_in(posted),
        chosen.guild_id.not_in(select(removed_guilds.c.guild_id)),
    )
    if told_since is not None:
        was_told = told.guild_id == chosen.guild_id, told.day >= told_since, told.day < day
        query = query.where(exists().where(*was_told))
    async with database.transaction() as connection:
        return {row.guild_id: row.value for row in await connection.execute(query)}


async def note_post(database: Database, guild_id: int, day: date, at: datetime) -> None:
    """Note that a day's results were posted in a server.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = (
        database.dialect.insert(daily_posts)
        .values(guild_id=guild_id, day=day, posted_at=at)
        .on_conflict_do_nothing()
    )
    async with database.transaction() as connection:
        await connection.execute(statement)


def _deal_from(row: RowMapping) -> DailyDeal:
    return DailyDeal(**{**row, "slot": Slot(row["slot"])})
