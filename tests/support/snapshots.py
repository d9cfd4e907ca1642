"""Snapshots of games for tests that need no database."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import engine
from bot.models.contest_deals import ContestDeal, ContestKind, Terms
from bot.models.play import GameSnapshot, GameState
from engine import Board, Game
from rendering import Picture

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PICTURE = Picture(png=b"", width=1100, height=800, alt="A board.")


def snapshot_at(board: Board, state: GameState = GameState.PLAYING) -> GameSnapshot:
    """A snapshot of a board, with the highest numbers there can be."""
    return GameSnapshot(
        game_id=2**62,
        player=2**63 - 1,
        version=99_999,
        game=Game(board, engine.LAST_DEAL),
        deal_number=engine.LAST_DEAL,
        state=state,
        undos=0,
        elapsed=timedelta(hours=100),
        place=None,
        started_at=NOW,
        updated_at=NOW,
        finished_at=None,
    )


BOARD = engine.deal("phoenix", 7).board
PLAYED = engine.deal("phoenix", 7)
for _number in range(4):
    PLAYED.play(PLAYED.legal_moves()[0])
PLAYING = snapshot_at(BOARD)
STUCK = replace(snapshot_at(BOARD, GameState.STUCK), game=PLAYED)
OVER = replace(snapshot_at(BOARD, GameState.GIVEN_UP), game=PLAYED)
WON = snapshot_at(BOARD, GameState.WON)
RACE, TOURNAMENT, DAY = (
    ContestDeal(1, 1, kind, "headline", Terms(), NOW, None)
    for kind in (ContestKind.TABLE, ContestKind.GAMES, ContestKind.DAY)
)
