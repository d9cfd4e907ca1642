"""Sultan: each sentence of its rules."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from tests.engine.positions import cards, moves, play, position


def test_kings_and_an_ace_start_the_foundations_and_six_cards_the_divan() -> None:
    board = engine.deal("sultan", 7).board
    first = "KS KH KD KC KS AH KD KC KH"

    assert tuple(board.piles[f"f{pile}"][0] for pile in range(1, 10)) == cards(first)
    assert [len(board.piles[str(pile)]) for pile in range(1, 7)] == [1] * 6
    assert len(board.piles["s"]) == 89


def test_foundations_are_built_to_the_queen_and_the_sultan_stays() -> None:
    board = position(
        "sultan", "f2: KH", "f6: AH 2H", "f9: KH", "1: AH", "2: 3H", "3: 9S", foundations=""
    )

    assert moves(board, source="1") == {"1-f2"}
    assert moves(board, source="2") == {"2-f6"}
    assert not moves(board, target="f9")
    assert not moves(play(board, "1-f2"), source="f2")


def test_nothing_is_built_in_the_divan_and_only_the_waste_fills_it() -> None:
    board = position("sultan", "1: 9S", "2: 8S", "w: 7S")

    assert moves(board, source="1") == set()
    assert moves(board, source="w") == {"w-3", "w-4", "w-5", "w-6"}
    with pytest.raises(IllegalMove, match="Cards cannot go from pile 1 into pile 3"):
        play(board, "1-3")


def test_the_stock_turns_one_card_and_is_redealt_twice() -> None:
    board = engine.deal("sultan", 7).board

    assert board.apply(board.stock_move).piles["w"] == board.piles["s"][-1:]
    assert board.redeals == 2
