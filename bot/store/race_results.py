"""The link between games and races: which games are raced, and which step decides a race."""

from __future__ import annotations

from typing import Final

from sqlalchemy import case, exists, or_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import ChallengeState, Ending, GameState
from bot.store.records import Step
from bot.store.schema import challenges, games

is_raced: Final = (
    exists()
    .where(
        or_(
            challenges.c.challenger_game_id == games.c.id,
            challenges.c.opponent_game_id == games.c.id,
        ),
        challenges.c.state == ChallengeState.RUNNING,
    )
    .label("raced")
)
"""Whether a game belongs to a running race, as a column of a query of games."""


async def record_race_result(connection: AsyncConnection, step: Step) -> None:
    """Decide the running race that a finished game belongs to, if there is one.

    The first to win their game wins the race; giving up loses it. Steps after the deadline decide
    nothing: what counts then is how the games stood at the deadline.

    Args:
        connection: the transaction.
        step: the step that finished the game.
    """
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
