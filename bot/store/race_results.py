"""The link between games and races: which games are raced, and which step decides a race."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, Exists, and_, case, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import ChallengeState, Ending, GameState, RacerOutcome, RaceState
from bot.store.racers import load_race, record_outcome
from bot.store.records import Step
from bot.store.schema import challenges, games, racers, races


def _races_where(condition: ColumnElement[bool]) -> Exists:
    """Whether a game belongs to a race for many that meets a condition."""
    return exists().where(racers.c.game_id == games.c.id, racers.c.race_id == races.c.id, condition)


is_raced: Final = or_(
    exists().where(
        or_(
            challenges.c.challenger_game_id == games.c.id,
            challenges.c.opponent_game_id == games.c.id,
        ),
        challenges.c.state == ChallengeState.RUNNING,
    ),
    _races_where(races.c.state == RaceState.RUNNING),
).label("raced")
"""Whether a game belongs to a running race, as a column of a query of games."""

is_raced_with_hints: Final = _races_where(and_(races.c.state == RaceState.RUNNING, races.c.hints))
"""The condition that a game belongs to a running race that allows hints."""


async def record_race_result(connection: AsyncConnection, step: Step) -> None:
    """Record a finished game in the running race that it belongs to, if there is one.

    Steps after the deadline count for nothing: what counts then is how the games stood at the
    deadline.

    Args:
        connection: the transaction.
        step: the step that finished the game.
    """
    await _decide_challenge(connection, step)
    await _record_racer(connection, step)


async def _decide_challenge(connection: AsyncConnection, step: Step) -> None:
    """Decide a race of two: the first to win their game wins it; giving up loses it."""
    race = challenges.c
    is_challenger = race.challenger_game_id == step.game_id
    won = step.state is GameState.WON
    if won:
        winner = case((is_challenger, race.challenger_id), else_=race.opponent_id)
    else:
        winner = case((is_challenger, race.opponent_id), else_=race.challenger_id)
    await connection.execute(
        update(challenges)
        .where(
            or_(is_challenger, race.opponent_game_id == step.game_id),
            race.state == ChallengeState.RUNNING,
            race.deadline >= step.at,
        )
        .values(
            state=ChallengeState.FINISHED,
            ending=Ending.WON if won else Ending.FORFEIT,
            winner_id=winner,
            ended_at=step.at,
        )
    )


async def _record_racer(connection: AsyncConnection, step: Step) -> None:
    """Record how a race for many went for one of its players, and end it if they are the last."""
    race_ids = select(racers.c.race_id).where(racers.c.game_id == step.game_id)
    race_id = (await connection.execute(race_ids)).scalar_one_or_none()
    race = None if race_id is None else await load_race(connection, race_id, lock=True)
    if race is None or race.state is not RaceState.RUNNING or race.deadline < step.at:
        return
    outcome = RacerOutcome.WON if step.state is GameState.WON else RacerOutcome.GIVEN_UP
    for racer in race.racers:
        if racer.game_id == step.game_id and racer.outcome is None:
            await record_outcome(connection, race, racer, outcome, step.at)
