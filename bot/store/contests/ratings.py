"""Ratings: one row for each player, rated race and scope, written once.

Races are rated in the order in which they ended. What a race takes in a scope follows from the rows
before it, so rating all races again writes the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import (
    RowMapping,
    and_,
    case,
    exists,
    func,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.contest_deals import ContestKind
from bot.models.contests import (
    DELETED_PLAYER,
    FinishedRace,
    RaceState,
    RatedPlayer,
    Rating,
)
from bot.models.rankings import Ranking
from bot.store.contests.schema import contest_deals, contests, entries, ratings
from bot.store.database.connection import Database
from bot.store.preferences import visible_in
from bot.store.rankings import load_ranking
from engine.house_rules import is_house_rules

Rate = Callable[[FinishedRace, Mapping[int, Rating]], Mapping[int, Rating]]
"""The ratings after a race, from those before it; newcomers have none."""

_RACES: Final = (ContestKind.TABLE, ContestKind.CHALLENGE)
_two_are_known: Final = (
    select(func.count())
    .where(entries.c.contest_id == contests.c.id, entries.c.player_id != DELETED_PLAYER)
    .scalar_subquery()
) >= 2
"""The condition for a race of which two players or more have not deleted their data."""


async def rate_next_race(database: Database, rate: Rate, at: datetime) -> bool:
    """Rate the race that ended first, unless another may still end before it; False for none."""
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
                        "wins": rating.wins,
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
    """A player's rating; None without rated races."""
    async with database.reading() as connection:
        return (await _latest(connection, scope, [player_id])).get(player_id)


async def load_race_ratings(
    database: Database, race_id: int, scope: int
) -> dict[int, tuple[Rating | None, Rating]]:
    """The ratings before and after a race by player; empty while it is not rated."""
    after, before = ratings.alias("after"), ratings.alias("before")
    follows = and_(
        before.c.player_id == after.c.player_id,
        before.c.scope == after.c.scope,
        before.c.races == after.c.races - 1,
    )
    of_race = (after.c.race_id == race_id, after.c.scope == scope)
    earlier = select(before).select_from(after.join(before, follows)).where(*of_race)
    async with database.reading() as connection:
        rated = _by_player((await connection.execute(select(after).where(*of_race))).mappings())
        previous = _by_player((await connection.execute(earlier)).mappings())
    return {player: (previous.get(player), rating) for player, rating in rated.items()}


async def guild_ratings(
    database: Database, guild_id: int, viewer: int, *, min_races: int, page: int, size: int
) -> Ranking[RatedPlayer]:
    """A page of a server's ratings, best first, and the viewer's own line if they are listed.

    Those who have won none of the rated races come after all who have, without a rank.

    Args:
        page: the number of the page, from 1; of one behind the last, the last is read.
    """
    column, later = ratings.c, ratings.alias("later").c
    is_latest = ~exists().where(
        later.scope == column.scope,
        later.player_id == column.player_id,
        later.races == column.races + 1,
    )
    has_won = case((column.wins > 0, 1), else_=0).label("has_won")
    listed = select(ratings, has_won).where(
        column.scope == guild_id,
        column.races >= min_races,
        is_latest,
        visible_in(guild_id, column.player_id),
    )
    async with database.reading() as connection:
        return await load_ranking(
            connection, listed, ("-has_won", "-mu"), _line_from, viewer, page=page, size=size
        )


async def _take_next_race(
    connection: AsyncConnection, at: datetime
) -> tuple[bool, FinishedRace | None]:
    """Whether a race can be rated, and the first; None if another process was faster."""
    running = contests.alias()
    outlasts = (
        exists()
        .where(
            entries.c.contest_id == running.c.id,
            entries.c.outcome.is_(None),
            func.coalesce(entries.c.deadline, running.c.deadline) > contests.c.ends_at,
        )
        .correlate(running, contests)
    )
    may_end_earlier = exists().where(
        running.c.state == RaceState.RUNNING, running.c.kind.in_(_RACES), ~outlasts
    )
    first = (
        select(contests.c.id)
        .where(
            contests.c.state == RaceState.FINISHED,
            contests.c.kind.in_(_RACES),
            contests.c.rated_at.is_(None),
            ~may_end_earlier,
            _two_are_known,
        )
        .order_by(contests.c.ends_at, contests.c.id)
        .limit(1)
    )
    race_id = (await connection.execute(first)).scalar_one_or_none()
    return race_id is not None, race_id and await _claim(connection, race_id, at)


async def _claim(connection: AsyncConnection, race_id: int, at: datetime) -> FinishedRace | None:
    """Mark a race as rated; None if another process has, nobody won it, or it does not count."""
    # Locks the row on PostgreSQL until the ratings are written as well: a player who deletes their
    # data meanwhile waits, and then deletes what is written.
    statement = (
        update(contests)
        .where(contests.c.id == race_id, contests.c.rated_at.is_(None), _two_are_known)
        .values(rated_at=at)
        .returning(contests.c.guild_id, contests.c.ends_at)
    )
    row = (await connection.execute(statement)).one_or_none()
    rules = select(contest_deals.c.rules_id).where(contest_deals.c.contest_id == race_id)
    if row is None or is_house_rules((await connection.execute(rules)).scalar_one()):
        return None
    query = select(entries.c.player_id, entries.c.place).where(
        entries.c.contest_id == race_id, entries.c.player_id != DELETED_PLAYER
    )
    placed = {one.player_id: one.place for one in await connection.execute(query)}
    if not any(placed.values()):
        return None
    last = 1 + max(filter(None, placed.values()))
    places = {player: place or last for player, place in placed.items()}
    winners = frozenset(player for player, place in placed.items() if place)
    return FinishedRace(race_id, row.guild_id, row.ends_at, places, winners)


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


def _line_from(row: RowMapping, rank: int) -> RatedPlayer:
    return RatedPlayer(rank if row["wins"] else None, row["player_id"], _rating_from(row))


def _by_player(rows: Iterable[RowMapping]) -> dict[int, Rating]:
    return {row["player_id"]: _rating_from(row) for row in rows}


def _rating_from(row: RowMapping) -> Rating:
    return Rating(
        mu=row["mu"], sigma=row["sigma"], races=row["races"], at=row["at"], wins=row["wins"]
    )
