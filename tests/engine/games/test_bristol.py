"""Bristol: its rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from engine.automatic import can_finish
from engine.cards import Rank
from tests.engine.positions import cards, moves, play, position


def test_eight_fans_of_three_are_dealt_with_kings_beneath_and_three_cards_to_the_reserve() -> None:
    board = engine.deal("bristol", 7).board

    assert [len(board.piles[str(pile)]) for pile in range(1, 9)] == [3] * 8
    assert [len(board.piles[f"r{pile}"]) for pile in range(1, 4)] == [1] * 3
    assert len(board.piles["s"]) == 25
    for number in range(1, 50):
        board = engine.deal("bristol", number).board
        for pile in range(1, 9):
            is_king = [card.rank is Rank.KING for card in board.piles[str(pile)]]
            assert is_king == sorted(is_king, reverse=True)


def test_foundations_are_built_up_regardless_of_suit_and_keep_their_cards() -> None:
    board = position("bristol", "1: 2C", "2: AH", "3: 3D", "4: AS")
    board = play(board, "2-f1", "4-f2", "1-f1", "3-f1")

    assert board.piles["f1"] == cards("AH 2C 3D")
    assert board.piles["f2"] == cards("AS")
    assert not moves(board, source="f1")
    with pytest.raises(IllegalMove, match="takes a four next, not 9"):
        play(position("bristol", "f1: AS 2H 3D", "1: 9C"), "1-f1")


def test_the_tableau_is_built_down_regardless_of_suit_card_by_card() -> None:
    board = position("bristol", "1: KD 9S 8S", "2: 9D", "r1: 8C")

    assert moves(board, target="2") == {"1-2", "r1-2"}


def test_the_stock_deals_a_card_to_each_reserve_pile_and_the_last_one_to_the_first() -> None:
    board = engine.deal("bristol", 7).board
    stock = board.piles["s"]

    board = play(board, "s")
    assert board.piles["r2"][-1] == stock[-2]
    board = play(board, *["s"] * 8)
    assert [len(board.piles[f"r{pile}"]) for pile in range(1, 4)] == [10, 9, 9]
    assert not board.can_play_stock
    assert not moves(board, target="r1")


def test_the_game_finishes_itself_once_the_stock_is_dealt_and_the_rest_follows() -> None:
    high = {suit: " ".join(rank + suit for rank in "A23456789TJ") for suit in "SHDC"}
    up = [f"f{n}: {high[suit]}" for n, suit in enumerate("SHDC", 1)]

    assert can_finish(position("bristol", *up, "1: KS KH QS QH", "r1: KD KC QD QC"))
    assert not can_finish(position("bristol", *up, "1: QS QH KS KH", "r1: QD QC KD KC"))
    assert not can_finish(position("bristol", *up, "1: KS KH QS QH", "r1: KD KC QD"))
