"""Forty Thieves and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from tests.engine.positions import cards, moves, play, position

SHAPES = {
    "forty-thieves": (10, 4, 0, 64),
    "josephine": (10, 4, 0, 64),
    "limited": (12, 3, 0, 68),
    "busy-aces": (12, 1, 0, 92),
    "napoleons-square": (12, 4, 0, 56),
    "lucas": (13, 4, 0, 52),
    "san-juan-hill": (10, 4, 0, 56),
    "deuces": (10, 1, 0, 86),
    "maria": (9, 4, 0, 68),
    "number-ten": (10, 4, 2, 64),
    "rank-and-file": (10, 4, 3, 64),
    "emperor": (10, 4, 3, 64),
    "indian": (10, 3, 1, 74),
    "big-forty": (10, 4, 0, 12),
    "ali-baba": (10, 4, 0, 8),
}
"""Number of piles, cards in each, face-down cards in each, and size of the stock."""
ALL = list(SHAPES)
ONE_DECK = ["big-forty", "ali-baba"]
TWO_DECKS = [game for game in ALL if game not in ONE_DECK]


@pytest.mark.parametrize("game", TWO_DECKS)
def test_the_second_card_of_a_kind_has_a_foundation_of_its_own(game: str) -> None:
    first = "2S" if game == "deuces" else "AS"
    board = play(position(game, f"1: {first} {first}"), "1-f1", "1-f5")
    assert board.piles["f5"] == cards(first)


def test_foundations_of_deuces_are_built_from_two_to_king_and_then_the_ace() -> None:
    up = "f1: 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
    board = position("deuces", up, "1: KS", "2: AS", "3: AH", "4: 2H")
    assert moves(board, target="f1") == {"1-f1"}
    assert moves(board, target="f2") == {"4-f2"}
    board = play(board, "1-f1", "2-f1")
    assert len(board.piles["f1"]) == 13
    assert "w-f1" not in moves(position("deuces", f"{up} KS AS", "w: 2S"))


@pytest.mark.parametrize("game", ALL)
def test_the_stock_turns_one_card_and_its_top_card_is_available(game: str) -> None:
    board = engine.deal(game, 7).board
    first, second = board.piles["s"][-1], board.piles["s"][-2]
    board = play(board, "s", "s")
    assert board.piles["w"] == (first, second)
    board = position(game, "w: 5C 4H", "1: 5H", "2: 5S")
    assert moves(board, "w") & {"w-1", "w-2"}
