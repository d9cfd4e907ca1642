"""The racers of races, within a transaction: how the race went for each, and their places.

Every change of a race or its racers locks the race first, after the games that it is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Table,
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
    RACE,
    Race,
    RaceProgress,
    Racer,
    RacerOutcome,
    RaceState,
    places,
    race_subject,
)
from bot.models.places import Place
from bot.models.play import GameState, Step
from bot.store.contests.schema import contest_deals, contests, entries
from bot.store.due.due import drop, touch
from bot.store.due.schema import posts
from bot.store.play.events import on_deleted, on_finished, on_raced
from bot.store.play.results import undo_count
from bot.store.play.schema import games, results

MOVES_GATHERED: Final = timedelta(seconds=5)
"""How long after a player's move in a race it is looked at, with those that follow."""
_FIGURES: Final = ("progress", "moves", "undos", "hints", "odds")
_RACES: Final = (
    select(
        contests,
        contest_deals.c.id.label("deal_id"),
        contest_deals.c.rules_id,
        contest_deals.c.deal_number,
        posts.c.message_id,
        posts.c.shown,
        posts.c.shown_at,
    )
    .join(contest_deals, contest_deals.c.contest_id == contests.c.id)
    .outerjoin(posts, (posts.c.kind == RACE) & (posts.c.subject == contests.c.id))
    .where(contests.c.kind.in_((ContestKind.TABLE, ContestKind.CHALLENGE)))
)
_SAVE_ENDED: Final = (
    update(entries)
    .where(entries.c.id == bindparam("of_entry"))
    .values({name: bindparam(name) for name in ("outcome", "ended_at", "place", *_FIGURES)})
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


async def _lock_running_race(connection: AsyncConnection, deal_id: int) -> Race | None:
    """The running race with a deal, locked; None if there is none.

    It and its racers come from one statement, which locks both: what others change before it has
    the lock is read as well, but not whom they add. Nobody joins a race that runs.
    """
    query = (
        _RACES.add_columns(*entries.c)
        .join(entries, entries.c.contest_id == contests.c.id)
        .where(contest_deals.c.id == deal_id, contests.c.state == RaceState.RUNNING)
        .order_by(entries.c.id)
        .with_for_update(of=(contests, entries))
    )
    rows = (await connection.execute(query)).mappings().all()
    racers = tuple(_racer_from(row) for row in rows)
    return _race_from(rows[0], racers) if rows else None


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
    values = {"state": RaceState.CLOSED, "ends_at": at}
    await connection.execute(update(contests).where(contests.c.id == race.id).values(values))
    if closed_by is not None:
        is_declined = closed_by.joined_at is None
        outcome = RacerOutcome.DECLINED if is_declined else RacerOutcome.LEFT
        own = (entries.c.contest_id == race.id, entries.c.player_id == closed_by.player_id)
        await connection.execute(update(entries).where(*own).values(outcome=outcome, ended_at=at))
        await drop(connection, race_subject(race.id))
    else:
        await touch_race(connection, race.id, race.guild_id, at)
    return await _existing_race(connection, race.id)


async def touch_race(
    connection: AsyncConnection, race_id: int, guild_id: int | None, at: datetime
) -> None:
    """Have a race looked at, and its message."""
    await touch(connection, race_subject(race_id), at, guild=guild_id)


@on_raced
async def touch_progress(
    connection: AsyncConnection, game: RowMapping, race_id: int | None
) -> None:
    """Have the message of a race from a table looked at, as one of its games has gone on."""
    query = (
        select(contests.c.id)
        .join(contest_deals, contest_deals.c.contest_id == contests.c.id)
        .where(
            contest_deals.c.id == game["contest_deal_id"],
            contests.c.kind == ContestKind.TABLE,
            contests.c.state == RaceState.RUNNING,
        )
    )
    if race_id is None:
        race_id = await connection.scalar(query)
    if race_id is not None:
        at = game["updated_at"] + MOVES_GATHERED
        await touch_race(connection, race_id, game["guild_id"], at)


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
    for table in (games, results):
        own = table.c.contest_deal_id.in_(deals)
        await connection.execute(update(table).where(own).values(contest_deal_id=None))
    own_posts = (posts.c.kind == RACE) & posts.c.subject.in_(ids)
    await connection.execute(delete(posts).where(own_posts))
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
async def record_finished_game(connection: AsyncConnection, step: Step, game: RowMapping) -> None:
    """Record a game finished in time in the running race that it belongs to, if any."""
    is_other = step.contest is not None and not step.contest.kind.is_race
    if game["contest_deal_id"] is None or is_other:
        return
    race = await _lock_running_race(connection, game["contest_deal_id"])
    if race is None:
        return
    outcome = RacerOutcome.WON if step.state is GameState.WON else RacerOutcome.GIVEN_UP
    for racer in race.racers:
        is_own = racer.game_id == step.game_id and racer.outcome is None
        if is_own and racer.deadline is not None and step.at <= racer.deadline:
            known = {step.game_id: _progress_from(game)}
            await record_outcome(connection, race, racer, outcome, step.at, known=known)


async def record_outcome(
    connection: AsyncConnection,
    race: Race,
    racer: Racer,
    outcome: RacerOutcome,
    at: datetime,
    *,
    known: Mapping[int, RaceProgress] = MappingProxyType({}),
) -> Race:
    """Record how a locked race went for a player; it ends with the last, a challenge for both.

    One that is decided ends as well once all who are left have agreed to that.

    Args:
        known: the progress of games that has been read already.
    """
    finishing = {racer.player_id: outcome}
    if race.by_invitation and outcome is not RacerOutcome.WON:
        finishing |= {
            one.player_id: RacerOutcome.UNFINISHED
            for one in race.racers
            if one.outcome is None and one is not racer
        }
    rest = [one for one in race.left if one.player_id not in finishing]
    is_decided = race.is_decided or (race.starts_at is not None and outcome is RacerOutcome.WON)
    # Whoever has no board need not agree.
    all_agree = all(one.ready_at or one.game_id is None for one in rest)
    if is_decided and all_agree and any(one.ready_at for one in race.left):
        finishing |= dict.fromkeys((one.player_id for one in rest), RacerOutcome.UNFINISHED)
    ending = [one for one in race.racers if one.player_id in finishing]
    unknown = [one.game_id for one in ending if one.game_id and one.game_id not in known]
    found = {**known, **(await load_progress(connection, unknown) if unknown else {})}
    ended = {
        one.id: replace(
            one,
            outcome=finishing[one.player_id],
            result=None if one.game_id is None else found.get(one.game_id, RaceProgress()),
            ended_at=at,
        )
        for one in ending
    }
    return await _save_ended(connection, race, ended)


async def record_unfinished(
    connection: AsyncConnection, race: Race, results: Mapping[int, RaceProgress | None]
) -> Race:
    """Record how boards stood whose time is up, None for never begun; end a race that is over."""
    ended = {
        one.id: replace(
            one,
            outcome=RacerOutcome.UNFINISHED,
            result=results[one.player_id],
            ended_at=race.due(one),
        )
        for one in race.racers
        if one.player_id in results and one.outcome is None
    }
    return await _save_ended(connection, race, ended)


async def _save_ended(connection: AsyncConnection, race: Race, ended: Mapping[int, Racer]) -> Race:
    """Save how a locked race went for some of its players, and its end once it went for all."""
    race = replace(race, racers=tuple(ended.get(one.id, one) for one in race.racers))
    is_over = all(one.outcome for one in race.racers)
    if is_over:
        found = places(race.racers, by_invitation=race.by_invitation)
        placed = zip(race.racers, found, strict=True)
        race = replace(
            race,
            state=RaceState.FINISHED,
            racers=tuple(replace(one, place=place) for one, place in placed),
            ended_at=max(one.ended_at for one in race.racers if one.ended_at is not None),
        )
    changed = race.racers if is_over else [one for one in race.racers if one.id in ended]
    if changed:
        await connection.execute(_SAVE_ENDED, [_row_of(one) for one in changed])
        at = max(one.ended_at for one in changed if one.ended_at is not None)
        await touch_race(connection, race.id, race.guild_id, at)
    if is_over:
        end = {"state": race.state, "ends_at": race.ended_at}
        await connection.execute(update(contests).where(contests.c.id == race.id).values(end))
    return race


def _row_of(racer: Racer) -> dict[str, object]:
    """What is saved of a player for whom the race is over."""
    figures = dict.fromkeys(_FIGURES) if racer.result is None else asdict(racer.result)
    return {
        "of_entry": racer.id,
        "outcome": racer.outcome,
        "ended_at": racer.ended_at,
        "place": racer.place,
        **figures,
    }


async def _existing_race(connection: AsyncConnection, race_id: int) -> Race:
    """A race that is known to exist."""
    race = await load_race(connection, race_id)
    if race is None:
        raise LookupError(f"There is no race {race_id}.")
    return race


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
        rules_id=row["rules_id"],
        terms=Terms.from_text(row["terms"]),
        created_at=row["opens_at"],
        deadline=row["deadline"],
        state=RaceState(row["state"]),
        racers=of_race,
        deal_id=row["deal_id"],
        deal_number=row["deal_number"],
        ended_at=row["ends_at"],
        message_id=row["message_id"],
        shown=row["shown"] or "",
        shown_at=row["shown_at"],
    )


def _racer_from(row: RowMapping) -> Racer:
    """The racer of a row, whose other columns may have the same names."""
    of = entries.c
    return Racer(
        id=row[of.id],
        player_id=row[of.player_id],
        joined_at=row[of.joined_at],
        ready_at=row[of.ready_at],
        game_id=row[of.game_id],
        started_at=row[of.started_at],
        deadline=row[of.deadline],
        outcome=None if row[of.outcome] is None else RacerOutcome(row[of.outcome]),
        result=None if row[of.progress] is None else _progress_from(row, entries),
        ended_at=row[of.ended_at],
        place=row[of.place],
    )


def _progress_from(row: RowMapping, table: Table | None = None) -> RaceProgress:
    """The figures of a row, or those of one table's columns in it."""
    return RaceProgress(
        **{name: row[name if table is None else table.c[name]] or 0 for name in _FIGURES}
    )
