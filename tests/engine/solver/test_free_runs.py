"""The search for free runs agrees with brute force on small boards."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

import engine
from engine import CATALOGUE, Rules
from engine.board import Board
from engine.solver.fitting import fits_free_runs
from engine.solver.free_runs import driver, layout, search
from engine.solver.free_runs.encode import encode
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult
from tests.engine.brute_force import is_winnable
from tests.engine.late_boards import late_board
from tests.engine.positions import play
from tests.engine.solver.endings import shrunk
from tests.support.every_game import each_of
from tests.support.parameters import quick

FREE = [rules for rules in CATALOGUE.values() if fits_free_runs(rules)]


def run_search(board: Board, most: int = 100_000) -> SearchResult:
    """Search with ample time."""
    return search(board, Limits(max_states=most, max_seconds=60))


def test_it_fits_games_whose_runs_move_freely() -> None:
    names = {rules.id for rules in FREE}
    assert names >= {"saratoga", "cassim", "phoenix", "arizona", "klondike", "westcliff", "trigon"}
    assert not names & {"saxony", "freecell", "spider", "yukon", "whitehead", "thumb-and-pouch"}
    assert not names & {"easthaven", "golf", "black-hole", "penguin", "eight-off"}


@pytest.mark.slow
@each_of(FREE)
def test_it_agrees_with_brute_force(rules: Rules) -> None:
    outcomes: Counter[Outcome] = Counter()
    for seed in range(200):
        rng = random.Random(seed)
        lowest = rng.choice((8, 9, 10))
        board = late_board(
            shrunk(rules, rng.choice((1, 2, 2, 3)), cells=1, reserve=2),
            rng,
            (lowest, 11 if lowest < 10 else 12),
            hiding=0.5,
        )
        can = is_winnable(board)
        if can is not None:
            verdict = run_search(board)
            assert verdict.outcome is (Outcome.WON if can else Outcome.LOST), str(board)
            assert play(board, *verdict.moves).is_won == can
            outcomes[verdict.outcome] += 1
    assert min(outcomes[Outcome.WON], outcomes[Outcome.LOST]) >= 10, outcomes


@each_of(FREE)
def test_its_solutions_of_deals_win(rules: Rules) -> None:
    won = 0
    for number in range(1, 9):
        board = engine.deal(rules.id, number).board
        verdict = run_search(board, 200_000)
        if verdict.outcome is Outcome.WON:
            assert play(board, *verdict.moves).is_won
            won += 1
    assert won or rules.id == "trigon"


@pytest.mark.slow
def test_a_search_that_reaches_a_limit_is_undecided() -> None:
    verdict = run_search(engine.deal("saratoga", 3).board, 5)
    assert verdict == SearchResult(Outcome.UNKNOWN, (), 5)
    verdict = search(engine.deal("cassim", 1).board, Limits(max_states=10**9, max_seconds=0))
    assert verdict.outcome is Outcome.UNKNOWN


def test_it_is_deterministic() -> None:
    for number in range(1, 6):
        board = engine.deal("klondike-3", number).board
        assert run_search(board, 20_000) == run_search(board, 20_000)


def test_columns_are_not_emptied_for_nothing() -> None:
    """With columns emptied whenever possible, this search visits four times as many states."""
    result = run_search(engine.deal("vegas-3", 185).board)
    assert (result.outcome, result.states) == (Outcome.LOST, 194)


def test_states_with_whole_turns_more_on_the_waste_are_not_searched() -> None:
    """With them, this search visits 2,545 states."""
    result = run_search(engine.deal("klondike-3", 82).board)
    assert (result.outcome, result.states) == (Outcome.LOST, 1719)


@pytest.mark.parametrize(
    "game", quick(["saratoga", "saratoga-takeback", "klondike-3", "vegas-3"], 2)
)
@pytest.mark.parametrize("turn", quick([2, 3, 5]))
@pytest.mark.parametrize("redeals", [None, 1, 2])
def test_leaving_them_out_decides_the_same(game: str, turn: int, redeals: int | None) -> None:
    rules, outcomes, saved = CATALOGUE[game], Counter[Outcome](), 0
    assert rules.stock is not None
    rules = replace(rules, stock=replace(rules.stock, turn=turn, redeals=redeals))
    for seed in range(100):
        rng = random.Random(seed)
        board = late_board(shrunk(rules, rng.choice((1, 2, 2, 3)), cells=0, reserve=0), rng, (6, 9))
        encoded = encode(stocked(board, rng))
        assert encoded is not None
        tables, position = encoded
        pruned = driver.decide_encoded(tables, position, Limits(max_states=100_000))
        tables[layout.LOW_REST] = tables[layout.HIGH_REST] = -1
        whole = driver.decide_encoded(tables, position, Limits(max_states=100_000))
        assert pruned.outcome is whole.outcome
        saved += whole.states - pruned.states
        outcomes[pruned.outcome] += 1
    assert min(outcomes[Outcome.WON], outcomes[Outcome.LOST]) >= 10, outcomes
    assert saved > 0


def stocked(board: Board, rng: random.Random) -> Board:
    """A board with half of the tableau's cards in the stock instead."""
    stacks, compiled = list(map(list, board.stacks)), board.compiled
    for pile in compiled.tableau:
        for _ in range(len(stacks[pile.index]) // 2):
            stacks[compiled.stock].insert(0, stacks[pile.index].pop(0))
    rng.shuffle(stacks[compiled.stock])
    return Board(compiled, tuple(map(tuple, stacks)), board.redeals)


def test_a_beam_search_stops_in_time() -> None:
    encoded = encode(engine.deal("cassim", 10).board)
    assert encoded is not None
    assert driver.beam_search(*encoded, width=2_000, limits=Limits(max_seconds=0)) == ([], 0)
