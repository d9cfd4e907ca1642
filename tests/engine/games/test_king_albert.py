"""King Albert and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

from engine import Move
from engine.board import Board
from tests.engine.positions import moves, position

SHAPES = {
    "king-albert": ([1, 2, 3, 4, 5, 6, 7, 8, 9], 7),
    "raglan": ([1, 2, 3, 4, 5, 6, 7, 7, 7], 6),
    "northwest-territory": ([1, 2, 3, 4, 5, 6, 7, 8], 16),
    "somerset": ([1, 2, 3, 4, 5, 6, 7, 8, 8, 8], 0),
}
SHAPES |= {
    "queen-victoria": SHAPES["king-albert"],
    "relaxed-raglan": SHAPES["raglan"],
    "arctic-garden": SHAPES["northwest-territory"],
    "morehead": SHAPES["somerset"],
}


def with_empty_piles(empty: int, *lines: str) -> Board:
    """A position of Somerset with that many empty piles; the first three are given."""
    filled = [f"{pile}: {pile - 2}C" for pile in range(4 + empty, 10)]
    return position("somerset", *lines, *filled, foundations="AD", rest="10")


@pytest.mark.parametrize(("empty", "most"), [(0, 1), (1, 2), (2, 4)])
def test_in_somerset_the_empty_piles_limit_the_length_of_runs(empty: int, most: int) -> None:
    run = ["TS", "9H", "8S", "7H", "6S"]
    board = with_empty_piles(empty, f"1: KD {' '.join(run[:most])}", "2: JH", "3: KS")
    assert moves(board, "1", "2") == {str(Move("1", "2", most))}
    board = with_empty_piles(empty, f"1: KD {' '.join(run[: most + 1])}", "2: JH", "3: KS")
    assert moves(board, "1", "2") == set()


@pytest.mark.parametrize(("empty", "most"), [(1, 1), (2, 2), (3, 4)])
def test_in_somerset_an_empty_target_does_not_raise_the_limit(empty: int, most: int) -> None:
    board = with_empty_piles(empty, "1: KD TS 9H 8S 7H 6S", "2: KH", "3: KS")
    counts = {Move.parse(text).count for text in moves(board, "1", "4")}
    assert counts == set(range(1, most + 1))
