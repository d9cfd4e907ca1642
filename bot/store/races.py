"""Races for many: opened, joined, left, started and ended.

Every change locks the race and looks at its state, so that of two concurrent ones the second sees
what the first did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, and_, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import Place, Race, RaceProgress, RaceState
from bot.store import racers as stored_racers
from bot.store.connection import Database
from bot.store.games import MAX_LISTED, MAX_UNANNOUNCED, insert_game
from bot.store.records import Deal
from bot.store.schema import racers, races

_UNDECIDED: Final = (RaceState.OPEN, RaceState.RUNNING)


async def open_table(
    database: Database,
    player_id: int,
    rules_id: str,
    place: Place,
    at: datetime,
    *,
    deadline: datetime,
    time_limit: timedelta,
    hints: bool,
) -> Race | None:
    """Open a table with its first player, unless the channel has an open one.

    Args:
        database: an open database.
        player_id: who opens it.
        rules_id: the game.
        place: the channel.
        at: the time.
        deadline: when it closes if nobody starts the race.
        time_limit: how long the race may last.
        hints: whether hints and odds are allowed.

    Returns:
        The open table; None if the channel has another.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = (
        database.dialect.insert(races)
        .values(
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            rules_id=rules_id,
            time_limit_ms=time_limit,
            hints=hints,
            created_at=at,
            deadline=deadline,
            state=RaceState.OPEN,
            told=0,
        )
        .on_conflict_do_nothing()
        .returning(races.c.id)
    )
    async with database.transaction() as connection:
        race_id = (await connection.execute(statement)).scalar_one_or_none()
        if race_id is None:
            return None
        row = {"race_id": race_id, "player_id": player_id, "joined_at": at}
        await connection.execute(insert(racers).values(row))
        return await stored_racers.load_race(connection, race_id)


async def load_race(database: Database, race_id: int) -> Race | None:
    """A race; None if it does not exist.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        return await stored_racers.load_race(connection, race_id)


async def open_races(database: Database, player_id: int) -> tuple[Race, ...]:
    """The open tables a player sits at and the races they have not finished, newest first.

    Raises:
        StoreUnavailable: if the database fails.
    """
    own = select(racers.c.race_id).where(
        racers.c.player_id == player_id, racers.c.outcome.is_(None)
    )
    is_open = and_(races.c.id.in_(own), races.c.state.in_(_UNDECIDED))
    return await _list(database, is_open, races.c.id.desc())


async def recent_races(database: Database, player_id: int, *, limit: int) -> tuple[Race, ...]:
    """The races a player has finished, newest first; others may still race.

    Raises:
        StoreUnavailable: if the database fails.
    """
    own = select(racers.c.race_id).where(
        racers.c.player_id == player_id, racers.c.outcome.is_not(None)
    )
    return await _list(database, races.c.id.in_(own), races.c.id.desc(), limit)


async def join_table(
    database: Database, player_id: int, race_id: int, at: datetime, *, limit: int
) -> Race | None:
    """Seat a player at an open table; one who sits there already stays.

    Args:
        database: an open database.
        player_id: the player.
        race_id: the race.
        at: the time.
        limit: how many players it has at most.

    Returns:
        The table, without the player if it is full; None if it is not open any more.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        race = await _locked(connection, race_id, RaceState.OPEN)
        if race is None or race.deadline < at:
            return None
        if race.racer(player_id) is not None or len(race.racers) >= limit:
            return race
        row = {"race_id": race_id, "player_id": player_id, "joined_at": at}
        await connection.execute(insert(racers).values(row))
        return await stored_racers.load_race(connection, race_id)


async def leave_race(database: Database, player_id: int, race_id: int, at: datetime) -> Race | None:
    """Take a player from an open table, which the last one closes, or out of a running race.

    Args:
        database: an open database.
        player_id: the player.
        race_id: the race.
        at: the time.

    Returns:
        The race; None if they cannot leave it, or not any more.

    Raises:
        StoreUnavailable: if the database fails.
    """

    async def leave(connection: AsyncConnection) -> Race | None:
        race = await _locked(connection, race_id, *_UNDECIDED)
        if race is None or race.deadline < at:
            return None
        return await stored_racers.remove_racer(connection, race, player_id, at)

    return await database.run(leave)


