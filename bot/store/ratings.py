"""Ratings: one row for each player, rated race and scope, written once.

Races are rated in the order in which they ended. What a race takes in a scope follows from the rows
before it, so rating all races again writes the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import RowMapping, Select, Subquery, and_, exists, func, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import (
    DELETED_PLAYER,
    ChallengeState,
    FinishedRace,
    RaceKind,
    RatedPlayer,
    Rating,
)
from bot.store.connection import Database
from bot.store.leaderboard_visibility import visible_in
from bot.store.schema import challenges, ratings

Rate = Callable[[FinishedRace, Mapping[int, Rating]], Mapping[int, Rating]]
"""The ratings after a race, from those before it; newcomers have none."""

_both_are_known: Final = and_(
    challenges.c.challenger_id != DELETED_PLAYER, challenges.c.opponent_id != DELETED_PLAYER
)
"""The condition for a challenge of which no player has deleted their data."""


async def rate_next_race(database: Database, rate: Rate, at: datetime) -> bool:
    """Rate the race that ended first of those not yet rated.

    A race waits while another runs that may still end before it, at a deadline that has passed.

    Args:
        database: an open database.
        rate: computes the ratings.
        at: the time.

    Returns:
        False if none is to be rated.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        race = await _next_race(connection)
        if race is None:
            return False
        if await _claim(connection, race, at):
            for scope in race.scopes:
                before = await _latest(connection, scope, race.places)
                rows = [
                    {
                        "player_id": player,
                        "scope": scope,
                        "races": rating.races,
                        "race_kind": race.kind,
                        "race_id": race.id,
                        "mu": rating.mu,
                        "sigma": rating.sigma,
                        "at": race.ended_at,
                    }
                    for player, rating in rate(race, before).items()
                ]
                await connection.execute(ratings.insert(), rows)
    return True


async def load_rating(database: Database, player_id: int, scope: int) -> Rating | None:
    """A player's rating; None without rated races.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        return (await _latest(connection, scope, [player_id])).get(player_id)


async def load_race_ratings(
    database: Database, kind: RaceKind, race_id: int, scope: int
) -> dict[int, tuple[Rating | None, Rating]]:
    """The ratings of a race's players before it, None for newcomers, and after it.

    It is empty while the race is not rated.

    Raises:
        StoreUnavailable: if the database fails.
    """
    after, before = ratings.alias("after"), ratings.alias("before")
    follows = and_(
        before.c.player_id == after.c.player_id,
        before.c.scope == after.c.scope,
        before.c.races == after.c.races - 1,
    )
    of_race = (after.c.race_kind == kind, after.c.race_id == race_id, after.c.scope == scope)
    earlier = select(before).select_from(after.join(before, follows)).where(*of_race)
    async with database.transaction() as connection:
        rated = _by_player((await connection.execute(select(after).where(*of_race))).mappings())
        previous = _by_player((await connection.execute(earlier)).mappings())
    return {player: (previous.get(player), rating) for player, rating in rated.items()}


async def guild_ratings(
    database: Database, guild_id: int, *, min_races: int, limit: int, offset: int
) -> tuple[RatedPlayer, ...]:
    """Lines of a server's ratings, best first.

    Args:
        database: an open database.
        guild_id: the server.
        min_races: how many rated races a player needs.
        limit: how many lines.
        offset: how many lines to skip.

    Raises:
        StoreUnavailable: if the database fails.
    """
    ranked = _ranked(guild_id, min_races)
    order = (ranked.c.rank, ranked.c.player_id)
    return await _lines(database, select(ranked).order_by(*order).limit(limit).offset(offset))


async def guild_rating(
    database: Database, guild_id: int, player_id: int, *, min_races: int
) -> RatedPlayer | None:
    """A player's own line of a server's ratings; None if they are not in it.

    Raises:
        StoreUnavailable: if the database fails.
    """
    ranked = _ranked(guild_id, min_races)
    lines = await _lines(database, select(ranked).where(ranked.c.player_id == player_id))
    return lines[0] if lines else None


async def count_guild_ratings(database: Database, guild_id: int, *, min_races: int) -> int:
    """How many players a server's ratings list.

    Raises:
        StoreUnavailable: if the database fails.
    """
    query = select(func.count()).select_from(_ranked(guild_id, min_races))
    async with database.transaction() as connection:
        return (await connection.execute(query)).scalar_one()


async def _next_race(connection: AsyncConnection) -> FinishedRace | None:
    """The race that ended first of those that can be rated."""
    race, running = challenges.c, challenges.alias("running").c
    may_end_earlier = exists().where(
        running.state == ChallengeState.RUNNING, running.deadline <= race.ended_at
    )
    query = (
        select(challenges)
        .where(
            race.state == ChallengeState.FINISHED,
            race.rated_at.is_(None),
            _both_are_known,
            ~may_end_earlier,
        )
        .order_by(race.ended_at, race.id)
        .limit(1)
    )
    row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else _finished_challenge(row)


def _finished_challenge(row: RowMapping) -> FinishedRace:
    winner = row["winner_id"]
    players = (row["challenger_id"], row["opponent_id"])
    return FinishedRace(
        kind=RaceKind.CHALLENGE,
        id=row["id"],
        guild_id=row["guild_id"],
        ended_at=row["ended_at"],
        places={player: 1 if winner in (None, player) else 2 for player in players},
    )


async def _claim(connection: AsyncConnection, race: FinishedRace, at: datetime) -> bool:
    """Mark a race as rated; False if another process has, or a player has gone."""
    # Locks the row on PostgreSQL until the ratings are written as well.
    statement = (
        update(challenges)
        .where(challenges.c.id == race.id, challenges.c.rated_at.is_(None), _both_are_known)
        .values(rated_at=at)
    )
    return (await connection.execute(statement)).rowcount == 1


async def _latest(
    connection: AsyncConnection, scope: int, players: Collection[int]
) -> dict[int, Rating]:
    """The latest ratings of players, without newcomers."""
    column = ratings.c
    latest = (
        select(column.player_id, func.max(column.races))
        .where(column.scope == scope, column.player_id.in_(players))
        .group_by(column.player_id)
    )
    query = select(ratings).where(
        column.scope == scope, tuple_(column.player_id, column.races).in_(latest)
    )
    return _by_player((await connection.execute(query)).mappings())


def _ranked(guild_id: int, min_races: int) -> Subquery:
    column, later = ratings.c, ratings.alias("later").c
    is_latest = ~exists().where(
        later.scope == column.scope,
        later.player_id == column.player_id,
        later.races == column.races + 1,
    )
    return (
        select(ratings, func.rank().over(order_by=column.mu.desc()).label("rank"))
        .where(
            column.scope == guild_id,
            column.races >= min_races,
            is_latest,
            visible_in(guild_id, column.player_id),
        )
        .subquery()
    )


async def _lines(database: Database, query: Select[object]) -> tuple[RatedPlayer, ...]:
    async with database.transaction() as connection:
        rows = (await connection.execute(query)).mappings()
        return tuple(RatedPlayer(row["rank"], row["player_id"], _rating_from(row)) for row in rows)


def _by_player(rows: Iterable[RowMapping]) -> dict[int, Rating]:
    return {row["player_id"]: _rating_from(row) for row in rows}


def _rating_from(row: RowMapping) -> Rating:
    return Rating(mu=row["mu"], sigma=row["sigma"], races=row["races"], at=row["at"])
