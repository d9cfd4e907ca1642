"""Daily deals, and the figures of a server's days."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Exists,
    RowMapping,
    and_,
    exists,
    func,
    literal,
    or_,
    select,
    true,
    type_coerce,
)

from bot.models.contest_deals import ContestKind, Terms
from bot.models.contests import RaceState
from bot.models.daily import DailyDeal, DayFigures, DayPlayer, DayWin, Slot, start_of
from bot.models.play import GameState
from bot.models.results import BEGINNING
from bot.store.contests.schema import contest_deals, contests
from bot.store.daily.leaderboards import counted_results
from bot.store.database.columns import Midnight
from bot.store.database.connection import Database
from bot.store.play.results import DAY_MS, WITH_DAYS, count_if, headlines, is_perfect, is_won
from bot.store.play.schema import games, results
from bot.store.preferences import has_chosen, is_not_hidden, visible_in
from engine.rules import Difficulty

_DAY: Final = timedelta(days=1)
_IS_A_DAY: Final = contests.c.kind == ContestKind.DAY
_IS_HEADLINE: Final = and_(
    contest_deals.c.slot == Slot.HEADLINE, contest_deals.c.chosen_at.is_not(None)
)
_KEEPS_BOARDS_PRIVATE: Final = has_chosen(games.c.player_id, "boards_are_public", "no")
"""The condition that the player of a game wants nobody else to see their boards."""
_SAME_NAMES: Final = [one.name for one in fields(DailyDeal) if one.name != "day"]
_DEAL: Final = (
    select(contests.c.opens_at, *(contest_deals.c[name] for name in _SAME_NAMES))
    .join(contest_deals, contest_deals.c.contest_id == contests.c.id)
    .where(contest_deals.c.chosen_at.is_not(None))
)


async def load_daily_deal(
    database: Database, day: date, slot: Slot = Slot.HEADLINE
) -> DailyDeal | None:
    """A deal of a day; None if none has been chosen."""
    query = _DEAL.where(is_day(day), contest_deals.c.slot == slot)
    async with database.reading() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else _deal_from(row)


async def load_daily_deals(database: Database, day: date) -> tuple[DailyDeal, ...]:
    """The deals of a day that are chosen, in the order of their slots."""
    async with database.reading() as connection:
        rows = (await connection.execute(_DEAL.where(is_day(day)))).mappings()
        deals = {deal.slot: deal for deal in map(_deal_from, rows)}
    return tuple(deals[slot] for slot in Slot if slot in deals)


async def load_headlines(database: Database, first: date, last: date) -> tuple[DailyDeal, ...]:
    """The headlines of some days that are chosen."""
    query = _DEAL.where(contest_deals.c.id.in_(headlines(first, last)))
    async with database.reading() as connection:
        return tuple(map(_deal_from, (await connection.execute(query)).mappings()))


async def save_daily_deal(database: Database, deal: DailyDeal, at: datetime) -> DailyDeal:
    """Save a deal of a day unless its slot has one, and return the deal that the slot has."""
    contest = {
        "kind": ContestKind.DAY,
        "terms": Terms(_DAY).to_text(),
        "state": RaceState.RUNNING,
        "opens_at": start_of(deal.day),
        "ends_at": deal.final_at,
    }
    chosen = {name: getattr(deal, name) for name in _SAME_NAMES if name != "id"} | {
        "chosen_at": at,
        "grade": None if deal.grade is None else deal.grade.name.lower(),
    }
    insert = database.dialect.insert
    async with database.transaction() as connection:
        await connection.execute(insert(contests).values(contest).on_conflict_do_nothing())
        contest_id = (
            await connection.execute(select(contests.c.id).where(is_day(deal.day)))
        ).scalar_one()
        await connection.execute(
            insert(contest_deals)
            .values(contest_id=contest_id, **chosen)
            .on_conflict_do_update(
                index_elements=["contest_id", "slot"],
                set_=chosen,
                where=contest_deals.c.chosen_at.is_(None),
            )
        )
    return await load_daily_deal(database, deal.day, deal.slot) or deal


def is_day(day: date) -> ColumnElement[bool]:
    """The condition for the contest of a day."""
    return and_(contests.c.kind == ContestKind.DAY, contests.c.opens_at == start_of(day))


async def first_daily_deal(database: Database) -> date | None:
    """The first day that has a deal; None if none has."""
    query = (
        select(func.min(contests.c.opens_at))
        .join(contest_deals, contest_deals.c.contest_id == contests.c.id)
        .where(_IS_A_DAY, contest_deals.c.chosen_at.is_not(None))
    )
    async with database.reading() as connection:
        first = (await connection.execute(query)).scalar_one_or_none()
        return None if first is None else first.date()


async def days_nobody_could_play(database: Database) -> frozenset[date]:
    """The days between the first and the last headline on which the bot was down.

    They have no headline, or one that was chosen before the day while that of the next was not
    chosen until after it: a bot that runs chooses the next day's.
    """
    query = (
        select(contests.c.opens_at, contest_deals.c.chosen_at)
        .join(contest_deals, contest_deals.c.contest_id == contests.c.id)
        .where(_IS_A_DAY, _IS_HEADLINE)
    )
    async with database.reading() as connection:
        rows = await connection.execute(query)
        chosen = {opens_at.date(): at.date() for opens_at, at in rows}
    if not chosen:
        return frozenset()
    first = min(chosen)
    days = (first + number * _DAY for number in range((max(chosen) - first).days))
    return frozenset(
        day
        for day in days
        if day not in chosen or chosen[day] < day < chosen.get(day + _DAY, date.max)
    )


async def missed_deals(
    database: Database, player_id: int, first: date, last: date
) -> tuple[DailyDeal, ...]:
    """The headline deals of some days that a player has no result of, latest first."""
    has_result = exists().where(
        results.c.contest_deal_id == contest_deals.c.id, results.c.player_id == player_id
    )
    query = _DEAL.where(contest_deals.c.id.in_(headlines(first, last)), ~has_result)
    async with database.reading() as connection:
        rows = await connection.execute(query.order_by(contests.c.opens_at.desc()))
        return tuple(map(_deal_from, rows.mappings()))


def _deal_from(row: RowMapping) -> DailyDeal:
    same = {name: row[name] for name in _SAME_NAMES}
    same |= {"day": row["opens_at"].date(), "slot": Slot(row["slot"])}
    grade = None if row["grade"] is None else Difficulty[row["grade"].upper()]
    return DailyDeal(**same | {"grade": grade})


async def day_figures(database: Database, guild_id: int, day: date, par: int) -> DayFigures:
    """How a server's players did with a day's deal, whose par is given."""
    query = select(
        func.count(),
        count_if(is_won),
        count_if(is_perfect),
        count_if(is_won & (results.c.moves <= par)),
    ).where(*counted_results(guild_id, (day, day)))
    async with database.reading() as connection:
        return DayFigures(*(await connection.execute(query)).one())


async def still_playing(database: Database, guild_id: int, deal: DailyDeal) -> int:
    """How many of a server's players began a day's deal on its day, and have not finished it.

    Whoever keeps boards private is not counted.
    """
    game = games.c
    query = select(func.count()).where(
        game.contest_deal_id == deal.id,
        game.guild_id == guild_id,
        game.created_at < start_of(deal.day) + BEGINNING,
        game.finished_at.is_(None),
        ~game.practice,
        game.version > 0,
        ~_KEEPS_BOARDS_PRIVATE,
        is_not_hidden(guild_id, game.player_id),
    )
    async with database.reading() as connection:
        return (await connection.execute(query)).scalar_one()


async def day_wins(database: Database, deal_id: int, players: Collection[int]) -> dict[int, DayWin]:
    """The wins of some players that count for a day's deal, by player."""
    row = results.c
    query = select(row.player_id, row.game_id, row.started_at, row.finished_at).where(
        row.contest_deal_id == deal_id, row.player_id.in_(players), is_won
    )
    async with database.reading() as connection:
        found = (DayWin(*one) for one in await connection.execute(query))
        return {win.player_id: win for win in found}


