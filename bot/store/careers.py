"""What players have reached, as figures that the database sums up.

However many games somebody has played, what is read is one row for each game of the catalogue, one
for each day whose deal they won, and a few numbers.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    and_,
    case,
    exists,
    func,
    or_,
    select,
    true,
    type_coerce,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import ChallengeState, RacerOutcome, is_late
from bot.store.connection import Database
from bot.store.records import Career, GameRecord
from bot.store.results import count_if, is_perfect, is_unaided, is_won
from bot.store.schema import challenges, racers, results
from bot.store.statistics import DAY_MS, was_played


async def load_career(
    database: Database, player_id: int, *, without_game: int | None = None
) -> Career:
    """What a player has reached.

    Args:
        database: an open database.
        player_id: the player.
        without_game: a game to leave out, as if it had not been finished.

    Raises:
        StoreUnavailable: if the database fails.
    """
    own = (results.c.player_id == player_id) & was_played
    if without_game is not None:
        own &= results.c.game_id != without_game
    day = type_coerce(results.c.finished_at, BigInteger) // DAY_MS
    days_with_wins = select(func.count(day.distinct())).where(own, is_won)
    days = select(
        results.c.daily,
        results.c.started_at,
        is_perfect.label("is_perfect"),
        results.c.goal_met,
    ).where(own, is_won, results.c.daily.is_not(None))
    async with database.transaction() as connection:
        games = await _game_records(connection, own)
        wins_in_a_row, most_wins_in_a_row = await _in_a_row(connection, own, is_won)
        _current, most_unaided_in_a_row = await _in_a_row(connection, own, is_unaided)
        rows = (await connection.execute(days)).all()
        return Career(
            games=games,
            wins_in_a_row=wins_in_a_row,
            most_wins_in_a_row=most_wins_in_a_row,
            most_unaided_in_a_row=most_unaided_in_a_row,
            days_with_wins=(await connection.execute(days_with_wins)).scalar_one(),
            days_won=frozenset(row.daily for row in rows if not is_late(row.daily, row.started_at)),
            daily_deals=len(rows),
            perfect_days=sum(bool(row.is_perfect) for row in rows),
            goals_met=sum(bool(row.goal_met) for row in rows),
            races_won=await _count_races_won(connection, player_id, without_game),
        )


async def _game_records(
    connection: AsyncConnection, own: ColumnElement[bool]
) -> dict[str, GameRecord]:
    column = results.c
    deals = func.count(column.deal_number.distinct())
    query = (
        select(
            column.rules_id,
            func.count().label("played"),
            deals.filter(is_won).label("deals"),
            deals.filter(is_perfect).label("perfect"),
            deals.filter(is_won, column.undos == 0).label("without_undo"),
            func.min(column.moves).filter(is_won).label("fewest_moves"),
            func.min(column.played_ms).filter(is_won).label("shortest"),
            func.max(column.played_ms).filter(is_won).label("longest"),
        )
        .where(own)
        .group_by(column.rules_id)
    )
    rows = (await connection.execute(query)).mappings()
    return {
        row["rules_id"]: GameRecord(**{name: row[name] for name in row if name != "rules_id"})
        for row in rows
    }


async def _in_a_row(
    connection: AsyncConnection, own: ColumnElement[bool], condition: ColumnElement[bool]
) -> tuple[int, int]:
    """How many of the latest games in a row meet a condition, and how many did at most."""
    # Games that follow the same number of failures are one row of successes.
    failures = (
        func.sum(case((condition, 0), else_=1))
        .over(order_by=(results.c.finished_at, results.c.game_id))
        .label("failures")
    )
    ordered = select(failures, condition.label("met")).where(own).subquery()
    runs = (
        select(ordered.c.failures, count_if(ordered.c.met).label("length"))
        .group_by(ordered.c.failures)
        .cte("runs")
    )
    latest = select(runs.c.length).order_by(runs.c.failures.desc()).limit(1).scalar_subquery()
    row = (await connection.execute(select(latest, func.max(runs.c.length)))).one()
    return row[0] or 0, row[1] or 0


async def _count_races_won(
    connection: AsyncConnection, player_id: int, without_game: int | None
) -> int:
    challenge, others = challenges.c, racers.alias()
    is_shared = exists().where(
        others.c.race_id == racers.c.race_id, others.c.id != racers.c.id, others.c.place == 1
    )
    of_two = select(func.count()).where(
        or_(challenge.challenger_id == player_id, challenge.opponent_id == player_id),
        challenge.winner_id == player_id,
        challenge.state == ChallengeState.FINISHED,
        _without(without_game, challenge.challenger_game_id, challenge.opponent_game_id),
    )
    # Those who did not play on to the end win no race, even if all did so.
    of_many = select(func.count()).where(
        racers.c.player_id == player_id,
        racers.c.place == 1,
        racers.c.outcome.in_((RacerOutcome.WON, RacerOutcome.UNFINISHED)),
        ~is_shared,
        _without(without_game, racers.c.game_id),
    )
    total: int = (
        await connection.execute(select(of_two.scalar_subquery() + of_many.scalar_subquery()))
    ).scalar_one()
    return total


def _without(game_id: int | None, *game_ids: Column[int | None]) -> ColumnElement[bool]:
    """The condition for races without a game, if one is to be left out."""
    if game_id is None:
        return true()
    # Players who deleted their data have no game here.
    return and_(*(column.is_distinct_from(game_id) for column in game_ids))
