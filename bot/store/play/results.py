"""Results of finished games: one row per game, written with its last step and never changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from datetime import date
from typing import Final, TypeAlias

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    RowMapping,
    Select,
    and_,
    case,
    cast,
    extract,
    func,
    or_,
    select,
    type_coerce,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.expression import literal_column

from bot.models.contest_deals import ContestDeal
from bot.models.daily import Slot
from bot.models.play import PERFECT_GAME, GameState, Result, is_late
from bot.store.database.columns import Span
from bot.store.database.connection import Database
from bot.store.play.game_columns import CONTEST, WITH_CONTEST, contest_from
from bot.store.play.schema import actions, games, results
from engine.house_rules import SEPARATOR

_SAME_NAMES: Final = [
    one.name for one in fields(Result) if one.name not in ("state", "played", "extra_slot")
]
Totals: TypeAlias = Select[tuple[object, ...]]
DAY_MS: Final = 86_400_000
"""A day in milliseconds."""
# Written out, so that an index of wins alone is found.
is_won: Final = results.c.state == literal_column(f"'{GameState.WON.value}'")
"""The condition for a won game."""
is_unaided: Final = and_(is_won, results.c.hints == 0, results.c.odds == 0)
"""The condition for a game won with neither hints nor odds."""
is_perfect: Final = and_(*(results.c[name] == value for name, value in PERFECT_GAME.items()))
"""The condition for a perfect game, as :attr:`bot.models.play.Result.is_perfect`."""
was_played: Final = or_(is_won, results.c.moves > 0, results.c.undos > 0)
"""The condition for a game that was not given up before any action."""
headline_day: Final[ColumnElement[date]] = results.c.daily
"""The day for whose headline deal a result counts; null if for none."""
deal_day: Final[ColumnElement[date]] = func.coalesce(results.c.daily, results.c.extra_day)
"""The day for one of whose deals a result counts; null if for none."""
_day_began: Final = extract("epoch", headline_day) * 1000
was_on_time: Final = type_coerce(results.c.finished_at, BigInteger) < _day_began + DAY_MS
"""The condition for a daily result of its own day; once that is over, everybody knows the deal."""


def by_house_rules(rules_id: ColumnElement[str]) -> ColumnElement[bool]:
    """The condition for an id of house rules, by which nothing counts among others."""
    return rules_id.contains(SEPARATOR)


_REPEATED: Final = (
    "player_id",
    "rules_id",
    "deal_number",
    "guild_id",
    "state",
    "moves",
    "played_ms",
    "finished_at",
)
"""The columns in which a result repeats its game."""


def count_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """How many rows of a group meet a condition."""
    return func.count().filter(condition)


_UNDO: Final = "undo"
_without_undos: Final = func.replace(games.c.log, _UNDO, "")
undo_count: Final = case(
    (
        games.c.finished_log.is_not(None),
        select(results.c.undos).where(results.c.game_id == games.c.id).scalar_subquery(),
    ),
    (
        games.c.log.is_(None),
        select(func.count())
        .where(actions.c.game_id == games.c.id, actions.c.text == _UNDO)
        .scalar_subquery(),
    ),
    else_=(func.length(games.c.log) - func.length(_without_undos)) // len(_UNDO),
).label("undos")
"""How many moves were undone, as a column of a query of games."""


_TOTALS: Final = (
    func.count().label("days"),
    count_if(is_won).label("won"),
    count_if(is_unaided).label("unaided"),
    count_if(is_perfect).label("perfect"),
    *(
        func.coalesce(func.sum(results.c[name]).filter(is_won), 0).label(name)
        for name in ("moves", "hints", "odds", "undos")
    ),
    # PostgreSQL sums bigints to decimals.
    cast(func.coalesce(func.sum(results.c.played_ms).filter(is_won), 0), Span).label("played_ms"),
)
"""The totals of daily results: all but the days are of those won."""


def totals_of(*conditions: ColumnElement[bool], of: Collection[str] = ()) -> Totals:
    """The players with results that meet the conditions, each with all totals or some."""
    totals = (total for total in _TOTALS if not of or total.name in of)
    return select(results.c.player_id, *totals).where(*conditions).group_by(results.c.player_id)


async def save_result(
    database: Database, connection: AsyncConnection, game_id: int, *, goal_met: bool | None
) -> None:
    """Save a finished game's result in its transaction if it counts: a day's deal's first does."""
    query = select(games, undo_count, *CONTEST).select_from(WITH_CONTEST)
    game = (await connection.execute(query.where(games.c.id == game_id))).mappings().one()
    if game["practice"]:
        return
    shared = {column.name: game[column.name] for column in results.c if column.name in game}
    row = {
        **shared,
        "game_id": game_id,
        "started_at": game["created_at"],
        "goal_met": goal_met,
    }
    inserted = await connection.execute(
        database.dialect.insert(results)
        .values({**row, **_counts_for(contest_from(game))})
        .on_conflict_do_nothing()
        .returning(results.c.game_id)
    )
    if inserted.first() is None:
        await connection.execute(results.insert().values(row))


