"""Pyramid, Relaxed Pyramid, Giza, Nestor and Elevens: what no test of discards says."""

from __future__ import annotations

import pytest

import engine
from engine import Outcome, Status
from engine.compiled import compile_rules
from engine.shuffle import shuffled
from engine.solver.clearing import search
from engine.solver.limits import Limits
from tests.engine.brute_force import is_winnable
from tests.engine.positions import moves, play, position

PYRAMIDS = ["pyramid", "pyramid-relaxed", "giza"]
FAMILY = [*PYRAMIDS, "nestor", "elevens", "tri-peaks"]


@pytest.mark.parametrize("game", PYRAMIDS)
def test_seven_rows_are_dealt_face_up_and_two_cards_lie_on_each_but_the_lowest(game: str) -> None:
    board = engine.deal(game, 7).board
    piles = compile_rules(board.rules).tableau

    assert [board.piles[str(pile)][0] for pile in range(1, 29)] == list(shuffled(7)[:28])
    assert [len(pile.covered_by) for pile in piles] == [2] * 21 + [0] * 7
    assert [piles[pile].covered_by for pile in (0, 1, 20)] == [(1, 2), (3, 4), (26, 27)]
    assert not board.hidden


def test_the_top_cards_of_gizas_reserve_are_available() -> None:
    board = position("giza", "28: 6S", "r1: 2H 7D", "r2: KC", rest="f1")

    assert moves(board) == {"28+r1", "r2-f1"}
    assert not moves(position("giza", "28: 6S", "r1: 7D 2H", rest="f1"))


def test_nestor_has_eight_columns_and_four_cards_in_reserve() -> None:
    board = engine.deal("nestor", 7).board

    assert [len(board.piles[str(pile)]) for pile in range(1, 9)] == [6] * 8
    assert [len(board.piles[f"r{pile}"]) for pile in range(1, 5)] == [1] * 4
    assert moves(position("nestor", "1: 2S 6S", "2: 6H", "r1: 2D", rest="f1")) == {"1+2"}


def test_nine_cards_of_elevens_are_dealt() -> None:
    board = engine.deal("elevens", 7).board

    assert [board.piles[str(pile)][0] for pile in range(1, 10)] == list(shuffled(7)[:9])
    assert len(board.piles["s"]) == 43


@pytest.mark.slow
@pytest.mark.parametrize("game", FAMILY)
def test_the_search_agrees_with_brute_force_near_the_end(game: str) -> None:
    outcomes = set()
    for number in range(1, 7):
        playing = engine.deal(game, number)
        found = search(playing.board, Limits(max_states=5_000_000, max_seconds=600))
        outcomes.add(found.outcome)
        line = found.moves[: -6 if game == "pyramid" else -4]
        for move in line:
            playing.play(move)
        assert found.outcome is not Outcome.UNKNOWN
        for board in [playing.board, *map(playing.board.apply, playing.legal_moves()[:3])]:
            can = is_winnable(board, 200)
            if can is not None and not board.is_won:
                verdict = engine.solve(board, max_seconds=600)
                assert verdict.outcome is (Outcome.WON if can else Outcome.LOST)
    assert Outcome.WON in outcomes


def test_a_relaxed_pyramid_needs_no_more_than_its_pyramid() -> None:
    board = position("pyramid-relaxed", "28: 6S", "w: 7H", rest="s")

    verdict = engine.solve(board, max_seconds=600)

    assert [str(move) for move in verdict.moves] == ["28+w"]
    assert play(board, *verdict.moves).status is Status.WON
    plain = position("pyramid", "28: 6S", "w: 7H", rest="s")
    assert engine.solve(plain, max_seconds=600).outcome is not Outcome.UNKNOWN
