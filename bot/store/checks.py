"""What is stored twice, read to be compared: games with their logs, results, careers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import or_, select

from bot.models import GameState
from bot.store.career_tally import VERSION
from bot.store.careers import is_career_right
from bot.store.connection import Database
from bot.store.engines import EVERY_GAME
from bot.store.game_logs import read_logs
from bot.store.results import undo_count
from bot.store.schema import careers, games, results

_PAGE: Final = 500
_SHARED: Final = (
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


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A stored game, to be replayed.

    Attributes:
        id: its id.
        rules_id: its rules.
        deal_number: its deal.
        version: the number of its actions.
        state: its state.
        moves: the number of moves played, without those undone.
        log: the texts of its actions.
    """

    id: int
    rules_id: str
    deal_number: int
    version: int
    state: GameState
    moves: int
    log: tuple[str, ...]


async def logged_games(database: Database) -> AsyncIterator[Sequence[LoggedGame]]:
    """All games, some hundred at a time.

    Raises:
        StoreUnavailable: if the database fails.
    """
    column, last = games.c, 0
    query = select(
        column.id, column.rules_id, column.deal_number, column.version, column.state, column.moves
    ).order_by(column.id)
    while True:
        # A transaction each, so that none lasts as long as the check.
        async with database.reading() as connection:
            page = (await connection.execute(query.where(column.id > last).limit(_PAGE))).all()
            logs = await read_logs(connection, column.id.in_([row.id for row in page]))
        if not page:
            return
        last = page[-1].id
        yield [
            LoggedGame(
                row.id,
                row.rules_id,
                row.deal_number,
                row.version,
                GameState(row.state),
                row.moves,
                tuple(action.text for action in logs[row.id]),
            )
            for row in page
        ]


async def games_without_result(database: Database) -> tuple[int, ...]:
    """The ids of finished games whose result is missing or is another, and of results too many.

    Raises:
        StoreUnavailable: if the database fails.
    """
    differs = or_(
        *(games.c[name].is_distinct_from(results.c[name]) for name in _SHARED),
        results.c.undos != undo_count,
    )
    query = (
        select(games.c.id)
        .outerjoin(results, results.c.game_id == games.c.id)
        .where(
            or_(
                games.c.finished_at.is_not(None) & (results.c.game_id.is_(None) | differs),
                games.c.finished_at.is_(None) & results.c.game_id.is_not(None),
            )
        )
        .order_by(games.c.id)
    )
    async with database.reading(seconds=EVERY_GAME) as connection:
        return tuple((await connection.execute(query)).scalars())


async def wrong_careers(database: Database) -> AsyncIterator[int]:
    """The players for whom something else was counted than their results come to.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.reading() as connection:
        query = select(careers.c.player_id).where(careers.c.version == VERSION)
        players = (await connection.execute(query)).scalars().all()
    for player_id in players:
        if not await is_career_right(database, player_id):
            yield player_id
