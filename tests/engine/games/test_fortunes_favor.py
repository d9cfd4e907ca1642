"""Fortune's Favor: its rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from engine.automatic import safe_moves
from tests.engine.positions import cards, moves, play, position

GAME = "fortunes-favor"


def test_single_cards_are_built_down_in_suit() -> None:
    others = [f"{pile}: K{suit}" for pile, suit in ((4, "H"), (5, "D"), (6, "C"))]
    board = position(GAME, "1: 9S 8S", "2: TS", "3: TH", "w: 7S", *others, foundations="2S")

    assert {"w-1"} <= moves(board)
    assert "1-2" not in moves(board)
    with pytest.raises(IllegalMove, match="Only the top card"):
        play(board, "1-2*2")


def full(*lines: str, **others: str) -> engine.Board:
    """A board whose piles not given hold kings and queens."""
    given = {line.split(":")[0] for line in lines}
    names = [str(pile) for pile in range(1, 13) if str(pile) not in given]
    high = [rank + suit for rank in "KQJ" for suit in "SHDC"]
    used = " ".join(lines).split()
    left = [card for card in high if card not in used]
    fillers = [f"{name}: {card}" for name, card in zip(names, left, strict=False)]
    return position(GAME, *lines, *fillers, **others)


def test_an_empty_pile_is_filled_from_the_waste_at_once() -> None:
    board = play(full("1: 2S", "w: 9H 5C", "s: 6D", foundations="AS AH AD AC"), "1-f1")

    assert board.piles["1"] == cards("5C")
    assert board.piles["w"] == cards("9H")


def test_an_empty_pile_is_filled_from_the_stock_while_the_waste_is_empty() -> None:
    board = play(full("1: 2S", "s: 6D", foundations="AS AH AD AC"), "1-f1")

    assert board.piles["1"] == cards("6D")
    assert board.piles["w"] == ()


def test_any_card_fills_an_empty_pile_once_stock_and_waste_are_empty() -> None:
    board = position(GAME, "1: 9S 5H", "2: KD", foundations="2S", rest="3")

    assert {"1-4", "1-12"} <= moves(board)


def test_no_card_plays_itself_while_a_pile_may_be_refilled() -> None:
    board = full("1: 2S", "s: 6D", foundations="AS AH AD AC")

    assert "1-f1" in moves(board)
    assert not safe_moves(board)


def test_a_game_finishes_itself_only_when_the_stock_is_empty() -> None:
    high = "JS KH KD KC"

    assert not engine.Game(position(GAME, "s: KS QS", foundations=high)).can_finish()
    assert engine.Game(position(GAME, "w: KS QS", foundations=high, rest="w")).can_finish()
