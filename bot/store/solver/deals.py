"""Deals proven winnable ahead of demand, each dealt once, and solutions of games given up."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Integer, Text, delete, func, literal, select

from bot.store.database.connection import Database
from bot.store.play.schema import games
from bot.store.solver.schema import solutions, winnable_deals
from engine import LAST_DEAL

ALL_DEALS: Final = range(1, LAST_DEAL + 1)


async def save_winnable_deal(
    database: Database, rules_id: str, deal_number: int, at: datetime
) -> None:
    """Save a deal that was proven winnable at a time; saving it twice changes nothing."""
    statement = (
        database.dialect.insert(winnable_deals)
        .values(rules_id=rules_id, deal_number=deal_number, proven_at=at)
        .on_conflict_do_nothing()
    )
    async with database.transaction() as connection:
        await connection.execute(statement)


async def take_winnable_deal(
    database: Database, rules_id: str, numbers: range = ALL_DEALS
) -> int | None:
    """Remove the oldest winnable deal of some rules and return its number; None without any."""
    deal = winnable_deals.c
    oldest = (
        select(deal.deal_number)
        .where(deal.rules_id == rules_id, _is_in(numbers))
        .order_by(deal.proven_at, deal.deal_number)
        .limit(1)
        # Another process on the same database takes the next one.
        .with_for_update(skip_locked=True)
    )
    async with database.transaction() as connection:
        deal_number = (await connection.execute(oldest)).scalar_one_or_none()
        if deal_number is not None:
            taken = delete(winnable_deals).where(
                deal.rules_id == rules_id, deal.deal_number == deal_number
            )
            await connection.execute(taken)
    return deal_number


async def count_winnable_deals(database: Database, numbers: range = ALL_DEALS) -> dict[str, int]:
    """How many winnable deals are saved, by rules id; rules without any are left out."""
    count = func.count().label("deals")
    query = (
        select(winnable_deals.c.rules_id, count)
        .where(_is_in(numbers))
        .group_by(winnable_deals.c.rules_id)
    )
    async with database.reading() as connection:
        return {row.rules_id: row.deals for row in await connection.execute(query)}


def _is_in(numbers: range) -> ColumnElement[bool]:
    return winnable_deals.c.deal_number.between(numbers[0], numbers[-1])


class StoredSolution(NamedTuple):
    """How a game could have been won after so many of its own moves."""

    own_moves: int
    moves: str


async def load_solution(database: Database, game_id: int) -> StoredSolution | None:
    """The solution of a game; None if none is stored."""
    query = select(solutions.c.own_moves, solutions.c.moves).where(solutions.c.game_id == game_id)
    async with database.reading() as connection:
        row = (await connection.execute(query)).one_or_none()
    return None if row is None else StoredSolution(*row)


async def save_solution(database: Database, game_id: int, solution: StoredSolution) -> None:
    """Save the solution of a game, unless it has one already or no longer exists."""
    row = select(
        games.c.id, literal(solution.own_moves, Integer), literal(solution.moves, Text)
    ).where(games.c.id == game_id)
    async with database.transaction() as connection:
        await connection.execute(
            database.dialect.insert(solutions)
            .from_select(["game_id", "own_moves", "moves"], row)
            .on_conflict_do_nothing(index_elements=["game_id"])
        )
