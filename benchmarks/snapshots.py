"""Games as services return them, to measure with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from bot.models.play import GameSnapshot, GameState
from engine import Game

_BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)


def snapshot_of(game: Game) -> GameSnapshot:
    """An unfinished game of the first player."""
    return GameSnapshot(
        game_id=game.number or 0,
        player=1,
        version=len(game.moves),
        game=game,
        deal_number=game.number or 0,
        state=GameState.PLAYING,
        undos=0,
        elapsed=timedelta(),
        place=None,
        started_at=_BEGAN,
        updated_at=_BEGAN,
        finished_at=None,
    )
