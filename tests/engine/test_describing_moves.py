"""Descriptions of moves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Move, deal
from engine.board import Board
from tests.engine.positions import position
from tests.engine.random_positions import FIRST_GAMES, random_board

SARATOGA = position(
    "saratoga", "1: 9C 6H 5S", "2: 7S", "3: KD 9D", "4: KH", "w: TH 8S", foundations="4S"
)


@pytest.mark.parametrize(
    ("board", "text", "words"),
    [
        (SARATOGA, "1-2*2", "6♥ and 1 more from 1 onto 7♠ in 2"),
        (SARATOGA, "w-3", "8♠ from the waste onto 9♦ in 3"),
        (SARATOGA, "1-f1", "5♠ from 1 home"),
        (position("pyramid", "28: KS"), "28-f1", "Discard K♠ from 28"),
        (
            position("calculation", "r1: 4C", "f1: AS 2S 3S", "f2: 2D"),
            "r1-f1",
            "4♣ from r1 home, onto 3♠",
        ),
        (SARATOGA, "s", "Turn 3 cards from the stock"),
        (position("saratoga", "s: 5D", rest="1"), "s", "Turn 1 card from the stock"),
        (position("saratoga", "w: 5D", rest="1"), "s", "Turn the waste over to redeal"),
        (position("saratoga", "1: 2H KS QH"), "1-2*2", "K♠ and 1 more from 1 into empty 2"),
        (position("cassim", "1: TS"), "1-b", "10♠ from 1 into cell b"),
        (position("cassim", "a: TS", "1: JH"), "a-1", "10♠ from a onto J♥ in 1"),
        (position("phoenix", "r3: TS", rest="6"), "r3-2", "10♠ from r3 into empty 2"),
        (position("saxony", foundations="3S"), "f1-r2", "3♠ from f1 into empty r2"),
        (position("saxony", rest="s"), "s", "Deal 8 cards from the stock"),
        (position("saxony", "s: 5D", rest="1"), "s", "Deal 1 card from the stock"),
        (deal("golf", 1).board, "s", "Deal 1 card from the stock"),
        (deal("scorpion", 1).board, "s", "Deal 3 cards from the stock"),
        (deal("la-belle-lucie", 1).board, "s", "Gather, shuffle and redeal the tableau"),
    ],
)
def test_a_move_is_described(board: Board, text: str, words: str) -> None:
    move = Move.parse(text)
    assert move in board.legal_moves()
    assert str(board.describe(move)) == words


@given(st.sampled_from(FIRST_GAMES), st.integers(0, 2**32))
def test_no_two_legal_moves_of_a_board_have_the_same_description(game: str, seed: int) -> None:
    board = random_board(game, random.Random(seed))
    words = [str(board.describe(move)) for move in board.legal_moves()]
    assert len(set(words)) == len(words)
    assert all(len(line) < 100 for line in words)
