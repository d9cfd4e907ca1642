"""Results of finished games: one row per game, written with its last step and never changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from datetime import date
from typing import Final, TypeAlias

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    and_,
    case,
    cast,
    exists,
    func,
    or_,
    select,
    type_coerce,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.expression import literal_column

from bot.models.contest_deals import ContestKind
from bot.models.daily import Slot
from bot.models.play import GameState
from bot.models.results import BEGINNING, PERFECT_GAME, Result, is_late
from bot.store.contests.schema import contest_deals, contests
from bot.store.database.columns import Midnight, Span
from bot.store.database.connection import Database
from bot.store.play.schema import games, results
from engine.house_rules import SEPARATOR

_SAME_NAMES: Final = [
    one.name for one in fields(Result) if one.name not in ("state", "played", "day", "slot")
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
"""The condition for a perfect game, as :attr:`bot.models.results.Result.is_perfect`."""
was_played: Final = or_(is_won, results.c.moves > 0, results.c.undos > 0)
"""The condition for a game that was not given up before any action."""
_day: Final = type_coerce(contests.c.opens_at, Midnight)
WITH_DAYS: Final = results.join(
    contest_deals, contest_deals.c.id == results.c.contest_deal_id
).join(
    contests, (contests.c.id == contest_deals.c.contest_id) & (contests.c.kind == ContestKind.DAY)
)
"""The results that count for deals of days, with these deals and their days."""


day_results: Final = select(
    _day.label("day"), results.c.player_id, results.c.started_at, results.c.in_time
).select_from(WITH_DAYS)
"""Of each result that counts for a day: day, player, beginning, and whether it was in time."""


def headlines(first: date = date.min, last: date = date.max) -> Select[tuple[int]]:
    """The ids of the headline deals of some days, or of all."""
    return deals_of_days(first, last).where(contest_deals.c.slot == Slot.HEADLINE)


def deals_of_days(first: date, last: date) -> Select[tuple[int]]:
    """The ids of all deals of some days."""
    deals = select(contest_deals.c.id).join(contests, contests.c.id == contest_deals.c.contest_id)
    return deals.where(contests.c.kind == ContestKind.DAY, _day.between(first, last))


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
undos_in_log: Final = (
    (func.length(games.c.log) - func.length(_without_undos)) // len(_UNDO)
).label("undos")
"""How many moves were undone in a game whose packed log is not compressed, as a column."""
undo_count: Final = case(
    (
        games.c.finished_log.is_not(None),
        select(results.c.undos).where(results.c.game_id == games.c.id).scalar_subquery(),
    ),
    else_=undos_in_log.element,
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
    database: Database, connection: AsyncConnection, game: RowMapping, *, goal_met: bool | None
) -> None:
    """Save a finished game's result in its transaction if it counts: a contest's first does."""
    if game["practice"]:
        return
    row = {column.name: game[column.name] for column in results.c if column.name in game}
    row |= {"game_id": game["id"], "started_at": game["created_at"], "goal_met": goal_met}
    goes_on = exists().where(
        contest_deals.c.id == game["contest_deal_id"],
        contests.c.id == contest_deals.c.contest_id,
        or_(contests.c.ends_at.is_(None), contests.c.ends_at > game["finished_at"]),
        or_(
            contests.c.kind != ContestKind.DAY,
            contests.c.opens_at > game["created_at"] - BEGINNING,
        ),
    )
    inserted = await connection.execute(
        database.dialect.insert(results)
        .values({**row, "in_time": goes_on})
        .on_conflict_do_nothing()
        .returning(results.c.game_id)
    )
    if inserted.first() is None:
        await connection.execute(results.insert().values({**row, "contest_deal_id": None}))


_RESULT: Final = select(
    results, contests.c.kind, contests.c.opens_at, contest_deals.c.slot
).select_from(
    results.outerjoin(contest_deals, contest_deals.c.id == results.c.contest_deal_id).outerjoin(
        contests, contests.c.id == contest_deals.c.contest_id
    )
)


async def load_results(
    connection: AsyncConnection, *conditions: ColumnElement[bool]
) -> tuple[Result, ...]:
    """The results that meet some conditions, in the order in which they came about."""
    query = _RESULT.where(*conditions).order_by(results.c.finished_at, results.c.game_id)
    return tuple(map(_result_from, (await connection.execute(query)).mappings()))


async def load_daily_result(
    database: Database, player_id: int, day: date, slot: Slot = Slot.HEADLINE
) -> Result | None:
    """The result that counts for a player's deal of a day; None if there is none."""
    return (await results_of_day(database, player_id, day)).get(slot)


async def results_of_day(database: Database, player_id: int, day: date) -> dict[Slot, Result]:
    """A player's results that count for the deals of a day."""
    found = await daily_results(database, player_id, day, day)
    return {result.slot: result for result in found if result.slot is not None}


async def days_won(database: Database, player_id: int) -> frozenset[date]:
    """The days of which a player began a deal on its day, and won it."""
    return (await days_won_by(database, (player_id,)))[player_id]


async def days_won_by(
    database: Database, player_ids: Collection[int]
) -> dict[int, frozenset[date]]:
    """The days of which players began a deal on its day, and won it, by player."""
    query = day_results.where(results.c.player_id.in_(player_ids), is_won)
    days: dict[int, set[date]] = {player_id: set() for player_id in player_ids}
    async with database.reading() as connection:
        for day, player_id, started_at, _in_time in await connection.execute(query):
            if not is_late(day, started_at):
                days[player_id].add(day)
    return {player_id: frozenset(won) for player_id, won in days.items()}


async def daily_results(
    database: Database, player_id: int, first: date, last: date
) -> tuple[Result, ...]:
    """A player's results that count for the deals of some days."""
    is_own = results.c.player_id == player_id
    async with database.reading() as connection:
        return await load_results(
            connection, is_own, results.c.contest_deal_id.in_(deals_of_days(first, last))
        )


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


def _result_from(row: RowMapping) -> Result:
    is_of_day = row["kind"] == ContestKind.DAY
    return Result(
        **{name: row[name] for name in _SAME_NAMES},
        state=GameState(row["state"]),
        played=row["played_ms"],
        day=row["opens_at"].date() if is_of_day else None,
        slot=Slot(row["slot"]) if is_of_day else None,
    )
