"""Challenges and races: asking, answering, beginning, ending, and telling how they ended.

Every change names the state that it leads out of, so that of two that come at once one is made.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from sqlalchemy import and_, func, or_, select, update

from bot.models import Challenge, ChallengeState, Ending, Place
from bot.store.race_results import is_raced
from bot.store.records import Deal
from bot.store.schema import challenges, games
from bot.store.store import insert_game

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, RowMapping
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.store import Database

_OPEN: Final = (ChallengeState.ASKED, ChallengeState.RUNNING)
_TOLD: Final = (ChallengeState.FINISHED, ChallengeState.EXPIRED)
_LONGEST_LIST: Final = 25


async def ask_challenge(store: Database, asked: Challenge, *, most: int) -> Challenge | None:
    """Keep a challenge, unless the challenger has too many already or one to the same player.

    Args:
        store: an open store.
        asked: the challenge; its number is given here.
        most: how many of the challenger's may wait for an answer.

    Returns:
        The challenge as it was kept; None when it was not.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    waiting = select(func.count()).where(
        challenges.c.challenger_id == asked.challenger_id,
        challenges.c.state == ChallengeState.ASKED,
    )
    insert = (
        store.dialect.insert(challenges)
        .values(
            challenger_id=asked.challenger_id,
            opponent_id=asked.opponent_id,
            guild_id=asked.place.guild_id if asked.place else None,
            channel_id=asked.place.channel_id if asked.place else None,
            game=asked.rules_id,
            lasts_ms=asked.time_limit,
            asked_at=asked.asked_at,
            deadline=asked.deadline,
            state=ChallengeState.ASKED,
        )
        .on_conflict_do_nothing()
        .returning(challenges)
    )
    async with store.transaction() as connection:
        if (await connection.execute(waiting)).scalar_one() >= most:
            return None
        row = (await connection.execute(insert)).mappings().one_or_none()
    return None if row is None else challenge_from(row)


async def challenge(store: Database, challenge_id: int) -> Challenge | None:
    """A challenge; None when there is none of that number.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    async with store.transaction() as connection:
        return await _first(connection, challenges.c.id == challenge_id)


async def open_challenges(store: Database, player_id: int) -> tuple[Challenge, ...]:
    """The challenges that a player asked or was asked and that are open, the newest first.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    kept = challenges.c
    concerned = or_(kept.challenger_id == player_id, kept.opponent_id == player_id)
    return await _many(store, and_(concerned, kept.state.in_(_OPEN)), newest_first=True)


async def last_races(store: Database, player_id: int, *, most: int) -> tuple[Challenge, ...]:
    """The races of a player that are over, the one that was asked for last first.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    kept = challenges.c
    concerned = or_(kept.challenger_id == player_id, kept.opponent_id == player_id)
    over = and_(concerned, kept.state == ChallengeState.FINISHED)
    return await _many(store, over, newest_first=True, most=most)


async def begin_race(
    store: Database, challenge_id: int, number: int, at: datetime
) -> Challenge | None:
    """Deal both players the same deal, and let the race run from now on.

    The games lie beside their players' tables.

    Args:
        store: an open store.
        challenge_id: the challenge.
        number: the number of the deal, which is proven winnable.
        at: the time.

    Returns:
        The race; None when the challenge cannot be accepted any more.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    kept = challenges.c
    can_begin = and_(
        kept.id == challenge_id, kept.state == ChallengeState.ASKED, kept.deadline >= at
    )
    async with store.transaction() as connection:
        # Locks the row where more than one connection may be at work.
        query = select(challenges).where(can_begin).with_for_update()
        row = (await connection.execute(query)).mappings().one_or_none()
        if row is None:
            return None
        asked = challenge_from(row)
        first, second = [
            await insert_game(
                connection, Deal(player, asked.rules_id, number, at, asked.place, winnable=True)
            )
            for player in (asked.challenger_id, asked.opponent_id)
        ]
        race = replace(
            asked,
            state=ChallengeState.RUNNING,
            deal_number=number,
            challenger_game_id=first.id,
            opponent_game_id=second.id,
            deadline=at + asked.time_limit,
        )
        await connection.execute(
            update(challenges)
            .where(can_begin)
            .values(
                state=race.state,
                number=race.deal_number,
                challenger_game=race.challenger_game_id,
                opponent_game=race.opponent_game_id,
                deadline=race.deadline,
            )
        )
    return race


