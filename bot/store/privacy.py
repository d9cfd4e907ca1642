"""Everything stored about a player, across all tables: counted and deleted.

A table that gains player data must be added to :func:`rows_of`. Daily deals, winnable deals,
servers' preferences, posts, tournaments, and races without their racers hold none.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Table, case, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import DELETED_PLAYER, ChallengeState, DataSummary, Ending
from bot.store.connection import Database
from bot.store.notices import notify
from bot.store.preferences import Owner
from bot.store.racers import forget_racer
from bot.store.schema import (
    actions,
    active_games,
    careers,
    challenges,
    daily_totals,
    games,
    guild_players,
    guild_tallies,
    live_boards,
    player_names,
    player_preferences,
    progress_posts,
    racers,
    ratings,
    reminders,
    results,
    solutions,
    tournament_games,
)

_RACES: Final = (ChallengeState.RUNNING, ChallengeState.FINISHED)
OF_GAMES: Final = (
    live_boards,
    progress_posts,
    active_games,
    solutions,
    tournament_games,
    results,
    actions,
)
"""The tables that refer to games, which are deleted after them."""
_BATCH: Final = 500
"""How many games are deleted at once, so that no statement takes longer than it may."""
_TALLIES: Final = (guild_players, guild_tallies, daily_totals)


async def summarize_data(database: Database, player_id: int) -> DataSummary:
    """How much is stored about a player.

    Raises:
        StoreUnavailable: if the database fails.
    """
    own = rows_of(player_id)
    counts = [
        select(func.count()).select_from(table).where(own[table]).scalar_subquery()
        for table in (games, results, challenges, player_preferences, racers)
    ]
    async with database.transaction() as connection:
        return DataSummary(*(await connection.execute(select(*counts))).one())


async def delete_player(database: Database, player_id: int, at: datetime) -> None:
    """Delete everything about a player, or nothing if that fails.

    Races stay for their other players, with this one anonymised, who loses those that still run.
    Challenges that never became races are deleted, and so are races once all players are gone.

    Args:
        database: an open database.
        player_id: the player.
        at: when the player leaves their races.

    Raises:
        StoreUnavailable: if the database fails.
    """
    own = rows_of(player_id)
    # Games are locked first, in the same order as by a step that also decides a race. Then, of two
    # players with challenges of each other who both go, the second finds the first gone.
    locks = [
        select(table.c.id).where(own[table]).order_by(table.c.id).with_for_update()
        for table in (games, challenges)
    ]
    async with database.transaction() as connection:
        game_ids, _ = [(await connection.execute(lock)).scalars().all() for lock in locks]
        await _leave_challenges(connection, player_id, at)
        await forget_racer(connection, player_id, at)
        for first in range(0, len(game_ids), _BATCH):
            await _delete_games(connection, game_ids[first : first + _BATCH])
        of_player = (*_TALLIES, careers, ratings, player_names, player_preferences, reminders)
        for table in (*OF_GAMES, games, *of_player):
            await connection.execute(delete(table).where(own[table]))
        await notify(connection, Owner.PLAYER.value, player_id)
        await notify(connection, "deleted", player_id)
    await database.checkpoint()


def rows_of(player_id: int) -> dict[Table, ColumnElement[bool]]:
    """The tables with player data, games first, with the condition for one player's rows."""
    own_games = select(games.c.id).where(games.c.player_id == player_id)
    challenge = challenges.c
    return {
        games: games.c.player_id == player_id,
        actions: actions.c.game_id.in_(own_games),
        active_games: active_games.c.player_id == player_id,
        live_boards: live_boards.c.game_id.in_(own_games),
        solutions: solutions.c.game_id.in_(own_games),
        progress_posts: progress_posts.c.game_id.in_(own_games),
        tournament_games: tournament_games.c.game_id.in_(own_games),
        results: results.c.player_id == player_id,
        **{table: table.c.player_id == player_id for table in _TALLIES},
        careers: careers.c.player_id == player_id,
        challenges: or_(challenge.challenger_id == player_id, challenge.opponent_id == player_id),
        ratings: ratings.c.player_id == player_id,
        racers: racers.c.player_id == player_id,
        player_names: player_names.c.player_id == player_id,
        player_preferences: player_preferences.c.player_id == player_id,
        reminders: reminders.c.player_id == player_id,
    }


async def _delete_games(connection: AsyncConnection, ids: Sequence[int]) -> None:
    """Delete some games: for each, PostgreSQL looks into all tables that may refer to it."""
    for table in OF_GAMES:
        await connection.execute(delete(table).where(table.c.game_id.in_(ids)))
    await connection.execute(delete(games).where(games.c.id.in_(ids)))


async def _leave_challenges(connection: AsyncConnection, player_id: int, at: datetime) -> None:
    """Remove a player from all challenges and their races."""
    race = challenges.c
    own = rows_of(player_id)[challenges]
    no_opponent = or_(race.challenger_id == DELETED_PLAYER, race.opponent_id == DELETED_PLAYER)
    await connection.execute(
        delete(challenges).where(own, or_(race.state.not_in(_RACES), no_opponent))
    )
    opponent = case((race.challenger_id == player_id, race.opponent_id), else_=race.challenger_id)
    await connection.execute(
        update(challenges)
        .where(own, race.state == ChallengeState.RUNNING)
        .values(
            state=ChallengeState.FINISHED, ending=Ending.FORFEIT, winner_id=opponent, ended_at=at
        )
    )
    winner = case((race.winner_id == player_id, DELETED_PLAYER), else_=race.winner_id)
    for side in ("challenger", "opponent"):
        await connection.execute(
            update(challenges)
            .where(race[f"{side}_id"] == player_id)
            .values({f"{side}_id": DELETED_PLAYER, f"{side}_game_id": None, "winner_id": winner})
        )
