"""Solutions: how games that were given up could have been won."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Integer, Text, literal, select

from bot.store.connection import Database
from bot.store.schema import games, solutions


class StoredSolution(NamedTuple):
    """How a game could have been won.

    Attributes:
        own_moves: after how many of its own moves.
        moves: the moves from there on, as text.
    """

    own_moves: int
    moves: str


async def load_solution(database: Database, game_id: int) -> StoredSolution | None:
    """The solution of a game; None if none is stored.

    Raises:
        StoreUnavailable: if the database fails.
    """
    query = select(solutions.c.own_moves, solutions.c.moves).where(solutions.c.game_id == game_id)
    async with database.transaction() as connection:
        row = (await connection.execute(query)).one_or_none()
    return None if row is None else StoredSolution(*row)


async def save_solution(database: Database, game_id: int, solution: StoredSolution) -> None:
    """Save the solution of a game, unless it has one already or no longer exists.

    Raises:
        StoreUnavailable: if the database fails.
    """
    row = select(
        games.c.id, literal(solution.own_moves, Integer), literal(solution.moves, Text)
    ).where(games.c.id == game_id)
    async with database.transaction() as connection:
        await connection.execute(
            database.dialect.insert(solutions)
            .from_select(["game_id", "own_moves", "moves"], row)
            .on_conflict_do_nothing(index_elements=["game_id"])
        )
