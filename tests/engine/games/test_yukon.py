"""Yukon and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from tests.engine.positions import moves, position

FAMILY = pytest.mark.parametrize("game", ["yukon", "russian", "alaska", "moosehide"])


@FAMILY
def test_any_face_up_card_moves_with_all_the_cards_on_top_of_it(game: str) -> None:
    onto = "9S" if game in ("russian", "alaska") else "9C"
    board = position(
        game, "1: 2H 8S KD 3C" if onto == "9S" else "1: 2H 8H KD 3C", f"2: {onto}", rest="7"
    )
    assert "1-2*3" in moves(board, "1", "2")


@FAMILY
def test_face_down_cards_do_not_move(game: str) -> None:
    for number in range(1, 20):
        board = engine.deal(game, number).board
        for move in board.legal_moves():
            if not move.target.startswith("f"):
                assert move.count <= 5


@FAMILY
def test_an_empty_pile_takes_only_a_king_with_the_cards_on_top_of_it(game: str) -> None:
    board = position(game, "1: 2H KD 3C 9S", "2: 4C", "3: 6H", "4: 6S", "5: TC", "7: JH", rest="7")
    into = moves(board, target="6")
    assert "1-6*3" in into
    assert all(
        board.piles[move[0]][-int(move.partition("*")[2] or 1)].rank.name == "KING" for move in into
    )
