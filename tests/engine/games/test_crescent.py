"""Crescent: its rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from tests.engine.positions import cards, moves, play, position

ENDS = "AS AH AD AC KS KH KD KC"


def test_aces_and_kings_start_the_foundations_and_sixteen_piles_of_six_are_dealt() -> None:
    board = engine.deal("crescent", 7).board

    assert tuple(board.piles[f"f{pile}"][0] for pile in range(1, 9)) == cards(ENDS)
    assert [len(board.piles[str(pile)]) for pile in range(1, 17)] == [6] * 16


def test_foundations_go_up_from_aces_and_down_from_kings_and_give_cards_back() -> None:
    board = position(
        "crescent", "f1: AS 2S", "f5: KS QS", "1: 3S", "2: JS", "3: TS", "4: KS", rest="16"
    )

    assert "1-f1" in moves(board)
    assert "2-f5" in moves(board)
    assert moves(board, source="f5") == {"f5-2", "f5-4"}
    assert not moves(board, source="f5", target="f1")


def test_three_times_the_bottom_cards_come_to_the_top() -> None:
    board = engine.deal("crescent", 7).board
    before = board.piles["1"]

    assert play(board, "s").piles["1"] == before[1:] + before[:1]
    with pytest.raises(IllegalMove, match="no redeals left"):
        play(board, "s", "s", "s", "s")
