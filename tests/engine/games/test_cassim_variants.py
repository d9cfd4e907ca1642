"""The variants of Cassim: seven piles, and PySolFC's full game."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.cards import Rank
from engine.shuffle import shuffled
from tests.engine.positions import cards, moves, play, position

SEVEN = "cassim-seven"
CLASSIC = "cassim-classic"


# Seven piles


def test_seven_piles_of_four_are_dealt_row_by_row() -> None:
    order = shuffled(21)
    piles = engine.deal(SEVEN, 21).board.piles
    assert [name for name in piles if name.isdigit()] == list("1234567")
    assert [piles[str(pile + 1)] for pile in range(7)] == [order[pile:28:7] for pile in range(7)]


def test_with_seven_piles_24_cards_are_left_for_the_stock() -> None:
    piles = engine.deal(SEVEN, 21).board.piles
    assert piles["s"][::-1] == shuffled(21)[28:]
    assert len(piles["s"]) == 24
    assert piles["w"] == ()


def test_with_seven_piles_cells_and_foundations_start_empty_too() -> None:
    piles = engine.deal(SEVEN, 21).board.piles
    assert [piles[name] for name in ["a", "b", "c", "d", "f1", "f2", "f3", "f4"]] == [()] * 8


# The uncut game


def test_in_cassim_classic_the_aces_start_on_the_foundations() -> None:
    game = engine.deal(CLASSIC, 21)
    assert [game.board.piles[f"f{number}"] for number in range(1, 5)] == [
        cards("AS"),
        cards("AH"),
        cards("AD"),
        cards("AC"),
    ]
    assert game.score == 4


def test_in_cassim_classic_the_aces_are_taken_out_before_dealing() -> None:
    order = [card for card in shuffled(21) if card.rank is not Rank.ACE]
    piles = engine.deal(CLASSIC, 21).board.piles
    assert [piles[str(pile + 1)] for pile in range(7)] == [
        tuple(order[pile:28:7]) for pile in range(7)
    ]
    assert piles["s"][::-1] == tuple(order[28:])
    assert len(piles["s"]) == 20


def test_cassim_classic_has_no_cells() -> None:
    board = engine.deal(CLASSIC, 21).board
    assert list(board.piles) == [*"1234567", "f1", "f2", "f3", "f4", "s", "w"]
    with pytest.raises(IllegalMove, match="no pile “a”"):
        play(board, "1-a")


def test_in_cassim_classic_all_dealt_cards_lie_face_up() -> None:
    assert not engine.deal(CLASSIC, 21).board.hidden


def test_cassim_classic_is_stuck_when_no_pass_brings_up_a_card_that_fits() -> None:
    columns = ["1: 3S", "2: 3H", "3: 3D", "4: 5S", "5: 5H", "6: 5D", "7: 7S"]
    stuck = position(CLASSIC, *columns, "w: 9C 9D", foundations="AS AH AD AC", rest="7")
    assert moves(stuck) == {"s"}
    assert stuck.status is Status.STUCK
    alive = position(CLASSIC, *columns, "w: 2C 9D", foundations="AS AH AD AC", rest="7")
    assert moves(alive) == {"s"}
    assert alive.status is Status.PLAYING
