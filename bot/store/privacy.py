"""All that is kept of a player, whatever the table: read, or deleted.

A table that is added and holds something of players has its place in ``_rows_of``. Deals, what
servers chose and which days they were told hold nothing of anybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import case, delete, func, or_, select, update

from bot.models import DELETED_PLAYER, ChallengeState, DataSummary, Ending
from bot.store.schema import actions, challenges, games, player_choices, results, seats

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.store import Database

_RACES: Final = (ChallengeState.RUNNING, ChallengeState.FINISHED)


async def holdings_of(store: Database, player_id: int) -> DataSummary:
    """How much is kept of a player.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    own = _rows_of(player_id)
    counted = [
        select(func.count()).select_from(table).where(own[table]).scalar_subquery()
        for table in (games, results, challenges, player_choices)
    ]
    async with store.transaction() as connection:
        return DataSummary(*(await connection.execute(select(*counted))).one())


async def everything_of(
    store: Database, player_id: int
) -> dict[str, tuple[Mapping[str, object], ...]]:
    """Every row that concerns a player: the values by the names of their columns, in every table.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    async with store.transaction() as connection:
        return {
            table.name: await _read(connection, table, own)
            for table, own in _rows_of(player_id).items()
        }


async def delete_player(store: Database, player_id: int, at: datetime) -> None:
    """Delete all that is kept of a player, or nothing where that fails.

    Races remain for the other player, without a word of this one. One that still runs is won by
    the other, as if this one had left it. Challenges of which no race came are deleted, and so are
    races once both players are gone.

    Args:
        store: an open store.
        player_id: the player.
        at: the time, at which the player leaves their races.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    own = _rows_of(player_id)
    # What is being played is locked first, as it is by a step that also decides a race.
    playing = select(games.c.id).where(own[games]).with_for_update()
    async with store.transaction() as connection:
        await connection.execute(playing)
        await _leave_races(connection, player_id, at)
        for table in (seats, results, actions, games, player_choices):
            await connection.execute(delete(table).where(own[table]))
    await store.checkpoint()


def _rows_of(player_id: int) -> dict[Table, ColumnElement[bool]]:
    """The tables that hold something of players, each with the condition for one player's rows."""
    played = select(games.c.id).where(games.c.player_id == player_id)
    raced = challenges.c
    return {
        games: games.c.player_id == player_id,
        actions: actions.c.game_id.in_(played),
        seats: seats.c.player_id == player_id,
        results: results.c.player_id == player_id,
        challenges: or_(raced.challenger_id == player_id, raced.opponent_id == player_id),
        player_choices: player_choices.c.player_id == player_id,
    }


async def _read(
    connection: AsyncConnection, table: Table, own: ColumnElement[bool]
) -> tuple[Mapping[str, object], ...]:
    query = select(table).where(own).order_by(*table.primary_key)
    return tuple(dict(row) for row in (await connection.execute(query)).mappings())


async def _leave_races(connection: AsyncConnection, player_id: int, at: datetime) -> None:
    """Take a player out of all challenges and races."""
    kept = challenges.c
    own = _rows_of(player_id)[challenges]
    alone = or_(kept.challenger_id == DELETED_PLAYER, kept.opponent_id == DELETED_PLAYER)
    other = case((kept.challenger_id == player_id, kept.opponent_id), else_=kept.challenger_id)
    await connection.execute(delete(challenges).where(own, or_(kept.state.not_in(_RACES), alone)))
    await connection.execute(
        update(challenges)
        .where(own, kept.state == ChallengeState.RUNNING)
        .values(state=ChallengeState.FINISHED, ending=Ending.FORFEIT, winner_id=other, ended_at=at)
    )
    winner = case((kept.winner_id == player_id, DELETED_PLAYER), else_=kept.winner_id)
    for side in ("challenger", "opponent"):
        await connection.execute(
            update(challenges)
            .where(kept[f"{side}_id"] == player_id)
            .values({f"{side}_id": DELETED_PLAYER, f"{side}_game": None, "winner_id": winner})
        )
