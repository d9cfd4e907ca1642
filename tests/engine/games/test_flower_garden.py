"""Flower Garden and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine.cards import Rank
from engine.shuffle import shuffled

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
