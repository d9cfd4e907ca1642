"""The deals of the days, who has begun them, and which guilds were told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from bot.models import DailyDeal
from bot.store.records import StoredGame
from bot.store.schema import daily_deals, daily_posts, games, guild_choices
from bot.store.store import stored_from

if TYPE_CHECKING:
    from datetime import date, datetime

    from bot.store.store import Database


async def daily_deal(store: Database, day: date) -> DailyDeal | None:
    """The deal of a day; None when none has been chosen.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    kept = daily_deals.c
    query = select(kept.day, kept.game, kept.number, kept.attempt, kept.par).where(kept.day == day)
    async with store.transaction() as connection:
        row = (await connection.execute(query)).one_or_none()
    return None if row is None else DailyDeal(*row)


async def keep_daily_deal(store: Database, deal: DailyDeal, at: datetime) -> DailyDeal:
    """Keep the deal of a day, unless the day has one already.

    Returns:
        The deal that the day has.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    row = {
        "day": deal.day,
        "game": deal.rules_id,
        "number": deal.deal_number,
        "attempt": deal.attempt,
        "par": deal.par,
        "chosen_at": at,
    }
    insert = store.dialect.insert(daily_deals).values(row).on_conflict_do_nothing()
    async with store.transaction() as connection:
        await connection.execute(insert)
    return await daily_deal(store, deal.day) or deal


async def open_daily_game(store: Database, player_id: int, day: date) -> StoredGame | None:
    """A player's unfinished game of a day's deal, the one played last; None without any.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    query = (
        select(games)
        .where(games.c.player_id == player_id, games.c.day == day, games.c.finished_at.is_(None))
        .order_by(games.c.updated_at.desc(), games.c.id.desc())
        .limit(1)
    )
    async with store.transaction() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else stored_from(row)


async def guilds_to_tell(store: Database, day: date) -> dict[int, str]:
    """The guilds that want a day's result and were not told: what each chose as its channel.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    chosen, posted = guild_choices.c, daily_posts.c
    told = select(posted.guild_id).where(posted.day == day)
    query = select(chosen.guild_id, chosen.value).where(
        chosen.name == "daily_channel", chosen.value != "", chosen.guild_id.not_in(told)
    )
    async with store.transaction() as connection:
        return {row.guild_id: row.value for row in await connection.execute(query)}


async def claim_post(store: Database, guild_id: int, day: date, at: datetime) -> bool:
    """Take it upon oneself to tell a guild a day's result.

    Returns:
        Whether nobody else had.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    claim = (
        store.dialect.insert(daily_posts)
        .values(guild_id=guild_id, day=day, posted_at=at)
        .on_conflict_do_nothing()
        .returning(daily_posts.c.day)
    )
    async with store.transaction() as connection:
        return (await connection.execute(claim)).first() is not None


async def release_post(store: Database, guild_id: int, day: date) -> None:
    """Leave it to another time to tell a guild a day's result.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    posted = daily_posts.c
    async with store.transaction() as connection:
        await connection.execute(
            delete(daily_posts).where(posted.guild_id == guild_id, posted.day == day)
        )
