"""The solver's tasks, run in this process."""

from __future__ import annotations

import random

import pytest

from bot.service.solver.tasks import find_losing_move, find_winnable, is_winnable
from engine import Game, deal
from engine.solver import Outcome, solve


def random_game(deal_number: int) -> Game:
    """A game of Phoenix with moves played at random."""
    game, rng = deal("phoenix", deal_number), random.Random(deal_number)
    for _ in range(25):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(rng.choice(moves))
    return game


@pytest.mark.parametrize("deal_number", range(1, 25))
def test_bisection_finds_the_losing_move_that_a_full_search_finds(deal_number: int) -> None:
    boards = random_game(deal_number).boards
    outcomes = [solve(board).outcome for board in boards]
    assert Outcome.UNKNOWN not in outcomes
    analysis = find_losing_move(boards, 30.0)
    assert analysis.verdict.outcome is outcomes[-1]
    if outcomes[-1] is Outcome.LOST:
        assert analysis.lost == outcomes.index(Outcome.LOST)
        won = [n for n, outcome in enumerate(outcomes) if outcome is Outcome.WON]
        assert analysis.winnable == (won[-1] if won else None)
    else:
        assert (analysis.winnable, analysis.lost) == (None, None)


@pytest.mark.parametrize("deal_number", range(1, 25))
def test_the_line_wins_from_the_last_winnable_board(deal_number: int) -> None:
    boards = random_game(deal_number).boards
    analysis = find_losing_move(boards, 30.0)
    at = analysis.winnable if analysis.verdict.outcome is Outcome.LOST else len(boards) - 1
    if at is None:
        assert not analysis.line
        return
    board = boards[at]
    for move in analysis.line:
        assert board.is_legal(move)
        board = board.apply(move)
    assert board.is_won


def test_the_first_winnable_deal_is_found() -> None:
    deal_numbers = [7, 3, 813]
    outcomes = [is_winnable("phoenix", deal_number, 10.0) for deal_number in deal_numbers]
    assert outcomes == [False, False, True]
    assert find_winnable("phoenix", deal_numbers, 10.0) == 813
    assert find_winnable("phoenix", deal_numbers[:2], 10.0) is None
