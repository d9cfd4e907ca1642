"""Beleaguered Castle, Fortress and families: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Move
from engine.board import Board
from tests.engine.positions import moves, play, position

CASTLES = ["beleaguered-castle", "siegecraft"]
STREETS = ["streets-and-alleys", "stronghold", "private-lane"]
FORTRESSES = ["fortress", "ten-by-one", "bastion"]
THIRTEEN = ["portuguese-solitaire", "spanish-patience"]
STARS = ["alpha-star", "delta-star"]
REGARDLESS = [*CASTLES, *STREETS, "penelopes-web", *THIRTEEN]
ALL = [*REGARDLESS, "american-canister", *STARS, *FORTRESSES]
CARRYING = [*CASTLES, *STREETS]
CELLS = {"siegecraft": 1, "stronghold": 1, "private-lane": 2, "ten-by-one": 1, "bastion": 2}


@pytest.mark.parametrize("game", ALL)
def test_all_cards_are_face_up_with_no_stock_and_each_games_cells(game: str) -> None:
    board = engine.deal(game, 7).board
    assert not board.hidden
    assert not {"s", "w", "r1"} & board.piles.keys()
    assert [cell for cell in "abc" if cell in board.piles] == list("ab"[: CELLS.get(game, 0)])


def crowded(game: str, cells: int, piles: int, *lines: str) -> Board:
    """A position with that many empty cells and piles; piles 1 and 2 are given."""
    spare = (rank + suit for suit in "CD" for rank in "23456789")
    filled = [f"{pile}: {next(spare)}" for pile in range(3 + piles, 9)]
    filled += [f"{cell}: {next(spare)}" for cell in "ab"[cells : CELLS.get(game, 0)]]
    return position(game, *lines, *filled, foundations="AD", rest="8")


SPACES = [
    (game, cells, piles)
    for game in CARRYING
    for cells in range(CELLS.get(game, 0) + 1)
    for piles in range(3)
]


@pytest.mark.parametrize(("game", "cells", "piles"), SPACES)
def test_empty_cells_and_piles_limit_the_length_of_runs(game: str, cells: int, piles: int) -> None:
    most = (cells + 1) * 2**piles
    run = ["KH", "QS", "JS", "TH", "9S", "8S", "7S", "6H", "5S", "4S", "3S", "2S", "AS"]
    board = crowded(game, cells, piles, f"1: {' '.join(run[1 : most + 1])}", "2: KH")
    assert moves(board, "1", "2") == {str(Move("1", "2", most))}
    if most < 12:
        board = crowded(game, cells, piles, f"1: {' '.join(run[1 : most + 2])}", "2: KH")
        assert moves(board, "1", "2") == set()
        with pytest.raises(IllegalMove, match="empty"):
            play(board, f"1-2*{most + 1}")


@pytest.mark.parametrize(("game", "cells", "piles"), [case for case in SPACES if case[2]])
def test_an_empty_target_does_not_raise_the_limit(game: str, cells: int, piles: int) -> None:
    run = "KD TS 9S 8S 7H 6S 5S 4S"
    board = crowded(game, cells, piles, f"1: {run}", "2: KH")
    counts = {Move.parse(text).count for text in moves(board, "1", "3")}
    assert counts == set(range(1, (cells + 1) * 2 ** (piles - 1) + 1))
