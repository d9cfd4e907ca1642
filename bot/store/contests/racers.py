"""The racers of races for many, within a transaction: how the race went for each, and their places.

Whoever changes a race or its racers locks the race first, after the games of which a step is saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, RowMapping, and_, bindparam, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import (
    DELETED_PLAYER,
    Place,
    Race,
    RaceProgress,
    Racer,
    RacerOutcome,
    RaceState,
    places,
)
from bot.store.results import undo_count
from bot.store.schema import games, racers, races

_FIGURES: Final = ("foundation_count", "moves", "undos", "hints", "odds")
_PROGRESS: Final = select(
    games.c.id,
    games.c.foundation_count,
    games.c.moves,
    undo_count,
    games.c.hints,
    games.c.odds,
)


async def load_race(
    connection: AsyncConnection, race_id: int, *, lock: bool = False
) -> Race | None:
    """A race; None if it does not exist.

    Args:
        connection: the transaction.
        race_id: the race.
        lock: whether other transactions wait until this one ends; SQLite runs one at a time.
    """
    query = select(races).where(races.c.id == race_id)
    rows = await connection.execute(query.with_for_update() if lock else query)
    found = await _with_racers(connection, rows.mappings().all())
    return found[0] if found else None


async def list_races(
    connection: AsyncConnection,
    condition: ColumnElement[bool],
    order: ColumnElement[object],
    limit: int | None = None,
) -> tuple[Race, ...]:
    """The races that meet a condition, or the first of them."""
    query = select(races).where(condition).order_by(order, races.c.id).limit(limit)
    return await _with_racers(connection, (await connection.execute(query)).mappings().all())


async def load_progress(
    connection: AsyncConnection, game_ids: Iterable[int]
) -> dict[int, RaceProgress]:
    """How games stand now, by id; those without an action have no cards on their foundations."""
    query = _PROGRESS.where(games.c.id.in_(tuple(game_ids)))
    rows = (await connection.execute(query)).mappings()
    return {row["id"]: _progress_from(row) for row in rows}


async def close_table(connection: AsyncConnection, race: Race, at: datetime) -> Race:
    """Close an open table, which is locked."""
    await connection.execute(
        update(races).where(races.c.id == race.id).values(state=RaceState.CLOSED, ended_at=at)
    )
    return await _existing_race(connection, race.id)


async def remove_racer(
    connection: AsyncConnection, race: Race, player_id: int, at: datetime
) -> Race | None:
    """Take a player from an open table, which the last one closes, or out of a running race.

    Args:
        connection: the transaction.
        race: the race, locked.
        player_id: the player.
        at: the time.

    Returns:
        The race as it stands then; None if the player does not sit there or race any more.
    """
    racer = race.racer(player_id)
    if racer is None or racer.outcome is not None or race.is_over:
        return None
    if race.state is RaceState.RUNNING:
        return await record_outcome(connection, race, racer, RacerOutcome.LEFT, at)
    if race.racers == (racer,):
        return await close_table(connection, race, at)
    await connection.execute(
        delete(racers).where(racers.c.race_id == race.id, racers.c.player_id == player_id)
    )
    return await _existing_race(connection, race.id)


async def forget_racer(connection: AsyncConnection, player_id: int, at: datetime) -> None:
    """Remove a player from all races, which stay for the others with this player anonymised.

    They leave open tables and running races. Races of deleted players alone are deleted.

    Args:
        connection: the transaction, in which the player's games are locked.
        player_id: the player.
        at: when they leave.
    """
    own = select(racers.c.race_id).where(racers.c.player_id == player_id)
    # Finished races are locked as well: they may be being rated.
    lock = select(races.c.id).where(races.c.id.in_(own)).order_by(races.c.id).with_for_update()
    ids = (await connection.execute(lock)).scalars().all()
    undecided = and_(races.c.id.in_(ids), races.c.state.in_((RaceState.OPEN, RaceState.RUNNING)))
    for race in await list_races(connection, undecided, races.c.id):
        await remove_racer(connection, race, player_id, at)
    others = racers.alias()
    has_others = exists().where(
        others.c.race_id == racers.c.race_id, others.c.player_id.not_in((player_id, DELETED_PLAYER))
    )
    alone = (await connection.execute(own.where(~has_others))).scalars().all()
    await connection.execute(delete(racers).where(racers.c.race_id.in_(alone)))
    await connection.execute(delete(races).where(races.c.id.in_(alone)))
    closed = select(races.c.id).where(races.c.state == RaceState.CLOSED)
    is_own = racers.c.player_id == player_id
    await connection.execute(delete(racers).where(is_own, racers.c.race_id.in_(closed)))
    await connection.execute(
        update(racers).where(is_own).values(player_id=DELETED_PLAYER, game_id=None)
    )


async def record_outcome(
    connection: AsyncConnection,
    race: Race,
    racer: Racer,
    outcome: RacerOutcome,
    at: datetime,
) -> Race:
    """Record how a running race went for a player who finishes, and end it if they are the last.

    Args:
        connection: the transaction.
        race: the race, locked.
        racer: the player, who has no outcome yet.
        outcome: how it went.
        at: when they finished.

    Returns:
        The race as it stands then.
    """
    game_ids = () if racer.game_id is None else (racer.game_id,)
    stands = (await load_progress(connection, game_ids)).values()
    result = next(iter(stands), RaceProgress())
    await _save_results(connection, race.id, outcome, {racer.player_id: result}, at)
    return await _finish_if_over(connection, race.id, at)


async def record_unfinished(
    connection: AsyncConnection, race: Race, results: Mapping[int, RaceProgress]
) -> Race:
    """End a race at its deadline.

    Args:
        connection: the transaction.
        race: the race, locked and past its deadline.
        results: how the boards of those who still raced stood then, by player.
    """
    await _save_results(connection, race.id, RacerOutcome.UNFINISHED, results, finished_at=None)
    return await _finish_if_over(connection, race.id, race.deadline)


async def _finish_if_over(connection: AsyncConnection, race_id: int, at: datetime) -> Race:
    """End a running race if nobody races any more, and return it as it stands then."""
    race = await _existing_race(connection, race_id)
    if race.state is not RaceState.RUNNING or not all(one.outcome for one in race.racers):
        return race
    ids = select(racers.c.id).where(racers.c.race_id == race_id).order_by(racers.c.id)
    found = (await connection.execute(ids)).scalars().all()
    placed = [
        {"of_racer": racer_id, "place": place}
        for racer_id, place in zip(found, places(race.racers), strict=True)
    ]
    is_racer = racers.c.id == bindparam("of_racer")
    await connection.execute(
        update(racers).where(is_racer).values(place=bindparam("place")), placed
    )
    await connection.execute(
        update(races).where(races.c.id == race_id).values(state=RaceState.FINISHED, ended_at=at)
    )
    return await _existing_race(connection, race_id)


async def _existing_race(connection: AsyncConnection, race_id: int) -> Race:
    """A race that is known to exist."""
    race = await load_race(connection, race_id)
    if race is None:
        raise LookupError(f"There is no race {race_id}.")
    return race


async def _save_results(
    connection: AsyncConnection,
    race_id: int,
    outcome: RacerOutcome,
    results: Mapping[int, RaceProgress],
    finished_at: datetime | None,
) -> None:
    """Save the same outcome for some players, each with how their board stood."""
    if not results:
        return
    statement = update(racers).where(
        racers.c.race_id == race_id,
        racers.c.player_id == bindparam("of_player"),
        racers.c.outcome.is_(None),
    )
    statement = statement.values({name: bindparam(name) for name in _FIGURES})
    await connection.execute(
        statement.values(outcome=outcome, finished_at=finished_at),
        [{"of_player": player_id, **asdict(result)} for player_id, result in results.items()],
    )


async def _with_racers(
    connection: AsyncConnection, found: Iterable[RowMapping]
) -> tuple[Race, ...]:
    """The races of some rows, with the racers of all of them from one query."""
    rows = tuple(found)
    if not rows:
        return ()
    by_race: dict[int, list[Racer]] = {row["id"]: [] for row in rows}
    query = select(racers).where(racers.c.race_id.in_(tuple(by_race))).order_by(racers.c.id)
    for row in (await connection.execute(query)).mappings():
        by_race[row["race_id"]].append(_racer_from(row))
    return tuple(_race_from(row, tuple(by_race[row["id"]])) for row in rows)


def _race_from(row: RowMapping, of_race: tuple[Racer, ...]) -> Race:
    return Race(
        id=row["id"],
        place=Place(row["channel_id"], row["guild_id"]),
        message_id=row["message_id"],
        rules_id=row["rules_id"],
        time_limit=row["time_limit_ms"],
        hints=row["hints"],
        created_at=row["created_at"],
        deadline=row["deadline"],
        state=RaceState(row["state"]),
        racers=of_race,
        deal_number=row["deal_number"],
        ended_at=row["ended_at"],
    )


def _racer_from(row: RowMapping) -> Racer:
    return Racer(
        player_id=row["player_id"],
        joined_at=row["joined_at"],
        game_id=row["game_id"],
        outcome=None if row["outcome"] is None else RacerOutcome(row["outcome"]),
        result=None if row["outcome"] is None else _progress_from(row),
        finished_at=row["finished_at"],
        place=row["place"],
    )


def _progress_from(row: RowMapping) -> RaceProgress:
    return RaceProgress(**{name: row[name] or 0 for name in _FIGURES})
