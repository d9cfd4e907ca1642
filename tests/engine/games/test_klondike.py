"""Klondike and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import engine
from tests.engine.positions import position


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
