"""How races and games know of one another: which game is raced on, and which step decides it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import case, exists, or_, update

from bot.models import ChallengeState, Ending, GameState
from bot.store.records import Step
from bot.store.schema import challenges, games

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


is_raced: Final = (
    exists()
    .where(
        or_(challenges.c.challenger_game == games.c.id, challenges.c.opponent_game == games.c.id),
        challenges.c.state == ChallengeState.RUNNING,
    )
    .label("raced")
)
"""Whether a game is part of a race that runs, as a column of a query of games."""


async def settle_race(connection: AsyncConnection, step: Step) -> None:
    """Decide the race that a game just ended belongs to, if there is one and it still runs.

    Who wins their game first has won the race, and who gives theirs up has lost it. After the
    deadline neither is of any effect: then what counts is how the games stood at the deadline.

    Args:
        connection: the transaction.
        step: the step that ended the game.
    """
    race = challenges.c
    mine = race.challenger_game == step.game_id
    won = step.state is GameState.WON
    if won:
        winner = case((mine, race.challenger_id), else_=race.opponent_id)
    else:
        winner = case((mine, race.opponent_id), else_=race.challenger_id)
    await connection.execute(
        update(challenges)
        .where(
            or_(mine, race.opponent_game == step.game_id),
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
