"""How players of the daily deals stand to one another: in a guild's table, and among all."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import Subquery, and_, case, cast, func, literal, or_, select

from bot.models import DailyLine, DayRank, GameState
from bot.store.listings import is_listed_in
from bot.store.schema import Span, results

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy import ColumnElement, RowMapping

    from bot.models import Result
    from bot.store.store import Database

_WON = results.c.outcome == GameState.WON


async def daily_lines(
    store: Database,
    guild_id: int,
    *,
    since: date | None,
    until: date | None,
    limit: int,
    offset: int,
) -> tuple[DailyLine, ...]:
    """Lines of a guild's table of daily results, the best first.

    Who won more days is before others, then who needed fewer moves for them, then who needed less
    time; who is the same in all of it shares a place.

    Args:
        store: an open store.
        guild_id: the guild.
        since: the first day that counts; None for all.
        until: the last day that counts; None for all.
        limit: how many lines.
        offset: how many lines to leave out first.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    ranked = _ranked(guild_id, since, until)
    query = select(ranked).order_by(ranked.c.place, ranked.c.player_id).limit(limit).offset(offset)
    async with store.transaction() as connection:
        return tuple(map(_line, (await connection.execute(query)).mappings()))


async def daily_line(
    store: Database, guild_id: int, player_id: int, *, since: date | None, until: date | None
) -> DailyLine | None:
    """A player's own line of such a table; None when they are not in it.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    ranked = _ranked(guild_id, since, until)
    query = select(ranked).where(ranked.c.player_id == player_id)
    async with store.transaction() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else _line(row)


async def daily_players(
    store: Database, guild_id: int, *, since: date | None, until: date | None
) -> int:
    """How many players such a table has.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    many = func.count(results.c.player_id.distinct())
    query = select(many).where(*_counted(guild_id, since, until))
    async with store.transaction() as connection:
        return (await connection.execute(query)).scalar_one()


async def day_rank(store: Database, result: Result) -> DayRank:
    """How a daily result stands among those of all players on that day.

    Args:
        store: an open store.
        result: a result that counts for a day.

    Raises:
        ValueError: when it counts for none.
        StoreUnavailable: when the database cannot be reached.
    """
    if result.daily is None:
        raise ValueError(f"Game {result.game_id} has no daily result; rank one that counts.")
    won, moves, played = _WON, results.c.moves, results.c.played_ms
    if result.is_won:
        slower = and_(moves == result.moves, played > literal(result.played, Span()))
        faster = and_(moves == result.moves, played < literal(result.played, Span()))
        worse = or_(~won, moves > result.moves, slower)
        better = and_(won, or_(moves < result.moves, faster))
    else:
        worse, better = literal(value=False), won
    query = select(
        func.count(),
        func.coalesce(func.sum(case((worse, 1), else_=0)), 0),
        func.coalesce(func.sum(case((better, 1), else_=0)), 0),
    ).where(results.c.daily == result.daily)
    async with store.transaction() as connection:
        many, behind, ahead = (await connection.execute(query)).one()
    return DayRank(place=ahead + 1, players=many, behind=behind)


def _counted(guild_id: int, since: date | None, until: date | None) -> list[ColumnElement[bool]]:
    """The conditions for the daily results that count in a guild's table."""
    daily = results.c.daily
    conditions = [daily.is_not(None), is_listed_in(guild_id, results.c.player_id)]
    if since is not None:
        conditions.append(daily >= since)
    if until is not None:
        conditions.append(daily <= until)
    return conditions


def _ranked(guild_id: int, since: date | None, until: date | None) -> Subquery:
    perfect = and_(_WON, results.c.undos == 0, results.c.hints == 0)
    sums = (
        select(
            results.c.player_id,
            func.count().label("days"),
            func.sum(case((_WON, 1), else_=0)).label("won"),
            func.sum(case((perfect, 1), else_=0)).label("perfect"),
            func.coalesce(func.sum(results.c.moves).filter(_WON), 0).label("moves"),
            # PostgreSQL adds long integers up to decimals.
            cast(func.sum(results.c.played_ms).filter(_WON), Span).label("played"),
        )
        .where(*_counted(guild_id, since, until))
        .group_by(results.c.player_id)
        .subquery()
    )
    order = (sums.c.won.desc(), sums.c.moves, func.coalesce(sums.c.played, literal(0)))
    return select(sums, func.rank().over(order_by=order).label("place")).subquery()


def _line(row: RowMapping) -> DailyLine:
    return DailyLine(
        place=row["place"],
        player_id=row["player_id"],
        days=row["days"],
        won=row["won"],
        perfect=row["perfect"],
        moves=row["moves"],
        played=row["played"] or timedelta(),
    )
