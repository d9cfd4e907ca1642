"""Races: opened, joined, left, started and ended.

Every change locks the race and looks at its state, so that of two concurrent ones the second sees
what the first did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.contest_deals import ContestKind
from bot.models.contests import (
    COUNTED,
    Race,
    RaceProgress,
    RacerOutcome,
    RaceState,
    race_start,
)
from bot.models.play import Deal
from bot.store.contests import entries as stored_entries
from bot.store.contests.schema import contest_deals, contests, entries
from bot.store.database.connection import Database, take_turns
from bot.store.database.errors import LimitReached
from bot.store.due.due import touch
from bot.store.play.games import MAX_LISTED, insert_game
from bot.store.play.schema import games

_UNDECIDED: Final = (RaceState.OPEN, RaceState.RUNNING)


async def open_race(
    database: Database, race: Race, *, most: int = MAX_LISTED, unanswered: int = 0
) -> Race | None:
    """Save a table or challenge; None where one stands already, or too many are unanswered.

    Raises:
        LimitReached: if the player who opens a table is in the most tables and races already.
    """
    statement = (
        database.dialect.insert(contests)
        .values(
            kind=ContestKind.CHALLENGE if race.by_invitation else ContestKind.TABLE,
            guild_id=race.guild_id,
            channel_id=None if race.place is None else race.place.channel_id,
            terms=race.terms.to_text(),
            state=RaceState.OPEN,
            opens_at=race.created_at,
            deadline=race.deadline,
        )
        .on_conflict_do_nothing()
        .returning(contests.c.id)
    )
    async with database.transaction() as connection:
        if not race.by_invitation:
            await _refuse_too_many(connection, race.organizer_id, race.created_at, most)
        elif not await _may_challenge(connection, race, unanswered):
            return None
        race_id = (await connection.execute(statement)).scalar_one_or_none()
        if race_id is None:
            return None
        deal = {"contest_id": race_id, "slot": race.rules_id, "rules_id": race.rules_id}
        await connection.execute(insert(contest_deals).values(deal))
        joined = [
            {"contest_id": race_id, "player_id": racer.player_id, "joined_at": racer.joined_at}
            for racer in race.racers
        ]
        await connection.execute(insert(entries), joined)
        await stored_entries.touch_race(connection, race_id, race.guild_id, race.deadline)
        return await stored_entries.load_race(connection, race_id)


async def load_race(database: Database, race_id: int) -> Race | None:
    """A race; None if it does not exist."""
    async with database.reading() as connection:
        return await stored_entries.load_race(connection, race_id)


async def open_races(
    database: Database, player_id: int, *, by_invitation: bool
) -> tuple[Race, ...]:
    """A player's open tables or challenges, and running races of that kind, newest first."""
    own = select(entries.c.contest_id).where(entries.c.player_id == player_id)
    is_open = and_(
        contests.c.id.in_(own),
        contests.c.state.in_(_UNDECIDED),
        _is_kind(by_invitation=by_invitation),
    )
    return await _list(database, is_open, contests.c.id.desc())


async def table_in(database: Database, channel_id: int) -> Race | None:
    """The open table of a channel; None if there is none."""
    is_here = and_(
        _is_kind(by_invitation=False),
        contests.c.state == RaceState.OPEN,
        contests.c.channel_id == channel_id,
    )
    return next(iter(await _list(database, is_here, contests.c.id)), None)


async def recent_races(database: Database, player_id: int, *, limit: int) -> tuple[Race, ...]:
    """A player's finished races, the last to end first."""
    own = select(entries.c.contest_id).where(entries.c.player_id == player_id)
    is_finished = and_(contests.c.id.in_(own), contests.c.state == RaceState.FINISHED)
    return await _list(database, is_finished, contests.c.ends_at.desc(), limit)


async def starting_race(database: Database, player_id: int, at: datetime) -> Race | None:
    """The race of a player in which the time of all begins after a moment; None without one."""
    own = select(entries.c.contest_id).where(
        entries.c.player_id == player_id, entries.c.outcome.is_(None), entries.c.started_at > at
    )
    async with database.reading() as connection:
        # Each board at a table asks, and hardly ever there is one: only then is more read.
        for race_id in (await connection.execute(own)).scalars().all():
            race = await stored_entries.load_race(connection, race_id)
            if race is not None and race.state is RaceState.RUNNING:
                return race
    return None


async def join_table(
    database: Database,
    player_id: int,
    race_id: int,
    at: datetime,
    *,
    limit: int,
    most: int = MAX_LISTED,
    is_ready: bool = False,
) -> Race | None:
    """Add a player to an open table: the table, full perhaps without them; None if not open.

    Args:
        is_ready: whether they are ready for the start as well.

    Raises:
        LimitReached: if the player is in the most tables and races already.
    """
    async with database.transaction() as connection:
        await take_turns(connection, player_id)
        race = await _locked(connection, race_id, RaceState.OPEN)
        if race is None or race.deadline < at:
            return None
        racer, ready_at = race.racer(player_id), at if is_ready else None
        if racer is not None and (racer.ready_at or not is_ready):
            return race
        if racer is not None:
            own = update(entries).where(entries.c.id == racer.id)
            await connection.execute(own.values(ready_at=ready_at))
            return await stored_entries.load_race(connection, race_id)
        await _refuse_too_many(connection, player_id, at, most)
        if len(race.racers) >= limit:
            return race
        row = {"contest_id": race_id, "player_id": player_id, "joined_at": at, "ready_at": ready_at}
        await connection.execute(insert(entries).values(row))
        return await stored_entries.load_race(connection, race_id)


