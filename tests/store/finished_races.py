"""Races between two players, for tests of ratings."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.models import Challenge, ChallengeState, Ending, Place
from bot.store import Database
from bot.store.challenges import (
    begin_race,
    create_challenge,
    finish_race,
    note_announcement,
)
from tests.store.finished_games import NOON

GUILD: Final = 6
_HOUR: Final = timedelta(hours=1)


async def start_race(
    database: Database, first: int, second: int, *, guild: int | None = GUILD, hours: float = 24
) -> Challenge:
    """Start a race at noon."""
    challenge = Challenge(
        id=0,
        challenger_id=first,
        opponent_id=second,
        place=Place(5, guild),
        rules_id="saratoga",
        time_limit=hours * _HOUR,
        created_at=NOON,
        deadline=NOON + _HOUR,
        state=ChallengeState.PENDING,
    )
    created = await create_challenge(database, challenge, limit=99)
    assert created is not None
    race = await begin_race(database, created.id, 42, NOON)
    assert race is not None
    return race


async def run_race(
    database: Database,
    first: int,
    second: int,
    winner: int | None,
    *,
    guild: int | None = GUILD,
    hours: float = 1,
) -> int:
    """A race that began at noon and ended hours later; its id."""
    race = await start_race(database, first, second, guild=guild)
    # No channel is to be told.
    await note_announcement(database, race.id, NOON)
    ending = Ending.DRAW if winner is None else Ending.WON
    await finish_race(database, race.id, ending, winner, NOON + hours * _HOUR)
    return race.id
