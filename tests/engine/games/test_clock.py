"""Clock: each sentence of its rules."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Outcome, Status
from engine.solver import solve
from tests.engine.positions import moves, play


def test_thirteen_piles_of_four_lie_face_down_but_the_top_card_in_the_middle() -> None:
    board = engine.deal("clock", 7).board
    tableau = board.compiled.tableau

    assert [len(board.stacks[pile.index]) for pile in tableau] == [4] * 13
    assert [board.face_down(pile) for pile in tableau] == [4] * 12 + [3]


def test_a_card_that_is_taken_away_turns_up_one_at_the_hour_of_its_rank() -> None:
    board = engine.deal("clock", 7).board
    top = board.piles["13"][-1]

    assert moves(board) == {"13-f1"}
    board = play(board, "13-f1")
    assert board.piles["f1"] == (top,)
    assert moves(board) == {f"{int(top.rank)}-f1"}
    assert board.face_down(board.compiled.tableau[12]) == 3
    with pytest.raises(IllegalMove, match="No card of pile 13 is face up"):
        play(board, "13-f1")


def test_there_is_never_a_choice_and_the_fourth_king_decides() -> None:
    won = 0
    for number in range(1, 131):
        board = engine.deal("clock", number).board
        while board.status is Status.PLAYING:
            (move,) = board.legal_moves()
            board = board.apply(move)
        kings = [card for card in board.piles["f1"] if card.rank == 13]
        assert len(kings) == 4
        assert board.piles["f1"][-1].rank == 13
        assert (board.status is Status.WON) == (len(board.piles["f1"]) == 52)
        won += board.status is Status.WON
    # One in thirteen is ten.
    assert 4 <= won <= 18


def test_the_solver_decides_every_deal() -> None:
    boards = [engine.deal("clock", number).board for number in range(1, 31)]
    outcomes = [solve(board, max_seconds=600).outcome for board in boards]

    assert set(outcomes) == {Outcome.WON, Outcome.LOST}