def _won_on(guild_id: int, day: ColumnElement[date]) -> Exists:
    """The condition that somebody of a server's leaderboards has won one of a day's deals in time.

    As for a player's streak, it need not be the headline.
    """
    return (
        exists()
        .select_from(WITH_DAYS)
        .where(
            type_coerce(contests.c.opens_at, Midnight) == day,
            results.c.in_time,
            is_won,
            visible_in(guild_id, results.c.player_id),
        )
    )


async def was_won(database: Database, guild_id: int, day: date) -> bool:
    """Whether somebody of a server has won a day."""
    async with database.reading() as connection:
        won = select(_won_on(guild_id, literal(day, Midnight)))
        return bool((await connection.execute(won)).scalar_one())


async def days_won_in_a_row(
    database: Database, guild_id: int, last: date, passed_over: Collection[date]
) -> int:
    """On how many days in a row up to one somebody of a server has won; some end no row."""
    # From the day after it, which is not counted, so that it says once what a day won is.
    after = literal(last + _DAY, Midnight).label("day")
    days = select(after, true().label("won")).cte("days", recursive=True)
    before = type_coerce(type_coerce(days.c.day, BigInteger) - DAY_MS, Midnight)
    goes_on = days.c.won | days.c.day.in_(passed_over)
    days = days.union_all(select(before, _won_on(guild_id, before)).where(goes_on))
    async with database.reading() as connection:
        won = select(func.count()).select_from(days).where(days.c.won, days.c.day <= last)
        return (await connection.execute(won)).scalar_one()


async def day_players(
    database: Database, guild_id: int, day: date, most: int
) -> tuple[tuple[DayPlayer, ...], int]:
    """Those who are furthest with a day's deal and have not won it, and how many there are.

    Whoever keeps boards private, or began after the day, is not among them.
    """
    game = games.c
    of_deal = results.c.contest_deal_id == game.contest_deal_id
    has_result = exists().where(of_deal, results.c.player_id == game.player_id)
    counts = exists().where(of_deal, results.c.game_id == game.id)
    progress = func.coalesce(game.progress, 0)
    query = (
        select(game.player_id, progress.label("progress"), func.count().over().label("players"))
        .where(
            game.contest_deal_id.in_(headlines(day, day)),
            game.guild_id == guild_id,
            game.created_at < start_of(day) + BEGINNING,
            game.version > 0,
            ~game.practice,
            or_(
                and_(game.state == GameState.GIVEN_UP, counts),
                and_(game.finished_at.is_(None), ~has_result),
            ),
            ~_KEEPS_BOARDS_PRIVATE,
            is_not_hidden(guild_id, game.player_id),
        )
        .order_by(progress.desc(), game.player_id)
        .limit(most)
    )
    async with database.reading() as connection:
        rows = (await connection.execute(query)).all()
    players = tuple(DayPlayer(row.player_id, row.progress) for row in rows)
    return players, rows[0].players if rows else 0
