"""Thirty: its rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, InvalidBoard, InvalidMove, Status
from engine.shuffle import shuffled
from tests.engine.positions import moves, play, position

GAME = "thirty"


def test_the_short_deck_is_dealt_to_five_piles_of_six_and_a_reserve_of_two() -> None:
    board = engine.deal(GAME, 7).board
    order = [card for card in shuffled(7) if card.rank <= 8]

    assert [board.piles[str(pile)] for pile in range(1, 6)] == [
        tuple(order[pile:30:5]) for pile in range(5)
    ]
    assert [board.piles[name][0] for name in ("r1", "r2")] == order[30:]
    assert set(board.piles) == {*"12345", "r1", "r2", "f1", "f2", "f3", "f4"}


def test_runs_are_built_down_regardless_of_suit_and_move_in_any_part() -> None:
    board = position(GAME, "1: 7S 6H 5D", "2: 6C", "3: 8D", "4: 3S", "5: 3C", rest="4")

    assert moves(board, source="1") == {"1-2", "1-3*3"}


def test_any_card_or_run_fills_an_empty_pile_and_the_reserve_takes_nothing() -> None:
    board = position(GAME, "1: 3C 7S 6H", "r1: 4D", rest="2")

    assert {"1-3", "1-3*2", "r1-3"} <= moves(board)
    with pytest.raises(IllegalMove, match="You cannot play cards into reserve r2"):
        play(board, "1-r2")


def test_the_game_is_won_when_the_eights_are_on_the_foundations() -> None:
    board = position(GAME, "1: 8C", foundations="8S 8H 8D 7C", rest="1")

    assert play(board, "1-f4").status is Status.WON
    assert engine.solve(board, max_seconds=600).moves == (engine.Move("1", "f4"),)


def test_a_card_of_the_ranks_left_out_is_none_of_its_cards() -> None:
    board = engine.deal(GAME, 7).board

    with pytest.raises(InvalidBoard, match="9S is none of the cards of Thirty"):
        engine.parse_board(GAME, f"{board}\n".replace("1: ", "1: 9S ", 1))
    with pytest.raises((IllegalMove, InvalidMove), match=r"9♠ (is not in this game|has nowhere)"):
        board.parse_move("9s 1")
