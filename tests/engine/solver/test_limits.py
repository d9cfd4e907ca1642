"""When searches give up, and what they tell until then, each of them."""

from __future__ import annotations

import itertools
import math
import threading
import time

import pytest

from engine import Outcome, Verdict, solve
from engine.board import Board
from engine.dealing import opening
from engine.games import rules_of
from engine.solver import plain
from engine.solver.clocks import processor_seconds, seconds
from engine.solver.limits import Limits

pytestmark = pytest.mark.usefixtures("searches")

HARD = {
    "free_runs": ("klondike", 1393),
    "clearing": ("pyramid", 5),
    "rows": ("gaps", 2),
    "general": ("forty-thieves", 1),
    "beams": ("spider", 16),
    "outranked": ("aces-up", 34),
    "following": ("osmosis", 1270),
}
"""A deal for each search that takes it hundreds of thousands of states."""
SEARCHES = pytest.mark.parametrize("search", HARD)


def hard(search: str) -> Board:
    game, number = HARD[search]
    return opening(rules_of(game), number)


@pytest.mark.parametrize(
    "search",
    [
        search if search == "general" else pytest.param(search, marks=pytest.mark.slow)
        for search in HARD
    ],
)
def test_progress_rises_to_the_states_of_the_verdict(search: str) -> None:
    told: list[int] = []
    verdict = solve(hard(search), max_states=500_000, max_seconds=100, on_progress=told.append)
    assert told[0] <= 1
    assert told == sorted(told)
    assert len(told) > 2
    assert told[-1] <= verdict.states
    assert max(after - before for before, after in itertools.pairwise(told)) <= 250_000


@SEARCHES
def test_a_cancelled_search_ends_at_its_next_look(search: str) -> None:
    told: list[int] = []
    verdict = solve(
        hard(search), max_seconds=100, on_progress=told.append, cancelled=lambda: len(told) >= 2
    )
    assert verdict.outcome is Outcome.UNKNOWN
    assert len(told) <= 5  # each of the searches that would follow looks once


def test_a_search_is_cancelled_by_another_thread() -> None:
    begun, enough, found = threading.Event(), threading.Event(), list[Verdict]()

    def search() -> None:
        found.append(
            solve(
                hard("general"),
                max_states=1 << 40,
                max_seconds=100,
                on_progress=lambda _: begun.set(),
                cancelled=enough.is_set,
            )
        )

    thread = threading.Thread(target=search)
    thread.start()
    assert begun.wait(60)
    enough.set()
    thread.join(60)
    [verdict] = found
    assert verdict.outcome is Outcome.UNKNOWN


def test_who_says_once_that_a_search_is_cancelled_is_not_asked_again() -> None:
    answers = iter([False, True])
    limits = Limits(cancelled=lambda: next(answers))
    assert [limits.are_reached(0) for _ in range(4)] == [False, True, True, True]


@SEARCHES
def test_processor_time_is_a_limit_of_its_own(search: str) -> None:
    began = time.thread_time()
    verdict = solve(hard(search), max_states=1 << 40, max_processor_seconds=0.02)
    took = time.thread_time() - began
    assert verdict.outcome is Outcome.UNKNOWN
    assert 0.02 <= verdict.processor_seconds <= took < 10


def test_processor_time_does_not_pass_while_the_processor_does_something_else() -> None:
    limits = Limits(max_processor_seconds=0.05)
    time.sleep(0.1)
    assert not limits.are_reached(0)
    while processor_seconds() < limits._last_processor_second:
        pass
    assert limits.are_reached(0)


def test_a_limit_of_processor_time_lifts_the_one_by_the_clock_unless_that_is_given() -> None:
    assert not Limits(max_processor_seconds=100)._deadline < 1e9
    assert Limits()._deadline <= seconds() + 10
    assert Limits(max_processor_seconds=100, max_seconds=0).are_reached(0)


def test_a_time_limit_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="NaN is none"):
        Limits(max_seconds=math.nan)
    with pytest.raises(ValueError, match="NaN is none"):
        Limits(max_processor_seconds=math.nan)


def test_the_uncompiled_search_has_the_same_limits() -> None:
    board, told = hard("general"), list[int]()
    result = plain.search(board, Limits(on_progress=told.append, cancelled=lambda: len(told) > 2))
    assert result.outcome is Outcome.UNKNOWN
    assert len(told) == 3
    assert told == sorted(told)
    assert plain.search(board, Limits(max_seconds=0)).outcome is Outcome.UNKNOWN
    assert plain.search(board, Limits(max_states=30)).states == 30
