"""Daily results beside each other: a server's leaderboard, and one among all of its day."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    RowMapping,
    and_,
    case,
    cast,
    func,
    literal,
    or_,
    select,
    tuple_,
)

from bot.models.daily import Comparison, DayBest
from bot.models.rankings import LeaderboardLine, Ranking
from bot.models.results import Result
from bot.store.contests.schema import contest_deals, contests
from bot.store.database.columns import Span
from bot.store.database.connection import Database
from bot.store.play.results import (
    Totals,
    count_if,
    headlines,
    is_unaided,
    is_won,
    totals_of,
    was_played,
)
from bot.store.play.schema import results
from bot.store.preferences import has_chosen, visible_in
from bot.store.rankings import load_ranking

_SAME_NAMES: Final = [
    one.name for one in fields(LeaderboardLine) if one.name not in ("rank", "played")
]
_ORDER: Final = ("-won", "-unaided", "moves", "played_ms")


async def leaderboard_page(
    database: Database,
    guild_id: int,
    viewer: int,
    days: tuple[date, date] | None,
    *,
    page: int,
    size: int,
    losers: bool = False,
) -> Ranking[LeaderboardLine]:
    """A page of a server's leaderboard, best first: those who have won, and the viewer.

    Players rank by days won, then by days won with neither hints nor odds, then by fewest moves on
    the days won, then by least time; full ties share a rank.

    Args:
        days: the first and the last that count; None for all.
        page: the number of the page, from 1; of one behind the last, the last is read.
        losers: whether it shows those as well who have not won, and agreed to that.
    """
    counted = _daily_results(days)
    is_visible = visible_in(guild_id, results.c.player_id)
    # What others did not win is for nobody else to see.
    is_seen = or_(is_won, results.c.player_id == viewer)
    if losers:
        is_seen = or_(is_seen, has_chosen(results.c.player_id, "shown_losing", "yes"))
    sums = [name.lstrip("-") for name in _ORDER]
    ranked = totals_of(*counted, is_visible, is_seen, of=sums)
    async with database.reading() as connection:
        found = await load_ranking(
            connection, ranked, _ORDER, _place_from, viewer, page=page, size=size
        )
        # The other sums are for those who are shown alone.
        shown = [player for _, player in (*found.lines, *filter(None, [found.own]))]
        query = totals_of(*counted, results.c.player_id.in_(shown))
        totals = {row["player_id"]: row for row in (await connection.execute(query)).mappings()}
    return found.with_lines(lambda place: _line_from(totals[place[1]], place[0]))


async def results_page(
    database: Database, totals: Totals, viewer: int, *, page: int, size: int
) -> Ranking[LeaderboardLine]:
    """A page of the players with some totals, best first, as :func:`leaderboard_page`."""
    async with database.reading() as connection:
        return await load_ranking(
            connection, totals, _ORDER, _line_from, viewer, page=page, size=size
        )


async def best_of_days(
    database: Database, guild_id: int, first: date, last: date
) -> dict[date, DayBest]:
    """Who of a server won the headline of each of some days best, as leaderboards rank them."""
    is_aided = case((is_unaided, 0), else_=1).label("is_aided")
    columns = (results.c[name] for name in ("contest_deal_id", "player_id", "moves", "played_ms"))
    wins = select(*columns, is_aided).where(*counted_results(guild_id, (first, last)), is_won)
    win = wins.cte("wins").c
    deal = win.contest_deal_id
    fewest = func.coalesce(func.min(win.moves).filter(win.is_aided == 0), func.min(win.moves))
    days = (
        select(
            deal,
            func.count().label("won"),
            func.min(win.is_aided).label("is_aided"),
            fewest.label("moves"),
        )
        .group_by(deal)
        .cte("days")
    )
    best = select(days.c.contest_deal_id, days.c.is_aided, days.c.moves)
    # Only those with the fewest moves of their day are put in order, not all wins.
    place = func.row_number().over(partition_by=deal, order_by=(win.played_ms, win.player_id))
    ranked = (
        select(deal, win.player_id, place.label("place"))
        .where(tuple_(deal, win.is_aided, win.moves).in_(best))
        .subquery()
    )
    query = (
        select(contests.c.opens_at, ranked.c.player_id, days.c.won)
        .join(contest_deals, contest_deals.c.contest_id == contests.c.id)
        .join(days, days.c.contest_deal_id == contest_deals.c.id)
        .join(ranked, ranked.c.contest_deal_id == days.c.contest_deal_id)
        .where(ranked.c.place == 1)
        .order_by(contests.c.opens_at)
    )
    async with database.reading() as connection:
        rows = await connection.execute(query)
        return {row.opens_at.date(): DayBest(row.player_id, row.won) for row in rows}


async def compare_daily_result(database: Database, result: Result) -> Comparison:
    """Compare a result with those of all other players of the same deal that count for its day.

    To count, a game has to be played: on an account that was there a week before, and in a server
    where somebody else played that deal as well. So nobody skews the comparison by accounts made
    for it, by servers of their own, or by giving up at once.
    """
    day = result.day
    if day is None:
        raise ValueError(f"Game {result.game_id} has no daily result; compare one that counts.")
    if result.is_won:
        # What ranks first is lowest.
        order = tuple_(case((is_unaided, 0), else_=1), results.c.moves, results.c.played_ms)
        own = tuple_(
            literal(int(bool(result.hints or result.odds))),
            literal(result.moves),
            literal(result.played, Span()),
        )
        worse = or_(~is_won, order > own)
    else:
        worse = literal(value=False)
    counts = (
        results.c.contest_deal_id == result.contest_deal_id,
        was_played,
        results.c.in_time,
        results.c.player_id < _first_id(day - _LEAST_AGE),
    )
    is_other = results.c.player_id != result.player_id
    together = (
        select(count_if(is_other).label("others"), count_if(and_(is_other, worse)).label("worse"))
        .where(*counts, results.c.guild_id.is_not(None))
        .group_by(results.c.guild_id)
        .having(func.count() > 1)
        .subquery()
        .c
    )
    others, behind = (func.coalesce(func.sum(one), 0) for one in (together.others, together.worse))
    # PostgreSQL sums bigints to decimals.
    query = select(cast(others, BigInteger), cast(behind, BigInteger))
    async with database.reading() as connection:
        return Comparison(*(await connection.execute(query)).one())


_LEAST_AGE: Final = timedelta(days=7)
"""How long before the day an account has to be there."""
_DISCORD_EPOCH: Final = datetime(2015, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def _first_id(day: date) -> int:
    """The lowest id that Discord gives to an account on a day."""
    since = datetime.combine(day, time(), UTC) - _DISCORD_EPOCH
    return (since // _MILLISECOND) << 22


def counted_results(
    guild_id: int, days: tuple[date, date] | None
) -> tuple[ColumnElement[bool], ...]:
    """The conditions for the results that count in a leaderboard, of some days or all."""
    return *_daily_results(days), visible_in(guild_id, results.c.player_id)


def _daily_results(days: tuple[date, date] | None) -> tuple[ColumnElement[bool], ...]:
    deal_id, first, last = results.c.contest_deal_id, *(days or (date.min, date.max))
    if first == last:
        return deal_id.in_(headlines(first, last)), results.c.in_time
    # As a value, so that each player's results are read once.
    return deal_id.is_not(None), (deal_id + 0).in_(headlines(first, last)), results.c.in_time


def _place_from(row: RowMapping, rank: int) -> tuple[int, int]:
    return rank, row["player_id"]


def _line_from(row: RowMapping, rank: int) -> LeaderboardLine:
    same = {name: row[name] for name in _SAME_NAMES}
    return LeaderboardLine(rank, **same, played=row["played_ms"])
