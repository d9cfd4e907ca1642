"""Phoenix: the rules of its source beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.board import Board
from tests.engine.positions import cards, moves, play, position


def board_of(*lines: str, foundations: str = "") -> Board:
    """A position with all other cards at the bottom of pile 6."""
    return position("phoenix", *lines, foundations=foundations, rest="6")


# Goal and setup


def test_there_is_no_stock_and_no_redeal() -> None:
    """Setup, No Stock, and No Redeal."""
    board = engine.deal("phoenix", 4).board
    assert "s" not in moves(board)
    with pytest.raises(IllegalMove, match="Phoenix has no stock"):
        play(board, "s")


# The reserve


def test_reserve_cards_move_one_at_a_time() -> None:
    """Reserve Usage: each is a pile of one."""
    board = board_of("1: 7S", "r1: 6H", "r2: 5S")
    with pytest.raises(IllegalMove, match="only 1 card"):
        play(board, "r1-1*2")
    assert play(board, "r1-1", "r2-1").piles["1"] == cards("7S 6H 5S")


# Empty tableau piles


def test_moving_a_whole_pile_to_an_empty_one_is_not_listed() -> None:
    """Settled: idle moves are no moves."""
    board = board_of("1: 6H 5S 4D")
    assert moves(board, "1", "2") == {"1-2", "1-2*2"}
    with pytest.raises(IllegalMove, match="only move all of pile 1"):
        play(board, "1-2*3")


def test_moving_a_single_reserve_card_is_not_idle() -> None:
    """Settled: idle is only what goes to a pile of the same kind."""
    assert moves(board_of("r1: 9D"), "r1") == {f"r1-{pile}" for pile in range(1, 6)}


def test_with_an_empty_tableau_the_game_goes_on_from_the_reserve() -> None:
    """Edge Cases: foundations and reserve are enough to continue."""
    board = position("phoenix", "r1: KS", "r2: QH", foundations="QS JH KD KC", rest="r3")
    assert board.piles["r3"] == cards("KH")
    assert board.status is Status.PLAYING
    assert play(board, "r1-f1", "r2-f2", "r3-f2").status is Status.WON


# The end


def test_the_game_goes_on_while_a_move_is_open() -> None:
    """Gameplay: as long as at least one is legal."""
    assert engine.deal("phoenix", 1).status is Status.PLAYING


def test_it_is_lost_when_no_move_is_left() -> None:
    """Lose Condition, and Edge Cases: cards outside the foundations and nothing to do."""
    board = board_of("1: 2S", "2: 4S", "3: 6S", "4: 8S", "5: TS", "6: QS", "r1: 2C", "r2: 4C")
    assert moves(board) == set()
    assert board.status is Status.STUCK


def test_a_card_that_could_come_back_keeps_the_game_going() -> None:
    columns = ["1: 6H", "2: 8C", "3: 8H", "4: TC", "5: TH", "6: QH"]
    reserve = [f"r{n}: {card}" for n, card in enumerate(["4H", "4D", "6D", "8D", "TD"], start=1)]
    board = position("phoenix-takeback", *columns, *reserve, foundations="5S", rest="5")
    assert moves(board) == {"f1-1"}
    assert board.status is Status.PLAYING
    assert (
        position("phoenix", *columns, *reserve, foundations="5S", rest="5").status is Status.STUCK
    )
