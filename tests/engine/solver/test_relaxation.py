"""Positions that are lost in a relaxed game are lost, and cut proofs of losses short."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

import engine
from engine import CATALOGUE, Outcome, Rules
from engine.dealing import opening
from engine.rules import SuitRule
from engine.solver.fitting import fits_free_runs
from engine.solver.free_runs import driver
from engine.solver.free_runs.encode import encode
from engine.solver.free_runs.relaxation import is_lost_relaxed, relaxed_games
from engine.solver.limits import Limits
from tests.engine.late_boards import late_board
from tests.engine.solver.endings import shrunk
from tests.engine.solver.test_free_runs import stocked
from tests.support.every_game import each_of
from tests.support.parameters import quick


def has_relaxed_games(rules: Rules) -> bool:
    encoded = encode(opening(rules, 1)) if fits_free_runs(rules) else None
    return encoded is not None and len(relaxed_games(encoded[0]).tables) > 0


@pytest.mark.slow
@each_of(filter(has_relaxed_games, CATALOGUE.values()))
def test_no_position_on_the_way_to_a_win_is_lost_in_a_relaxed_game(rules: Rules) -> None:
    for number in (1, 2, 3):
        board = opening(rules, number)
        for move in engine.solve(board, max_states=20_000, max_seconds=60).moves:
            encoded = encode(board)
            assert encoded is not None
            tables, position = encoded
            lost = is_lost_relaxed(*relaxed_games(tables), position)
            assert not lost, board.text(reveal=True)
            board = board.apply(move)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "number", "least", "most"),
    [("saratoga", 1360, 1_000_000, 10_000), ("casino-klondike", 327, 200_000, 10_000)],
)
def test_few_states_prove_a_loss_that_otherwise_takes_many(
    game: str, number: int, least: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = opening(CATALOGUE[game], number)
    found = driver.decide(board, Limits(max_seconds=60))
    assert (found.outcome, found.states <= most) == (Outcome.LOST, True), found.states
    monkeypatch.setattr(driver, "_RELAXED_AFTER", 10**9)
    found = driver.decide(board, Limits(max_seconds=60))
    assert (found.outcome, found.states >= least) == (Outcome.LOST, True), found.states


@pytest.mark.parametrize("suits", SuitRule)
@pytest.mark.parametrize(
    "game", quick(["saratoga", "saratoga-takeback", "vegas-3", "casino-klondike"])
)
def test_relaxed_games_leave_each_verdict_as_it_is(
    game: str, suits: SuitRule, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, outcomes = CATALOGUE[game], Counter[Outcome]()
    assert rules.tableau.build is not None
    rules = replace(
        rules, tableau=replace(rules.tableau, build=replace(rules.tableau.build, suits=suits))
    )
    if not fits_free_runs(rules):
        pytest.skip("its runs do not move freely")
    for seed in range(60):
        rng = random.Random(seed)
        board = late_board(shrunk(rules, rng.choice((1, 2, 2, 3)), cells=0, reserve=0), rng, (6, 9))
        board = stocked(board, rng)
        monkeypatch.setattr(driver, "_RELAXED_AFTER", 0)
        relaxed = driver.decide(board, Limits(max_states=100_000, max_seconds=60))
        monkeypatch.setattr(driver, "_RELAXED_AFTER", 10**9)
        found = driver.decide(board, Limits(max_states=100_000, max_seconds=60))
        assert relaxed.outcome is found.outcome
        outcomes[found.outcome] += 1
    assert min(outcomes[Outcome.WON], outcomes[Outcome.LOST]) >= 3, outcomes
