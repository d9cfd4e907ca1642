"""Saxony with its aces up: what that changes, and what it keeps."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from engine.cards import Rank
from engine.shuffle import shuffled
from tests.engine.positions import cards, moves, play, position

GAME = "saxony-aces"
COLUMNS = [str(number) for number in range(1, 9)]
ACES = "AS AH AD AC AS AH AD AC"


def test_the_eight_aces_start_on_the_foundations() -> None:
    game = engine.deal(GAME, 8)
    assert [game.board.piles[f"f{number}"] for number in range(1, 9)] == [
        cards(ace) for ace in ACES.split()
    ]
    assert game.score == 8


def test_the_other_cards_are_dealt_in_order_as_if_the_aces_had_never_been_there() -> None:
    order = [card for card in shuffled(8, 2) if card.rank is not Rank.ACE]
    piles = engine.deal(GAME, 8).board.piles
    singles = [*"abcd", "r1", "r2", "r3", "r4", *COLUMNS]
    assert [piles[name] for name in singles] == [(card,) for card in order[:16]]
    assert piles["s"][::-1] == tuple(order[16:])


def test_80_cards_are_left_for_the_stock_which_is_dealt_ten_times() -> None:
    game = engine.deal(GAME, 8)
    assert len(game.board.piles["s"]) == 80
    for _ in range(10):
        game.play("s")
    assert not game.board.piles["s"]
    with pytest.raises(IllegalMove, match="nothing left to deal"):
        game.play("s")


def test_a_two_goes_to_the_lower_numbered_of_the_two_aces_of_its_suit() -> None:
    board = position(GAME, "1: 2H", foundations=ACES)
    assert {move for move in moves(board, "1") if "-f" in move} == {"1-f2"}
    again = position(GAME, "1: 2H", foundations="AS 2H AD AC AS AH AD AC")
    assert {move for move in moves(again, "1") if "-f" in move} == {"1-f6"}


def test_even_an_ace_may_come_back_into_an_empty_cell_or_reserve_pile() -> None:
    board = position(
        GAME, "a: 9S", "b: 9H", "c: 9D", "r1: 2S", "r2: 5H", "r3: 5D", foundations=ACES
    )
    assert moves(board, "f1") == {"f1-d", "f1-r4"}
    with pytest.raises(IllegalMove, match="only to an empty"):
        play(board, "f1-r1")
    after = play(board, "f1-d")
    assert after.piles["f1"] == ()
    assert moves(after, "d") == {"d-f1", "d-r1", "d-r4"}


def test_nothing_moves_onto_the_tableau_with_aces_up_either() -> None:
    board = position(GAME, "1: 9H", "2: 8S", "3: 8H", "a: 8C", "r1: 8S", foundations=ACES)
    assert not [move for move in board.legal_moves() if move.target in COLUMNS]


def test_the_reserve_builds_down_in_suit_with_aces_up_too() -> None:
    board = position(GAME, "r1: QS", "r2: JS", "3: JS", "4: JC", foundations=ACES)
    assert moves(board, target="r1") == {"r2-r1", "3-r1"}