async def leave_race(database: Database, player_id: int, race_id: int, at: datetime) -> Race | None:
    """Take a player from an open or running race; None if they cannot leave it any more."""

    async def leave(connection: AsyncConnection) -> Race | None:
        race = await _locked(connection, race_id, *_UNDECIDED)
        racer = None if race is None else race.racer(player_id)
        if race is None or racer is None or race.due(racer) < at:
            return None
        return await stored_entries.remove_racer(connection, race, player_id, at)

    return await database.run(leave)


async def begin_race(
    database: Database,
    race_id: int,
    deal_number: int,
    at: datetime,
    *,
    until: datetime,
    least: int,
    starts_at: datetime | None = None,
    starter: int | None = None,
) -> Race | None:
    """Start an open race, which deals nobody anything; None if it cannot be started.

    Args:
        starts_at: when the time of all begins to run; those who are not ready are left out, but for
            who starts it. None where it runs for each from their first look.
    """
    async with database.transaction() as connection:
        race = await _locked(connection, race_id, RaceState.OPEN)
        if race is None or race.deadline < at:
            return None
        ready = [
            one.id
            for one in race.racers
            if starts_at is None or one.ready_at or one.player_id == starter
        ]
        if len(ready) < least:
            return None
        of_race = entries.c.contest_id == race_id
        if starts_at is None:
            joined = update(entries).where(of_race, entries.c.joined_at.is_(None))
            await connection.execute(joined.values(joined_at=at))
        else:
            await connection.execute(delete(entries).where(of_race, entries.c.id.not_in(ready)))
            clock = {"ready_at": None, "started_at": starts_at, "deadline": until}
            await connection.execute(update(entries).where(of_race).values(clock))
        own = contest_deals.c.contest_id == race_id
        chosen = update(contest_deals).where(own).values(deal_number=deal_number, chosen_at=at)
        await connection.execute(chosen)
        begun = {"state": RaceState.RUNNING, "deadline": until}
        await connection.execute(update(contests).where(contests.c.id == race_id).values(begun))
        # Whoever begins it shows it first.
        later = at + stored_entries.MOVES_GATHERED
        if starts_at is not None:
            later = max(at, starts_at - COUNTED)
            await touch(connection, race_start(race_id), later, guild=race.guild_id)
        await stored_entries.touch_race(connection, race_id, race.guild_id, later)
        return await stored_entries.load_race(connection, race_id)


async def begin_turn(
    database: Database, player_id: int, race_id: int, at: datetime, *, progress: int
) -> Race | None:
    """Deal a player of a running race the deal, from when on their time runs if it did not before.

    Their active game stays the same. A game that they have been dealt stays as well.

    Args:
        progress: that of the board as it is dealt.

    Returns:
        The race; None if they cannot begin, or not any more.
    """

    async def begin(connection: AsyncConnection) -> Race | None:
        race = await _locked(connection, race_id, RaceState.RUNNING)
        racer = None if race is None else race.racer(player_id)
        if race is None or racer is None or race.deal_number is None:
            return None
        if racer.game_id is not None:
            return race
        started_at = racer.started_at or at
        if racer.outcome is not None or race.deadline < at or at < started_at:
            return None
        new = Deal(
            player_id,
            race.rules_id,
            race.deal_number,
            at,
            race.place,
            winnable=True,
            contest_deal_id=race.deal_id,
            progress=progress,
        )
        game = await insert_game(database, connection, new)
        await connection.execute(
            update(entries)
            .where(entries.c.contest_id == race_id, entries.c.player_id == player_id)
            .values(game_id=game.id, started_at=started_at, deadline=started_at + race.time_limit)
        )
        await stored_entries.touch_race(connection, race_id, race.guild_id, at)
        return await stored_entries.load_race(connection, race_id)

    return await database.run(begin)


async def agree_to_end(
    database: Database, player_id: int, race_id: int, at: datetime
) -> Race | None:
    """Agree to end a race that is decided, as it does once all agree; None if they cannot."""

    async def agree(connection: AsyncConnection) -> Race | None:
        race = await _locked(connection, race_id, RaceState.RUNNING)
        racer = None if race is None else race.racer(player_id)
        if race is None or racer is None or racer.outcome is not None or not race.is_decided:
            return None
        agreed = replace(racer, ready_at=racer.ready_at or at)
        race = replace(race, racers=tuple(agreed if one is racer else one for one in race.racers))
        if all(one.ready_at or one.game_id is None for one in race.left):
            unfinished = RacerOutcome.UNFINISHED
            return await stored_entries.record_outcome(connection, race, agreed, unfinished, at)
        own = update(entries).where(entries.c.id == racer.id)
        await connection.execute(own.values(ready_at=agreed.ready_at))
        await stored_entries.touch_race(connection, race_id, race.guild_id, at)
        return race

    return await database.run(agree)


