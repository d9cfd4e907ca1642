"""Aces Up: each sentence of its rules."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from tests.engine.positions import moves, play, position


def test_four_piles_of_one_card_are_dealt() -> None:
    board = engine.deal("aces-up", 7).board

    assert [len(board.piles[str(pile)]) for pile in range(1, 5)] == [1] * 4
    assert len(board.piles["s"]) == 48


def test_a_card_is_discarded_while_another_pile_shows_a_higher_one_of_its_suit() -> None:
    board = position("aces-up", "1: 9S 5H", "2: 8H", "3: 7D", "4: 4C KH")

    assert moves(board, target="f1") == {"1-f1", "2-f1"}
    assert moves(play(board, "1-f1"), source="1") == set()
    with pytest.raises(IllegalMove, match="7♦ cannot be discarded: no other pile shows a higher"):
        play(board, "3-f1")


def test_aces_are_high_and_stay() -> None:
    board = position("aces-up", "1: AS", "2: KS", "3: 2S", "4: QD")

    assert moves(board, target="f1") == {"2-f1", "3-f1"}


def test_the_top_card_of_any_pile_fills_an_empty_one_and_nothing_is_built() -> None:
    board = position("aces-up", "1: 9S 5H", "2: 4H", "3: 7D")

    assert moves(board, source="1") == {"1-4"}
    assert not moves(position("aces-up", "1: 5H", "2: 6S", "3: 7D", "4: 8C"), source="1")


def test_the_stock_deals_a_card_to_each_pile_twelve_times() -> None:
    board = position("aces-up", "1: 9S 5H", "2: 4H")
    board = play(board, "s")

    assert [len(board.piles[str(pile)]) for pile in range(1, 5)] == [3, 2, 1, 1]
    board = engine.deal("aces-up", 7).board
    board = play(board, *["s"] * 12)
    assert not board.piles["s"]
    assert not board.can_play_stock


def test_the_game_is_won_when_only_the_aces_are_left() -> None:
    board = position("aces-up", "1: AS 2D", "2: AH", "3: AD", "4: AC", rest="f1")

    assert board.status is Status.PLAYING
    assert play(board, "1-f1").status is Status.WON
