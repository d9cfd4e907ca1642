"""Beam searches win only what can be won, and what best-first search takes long to win."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from engine import CATALOGUE, Outcome, Rules, deal, solve
from engine.solver.general.beams import Beams
from engine.solver.general.beams.encode import fits
from engine.solver.general.weights import weights_of
from engine.solver.limits import Limits
from tests.engine.brute_force import is_winnable
from tests.engine.positions import play
from tests.engine.solver.endings import ending, shrunk
from tests.support.every_game import each_of

GAMES = each_of(filter(fits, CATALOGUE.values()))


@GAMES
def test_they_win_most_of_what_can_be_won_and_nothing_else(rules: Rules) -> None:
    found = Counter[tuple[bool, bool]]()
    for seed in range(30):
        rng = random.Random(seed)
        small = shrunk(rules, rng.choice((2, 3, 4)), rng.randint(0, 2), rng.randint(0, 2))
        board = ending(small, rng, rng.choice((4, 7, 10)))
        can = is_winnable(board, 300)
        if board.is_won or can is None:
            continue
        moves = Beams(board, weights_of(rules)[0]).search(
            Limits(max_states=100_000, max_seconds=1000), 0
        )
        assert play(board, *moves).is_won or not moves
        found[can, bool(moves)] += 1
    assert not found[False, True]
    assert found[True, True] >= 4 * found[True, False], found


@pytest.mark.parametrize("game", ["spider", "simple-simon", "nomad"])
def test_a_deal_is_won_that_best_first_search_alone_leaves_undecided(game: str) -> None:
    verdict = solve(deal(game, 3).board, max_states=100_000, max_seconds=math.inf)

    assert verdict.outcome is Outcome.WON


def test_no_more_states_are_visited_than_allowed() -> None:
    for most in (20_001, 25_000, 70_000):
        verdict = solve(deal("spider", 2).board, max_states=most, max_seconds=math.inf)
        assert verdict.states <= most


def test_a_board_is_won_on_which_a_whole_suit_still_lies() -> None:
    board, lying = deal("spider-1", 1).board, 0
    for move in solve(board, max_states=50_000, max_seconds=math.inf).moves:
        board = board.apply(move)
        if board.foundation_moves():
            lying += 1
            verdict = solve(board, max_states=50_000, max_seconds=math.inf)
            assert play(board, *verdict.moves).is_won
    assert lying == 8
