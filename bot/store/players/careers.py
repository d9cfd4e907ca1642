"""What players have reached, computed from their results and races whenever it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TypeAlias

from sqlalchemy import BigInteger, Column, ColumnElement, Select, case, cast, exists, func, select
from sqlalchemy import type_coerce as as_type
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.daily import Slot
from bot.models.results import Career, GameRecord, is_late
from bot.store.contests.schema import contest_deals, contests, entries
from bot.store.daily.daily import days_nobody_could_play
from bot.store.database.columns import Span
from bot.store.database.connection import Database
from bot.store.play.results import (
    DAY_MS,
    WITH_DAYS,
    by_house_rules,
    count_if,
    day_results,
    headlines,
    is_perfect,
    is_unaided,
    is_won,
    was_played,
)
from bot.store.play.schema import results

_Conditions: TypeAlias = Sequence[ColumnElement[bool]]


async def load_career(
    database: Database, player_id: int, *, without_game: int | None = None
) -> Career:
    """What a player has reached, perhaps without one of their games."""
    own = [results.c.player_id == player_id, was_played]
    if without_game is not None:
        own.append(results.c.game_id != without_game)
    # By house rules, games count for their own records alone.
    counting = [*own, ~by_house_rules(results.c.rules_id)]
    nobody_could_play = await days_nobody_could_play(database)
    async with database.reading() as connection:
        wins = (await connection.execute(_rows_of_wins(is_won, counting))).one()
        unaided = (await connection.execute(_rows_of_wins(is_unaided, counting))).one()
        return Career(
            games=await _load_records(connection, own),
            wins_in_a_row=wins.last or 0,
            most_wins_in_a_row=wins.longest or 0,
            most_unaided_in_a_row=unaided.longest or 0,
            days_won=await _load_days_won(connection, counting),
            days_nobody_could_play=nobody_could_play,
            races_won=await _count_races_won(connection, player_id, without_game),
            **(await connection.execute(_count_days(counting))).mappings().one(),
        )


async def count_losses(database: Database, player_id: int) -> int:
    """How many games a player has given up after an action."""
    query = select(func.count()).where(results.c.player_id == player_id, was_played, ~is_won)
    async with database.reading() as connection:
        return (await connection.execute(query)).scalar_one()


async def _load_records(connection: AsyncConnection, own: _Conditions) -> dict[str, GameRecord]:
    """A player's records by rules id."""
    moves, time = results.c.moves, results.c.played_ms
    query = (
        select(
            results.c.rules_id,
            func.count().label("played"),
            count_if(is_won).label("won"),
            count_if(is_perfect).label("perfect_wins"),
            func.coalesce(func.sum(moves).filter(is_won), 0).label("total_moves"),
            # PostgreSQL sums bigints to decimals.
            cast(func.coalesce(func.sum(time).filter(is_won), 0), Span).label("total_time"),
            _count_deals(is_won).label("deals"),
            _count_deals(is_perfect).label("perfect"),
            _count_deals(is_won & (results.c.undos == 0)).label("without_undo"),
            func.min(moves).filter(is_won).label("fewest_moves"),
            func.min(time).filter(is_won).label("shortest"),
            func.max(time).filter(is_won).label("longest"),
        )
        .where(*own)
        .group_by(results.c.rules_id)
    )
    in_a_row = {
        row.rules_id: {"wins_in_a_row": row.last, "most_wins_in_a_row": row.longest}
        for row in await connection.execute(_rows_of_wins(is_won, own, results.c.rules_id))
    }
    records = {}
    for row in (await connection.execute(query)).mappings():
        figures = dict(row)
        rules_id = figures.pop("rules_id")
        records[rules_id] = GameRecord(**figures, **in_a_row[rules_id])
    return records


def _count_deals(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """How many deals have a result that meets a condition."""
    return func.count(results.c.deal_number.distinct()).filter(condition)


def _rows_of_wins(
    counts: ColumnElement[bool], own: _Conditions, *by: Column[str]
) -> Select[tuple[object, ...]]:
    """How many results in a row meet a condition: of the last ones, and at most.

    Rows are told apart by how many results before them do not meet it.

    Args:
        by: the columns for each of whose values that is asked; without any, for all results.
    """
    order = (results.c.finished_at, results.c.game_id)
    ended = func.sum(case((counts, 0), else_=1)).over(partition_by=by, order_by=order)
    one = select(*by, case((counts, 1), else_=0).label("counts"), ended.label("ended"))
    result = one.where(*own).subquery().c
    keys = [result[column.name] for column in by]
    ago = func.row_number().over(partition_by=keys, order_by=result.ended.desc())
    row = (
        select(*keys, func.sum(result.counts).label("length"), ago.label("ago"))
        .group_by(*keys, result.ended)
        .subquery()
        .c
    )
    return select(
        *(row[column.name] for column in by),
        func.max(row.length).filter(row.ago == 1).label("last"),
        func.max(row.length).label("longest"),
    ).group_by(*(row[column.name] for column in by))


def _count_days(counting: _Conditions) -> Select[tuple[int, ...]]:
    """The days on which a player has won, and what they have reached with deals of days."""
    day = as_type(results.c.finished_at, BigInteger) // DAY_MS
    of_headline = results.c.contest_deal_id.in_(headlines())
    full_days = (
        select(contests.c.id)
        .select_from(WITH_DAYS)
        .where(*counting, is_won)
        .group_by(contests.c.id)
        .having(func.count() == len(Slot))
        .subquery()
    )
    return select(
        func.count(day.distinct()).filter(is_won).label("days_with_wins"),
        count_if(is_won & of_headline).label("daily_deals"),
        count_if(is_perfect & of_headline).label("perfect_days"),
        count_if(is_won & of_headline & results.c.goal_met.is_(True)).label("goals_met"),
        select(func.count()).select_from(full_days).scalar_subquery().label("full_days"),
    ).where(*counting)


async def _load_days_won(connection: AsyncConnection, counting: _Conditions) -> frozenset[date]:
    query = day_results.where(*counting, is_won)
    return frozenset(
        day for day, _, began, _ in await connection.execute(query) if not is_late(day, began)
    )


async def _count_races_won(
    connection: AsyncConnection, player_id: int, without_game: int | None
) -> int:
    """How many races a player has won alone, perhaps without that of a game."""
    others = entries.alias()
    is_shared = exists().where(
        others.c.contest_id == entries.c.contest_id,
        others.c.id != entries.c.id,
        others.c.place == 1,
    )
    won = select(func.count()).where(
        entries.c.player_id == player_id,
        entries.c.place == 1,
        ~is_shared,
        ~exists().where(
            contest_deals.c.contest_id == entries.c.contest_id,
            by_house_rules(contest_deals.c.rules_id),
        ),
    )
    if without_game is not None:
        won = won.where(entries.c.game_id.is_distinct_from(without_game))
    total: int = (await connection.execute(won)).scalar_one()
    return total
