"""The solver's interface: what a verdict promises."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine import Outcome, Status
from engine.rules import Build, MoveUnit, Piles, SuitRule
from engine.solver.free_runs import driver, layout
from engine.solver.verdict import SearchResult
from tests.declared import declare
from tests.engine.positions import play, position

PROJECT = Path(__file__).parents[3]

COUNTING = """
import json, sys, engine
print(json.dumps([
    [v.outcome.value, v.states, [str(move) for move in v.moves]]
    for game, deal, most in json.loads(sys.argv[1])
    for v in [engine.solve(engine.deal(game, deal).board, max_states=most, max_seconds=600)]
]))
"""


def run(code: str, *words: str, **environment: str) -> str:
    """The output of a program in a Python process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=PROJECT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", ["saratoga", "klondike", "cassim", "phoenix", "arizona"])
def test_a_won_deal_comes_with_a_legal_solution(game: str) -> None:
    won = 0
    for number in range(1, 6):
        board = engine.deal(game, number).board
        verdict = engine.solve(board, max_states=100_000)
        if verdict.outcome is Outcome.WON:
            assert play(board, *verdict.moves).is_won
            won += 1
    assert won


def test_a_won_board_needs_no_moves() -> None:
    board = play(position("phoenix", "1: KH", foundations="KS QH KD KC", rest="1"), "1-f2")
    verdict = engine.solve(board)
    assert (verdict.outcome, verdict.moves, verdict.states) == (Outcome.WON, (), 0)


def test_a_deal_that_cannot_be_won_is_lost_even_if_many_moves_are_left() -> None:
    board = engine.deal("phoenix", 1).board
    assert board.status is Status.PLAYING
    verdict = engine.solve(board)
    assert (verdict.outcome, verdict.moves) == (Outcome.LOST, ())
    assert verdict.states > 1


def test_a_search_that_reaches_a_limit_is_undecided() -> None:
    board = engine.deal("saratoga", 3).board
    assert engine.solve(board, max_states=3).outcome is Outcome.UNKNOWN
    assert engine.solve(board, max_seconds=0).outcome is Outcome.UNKNOWN


def test_a_game_with_more_columns_than_its_search_knows_is_searched_by_another() -> None:
    columns = Piles(deal=(3,) * 12 + (2,) * 8, build=Build(SuitRule.ANY), move_unit=MoveUnit.RUN)
    board = engine.deal(declare("wide", columns), 1).board

    assert engine.solve(board, max_seconds=600).outcome is not Outcome.UNKNOWN


def test_an_illegal_solution_is_not_returned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Simulates a bug: the search finds an illegal solution."""
    board = engine.deal("phoenix", 2).board
    right = engine.solve(board)
    wrong = SearchResult(Outcome.WON, right.moves[1:], right.states)
    monkeypatch.setattr("engine.solver.free_runs.search", lambda *_, **__: wrong)
    verdict = engine.solve(board)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.moves == ()


def test_an_unplayable_line_of_the_search_is_logged_and_undecided(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Simulates a bug: the search sends a card to its foundation that is not next."""
    line = [layout.TABLEAU_TO_FOUNDATION | 12 << 4]
    monkeypatch.setattr(driver._DepthFirst, "line", lambda _: line)
    assert engine.solve(engine.deal("phoenix", 2).board).outcome is Outcome.UNKNOWN
    assert "cannot be played" in caplog.text


@pytest.mark.parametrize("modules", ["engine, rendering", "engine.solver.fitting"])
def test_numba_is_not_loaded_before_the_first_search(modules: str) -> None:
    code = f"import sys, {modules}; print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert run(code).split() == ["False", "False"]


@pytest.mark.slow
def test_it_visits_the_same_states_uncompiled() -> None:
    deals = [
        ("saratoga", 1, 3000),
        ("klondike-3", 2, 3000),
        ("cassim", 3, 3000),
        ("phoenix-takeback", 2, 3000),
        ("cassim-classic", 4, 3000),
    ]
    compiled = json.loads(run(COUNTING, json.dumps(deals)))
    assert compiled == json.loads(run(COUNTING, json.dumps(deals), NUMBA_DISABLE_JIT="1"))
    assert max(states for _, states, _ in compiled) > 1000


@pytest.mark.slow
def test_searches_of_other_games_visit_the_same_states_uncompiled() -> None:
    deals = json.dumps(
        [
            ("gaps", 1, 2000),
            ("gaps-basic", 1, 2000),
            ("accordion", 1, 3000),
            ("pyramid", 1, 3000),
            ("golf", 1, 3000),
            ("elevens", 1, 3000),
            ("aces-up", 10, 3000),
            ("osmosis", 15, 3000),
        ]
    )
    assert run(COUNTING, deals) == run(COUNTING, deals, NUMBA_DISABLE_JIT="1")


BEAM_SEARCH = """
import json, sys, engine
from engine.solver.free_runs.driver import beam_search
from engine.solver.free_runs.encode import encode
from engine.solver.limits import Limits
limits = Limits(max_seconds=600)
print(json.dumps([
    beam_search(*encode(engine.deal(game, deal).board), width=40, limits=limits)
    for game, deal in json.loads(sys.argv[1])
]))
"""


@pytest.mark.slow
def test_beam_search_visits_the_same_states_uncompiled() -> None:
    deals = json.dumps([("cassim", 1), ("arizona", 1), ("cassim-seven", 1)])
    compiled = json.loads(run(BEAM_SEARCH, deals))
    assert compiled == json.loads(run(BEAM_SEARCH, deals, NUMBA_DISABLE_JIT="1"))
    assert any(line for line, _ in compiled)
    assert all(states > 1000 for _, states in compiled)


def test_beam_search_wins_deals_that_depth_first_search_does_not() -> None:
    board = engine.deal("cassim", 10).board
    verdict = engine.solve(board, max_states=100_000_000, max_seconds=60)
    assert verdict.outcome is Outcome.WON
    assert play(board, *verdict.moves).is_won


def test_what_is_no_board_is_refused() -> None:
    with pytest.raises(TypeError, match=r"takes Board as board, not Game"):
        engine.solve(engine.deal("klondike", 1))  # type: ignore[arg-type]  # what is tested
