"""Finished games, for tests of results and statistics."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.models import ChallengeState, Ending, GameState, Place, Slot
from bot.store import Database, Deal, Step
from bot.store.games import append_steps, count_hint, count_odds, create_game
from bot.store.schema import challenges

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def play_to_the_end(
    database: Database,
    player: int,
    *,
    rules_id: str = "saratoga",
    deal: int = 1,
    won: bool = True,
    moves: int = 100,
    seconds: float = 60,
    undos: int = 0,
    hints: int = 0,
    odds: int = 0,
    day: date | None = None,
    slot: Slot = Slot.HEADLINE,
    guild: int | None = None,
    tournament_deal_id: int | None = None,
    goal_met: bool | None = None,
    at: datetime = NOON,
) -> int:
    """Play a game to its end.

    Returns:
        The id of the game.
    """
    place = Place(1, guild) if guild is not None else None
    stored = await create_game(
        database,
        Deal(
            player,
            rules_id,
            deal,
            at,
            place,
            day=day,
            slot=slot,
            tournament_deal_id=tournament_deal_id,
        ),
    )
    for _ in range(hints):
        await count_hint(database, stored.id)
    for _ in range(odds):
        await count_odds(database, stored.id)
    texts = ["undo"] * undos + ["s"] * max(moves - undos, 0) + ["s" if won else "give up"]
    states = [GameState.PLAYING] * (len(texts) - 1) + [GameState.WON if won else GameState.GIVEN_UP]
    await append_steps(
        database,
        *(
            Step(
                stored.id,
                n,
                action,
                at,
                state,
                min(moves, n + 1),
                timedelta(seconds=seconds),
                goal_met=goal_met,
                since=NOON,
            )
            for n, (action, state) in enumerate(zip(texts, states, strict=True))
        ),
    )
    return stored.id


async def save_race(
    database: Database, challenger: tuple[int, int], opponent: tuple[int, int], *, winner: int
) -> None:
    """Save a race that somebody won.

    Args:
        database: the database.
        challenger: the challenger and their game.
        opponent: the opponent and their game.
        winner: who of them won.
    """
    day = timedelta(days=1)
    async with database.transaction() as connection:
        await connection.execute(
            challenges.insert().values(
                challenger_id=challenger[0],
                opponent_id=opponent[0],
                rules_id="saratoga",
                time_limit_ms=day,
                created_at=NOON,
                deadline=NOON + day,
                state=ChallengeState.FINISHED,
                deal_number=1,
                challenger_game_id=challenger[1],
                opponent_game_id=opponent[1],
                ending=Ending.WON,
                winner_id=winner,
                ended_at=NOON,
            )
        )