async def discard_race(database: Database, player_id: int, race_id: int) -> None:
    """Delete an open race that nobody but its organizer has joined."""
    async with database.transaction() as connection:
        race = await _locked(connection, race_id, RaceState.OPEN)
        joined = [one.player_id for one in race.racers if one.joined_at] if race else []
        if joined == [player_id]:
            await stored_entries.delete_contests(connection, [race_id])


async def close_race(database: Database, race_id: int, at: datetime) -> Race | None:
    """Close an open race that did not begin in time; None if it was not open."""
    async with database.transaction() as connection:
        race = await _locked(connection, race_id, RaceState.OPEN)
        return None if race is None else await stored_entries.close_race(connection, race, at)


async def end_turns(
    database: Database, race_id: int, results: Mapping[int, RaceProgress | None]
) -> Race | None:
    """End a running race for those whose time is up, the last of whom ends it; None if over."""

    async def finish(connection: AsyncConnection) -> Race | None:
        race = await _locked(connection, race_id, RaceState.RUNNING)
        if race is None:
            return None
        return await stored_entries.record_unfinished(connection, race, results)

    return await database.run(finish)


async def race_progress(database: Database, game_ids: Iterable[int]) -> dict[int, RaceProgress]:
    """The progress of games, by id."""
    async with database.reading() as connection:
        return await stored_entries.load_progress(connection, game_ids)


async def last_moved(database: Database, game_ids: Iterable[int]) -> datetime | None:
    """When a player of some games acted last; None without games."""
    query = select(func.max(games.c.updated_at)).where(games.c.id.in_(tuple(game_ids)))
    async with database.reading() as connection:
        moved_at: datetime | None = await connection.scalar(query)
    return moved_at


async def was_challenged(
    database: Database, challenger: int, challenged: int, since: datetime
) -> bool:
    """Whether a challenge to a player since a time came to nothing, by the same challenger."""
    first, second = entries.alias(), entries.alias()
    query = select(
        exists().where(
            contests.c.state == RaceState.CLOSED,
            contests.c.opens_at > since,
            first.c.contest_id == contests.c.id,
            second.c.contest_id == contests.c.id,
            first.c.player_id == challenger,
            first.c.joined_at.is_not(None),
            second.c.player_id == challenged,
            second.c.joined_at.is_(None),
        )
    )
    async with database.reading() as connection:
        return (await connection.execute(query)).scalar_one()


def _is_kind(*, by_invitation: bool) -> ColumnElement[bool]:
    return contests.c.kind == (ContestKind.CHALLENGE if by_invitation else ContestKind.TABLE)


async def _refuse_too_many(
    connection: AsyncConnection, player_id: int, at: datetime, most: int
) -> None:
    """Refuse a player who is in so many tables, and races from tables that they play in."""
    await take_turns(connection, player_id)
    theirs = (
        select(func.count())
        .select_from(contests.join(entries))
        .where(
            _is_kind(by_invitation=False),
            contests.c.state.in_(_UNDECIDED),
            entries.c.player_id == player_id,
            entries.c.outcome.is_(None),
            func.coalesce(entries.c.deadline, contests.c.deadline) >= at,
        )
    )
    if (await connection.execute(theirs)).scalar_one() >= most:
        raise LimitReached(f"You are in {most} races already. Finish or leave one of them first.")


async def _may_challenge(connection: AsyncConnection, race: Race, unanswered: int) -> bool:
    """Whether a challenge may be sent, which the transaction decides for both of its players."""
    challenger, other = race.racers[0].player_id, race.racers[1].player_id
    await take_turns(connection, challenger, other)
    first, second = entries.alias(), entries.alias()
    undecided = and_(_is_kind(by_invitation=True), contests.c.state.in_(_UNDECIDED))
    is_between = exists().where(
        undecided,
        first.c.contest_id == contests.c.id,
        second.c.contest_id == contests.c.id,
        first.c.player_id == challenger,
        second.c.player_id == other,
    )
    sent = (
        select(func.count())
        .select_from(contests.join(entries))
        .where(
            _is_kind(by_invitation=True),
            contests.c.state == RaceState.OPEN,
            entries.c.player_id == challenger,
            entries.c.joined_at.is_not(None),
        )
    )
    return (
        not (await connection.execute(select(is_between))).scalar_one()
        and (await connection.execute(sent)).scalar_one() < unanswered
    )


async def _locked(connection: AsyncConnection, race_id: int, *states: RaceState) -> Race | None:
    """A race, locked; None if it does not exist, or is in another state."""
    race = await stored_entries.load_race(connection, race_id, lock=True)
    return race if race is not None and race.state in states else None


async def _list(
    database: Database,
    condition: ColumnElement[bool],
    order: ColumnElement[object],
    limit: int = MAX_LISTED,
) -> tuple[Race, ...]:
    async with database.reading() as connection:
        return await stored_entries.list_races(connection, condition, order, limit)
