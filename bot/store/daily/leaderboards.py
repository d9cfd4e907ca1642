"""Daily results beside each other: a server's leaderboard, and one among all of its day."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    case,
    func,
    literal,
    or_,
    select,
    tuple_,
)

from bot.models.daily import Comparison, LeaderboardLine, Slot
from bot.models.play import Result
from bot.store.database.columns import Span
from bot.store.database.connection import Database
from bot.store.guilds.schema import daily_totals
from bot.store.play.results import (
    Totals,
    count_if,
    is_of_deal,
    is_unaided,
    is_won,
    totals_of,
    was_on_time,
    was_played,
)
from bot.store.play.schema import results
from bot.store.preferences import visible_in
from bot.store.rankings import RankingPage, ranking_page

_DAY: Final = timedelta(days=1)
_SAME_NAMES: Final = [one.name for one in fields(LeaderboardLine) if one.name != "played"]


async def leaderboard_page(
    database: Database,
    guild_id: int,
    viewer: int,
    days: tuple[date, date] | None,
    *,
    page: int,
    size: int,
) -> RankingPage[LeaderboardLine]:
    """A page of a server's leaderboard, best first: those who have won, and the viewer.

    Players rank by days won, then by days won with neither hints nor odds, then by fewest moves on
    the days won, then by least time; full ties share a rank.

    Args:
        days: the first and the last that count; None for all.
        page: the number of the page, from 1; of one behind the last, the last is read.
    """
    if days is None:
        totals = select(daily_totals).where(
            visible_in(guild_id, daily_totals.c.player_id),
            or_(daily_totals.c.won > 0, daily_totals.c.player_id == viewer),
        )
    else:
        # What others did not win is for nobody else to see.
        totals = totals_of(*counted_results(guild_id, *days)).having(
            or_(count_if(is_won) > 0, results.c.player_id == viewer)
        )
    return await results_page(database, totals, viewer, page=page, size=size)


async def results_page(
    database: Database, totals: Totals, viewer: int, *, page: int, size: int
) -> RankingPage[LeaderboardLine]:
    """A page of the players with some totals, in the order of :func:`leaderboard_page`."""
    ranked = totals.subquery()
    total = ranked.c
    order = (total.won.desc(), total.unaided.desc(), total.moves, total.played_ms)
    return await ranking_page(database, ranked, order, _line_from, viewer, page=page, size=size)


async def compare_daily_result(database: Database, result: Result) -> Comparison:
    """Compare a result with those of all other players of the same deal that ended on its day.

    To count, a game has to be played: on an account that was there a week before, and in a server
    where somebody else played that deal as well. So nobody skews the comparison by accounts made
    for it, by servers of their own, or by giving up at once.
    """
    day = result.daily or result.extra_day
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
        is_of_deal(day, result.extra_slot or Slot.HEADLINE),
        was_played,
        results.c.finished_at < datetime.combine(day + _DAY, time(), UTC),
        results.c.player_id < _first_id(day - _LEAST_AGE),
    )
    together = (
        select(results.c.guild_id)
        .where(*counts, results.c.guild_id.is_not(None))
        .group_by(results.c.guild_id)
        .having(func.count() > 1)
    )
    query = select(func.count(), count_if(worse)).where(
        *counts, results.c.guild_id.in_(together), results.c.player_id != result.player_id
    )
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


def counted_results(guild_id: int, since: date, until: date) -> tuple[ColumnElement[bool], ...]:
    """The conditions for the results that count in a leaderboard."""
    # Day by day, as SQLite then finds each player's result of a day by itself.
    days = [since + number * _DAY for number in range((until - since).days + 1)]
    daily = results.c.daily
    return (
        daily.is_not(None),
        was_on_time,
        visible_in(guild_id, results.c.player_id),
        daily.in_(days),
    )


def _line_from(row: RowMapping) -> LeaderboardLine:
    same = {name: row[name] for name in _SAME_NAMES}
    return LeaderboardLine(**same, played=row["played_ms"])
