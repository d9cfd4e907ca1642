"""Flower Garden and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from engine.cards import Rank
from engine.shuffle import shuffled
from tests.engine.positions import moves, play, position

GARDENS = ["flower-garden", "wildflower"]
ALL = [*GARDENS, "brigade"]


@pytest.mark.parametrize("game", GARDENS)
def test_six_flower_beds_of_six_and_a_bouquet_of_sixteen(game: str) -> None:
    order, board = shuffled(7), engine.deal(game, 7).board.piles
    assert [board[str(pile)] for pile in range(1, 7)] == [order[at:36:6] for at in range(6)]
    assert [board[f"r{pile}"] for pile in range(1, 17)] == [(card,) for card in order[36:]]
    assert not any(board[f"f{pile}"] for pile in range(1, 5))
    assert not {"7", "r17", "a", "s", "w"} & board.keys()


def test_brigade_has_its_aces_out_seven_piles_of_five_and_a_reserve_of_thirteen() -> None:
    board = engine.deal("brigade", 7).board.piles
    dealt = tuple(card for card in shuffled(7) if card.rank is not Rank.ACE)
    assert [str(board[f"f{pile}"][0]) for pile in range(1, 5)] == ["AS", "AH", "AD", "AC"]
    assert [board[str(pile)] for pile in range(1, 8)] == [dealt[at:35:7] for at in range(7)]
    assert [board[f"r{pile}"] for pile in range(1, 14)] == [(card,) for card in dealt[35:]]
    assert not {"8", "r14", "a", "s", "w"} & board.keys()


@pytest.mark.parametrize("game", ALL)
def test_all_cards_lie_face_up(game: str) -> None:
    assert not engine.deal(game, 7).board.hidden


@pytest.mark.parametrize("game", ALL)
def test_every_card_of_the_reserve_is_available(game: str) -> None:
    board = position(game, "1: 9S", "r1: 8H", "r5: 3H", "r13: JC", foundations="2H", rest="6")
    assert {"r1-1", "r5-f2", "r13-2"} <= moves(board)


@pytest.mark.parametrize("game", ALL)
def test_no_card_moves_to_the_reserve(game: str) -> None:
    board = position(game, "1: 9S", "2: KD", "r2: TD", foundations="2H", rest="6")
    assert not {move for move in moves(board) if "-r" in move}
    with pytest.raises(IllegalMove, match="You cannot play cards into reserve r3"):
        play(board, "2-r3")
    with pytest.raises(IllegalMove, match="You cannot build on reserve r2"):
        play(board, "1-r2")
