"""The racers of races, within a transaction: how the race went for each, and their places.

Every change of a race or its racers locks the race first, after the games that it is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Final

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    and_,
    bindparam,
    delete,
    exists,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.contest_deals import ContestKind, Terms
from bot.models.contests import (
    DELETED_PLAYER,
    Race,
    RaceProgress,
    Racer,
    RacerOutcome,
    RaceState,
    places,
)
from bot.models.places import Place
from bot.models.play import GameState, Step
from bot.store.contests.schema import contest_deals, contests, entries
from bot.store.play.events import on_deleted, on_finished
from bot.store.play.results import undo_count
from bot.store.play.schema import games

_FIGURES: Final = ("progress", "moves", "undos", "hints", "odds")
_RACES: Final = (
    select(
        contests,
        contest_deals.c.id.label("deal_id"),
        contest_deals.c.rules_id,
        contest_deals.c.deal_number,
    )
    .join(contest_deals, contest_deals.c.contest_id == contests.c.id)
    .where(contests.c.kind.in_((ContestKind.TABLE, ContestKind.CHALLENGE)))
)
_PROGRESS: Final = select(
    games.c.id,
    games.c.progress,
    games.c.moves,
    undo_count,
    games.c.hints,
    games.c.odds,
)


async def load_race(
    connection: AsyncConnection, race_id: int, *, lock: bool = False
) -> Race | None:
    """A race; None if there is none. A lock holds up other transactions until this one ends."""
    query = _RACES.where(contests.c.id == race_id)
    rows = await connection.execute(query.with_for_update(of=contests) if lock else query)
    found = await _with_racers(connection, rows.mappings().all())
    return found[0] if found else None


async def list_races(
    connection: AsyncConnection,
    condition: ColumnElement[bool],
    order: ColumnElement[object],
    limit: int | None = None,
) -> tuple[Race, ...]:
    """The races that meet a condition, or the first of them."""
    query = _RACES.where(condition).order_by(order, contests.c.id).limit(limit)
    return await _with_racers(connection, (await connection.execute(query)).mappings().all())


async def load_progress(
    connection: AsyncConnection, game_ids: Iterable[int]
) -> dict[int, RaceProgress]:
    """The progress of games by id; one without an action may have none."""
    query = _PROGRESS.where(games.c.id.in_(tuple(game_ids)))
    rows = (await connection.execute(query)).mappings()
    return {row["id"]: _progress_from(row) for row in rows}


async def close_race(
    connection: AsyncConnection, race: Race, at: datetime, closed_by: Racer | None = None
) -> Race:
    """Close a locked open race; if a player closes it, who sees that, none is announced."""
    values: dict[str, object] = {"state": RaceState.CLOSED, "ends_at": at}
    if closed_by is not None:
        is_declined = closed_by.joined_at is None
        outcome = RacerOutcome.DECLINED if is_declined else RacerOutcome.LEFT
        own = (entries.c.contest_id == race.id, entries.c.player_id == closed_by.player_id)
        await connection.execute(update(entries).where(*own).values(outcome=outcome, ended_at=at))
        values["announced_at"] = at
    await connection.execute(update(contests).where(contests.c.id == race.id).values(values))
    return await _existing_race(connection, race.id)


async def remove_racer(
    connection: AsyncConnection, race: Race, player_id: int, at: datetime
) -> Race | None:
    """Take a player from a locked race, which may end it; None if they are not in it."""
    racer = race.racer(player_id)
    if racer is None or racer.outcome is not None or race.is_over:
        return None
    if race.state is RaceState.RUNNING:
        return await record_outcome(connection, race, racer, RacerOutcome.LEFT, at)
    if race.by_invitation:
        return await close_race(connection, race, at, closed_by=racer)
    if race.racers == (racer,):
        return await close_race(connection, race, at)
    await connection.execute(
        delete(entries).where(entries.c.contest_id == race.id, entries.c.player_id == player_id)
    )
    return await _existing_race(connection, race.id)


async def delete_contests(connection: AsyncConnection, ids: Collection[int]) -> None:
    """Delete contests; games that were played in them stay, as games of no contest."""
    deals = select(contest_deals.c.id).where(contest_deals.c.contest_id.in_(ids))
    own = games.c.contest_deal_id.in_(deals)
    await connection.execute(update(games).where(own).values(contest_deal_id=None))
    await connection.execute(delete(entries).where(entries.c.contest_id.in_(ids)))
    await connection.execute(delete(contest_deals).where(contest_deals.c.contest_id.in_(ids)))
    await connection.execute(delete(contests).where(contests.c.id.in_(ids)))


@on_deleted
async def forget_racer(connection: AsyncConnection, player_id: int, at: datetime) -> None:
    """Remove a player from all races, which stay for the others with this player anonymised.

    They leave open tables and running races. Races of deleted players alone are deleted, and so are
    challenges that never became races.
    """
    own = select(entries.c.contest_id).where(entries.c.player_id == player_id)
    # Finished races are locked as well: they may be being rated.
    lock = (
        select(contests.c.id)
        .where(contests.c.id.in_(own))
        .order_by(contests.c.id)
        .with_for_update()
    )
    ids = (await connection.execute(lock)).scalars().all()
    has_others = exists().where(
        entries.c.contest_id == contests.c.id,
        entries.c.player_id.not_in((player_id, DELETED_PLAYER)),
    )
    never_began = and_(
        contests.c.kind == ContestKind.CHALLENGE,
        contests.c.state.in_((RaceState.OPEN, RaceState.CLOSED)),
    )
    useless = select(contests.c.id).where(contests.c.id.in_(ids), or_(never_began, ~has_others))
    await delete_contests(connection, (await connection.execute(useless)).scalars().all())
    undecided = and_(
        contests.c.id.in_(ids), contests.c.state.in_((RaceState.OPEN, RaceState.RUNNING))
    )
    for race in await list_races(connection, undecided, contests.c.id):
        await remove_racer(connection, race, player_id, at)
    closed = select(contests.c.id).where(contests.c.state == RaceState.CLOSED)
    is_own = entries.c.player_id == player_id
    await connection.execute(delete(entries).where(is_own, entries.c.contest_id.in_(closed)))
    await connection.execute(
        update(entries).where(is_own).values(player_id=DELETED_PLAYER, game_id=None)
    )


@on_finished
async def record_finished_game(connection: AsyncConnection, step: Step) -> None:
    """Record a game finished in time in the running race that it belongs to, if any."""
    race_ids = select(entries.c.contest_id).where(entries.c.game_id == step.game_id)
    race_id = (await connection.execute(race_ids)).scalar_one_or_none()
    race = None if race_id is None else await load_race(connection, race_id, lock=True)
    if race is None or race.state is not RaceState.RUNNING:
        return
    outcome = RacerOutcome.WON if step.state is GameState.WON else RacerOutcome.GIVEN_UP
    for racer in race.racers:
        is_own = racer.game_id == step.game_id and racer.outcome is None
        if is_own and racer.deadline is not None and step.at <= racer.deadline:
            await record_outcome(connection, race, racer, outcome, step.at)


async def record_outcome(
    connection: AsyncConnection,
    race: Race,
    racer: Racer,
    outcome: RacerOutcome,
    at: datetime,
) -> Race:
    """Record how a race went for a player; it ends with the last, or for both in a challenge."""
    finishing = {racer.player_id: outcome}
    if race.by_invitation and outcome is not RacerOutcome.WON:
        finishing |= {
            one.player_id: RacerOutcome.UNFINISHED
            for one in race.racers
            if one.outcome is None and one is not racer
        }
    game_ids = {one.player_id: one.game_id for one in race.racers if one.player_id in finishing}
    found = await load_progress(connection, filter(None, game_ids.values()))
    results = {
        player: None if game_id is None else found.get(game_id, RaceProgress())
        for player, game_id in game_ids.items()
    }
    for player, its in finishing.items():
        await _save_result(connection, race.id, player, its, results[player], at)
    return await _finish_if_over(connection, race.id)


async def record_unfinished(
    connection: AsyncConnection, race: Race, results: Mapping[int, RaceProgress | None]
) -> Race:
    """Record how boards stood whose time is up, None for never begun; end a race that is over."""
    for racer in race.racers:
        if racer.player_id in results and racer.outcome is None:
            await _save_result(
                connection,
                race.id,
                racer.player_id,
                RacerOutcome.UNFINISHED,
                results[racer.player_id],
                race.due(racer),
            )
    return await _finish_if_over(connection, race.id)


async def _finish_if_over(connection: AsyncConnection, race_id: int) -> Race:
    """End a running race once all its players have finished; return it as it is then."""
    race = await _existing_race(connection, race_id)
    if race.state is not RaceState.RUNNING or not all(one.outcome for one in race.racers):
        return race
    at = max(one.ended_at for one in race.racers if one.ended_at is not None)
    ids = select(entries.c.id).where(entries.c.contest_id == race_id).order_by(entries.c.id)
    found = (await connection.execute(ids)).scalars().all()
    placed = [
        {"of_racer": racer_id, "place": place}
        for racer_id, place in zip(found, places(race.racers), strict=True)
    ]
    is_racer = entries.c.id == bindparam("of_racer")
    await connection.execute(
        update(entries).where(is_racer).values(place=bindparam("place")), placed
    )
    await connection.execute(
        update(contests)
        .where(contests.c.id == race_id)
        .values(state=RaceState.FINISHED, ends_at=at)
    )
    return await _existing_race(connection, race_id)


async def _existing_race(connection: AsyncConnection, race_id: int) -> Race:
    """A race that is known to exist."""
    race = await load_race(connection, race_id)
    if race is None:
        raise LookupError(f"There is no race {race_id}.")
    return race


async def _save_result(
    connection: AsyncConnection,
    race_id: int,
    player_id: int,
    outcome: RacerOutcome,
    result: RaceProgress | None,
    at: datetime,
) -> None:
    """Save the outcome of a player who has none yet, with how their board stood, if they began."""
    figures = dict.fromkeys(_FIGURES) if result is None else asdict(result)
    await connection.execute(
        update(entries)
        .where(
            entries.c.contest_id == race_id,
            entries.c.player_id == player_id,
            entries.c.outcome.is_(None),
        )
        .values(outcome=outcome, ended_at=at, **figures)
    )


async def _with_racers(
    connection: AsyncConnection, found: Iterable[RowMapping]
) -> tuple[Race, ...]:
    """The races of some rows, with the racers of all of them from one query."""
    rows = tuple(found)
    if not rows:
        return ()
    by_race: dict[int, list[Racer]] = {row["id"]: [] for row in rows}
    query = select(entries).where(entries.c.contest_id.in_(tuple(by_race))).order_by(entries.c.id)
    for row in (await connection.execute(query)).mappings():
        by_race[row["contest_id"]].append(_racer_from(row))
    return tuple(_race_from(row, tuple(by_race[row["id"]])) for row in rows)


def _race_from(row: RowMapping, of_race: tuple[Racer, ...]) -> Race:
    return Race(
        id=row["id"],
        by_invitation=row["kind"] == ContestKind.CHALLENGE,
        place=None if row["channel_id"] is None else Place(row["channel_id"], row["guild_id"]),
        message_id=row["message_id"],
        rules_id=row["rules_id"],
        terms=Terms.from_text(row["terms"]),
        created_at=row["opens_at"],
        deadline=row["deadline"],
        state=RaceState(row["state"]),
        racers=of_race,
        deal_id=row["deal_id"],
        deal_number=row["deal_number"],
        ended_at=row["ends_at"],
        told_at=row["told_at"],
    )


def _racer_from(row: RowMapping) -> Racer:
    return Racer(
        player_id=row["player_id"],
        joined_at=row["joined_at"],
        game_id=row["game_id"],
        started_at=row["started_at"],
        deadline=row["deadline"],
        outcome=None if row["outcome"] is None else RacerOutcome(row["outcome"]),
        result=None if row["progress"] is None else _progress_from(row),
        ended_at=row["ended_at"],
        place=row["place"],
    )


def _progress_from(row: RowMapping) -> RaceProgress:
    return RaceProgress(**{name: row[name] or 0 for name in _FIGURES})
