"""Boards solved by several processes."""

from __future__ import annotations

import itertools
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

import engine
from engine import Outcome, deal, solve, solve_many
from engine.board import Board

PROJECT = Path(__file__).parents[2]
HARD = deal("forty-thieves", 1).board


@pytest.fixture(autouse=True)
def others() -> Iterator[frozenset[BaseProcess]]:
    """The processes of other tests, which go on; all that a test starts have ended after it."""
    others = frozenset(active_children())
    yield others
    assert not {*active_children()} - others


def phoenix(count: int) -> list[Board]:
    return [deal("phoenix", number).board for number in range(1, count + 1)]


def test_verdicts_are_those_of_one_process_and_come_in_order() -> None:
    boards = phoenix(30)
    solved = list(solve_many(boards, processes=2, max_seconds=100))
    assert [place for place, _ in solved] == list(range(30))
    for board, (_, verdict) in zip(boards, solved, strict=True):
        alone = solve(board)
        assert (verdict.outcome, verdict.moves, verdict.states) == (
            *(alone.outcome, alone.moves),
            alone.states,
        )


@pytest.mark.slow
def test_without_order_a_long_search_does_not_hold_up_the_others() -> None:
    boards = [HARD, *phoenix(10)]
    places = [
        place
        for place, _ in solve_many(
            boards, processes=2, in_order=False, max_states=500_000, max_seconds=100
        )
    ]
    assert sorted(places) == list(range(11))
    assert places.index(0) > 5


@pytest.mark.slow
def test_limits_hold_for_each_search() -> None:
    [(_, verdict)] = solve_many([HARD], processes=1, max_states=3000, max_seconds=300)
    assert verdict.outcome is Outcome.UNKNOWN
    assert 3000 <= verdict.states < 3100
    [(_, verdict)] = solve_many([HARD], processes=1, max_processor_seconds=0.1)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.processor_seconds >= 0.1


@pytest.mark.slow
def test_boards_are_taken_as_they_are_needed_and_leaving_ends_the_processes(
    others: frozenset[BaseProcess],
) -> None:
    taken = itertools.count()
    boards = (deal("phoenix", 1 + next(taken)).board for _ in itertools.count())
    with closing(solve_many(boards, processes=1)) as solved:
        assert [next(solved)[0] for _ in range(5)] == [0, 1, 2, 3, 4]
        assert {*active_children()} - others
    assert next(taken) <= 8


@pytest.mark.slow
def test_leaving_cancels_the_searches() -> None:
    began = time.monotonic()
    with closing(
        solve_many([*phoenix(1), HARD], processes=2, in_order=False, max_seconds=300)
    ) as solved:
        assert next(solved)[0] == 0
    assert time.monotonic() - began < 200


@pytest.mark.slow
def test_it_ends_when_it_is_cancelled() -> None:
    places = list[int]()
    for place, _ in solve_many(
        [*phoenix(3), HARD, *phoenix(3)],
        processes=1,
        max_seconds=300,
        cancelled=lambda: len(places) == 3,
    ):
        places.append(place)
    assert places == [0, 1, 2]


def test_no_boards_give_no_verdicts() -> None:
    assert list(solve_many([])) == []


def test_an_error_of_the_boards_reaches_the_caller() -> None:
    with pytest.raises(engine.InvalidDeal):
        list(solve_many(deal("phoenix", number).board for number in (1, 0)))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_its_processes_end_with_the_program(by: signal.Signals) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.engine.batch_program"],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline()
    program.send_signal(by)
    # Its processes have inherited the pipe of errors, which is closed with the last of them.
    _, said = program.communicate(timeout=600)
    assert said.count("Traceback") <= (by is signal.SIGINT)
