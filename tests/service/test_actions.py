"""What an action logs: the move, and the safe moves that follow it."""

from __future__ import annotations

import engine
from bot.service.actions import play
from engine import Move
from tests.engine.positions import position


def test_safe_moves_follow_a_move_only_with_autoplay() -> None:
    board = position("phoenix", "2: KH QH", foundations="KS JH KD KC", rest="1")
    assert list(play(engine.Game(board), None, Move("2", "f2"), autoplay=True)) == ["2-f2", "2-f2"]
    assert list(play(engine.Game(board), None, Move("2", "f2"), autoplay=False)) == ["2-f2"]
