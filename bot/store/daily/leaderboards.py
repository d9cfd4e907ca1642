"""Rankings of daily results: a server's leaderboard, and one result among all of its day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, TypeAlias

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    Subquery,
    and_,
    case,
    cast,
    func,
    literal,
    or_,
    select,
    tuple_,
)

from bot.models import DayRank, LeaderboardLine, LeaderboardPage, Result, Slot
from bot.store.conditions import count_if, is_perfect, is_unaided, is_won, was_on_time
from bot.store.connection import Database
from bot.store.leaderboard_visibility import visible_in
from bot.store.results import is_of_deal
from bot.store.schema import Span, daily_totals, results

_DAY: Final = timedelta(days=1)
_Totals: TypeAlias = Select[tuple[object, ...]]


async def leaderboard_page(
    database: Database,
    guild_id: int,
    viewer: int,
    *,
    since: date | None,
    until: date | None,
    page: int,
    size: int,
) -> LeaderboardPage:
    """A page of a server's leaderboard, best first, and the viewer's own line.

    Players rank by days won, then by days won with neither hints nor odds, then by fewest moves on
    the days won, then by least time; full ties share a rank.

    Args:
        database: an open database.
        guild_id: the server.
        viewer: the player whose own line is included.
        since: the first day that counts; None for no limit.
        until: the last day that counts; None for no limit.
        page: the number of the page, from 1; of one behind the last, the last is read.
        size: how many lines a page has.

    Raises:
        StoreUnavailable: if the database fails.
    """
    if since is None and until is None:
        totals = select(daily_totals).where(visible_in(guild_id, daily_totals.c.player_id))
    else:
        totals = _totals(*counted_results(guild_id, since, until))
    return await _page(database, totals, viewer, page=page, size=size)


async def ranking_page(
    database: Database,
    conditions: Sequence[ColumnElement[bool]],
    viewer: int,
    *,
    page: int,
    size: int,
) -> LeaderboardPage:
    """A page of the players with results that meet the conditions, in one query.

    Args:
        database: an open database.
        conditions: what counts.
        viewer: the player whose own line is included.
        page: the number of the page, from 1; of one behind the last, the last is read.
        size: how many lines a page has.

    Raises:
        StoreUnavailable: if the database fails.
    """
    return await _page(database, _totals(*conditions), viewer, page=page, size=size)


async def _page(
    database: Database, totals: _Totals, viewer: int, *, page: int, size: int
) -> LeaderboardPage:
    """A page of the players with some totals."""
    lines = _ranked(totals)
    column = lines.c
    last = (column.players - 1) // size * size
    first = case((last < (page - 1) * size, last), else_=(page - 1) * size)
    is_on_page = and_(column.position > first, column.position <= first + size)
    query = (
        select(lines, is_on_page.label("is_on_page"))
        .where(or_(is_on_page, column.player_id == viewer))
        .order_by(column.position)
    )
    async with database.reading() as connection:
        rows = (await connection.execute(query)).mappings().all()
    own = [_line_from(row) for row in rows if row["player_id"] == viewer]
    return LeaderboardPage(
        lines=tuple(_line_from(row) for row in rows if row["is_on_page"]),
        own=own[0] if own else None,
        players=rows[0]["players"] if rows else 0,
    )


async def rank_daily_result(database: Database, result: Result) -> DayRank:
    """Rank a result among those of all players that are of the same deal and ended on its day.

    Raises:
        ValueError: if the result counts for no day.
        StoreUnavailable: if the database fails.
    """
    day = result.daily or result.extra_day
    if day is None:
        raise ValueError(f"Game {result.game_id} has no daily result; rank one that counts.")
    if result.is_won:
        # What ranks first is lowest.
        order = tuple_(case((is_unaided, 0), else_=1), results.c.moves, results.c.played_ms)
        own = tuple_(
            literal(int(bool(result.hints or result.odds))),
            literal(result.moves),
            literal(result.played, Span()),
        )
        worse, better = or_(~is_won, order > own), and_(is_won, order < own)
    else:
        worse, better = literal(value=False), is_won
    ended_on_day = results.c.finished_at < datetime.combine(day + _DAY, time(), UTC)
    query = select(func.count(), count_if(worse), count_if(better)).where(
        is_of_deal(day, result.extra_slot or Slot.HEADLINE),
        or_(ended_on_day, results.c.game_id == result.game_id),
    )
    async with database.reading() as connection:
        players, behind, ahead = (await connection.execute(query)).one()
    return DayRank(rank=ahead + 1, players=players, behind=behind)


def counted_results(
    guild_id: int, since: date | None, until: date | None
) -> list[ColumnElement[bool]]:
    """The conditions for the results that count in a leaderboard."""
    daily = results.c.daily
    conditions = [
        daily.is_not(None),
        was_on_time,
        visible_in(guild_id, results.c.player_id),
    ]
    if since is not None and until is not None:
        # Day by day, as SQLite then finds each player's result of a day by itself.
        conditions.append(daily.in_([since + n * _DAY for n in range((until - since).days + 1)]))
    elif since is not None:
        conditions.append(daily >= since)
    elif until is not None:
        conditions.append(daily <= until)
    return conditions


def _totals(*conditions: ColumnElement[bool]) -> _Totals:
    """The players with results that meet the conditions, each with their totals."""
    return (
        select(
            results.c.player_id,
            func.count().label("days"),
            count_if(is_won).label("won"),
            count_if(is_unaided).label("unaided"),
            count_if(is_perfect).label("perfect"),
            *(
                func.coalesce(func.sum(results.c[name]).filter(is_won), 0).label(name)
                for name in ("moves", "hints", "odds", "undos")
            ),
            # PostgreSQL sums bigints to decimals.
            cast(func.coalesce(func.sum(results.c.played_ms).filter(is_won), 0), Span).label(
                "played_ms"
            ),
        )
        .where(*conditions)
        .group_by(results.c.player_id)
    )


def _ranked(totals: _Totals) -> Subquery:
    """Players with their totals, their rank among each other, and how many they are.

    Players rank by results won, then by results won with neither hints nor odds, then by fewest
    moves in those won, then by least time; full ties share a rank, and ``position`` orders them.
    """
    total = totals.subquery().c
    order = (total.won.desc(), total.unaided.desc(), total.moves, total.played_ms)
    return select(
        *total,
        func.rank().over(order_by=order).label("rank"),
        func.row_number().over(order_by=(*order, total.player_id)).label("position"),
        func.count().over().label("players"),
    ).subquery()


def _line_from(row: RowMapping) -> LeaderboardLine:
    """The line of a row of :func:`_ranked`."""
    return LeaderboardLine(
        rank=row["rank"],
        player_id=row["player_id"],
        days=row["days"],
        won=row["won"],
        unaided=row["unaided"],
        perfect=row["perfect"],
        moves=row["moves"],
        played=row["played_ms"],
        hints=row["hints"],
        odds=row["odds"],
        undos=row["undos"],
    )
