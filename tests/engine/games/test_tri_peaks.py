"""Tri Peaks: every sentence of its rules."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.shuffle import shuffled
from tests.engine.positions import moves, play, position

GAME = "tri-peaks"


def test_three_peaks_lie_face_down_on_a_row_of_ten() -> None:
    board = engine.deal(GAME, 7).board
    order = shuffled(7)

    assert [board.piles[str(pile)][0] for pile in range(1, 29)] == list(order[:28])
    assert board.hidden[:28] == (1,) * 18 + (0,) * 10
    assert board.piles["f1"] == (order[28],)
    assert board.piles["s"][::-1] == order[29:]


def test_each_card_of_a_peak_lies_beneath_two_and_inner_ones_hold_two_up() -> None:
    covering = engine.rules_of(GAME).tableau.covered_by

    assert covering[:3] == ((4, 5), (6, 7), (8, 9))
    assert covering[3:5] == ((10, 11), (11, 12))
    assert covering[9] == (19, 20)
    assert covering[17] == (27, 28)


def test_free_cards_a_rank_above_or_below_go_and_king_and_ace_meet() -> None:
    board = position(GAME, "19: KS", "20: 2H", "21: 3D", "10: (2C)", "f1: AH", rest="s")

    assert moves(board) == {"19-f1", "20-f1", "s"}
    with pytest.raises(IllegalMove, match="3♦ does not go onto A♥"):
        play(board, "21-f1")


def test_a_card_is_turned_up_when_both_on_it_have_gone() -> None:
    board = position(GAME, "10: (4C)", "19: 2S", "20: 3H", "f1: AH", rest="s")
    assert str(play(board, "19-f1")).startswith("10: ??")

    board = play(board, "19-f1", "20-f1")

    assert str(board).startswith("10: 4C")
    assert play(board, "10-f1").status is Status.WON


def test_the_stock_deals_once_to_the_foundation() -> None:
    board = engine.deal(GAME, 7).board
    stock = board.piles["s"]

    board = play(board, *["s"] * 23)

    assert board.piles["f1"][1:] == stock[::-1]
    with pytest.raises(IllegalMove, match="The stock is empty"):
        play(board, "s")