async def close_challenge(
    store: Database, challenge_id: int, state: ChallengeState, at: datetime
) -> Challenge | None:
    """End a challenge that nobody has accepted.

    Args:
        store: an open store.
        challenge_id: the challenge.
        state: declined, withdrawn or expired.
        at: the time.

    Returns:
        The challenge as it ended; None when it was not waiting for an answer.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    ended = {"state": state, "ended_at": at}
    return await _change(store, challenge_id, ChallengeState.ASKED, ended)


async def finish_race(
    store: Database, challenge_id: int, ending: Ending, winner_id: int | None, at: datetime
) -> Challenge | None:
    """End a race that runs.

    Args:
        store: an open store.
        challenge_id: the challenge.
        ending: what decided it.
        winner_id: who won it; None for nobody.
        at: the time.

    Returns:
        The race as it ended; None when it did not run.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    ended = {
        "state": ChallengeState.FINISHED,
        "ending": ending,
        "winner_id": winner_id,
        "ended_at": at,
    }
    return await _change(store, challenge_id, ChallengeState.RUNNING, ended)


async def overdue_challenges(store: Database, at: datetime) -> tuple[Challenge, ...]:
    """Open challenges whose deadline has passed, the most overdue first: 25 at the most.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    kept = challenges.c
    return await _many(store, and_(kept.state.in_(_OPEN), kept.deadline < at))


async def is_racing(store: Database, game_id: int) -> bool:
    """Whether a game belongs to a race that runs.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    async with store.transaction() as connection:
        raced = await connection.execute(
            select(is_raced).select_from(games).where(games.c.id == game_id)
        )
        return bool(raced.scalar_one_or_none())


async def untold_challenges(store: Database) -> tuple[Challenge, ...]:
    """Races that finished and challenges that expired in a channel that was not told: 25 at most.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    kept = challenges.c
    return await _many(
        store, and_(kept.told_at.is_(None), kept.state.in_(_TOLD), kept.channel_id.is_not(None))
    )


async def claim_telling(store: Database, challenge_id: int, at: datetime) -> bool:
    """Take it upon oneself to tell how a challenge ended.

    Returns:
        Whether nobody else had.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    kept = challenges.c
    claim = (
        update(challenges).where(kept.id == challenge_id, kept.told_at.is_(None)).values(told_at=at)
    )
    async with store.transaction() as connection:
        return (await connection.execute(claim)).rowcount == 1


async def release_telling(store: Database, challenge_id: int) -> None:
    """Leave it to another time to tell how a challenge ended.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    release = update(challenges).where(challenges.c.id == challenge_id).values(told_at=None)
    async with store.transaction() as connection:
        await connection.execute(release)


async def _change(
    store: Database, challenge_id: int, state: ChallengeState, values: Mapping[str, object]
) -> Challenge | None:
    changed = (
        update(challenges)
        .where(challenges.c.id == challenge_id, challenges.c.state == state)
        .values(**values)
        .returning(challenges)
    )
    async with store.transaction() as connection:
        row = (await connection.execute(changed)).mappings().one_or_none()
    return None if row is None else challenge_from(row)


async def _many(
    store: Database,
    condition: ColumnElement[bool],
    *,
    newest_first: bool = False,
    most: int = _LONGEST_LIST,
) -> tuple[Challenge, ...]:
    kept = challenges.c
    order = kept.id.desc() if newest_first else kept.deadline
    query = select(challenges).where(condition).order_by(order, kept.id).limit(most)
    async with store.transaction() as connection:
        return tuple(map(challenge_from, (await connection.execute(query)).mappings()))


async def _first(connection: AsyncConnection, condition: ColumnElement[bool]) -> Challenge | None:
    query = select(challenges).where(condition).limit(1)
    row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else challenge_from(row)


def challenge_from(row: RowMapping) -> Challenge:
    """A challenge as it is kept."""
    return Challenge(
        id=row["id"],
        challenger_id=row["challenger_id"],
        opponent_id=row["opponent_id"],
        place=None if row["channel_id"] is None else Place(row["channel_id"], row["guild_id"]),
        rules_id=row["game"],
        time_limit=row["lasts_ms"],
        asked_at=row["asked_at"],
        deadline=row["deadline"],
        state=ChallengeState(row["state"]),
        deal_number=row["number"],
        challenger_game_id=row["challenger_game"],
        opponent_game_id=row["opponent_game"],
        ending=None if row["ending"] is None else Ending(row["ending"]),
        winner_id=row["winner_id"],
        ended_at=row["ended_at"],
    )