def _counts_for(contest: ContestDeal | None) -> dict[str, date | str | None]:
    """The columns that tell which deal of a day a result counts for."""
    if contest is None or contest.day is None:
        return {}
    if contest.slot == Slot.HEADLINE:
        return {"daily": contest.day}
    return {"extra_day": contest.day, "extra_slot": contest.slot}


def is_of_deal(day: date, slot: Slot) -> ColumnElement[bool]:
    """The condition for a result that counts for a deal of a day."""
    if slot is Slot.HEADLINE:
        return results.c.daily == day
    return (results.c.extra_day == day) & (results.c.extra_slot == slot)


async def load_daily_result(
    database: Database, player_id: int, day: date, slot: Slot = Slot.HEADLINE
) -> Result | None:
    """The result that counts for a player's deal of a day; None if there is none."""
    query = select(results).where(is_of_deal(day, slot), results.c.player_id == player_id)
    async with database.reading() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else result_from(row)


async def results_of_day(database: Database, player_id: int, day: date) -> dict[Slot, Result]:
    """A player's results that count for the deals of a day."""
    is_of_day = or_(results.c.daily == day, results.c.extra_day == day)
    query = select(results).where(results.c.player_id == player_id, is_of_day)
    async with database.reading() as connection:
        found = [result_from(row) for row in (await connection.execute(query)).mappings()]
    return {result.extra_slot or Slot.HEADLINE: result for result in found}


async def days_won(database: Database, player_id: int) -> frozenset[date]:
    """The days whose deal a player began on its day, and won."""
    return (await days_won_by(database, (player_id,)))[player_id]


async def days_won_by(
    database: Database, player_ids: Collection[int]
) -> dict[int, frozenset[date]]:
    """The days whose deal players began on its day, and won, by player."""
    query = select(results.c.player_id, headline_day, results.c.started_at).where(
        results.c.player_id.in_(player_ids),
        headline_day.is_not(None),
        is_won,
    )
    days: dict[int, set[date]] = {player_id: set() for player_id in player_ids}
    async with database.reading() as connection:
        for player_id, day, started_at in await connection.execute(query):
            if not is_late(day, started_at):
                days[player_id].add(day)
    return {player_id: frozenset(won) for player_id, won in days.items()}


async def daily_results(
    database: Database, player_id: int, first: date, last: date
) -> tuple[Result, ...]:
    """A player's results that count for some days."""
    query = select(results).where(
        results.c.player_id == player_id, results.c.daily.between(first, last)
    )
    async with database.reading() as connection:
        return tuple(map(result_from, (await connection.execute(query)).mappings()))


async def games_without_result(database: Database) -> tuple[int, ...]:
    """The ids of finished games whose result is missing or is another, and of results too many."""
    differs = or_(*(games.c[name].is_distinct_from(results.c[name]) for name in _REPEATED))
    query = (
        select(games.c.id)
        .outerjoin(results, results.c.game_id == games.c.id)
        .where(
            or_(
                games.c.finished_at.is_not(None)
                & ~games.c.practice
                & (results.c.game_id.is_(None) | differs),
                (games.c.finished_at.is_(None) | games.c.practice) & results.c.game_id.is_not(None),
            )
        )
        .order_by(games.c.id)
    )
    async with database.reading() as connection:
        return tuple((await connection.execute(query)).scalars())


def result_from(row: RowMapping) -> Result:
    """The result of a row."""
    same = {name: row[name] for name in _SAME_NAMES}
    slot = row["extra_slot"]
    return Result(
        **same,
        state=GameState(row["state"]),
        played=row["played_ms"],
        extra_slot=None if slot is None else Slot(slot),
    )