async def begin_race(
    database: Database,
    race_id: int,
    deal_number: int,
    at: datetime,
    *,
    foundation_count: int,
    least: int,
) -> Race | None:
    """Deal all players of an open table the same deal and start the race.

    The players' active games stay the same.

    Args:
        database: an open database.
        race_id: the race.
        deal_number: the number of the deal, proven winnable.
        at: the time.
        foundation_count: how many cards are dealt to the foundations.
        least: how many players it needs at least.

    Returns:
        The race; None if it cannot be started, or not any more.

    Raises:
        StoreUnavailable: if the database fails.
    """

    async def begin(connection: AsyncConnection) -> Race | None:
        race = await _locked(connection, race_id, RaceState.OPEN)
        if race is None or race.deadline < at or len(race.racers) < least:
            return None
        for racer in race.racers:
            new = Deal(
                racer.player_id,
                race.rules_id,
                deal_number,
                at,
                race.place,
                winnable=True,
                foundation_count=foundation_count,
            )
            game = await insert_game(connection, new)
            await connection.execute(
                update(racers)
                .where(racers.c.race_id == race_id, racers.c.player_id == racer.player_id)
                .values(game_id=game.id)
            )
        await connection.execute(
            update(races)
            .where(races.c.id == race_id)
            .values(state=RaceState.RUNNING, deal_number=deal_number, deadline=at + race.time_limit)
        )
        return await stored_racers.load_race(connection, race_id)

    return await database.run(begin)


async def close_table(database: Database, race_id: int, at: datetime) -> Race | None:
    """Close an open table.

    Returns:
        The closed table; None if it was not open.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        race = await _locked(connection, race_id, RaceState.OPEN)
        if race is None:
            return None
        return await stored_racers.close_table(connection, race, at)


async def finish_race(
    database: Database, race_id: int, results: Mapping[int, RaceProgress]
) -> Race | None:
    """End a running race at its deadline.

    Args:
        database: an open database.
        race_id: the race.
        results: how the boards of those who still raced stood then, by player.

    Returns:
        The finished race; None if it was not running.

    Raises:
        StoreUnavailable: if the database fails.
    """

    async def finish(connection: AsyncConnection) -> Race | None:
        race = await _locked(connection, race_id, RaceState.RUNNING)
        if race is None:
            return None
        return await stored_racers.record_unfinished(connection, race, results)

    return await database.run(finish)


async def overdue_races(database: Database, at: datetime) -> tuple[Race, ...]:
    """Open tables and running races past their deadline, most overdue first, 25 at most.

    Raises:
        StoreUnavailable: if the database fails.
    """
    is_overdue = and_(races.c.state.in_(_UNDECIDED), races.c.deadline < at)
    return await _list(database, is_overdue, races.c.deadline)


async def unannounced_races(database: Database) -> tuple[Race, ...]:
    """Finished races and closed tables not yet announced in their channel, longest ago first.

    Raises:
        StoreUnavailable: if the database fails.
    """
    is_due = and_(
        races.c.announced_at.is_(None),
        races.c.state.in_((RaceState.FINISHED, RaceState.CLOSED)),
    )
    return await _list(database, is_due, races.c.deadline, MAX_UNANNOUNCED)


async def race_progress(database: Database, game_ids: Iterable[int]) -> dict[int, RaceProgress]:
    """How games stand now, by id.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        return await stored_racers.load_progress(connection, game_ids)


async def _locked(connection: AsyncConnection, race_id: int, *states: RaceState) -> Race | None:
    """A race, locked; None if it does not exist, or is in another state."""
    race = await stored_racers.load_race(connection, race_id, lock=True)
    return race if race is not None and race.state in states else None


async def _list(
    database: Database,
    condition: ColumnElement[bool],
    order: ColumnElement[object],
    limit: int = MAX_LISTED,
) -> tuple[Race, ...]:
    async with database.transaction() as connection:
        return await stored_racers.list_races(connection, condition, order, limit)
