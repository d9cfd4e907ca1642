"""No search's arrays take more memory than is promised, however long it goes on.

In each test a search runs with a kernel that visits nothing and always lacks room.
"""

from __future__ import annotations

import tracemalloc

import pytest

from engine import Outcome, deal, solve
from engine.solver import MAX_MEMORY, prepare
from engine.solver.clearing import driver as clearing
from engine.solver.clearing import layout as clearing_layout
from engine.solver.following import driver as following
from engine.solver.following import layout as following_layout
from engine.solver.free_runs import driver as free_runs
from engine.solver.free_runs import layout as free_runs_layout
from engine.solver.general import best_first
from engine.solver.general import driver as general
from engine.solver.general import layout as general_layout
from engine.solver.general.evaluation import MOST_STAGES
from engine.solver.general.layout import Bytes, Ints
from engine.solver.outranked import driver as outranked
from engine.solver.outranked import layout as outranked_layout
from engine.solver.rows import columns
from engine.solver.rows import driver as rows
from engine.solver.rows import layout as rows_layout
from engine.solver.verdict import SearchResult

pytestmark = pytest.mark.slow


def keeps_the_promise(game: str) -> bool:
    """Whether a search that ends undecided takes less at most, though more than half of it."""
    prepare()
    tracemalloc.start()
    try:
        verdict = solve(deal(game, 1).board, max_states=1 << 40, max_seconds=100)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert verdict.outcome is Outcome.UNKNOWN
    return MAX_MEMORY // 2 < peak <= MAX_MEMORY


def test_the_general_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def lack_room(
        tables: Ints,
        _position: Ints,
        nodes: Ints,
        _links: best_first.Links,
        arena: Bytes,
        table: Ints,
        control: Ints,
        *_limits: int,
    ) -> int:
        most_states = min(len(nodes), len(table) * best_first.MAX_LOAD // 8)
        control[best_first.STATES] = most_states - tables[general_layout.MAX_MOVES] + 1
        # A full arena would end the search before the rest has grown.
        control[best_first.USED] = 0 if len(arena) == general.MOST_ARENA else len(arena)
        return general_layout.FULL

    monkeypatch.setattr(general, "search_slice", lack_room)
    # Searches with other weights obey a limit on states, which this kernel does not know.
    monkeypatch.setattr(general, "restarts_of", lambda _rules: ())
    monkeypatch.setattr(general, "_stages", lambda _: MOST_STAGES)
    assert keeps_the_promise("forty-thieves")


def test_the_search_for_free_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def lack_room(_tables: Ints, frames: Ints, *_: object) -> int:
        is_deepest = len(frames) == free_runs.MOST_DEPTH
        return free_runs_layout.FULL if is_deepest else free_runs_layout.DEEP

    monkeypatch.setattr(free_runs, "search_slice", lack_room)
    assert keeps_the_promise("phoenix")


def test_the_search_in_which_cards_are_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clearing, "search_slice", lambda *_: clearing_layout.FULL)
    assert keeps_the_promise("pyramid")


def test_the_search_where_foundations_follow_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "search_slice", lambda *_: following_layout.FULL)
    assert keeps_the_promise("osmosis")


def test_the_search_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "search_slice", lambda *_: rows_layout.FULL)
    assert keeps_the_promise("accordion")


def test_proofs_where_cards_are_outranked(monkeypatch: pytest.MonkeyPatch) -> None:
    def lack_room(
        _tables: Ints,
        _scratch: Ints,
        _steps: Ints,
        _stack: Bytes,
        table: Ints,
        control: Ints,
        *_: object,
    ) -> int:
        control[outranked_layout.STATES] = len(table) // 2
        return outranked_layout.FULL

    nothing = SearchResult(Outcome.UNKNOWN, (), 0)
    monkeypatch.setattr("engine.solver.general.search", lambda *_: nothing)
    monkeypatch.setattr(outranked, "search_slice", lack_room)
    assert keeps_the_promise("aces-up")


def test_the_search_by_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    def lack_room(
        _tables: Ints,
        states: rows_layout.Cells,
        _origins: Ints,
        _links: best_first.Links,
        _heads: best_first.Links,
        table: Ints,
        *_: object,
    ) -> int:
        is_large = len(table) * 5 > len(states) * 8
        return rows_layout.DEEP if is_large else rows_layout.FULL

    monkeypatch.setattr(rows, "search_slice", lambda *_: rows_layout.DEEP)
    monkeypatch.setattr(columns, "search_slice", lack_room)
    assert keeps_the_promise("gaps")
