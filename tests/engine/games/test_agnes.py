"""Agnes Bernauer and Agnes Sorel: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from tests.engine.positions import cards, moves, play, position

AGNES = ["agnes-bernauer", "agnes-sorel"]


@pytest.mark.parametrize("game", AGNES)
def test_seven_piles_are_dealt_face_up_and_one_card_sets_the_rank(game: str) -> None:
    board = engine.deal(game, 7).board

    assert [len(board.piles[str(pile)]) for pile in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]
    assert not any(board.hidden)
    assert board.foundation_count == 1
    assert len(board.piles["s"]) == (16 if game == "agnes-bernauer" else 23)


@pytest.mark.parametrize("game", AGNES)
def test_foundations_are_built_round_the_corner_and_keep_their_cards(game: str) -> None:
    board = position(game, "f1: QS", "1: KS", "2: AS", "3: QH")
    board = play(board, "1-f1", "2-f1", "3-f2")

    assert board.piles["f1"] == cards("QS KS AS")
    assert not moves(board, source="f1")


def test_the_rank_that_ends_a_foundation_fills_an_empty_pile_of_agnes_bernauer() -> None:
    board = position("agnes-bernauer", "f1: 5S", "1: 9S 4H 3S", "2: 9H", "r1: 4D")

    assert moves(board, target="3") == {"1-3*2", "r1-3"}


def test_the_stock_of_agnes_sorel_reaches_every_pile_and_two_at_last() -> None:
    board = engine.deal("agnes-sorel", 7).board
    sizes = [len(board.piles[str(pile)]) for pile in range(1, 8)]
    board = play(board, "s", "s", "s", "s")

    assert [len(board.piles[str(pile)]) for pile in range(1, 8)] == [
        size + (4 if pile < 2 else 3) for pile, size in enumerate(sizes)
    ]
    with pytest.raises(IllegalMove, match="The stock is empty"):
        play(board, "s")


def test_the_stock_of_agnes_bernauer_is_dealt_to_the_reserve_whose_tops_are_available() -> None:
    board = engine.deal("agnes-bernauer", 7).board
    board = play(board, "s", "s", "s")

    assert [len(board.piles[f"r{pile}"]) for pile in range(1, 8)] == [4, 4, 3, 3, 3, 3, 3]
    assert not moves(board, source="s")
    board = position("agnes-bernauer", "f1: 5S", "1: 9S", "r1: 8D 8H", "r2: 8C")
    assert moves(board, source="r1") == {"r1-1"}
    with pytest.raises(IllegalMove, match="You cannot build on reserve r1"):
        play(position("agnes-bernauer", "f1: 5S", "1: 7S", "r1: 8H"), "1-r1")
