"""The variants of Phoenix: one that gives foundation cards back, and Arizona."""

from __future__ import annotations

import pytest

import engine
from engine import Status
from engine.board import Board
from tests.engine.positions import moves, position

VARIANTS = pytest.mark.parametrize("game", ["phoenix-takeback", "arizona"])


def board_of(game: str, *lines: str, foundations: str = "") -> Board:
    """A position with all other cards at the bottom of pile 6."""
    return position(game, *lines, foundations=foundations, rest="6")


@VARIANTS
def test_a_variant_is_dealt_as_phoenix_is(game: str) -> None:
    assert engine.deal(game, 4).board.stacks == engine.deal("phoenix", 4).board.stacks
    assert not engine.deal(game, 4).board.hidden


@VARIANTS
def test_a_variant_still_has_a_reserve_that_takes_no_card(game: str) -> None:
    board = board_of(game, "1: 8S", "r3: 9H", "r4: AC", "2: TS", foundations="5D")
    assert moves(board, "r3") == {"r3-2", "r3-3", "r3-4", "r3-5"}
    assert "r4-f4" in moves(board, "r4")
    assert not [move for move in board.legal_moves() if move.target.startswith("r")]


def test_a_card_that_could_come_back_keeps_the_game_going() -> None:
    columns = ["1: 6H", "2: 8C", "3: 8H", "4: TC", "5: TH", "6: QH"]
    reserve = [f"r{n}: {card}" for n, card in enumerate(["4H", "4D", "6D", "8D", "TD"], start=1)]
    board = position("phoenix-takeback", *columns, *reserve, foundations="5S", rest="5")
    assert moves(board) == {"f1-1"}
    assert board.status is Status.PLAYING
    assert (
        position("phoenix", *columns, *reserve, foundations="5S", rest="5").status is Status.STUCK
    )
