"""Challenges and races: created, answered, started, ended, and announced.

Every change names the state it starts from, so that of two concurrent ones only one succeeds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, RowMapping, func, or_, select, update

from bot.models import Challenge, ChallengeState, Ending, Place
from bot.store.connection import Database
from bot.store.games import MAX_LISTED, MAX_UNANNOUNCED, insert_game
from bot.store.records import Deal
from bot.store.schema import challenges

_OPEN: Final = (ChallengeState.PENDING, ChallengeState.RUNNING)
_ANNOUNCED: Final = (ChallengeState.FINISHED, ChallengeState.EXPIRED)


async def create_challenge(
    database: Database, challenge: Challenge, *, limit: int
) -> Challenge | None:
    """Create a challenge, unless the challenger has too many or one to the same player is open.

    Args:
        database: an open database.
        challenge: the challenge; its id is assigned here.
        limit: how many pending challenges the challenger may have.

    Returns:
        The challenge as it was saved; None if it was not.

    Raises:
        StoreUnavailable: if the database fails.
    """
    pending = select(func.count()).where(
        challenges.c.challenger_id == challenge.challenger_id,
        challenges.c.state == ChallengeState.PENDING,
    )
    place = challenge.place
    statement = (
        database.dialect.insert(challenges)
        .values(
            challenger_id=challenge.challenger_id,
            opponent_id=challenge.opponent_id,
            guild_id=place.guild_id if place else None,
            channel_id=place.channel_id if place else None,
            rules_id=challenge.rules_id,
            time_limit_ms=challenge.time_limit,
            created_at=challenge.created_at,
            deadline=challenge.deadline,
            state=ChallengeState.PENDING,
        )
        .on_conflict_do_nothing()
        .returning(challenges)
    )
    async with database.transaction() as connection:
        if (await connection.execute(pending)).scalar_one() >= limit:
            return None
        row = (await connection.execute(statement)).mappings().one_or_none()
    return None if row is None else _challenge_from(row)


async def load_challenge(database: Database, challenge_id: int) -> Challenge | None:
    """A challenge; None if it does not exist.

    Raises:
        StoreUnavailable: if the database fails.
    """
    query = select(challenges).where(challenges.c.id == challenge_id)
    async with database.transaction() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else _challenge_from(row)


async def open_challenges(database: Database, player_id: int) -> tuple[Challenge, ...]:
    """A player's open challenges and running races, newest first.

    Raises:
        StoreUnavailable: if the database fails.
    """
    is_open = _involves(player_id) & challenges.c.state.in_(_OPEN)
    return await _list(database, is_open, challenges.c.id.desc())


async def recent_races(database: Database, player_id: int, *, limit: int) -> tuple[Challenge, ...]:
    """A player's finished races, newest first.

    Raises:
        StoreUnavailable: if the database fails.
    """
    is_over = _involves(player_id) & (challenges.c.state == ChallengeState.FINISHED)
    return await _list(database, is_over, challenges.c.id.desc(), limit)


async def begin_race(
    database: Database, challenge_id: int, deal_number: int, at: datetime
) -> Challenge | None:
    """Deal both players the same deal and start the race.

    The players' active games stay the same.

    Args:
        database: an open database.
        challenge_id: the challenge.
        deal_number: the number of the deal, proven winnable.
        at: the time.

    Returns:
        The race; None if the challenge can no longer be accepted.

    Raises:
        StoreUnavailable: if the database fails.
    """
    can_begin = (
        challenges.c.id == challenge_id,
        challenges.c.state == ChallengeState.PENDING,
        challenges.c.deadline >= at,
    )
    async with database.transaction() as connection:
        # Locks the row on PostgreSQL, where transactions run in parallel.
        query = select(challenges).where(*can_begin).with_for_update()
        row = (await connection.execute(query)).mappings().one_or_none()
        if row is None:
            return None
        challenge = _challenge_from(row)
        rules_id, place = challenge.rules_id, challenge.place
        first, second = [
            await insert_game(
                connection, Deal(player, rules_id, deal_number, at, place, winnable=True)
            )
            for player in (challenge.challenger_id, challenge.opponent_id)
        ]
        race = replace(
            challenge,
            state=ChallengeState.RUNNING,
            deal_number=deal_number,
            challenger_game_id=first.id,
            opponent_game_id=second.id,
            deadline=at + challenge.time_limit,
        )
        await connection.execute(
            update(challenges)
            .where(*can_begin)
            .values(
                state=race.state,
                deal_number=race.deal_number,
                challenger_game_id=race.challenger_game_id,
                opponent_game_id=race.opponent_game_id,
                deadline=race.deadline,
            )
        )
    return race


async def close_challenge(
    database: Database, challenge_id: int, state: ChallengeState, at: datetime
) -> Challenge | None:
    """End a challenge that has not been accepted.

    Args:
        database: an open database.
        challenge_id: the challenge.
        state: declined, withdrawn or expired.
        at: the time.

    Returns:
        The closed challenge; None if it was not pending.

    Raises:
        StoreUnavailable: if the database fails.
    """
    values = {"state": state, "ended_at": at}
    return await _end(database, challenge_id, ChallengeState.PENDING, values)


async def finish_race(
    database: Database, challenge_id: int, ending: Ending, winner_id: int | None, at: datetime
) -> Challenge | None:
    """End a running race.

    Args:
        database: an open database.
        challenge_id: the challenge.
        ending: what decided the race.
        winner_id: the winner; None for a draw.
        at: the time.

    Returns:
        The finished race; None if it was not running.

    Raises:
        StoreUnavailable: if the database fails.
    """
    values = {
        "state": ChallengeState.FINISHED,
        "ending": ending,
        "winner_id": winner_id,
        "ended_at": at,
    }
    return await _end(database, challenge_id, ChallengeState.RUNNING, values)


async def overdue_challenges(database: Database, at: datetime) -> tuple[Challenge, ...]:
    """Open challenges and running races past their deadline, most overdue first, 25 at most.

    Raises:
        StoreUnavailable: if the database fails.
    """
    is_overdue = challenges.c.state.in_(_OPEN) & (challenges.c.deadline < at)
    return await _list(database, is_overdue, challenges.c.deadline)


async def unannounced_challenges(database: Database) -> tuple[Challenge, ...]:
    """Finished races and expired challenges not yet announced in their channel, longest ago first.

    Raises:
        StoreUnavailable: if the database fails.
    """
    challenge = challenges.c
    is_due = (
        challenge.announced_at.is_(None)
        & challenge.state.in_(_ANNOUNCED)
        & challenge.channel_id.is_not(None)
    )
    return await _list(database, is_due, challenge.deadline, MAX_UNANNOUNCED)


async def note_announcement(database: Database, challenge_id: int, at: datetime) -> None:
    """Note that a challenge's end was announced.

    Raises:
        StoreUnavailable: if the database fails.
    """
    statement = update(challenges).where(challenges.c.id == challenge_id).values(announced_at=at)
    async with database.transaction() as connection:
        await connection.execute(statement)


async def save_challenge_message(
    database: Database, challenge_id: int, message_id: int, *, before: int | None
) -> bool:
    """Save which message shows a challenge; False if another has taken the place of the one before.

    Raises:
        StoreUnavailable: if the database fails.
    """
    shown = challenges.c.message_id
    is_same = or_(shown.is_not_distinct_from(before), shown == message_id)
    statement = (
        update(challenges)
        .where(challenges.c.id == challenge_id, is_same)
        .values(message_id=message_id)
    )
    async with database.transaction() as connection:
        return (await connection.execute(statement)).rowcount == 1


async def _end(
    database: Database, challenge_id: int, state: ChallengeState, values: Mapping[str, object]
) -> Challenge | None:
    """End a challenge that is in a state."""
    statement = (
        update(challenges)
        .where(challenges.c.id == challenge_id, challenges.c.state == state)
        .values(**values)
        .returning(challenges)
    )
    async with database.transaction() as connection:
        row = (await connection.execute(statement)).mappings().one_or_none()
    return None if row is None else _challenge_from(row)


def _involves(player_id: int) -> ColumnElement[bool]:
    return or_(challenges.c.challenger_id == player_id, challenges.c.opponent_id == player_id)


async def _list(
    database: Database,
    condition: ColumnElement[bool],
    order: ColumnElement[object],
    limit: int = MAX_LISTED,
) -> tuple[Challenge, ...]:
    query = select(challenges).where(condition).order_by(order, challenges.c.id).limit(limit)
    async with database.transaction() as connection:
        return tuple(map(_challenge_from, (await connection.execute(query)).mappings()))


def _challenge_from(row: RowMapping) -> Challenge:
    return Challenge(
        id=row["id"],
        challenger_id=row["challenger_id"],
        opponent_id=row["opponent_id"],
        place=None if row["channel_id"] is None else Place(row["channel_id"], row["guild_id"]),
        rules_id=row["rules_id"],
        time_limit=row["time_limit_ms"],
        created_at=row["created_at"],
        deadline=row["deadline"],
        state=ChallengeState(row["state"]),
        deal_number=row["deal_number"],
        challenger_game_id=row["challenger_game_id"],
        opponent_game_id=row["opponent_game_id"],
        ending=None if row["ending"] is None else Ending(row["ending"]),
        winner_id=row["winner_id"],
        ended_at=row["ended_at"],
        message_id=row["message_id"],
    )
