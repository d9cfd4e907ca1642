"""Double Klondike, Gargantua and Harp: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine.shuffle import shuffled

NINE = ["double-klondike", "gargantua"]


def dealt(game: str) -> tuple[list[int], list[int], int]:
    """Cards in each pile, face-down cards in each, and cards left for the stock."""
    board = engine.deal(game, 7).board
    tableau = [pile.index for pile in board.compiled.tableau]
    return (
        [len(board.stacks[pile]) for pile in tableau],
        [board.hidden[pile] for pile in tableau],
        len(board.piles["s"]),
    )


@pytest.mark.parametrize("game", NINE)
def test_nine_piles_of_one_to_nine_cards_with_only_the_top_cards_face_up(game: str) -> None:
    assert dealt(game) == ([1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8], 59)


def test_harps_ten_piles_go_from_ten_cards_down_to_one() -> None:
    assert dealt("harp") == (
        [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
        49,
    )


def test_the_deal_goes_row_by_row_to_the_piles_that_still_get_a_card() -> None:
    order, board = shuffled(7, 2), engine.deal("double-klondike", 7).board.piles
    assert [board[str(pile)][0] for pile in range(1, 10)] == list(order[:9])
    assert board["9"][8] == order[44]
    harp = engine.deal("harp", 7).board.piles
    assert [harp[str(pile)][0] for pile in range(1, 11)] == list(order[:10])
    assert harp["1"][9] == order[54]
