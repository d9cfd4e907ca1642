"""Calculation: each sentence of its rules, and its search."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, InvalidMove, Outcome, Status
from engine.solver import solve
from tests.engine.positions import moves, play, position

STARTS = ("f1: AS", "f2: 2S", "f3: 3S", "f4: 4S")


def test_an_ace_a_two_a_three_and_a_four_start_the_foundations() -> None:
    board = engine.deal("calculation", 7).board

    tops = [board.piles[f"f{number}"] for number in range(1, 5)]
    assert [[int(card.rank) for card in cards] for cards in tops] == [[1], [2], [3], [4]]
    assert len(board.piles["r1"]) == 1
    assert len(board.piles["s"]) == 47
    assert not any(board.piles[str(pile)] for pile in range(1, 5))


def test_foundations_are_built_by_their_own_steps_regardless_of_suit_and_keep_their_cards() -> None:
    ways = {"f1": "23456789TJQK", "f2": "468TQA3579JK", "f3": "69Q258JA47TK", "f4": "8Q37J26TA59K"}
    for name, ranks in ways.items():
        others = [line for line in STARTS if not line.startswith(name)]
        (there,) = (line for line in STARTS if line.startswith(name))
        board = position("calculation", *STARTS, rest="1")
        for rank in ranks:
            board = position("calculation", *others, there, f"2: {rank}H", rest="1")
            board = play(board, f"2-{name}")
            there += f" {rank}H"
        assert len(board.piles[name]) == 13
        assert not moves(board, source=name)


def test_the_card_of_the_reserve_goes_anywhere_and_the_next_one_replaces_it_at_once() -> None:
    board = position("calculation", *STARTS, "1: KH", "2: 9D", "r1: 5H", "s: 2C 7C")
    assert moves(board, source="r1") == {"r1-1", "r1-2", "r1-3", "r1-4"}

    board = play(board, "r1-2")
    assert str(board.piles["2"][-1]) == "5H"
    assert str(board.piles["r1"][-1]) == "7C"
    assert not board.can_play_stock
    with pytest.raises(IllegalMove, match="by itself"):
        play(board, "s")


def test_piles_play_to_foundations_only() -> None:
    board = position("calculation", *STARTS, "1: KH 2H", "2: 9D", "3: QD")

    assert moves(board, source="1") == {"1-f1"}
    assert not moves(board, source="2")


def test_a_card_that_two_foundations_take_may_go_to_either() -> None:
    board = position("calculation", "f1: AS", "f2: 2S 4S 6S", "f3: 3S", "f4: 4H", "1: KH 8D")

    assert moves(board, source="1") == {"1-f2", "1-f4"}
    assert play(board, "1-f4").piles["f4"][-1] == play(board, "1-f2").piles["f2"][-1]
    with pytest.raises(InvalidMove, match="1-f2 or 1-f4"):
        board.parse_move("1 f")


def test_the_search_wins_and_says_nothing_of_what_it_cannot_win() -> None:
    board = engine.deal("calculation", 1).board
    verdict = solve(board, max_states=1_000_000, max_seconds=600)

    assert verdict.outcome is Outcome.WON
    assert play(board, *verdict.moves).status is Status.WON
    assert solve(board, max_states=10).outcome is Outcome.UNKNOWN
