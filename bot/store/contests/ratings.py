"""Ratings: one row for each player, rated race and scope, written once.

Races are rated in the order in which they ended. What a race takes in a scope follows from the rows
before it, so rating all races again writes the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    Subquery,
    Table,
    and_,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import (
    DELETED_PLAYER,
    FinishedRace,
    RaceKind,
    RaceState,
    RatedPlayer,
    Rating,
)
from bot.store.connection import Database
from bot.store.leaderboard_visibility import visible_in
from bot.store.schema import challenges, racers, races, ratings

Rate = Callable[[FinishedRace, Mapping[int, Rating]], Mapping[int, Rating]]
"""The ratings after a race, from those before it; newcomers have none."""

_both_are_known: Final = and_(
    challenges.c.challenger_id != DELETED_PLAYER, challenges.c.opponent_id != DELETED_PLAYER
)
"""The condition for a challenge of which no player has deleted their data."""
_two_are_known: Final = (
    select(func.count())
    .where(racers.c.race_id == races.c.id, racers.c.player_id != DELETED_PLAYER)
    .scalar_subquery()
) >= 2
"""The condition for a race of which two players or more have not deleted their data."""


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
        is_due, race = await _take_next_race(connection, at)
        if race is not None and len(race.places) > 1:
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
    return is_due


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


async def _take_next_race(
    connection: AsyncConnection, at: datetime
) -> tuple[bool, FinishedRace | None]:
    """Claim the race that ended first of those that can be rated.

    Returns:
        Whether there is one, and the race; None if another process was faster.
    """
    challenge = (
        select(challenges.c.ended_at, literal(RaceKind.CHALLENGE).label("kind"), challenges.c.id)
        .where(_is_unrated(challenges), _both_are_known)
        .order_by(challenges.c.ended_at, challenges.c.id)
        .limit(1)
    )
    race = (
        select(races.c.ended_at, literal(RaceKind.RACE).label("kind"), races.c.id)
        .where(_is_unrated(races), _two_are_known)
        .order_by(races.c.ended_at, races.c.id)
        .limit(1)
    )
    first = [(await connection.execute(query)).one_or_none() for query in (challenge, race)]
    found = min((tuple(row) for row in first if row is not None), default=None)
    if found is None:
        return False, None
    _ended_at, kind, race_id = found
    claim = _claim_challenge if kind == RaceKind.CHALLENGE else _claim_race
    return True, await claim(connection, race_id, at)


def _is_unrated(table: Table) -> ColumnElement[bool]:
    """The condition that a race is over, not rated, and that none may have ended before it."""
    may_end_earlier = [
        exists().where(running.c.state == RaceState.RUNNING, running.c.deadline <= table.c.ended_at)
        for running in (challenges.alias(), races.alias())
    ]
    return and_(
        table.c.state == RaceState.FINISHED, table.c.rated_at.is_(None), ~or_(*may_end_earlier)
    )


async def _claim_challenge(
    connection: AsyncConnection, challenge_id: int, at: datetime
) -> FinishedRace | None:
    row = await _claim(connection, challenges, challenge_id, at, _both_are_known)
    if row is None:
        return None
    winner = row["winner_id"]
    players = (row["challenger_id"], row["opponent_id"])
    taken = {player: 1 if winner in (None, player) else 2 for player in players}
    return _finished_race(RaceKind.CHALLENGE, row, taken)


async def _claim_race(
    connection: AsyncConnection, race_id: int, at: datetime
) -> FinishedRace | None:
    row = await _claim(connection, races, race_id, at, _two_are_known)
    if row is None:
        return None
    query = select(racers.c.player_id, racers.c.place).where(
        racers.c.race_id == race_id, racers.c.player_id != DELETED_PLAYER
    )
    taken = {one.player_id: one.place for one in await connection.execute(query)}
    return _finished_race(RaceKind.RACE, row, taken)


async def _claim(
    connection: AsyncConnection,
    table: Table,
    race_id: int,
    at: datetime,
    are_known: ColumnElement[bool],
) -> RowMapping | None:
    """Mark a race as rated; None if another process has, or its players have gone."""
    # Locks the row on PostgreSQL until the ratings are written as well: whoever deletes their data
    # meanwhile waits, and then deletes what is written.
    statement = (
        update(table)
        .where(table.c.id == race_id, table.c.rated_at.is_(None), are_known)
        .values(rated_at=at)
        .returning(table)
    )
    row: RowMapping | None = (await connection.execute(statement)).mappings().one_or_none()
    return row


def _finished_race(kind: RaceKind, row: RowMapping, taken: Mapping[int, int]) -> FinishedRace:
    return FinishedRace(kind, row["id"], row["guild_id"], row["ended_at"], taken)


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
