"""No search leaves its arrays; run with ``NUMBA_BOUNDSCHECK=1`` by ``make test-bounds``."""

from __future__ import annotations

from itertools import count

import pytest

from engine import CATALOGUE
from engine.board import Board
from engine.cards import Rank
from engine.dealing import opening
from engine.rules import (
    Base,
    Build,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    Piles,
    Stock,
    StockAction,
    SuitRule,
)
from engine.solver import clearing, following, free_runs, general, outranked, rows
from engine.solver.clearing import layout as clearing_layout
from engine.solver.general import driver, layout, move_generation
from engine.solver.general.beams import Beams
from engine.solver.general.encode import encode
from engine.solver.general.solution import board_moves
from engine.solver.general.weights import weights_of
from engine.solver.jit import jit
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult
from tests.declared import declare
from tests.engine.solver.random_rules import (
    random_clearing,
    random_for_beams,
    random_free_runs,
    random_general,
    random_row,
)

generate_moves = jit(move_generation.generate_moves)

pytestmark = pytest.mark.slow


def check(board: Board, result: SearchResult) -> None:
    """Assert that a solution wins."""
    for move in result.moves:
        assert board.is_legal(move), f"{move}\n{board}"
        board = board.apply(move)
    assert board.is_won == (result.outcome is Outcome.WON)


def test_a_solution_may_be_longer_than_the_undo_log() -> None:
    board = opening(CATALOGUE["double-klondike"], 1)
    turn = int(encode(board)[0][layout.STOCK_PILE]) | 1 << layout.TURNS_AT
    moves = board_moves(board, [turn] * (layout.LOG_SIZE + 1), *encode(board))
    assert len(moves) > layout.LOG_SIZE
    check(board, SearchResult(Outcome.UNKNOWN, moves, 0))


def many_moves() -> Board:
    """A board with thousands of legal moves: each of 103 cards goes to each of 49 empty piles."""
    rules = declare(
        "wide",
        Piles(
            deal=(103, *(0,) * 49),
            build=Build(SuitRule.ANY),
            fill=EmptyPileRule.ANY,
            move_unit=MoveUnit.FACE_UP,
        ),
        decks=2,
        stock=Stock(action=StockAction.TABLEAU),
    )
    return opening(rules, 1)


def test_a_position_has_no_more_moves_than_its_bound() -> None:
    board = many_moves()
    tables, position = encode(board)
    moves = tables[: layout.MOST_MOVES].copy()
    count = generate_moves(tables, position, moves, True)
    assert count == len(board.legal_moves()) > 4096
    assert count <= tables[layout.MAX_MOVES] <= layout.MOST_MOVES


def test_a_search_has_room_for_the_successors_of_a_position_with_thousands_of_moves() -> None:
    result = general.search(many_moves(), Limits(max_states=30_000, max_seconds=1000))
    assert result == SearchResult(Outcome.UNKNOWN, (), 30_000)


@pytest.mark.parametrize("seed", range(1000))
def test_the_general_search_stays_within_its_arrays_for_any_declaration(seed: int) -> None:
    board = opening(random_general(seed), seed + 1)
    check(board, general.search(board, Limits(max_states=3000, max_seconds=1000)))


@pytest.mark.parametrize("seed", range(250))
def test_the_general_search_stays_within_its_arrays_depth_first(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "DEPTH_FIRST", 500)
    board = opening(random_general(seed), seed + 1)
    check(board, general.search(board, Limits(max_states=5000, max_seconds=1000)))


@pytest.mark.parametrize("seed", range(250))
def test_beam_searches_stay_within_their_arrays_for_any_declaration(seed: int) -> None:
    rules = random_for_beams(seed)
    board = opening(rules, seed + 1)
    moves = Beams(board, weights_of(rules)[0]).search(
        Limits(max_states=30_000, max_seconds=1000), 0
    )
    won = Outcome.WON if moves else Outcome.UNKNOWN
    check(board, SearchResult(won, moves, 0))


@pytest.mark.parametrize("seed", range(250))
def test_the_search_for_free_runs_stays_within_its_arrays_for_any_declaration(seed: int) -> None:
    board = opening(random_free_runs(seed), seed + 1)
    check(board, free_runs.search(board, Limits(max_states=3000, max_seconds=1000)))


@pytest.mark.parametrize("seed", range(250))
def test_the_search_that_clears_stays_within_its_arrays_for_any_declaration(seed: int) -> None:
    # Some games are won as soon as they are dealt, and no search is given those.
    dealt = (opening(random_clearing(one), one + 1) for one in count(seed, 250))
    board = next(one for one in dealt if not one.is_won)
    check(board, clearing.search(board, Limits(max_states=3000, max_seconds=1000)))


@pytest.mark.parametrize("seed", range(250))
def test_the_search_of_rows_stays_within_its_arrays_for_any_declaration(seed: int) -> None:
    rules = random_row(seed)
    assert rows.fits(rules)
    board = opening(rules, seed + 1)
    check(board, rows.search(board, Limits(max_states=40_000, max_seconds=1000)))


@pytest.mark.parametrize("piles", range(1, 9))
@pytest.mark.parametrize("seed", range(5))
def test_proofs_where_cards_are_outranked_stay_within_their_arrays(piles: int, seed: int) -> None:
    tableau = Piles(deal=(1 + seed % 3,) * piles)
    stock = Stock(action=StockAction.TABLEAU)
    rules = declare("aces", tableau, foundations=Foundations(outranked=True), stock=stock)
    assert outranked.fits(rules)
    check(
        opening(rules, seed + 1),
        outranked.search(opening(rules, seed + 1), Limits(max_states=20_000)),
    )


@pytest.mark.parametrize("piles", range(1, 9))
@pytest.mark.parametrize("turn", range(1, 6))
def test_searches_where_foundations_follow_stay_within_their_arrays(piles: int, turn: int) -> None:
    tableau = Piles(deal=(1 + turn % 4,) * piles)
    foundations = Foundations(base=Base.DEALT, follows_previous=True)
    rules = declare(
        "osmosis", tableau, foundations=foundations, stock=Stock(turn=turn, redeals=None)
    )
    assert following.fits(rules)
    board = opening(rules, piles)
    check(board, following.search(board, Limits(max_states=200_000, max_seconds=1000)))


def test_a_search_that_clears_has_room_for_every_pair_of_cards() -> None:
    everything = tuple((one, other) for one in Rank for other in Rank if one <= other)
    piles = Piles(deal=(1,) * 52, fill=EmptyPileRule.NOTHING)
    rules = declare("pairs", piles, foundations=Foundations(groups=everything))
    board = opening(rules, 1)
    assert len(board.legal_moves()) == clearing_layout.MOST_MOVES - 1
    check(board, clearing.search(board, Limits(max_states=1000, max_seconds=1000)))
