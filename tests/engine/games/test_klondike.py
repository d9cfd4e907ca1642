"""Klondike and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine.shuffle import shuffled
from tests.engine.positions import position

SEVEN = ["klondike", "klondike-3", "trigon", "thumb-and-pouch", "chinaman"]


@pytest.mark.parametrize("game", SEVEN)
def test_seven_piles_of_one_to_seven_cards_with_only_the_top_cards_face_up(game: str) -> None:
    board = engine.deal(game, 7).board
    assert [len(board.piles[str(pile)]) for pile in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]
    assert [board.hidden[board.compiled.index_of[str(pile)]] for pile in range(1, 8)] == list(
        range(7)
    )
    assert len(board.piles["s"]) == 24
    assert str(board).splitlines()[2].startswith("3: ?? ?? ")


def test_the_deal_goes_row_by_row_each_row_one_pile_further_right() -> None:
    order, board = shuffled(7), engine.deal("klondike", 7).board.piles
    assert [board[str(pile)][0] for pile in range(1, 8)] == list(order[:7])
    assert board["7"][1:] == tuple(order[at] for at in (12, 17, 21, 24, 26, 27))
    assert board["s"][::-1] == order[28:]


@pytest.mark.parametrize("game", ["easthaven", "westcliff"])
def test_piles_of_three_with_only_the_top_cards_face_up(game: str) -> None:
    board = engine.deal(game, 7).board
    piles = board.compiled.tableau
    assert len(piles) == (7 if game == "easthaven" else 10)
    assert all(len(board.stacks[pile.index]) == 3 for pile in piles)
    assert all(board.hidden[pile.index] == 2 for pile in piles)
    assert len(board.piles["s"]) == (31 if game == "easthaven" else 22)


def test_whitehead_is_dealt_face_up() -> None:
    board = engine.deal("whitehead", 7).board
    assert not board.hidden
    assert "??" not in str(board)


def test_easthavens_stock_deals_a_card_to_each_pile_empty_or_not() -> None:
    board = engine.deal("easthaven", 7).board
    order = board.piles["s"][::-1]
    for _ in range(4):
        board = board.apply(board.stock_move)
    assert [board.piles[str(pile)][3] for pile in range(1, 8)] == list(order[:7])
    board = board.apply(board.stock_move)
    assert [len(board.piles[str(pile)]) for pile in range(1, 8)] == [8, 8, 8, 7, 7, 7, 7]
    assert not board.can_play_stock
    empty = position("easthaven", "1: KS", rest="s")
    assert len(empty.apply(empty.stock_move).piles["7"]) == 1


def test_thirty_six_is_dealt_in_six_piles_of_six_face_up() -> None:
    order, board = shuffled(7), engine.deal("thirty-six", 7).board
    assert [board.piles[str(pile)] for pile in range(1, 7)] == [order[at:36:6] for at in range(6)]
    assert board.piles["s"][::-1] == order[36:]
    assert not board.hidden
