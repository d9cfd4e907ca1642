"""The variants of Phoenix: one that gives foundation cards back, and Arizona."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.board import Board
from tests.engine.positions import cards, moves, play, position

VARIANTS = pytest.mark.parametrize("game", ["phoenix-takeback", "arizona"])


def board_of(game: str, *lines: str, foundations: str = "") -> Board:
    """A position with all other cards at the bottom of pile 6."""
    return position(game, *lines, foundations=foundations, rest="6")


@VARIANTS
def test_a_variant_is_dealt_as_phoenix_is(game: str) -> None:
    assert engine.deal(game, 4).board.stacks == engine.deal("phoenix", 4).board.stacks
    assert not engine.deal(game, 4).board.hidden


@VARIANTS
def test_a_variant_still_has_a_reserve_that_takes_no_card(game: str) -> None:
    board = board_of(game, "1: 8S", "r3: 9H", "r4: AC", "2: TS", foundations="5D")
    assert moves(board, "r3") == {"r3-2", "r3-3", "r3-4", "r3-5"}
    assert "r4-f4" in moves(board, "r4")
    assert not [move for move in board.legal_moves() if move.target.startswith("r")]


@VARIANTS
def test_in_a_variant_any_card_or_run_fills_an_empty_pile(game: str) -> None:
    board = board_of(game, "1: 2C 9S 8H", "2: 4D", "3: 4H", "4: 6C")
    assert moves(board, "1") == {"1-5", "1-5*2"}


# Taking back


def test_phoenix_gives_foundation_cards_back_in_the_variant_of_that_name() -> None:
    columns = ["1: 6H", "2: 6C", "3: 9D", "4: 9C", "5: JC"]
    board = board_of("phoenix-takeback", *columns, foundations="5S")
    assert moves(board, "f1") == {"f1-1"}
    after = play(board, "f1-1")
    assert after.piles["1"] == cards("6H 5S")
    assert after.piles["f1"] == cards("AS 2S 3S 4S")
    assert engine.Game(after).score == 4


def test_any_foundation_card_goes_back_into_an_empty_pile() -> None:
    board = board_of("phoenix-takeback", "1: 8H", "2: 8C", "3: 9D", "4: 9C", foundations="5S AD")
    assert moves(board, target="5") >= {"f1-5", "f3-5"}
    assert play(board, "f1-5").piles["5"] == cards("5S")


def test_a_foundation_card_does_not_go_back_into_the_reserve() -> None:
    board = board_of("phoenix-takeback", "1: 6H", foundations="5S")
    assert not [move for move in moves(board, "f1") if "-r" in move]
    with pytest.raises(IllegalMove, match="You cannot play cards into reserve r1"):
        play(board, "f1-r1")


def test_in_phoenix_foundation_cards_stay() -> None:
    board = board_of("phoenix", "1: 6H", foundations="5S")
    assert moves(board, "f1") == set()
    with pytest.raises(IllegalMove, match="stay there"):
        play(board, "f1-1")


def test_a_card_that_could_come_back_keeps_the_game_going() -> None:
    columns = ["1: 6H", "2: 8C", "3: 8H", "4: TC", "5: TH", "6: QH"]
    reserve = [f"r{n}: {card}" for n, card in enumerate(["4H", "4D", "6D", "8D", "TD"], start=1)]
    board = position("phoenix-takeback", *columns, *reserve, foundations="5S", rest="5")
    assert moves(board) == {"f1-1"}
    assert board.status is Status.PLAYING
    assert (
        position("phoenix", *columns, *reserve, foundations="5S", rest="5").status is Status.STUCK
    )


def test_phoenix_still_alternates_colours_where_cards_are_taken_back() -> None:
    columns = ["1: 6H", "2: 7S", "3: 7D", "4: 7C", "5: 7H"]
    assert moves(board_of("phoenix-takeback", *columns), "1") == {"1-2", "1-4"}


# Arizona


@pytest.mark.parametrize(
    ("card", "onto", "fits"),
    [
        ("8S", "9S", True),
        ("8S", "9H", True),
        ("8S", "9D", True),
        ("8S", "9C", True),
        ("TS", "9H", False),
        ("7S", "9S", False),
        ("9H", "9S", False),
        ("KS", "AS", False),
    ],
)
def test_arizona_builds_down_regardless_of_suit(card: str, onto: str, *, fits: bool) -> None:
    board = board_of("arizona", f"1: {card}", f"2: {onto}")
    assert (moves(board, "1", "2") == {"1-2"}) is fits
    reserve = board_of("arizona", f"r1: {card}", f"2: {onto}")
    assert (moves(reserve, "r1", "2") == {"r1-2"}) is fits


def test_arizona_moves_runs_regardless_of_suit_whole_or_in_part() -> None:
    board = board_of("arizona", "1: 9C 6H 5D 4D", "2: 7D", "3: 6D", "4: 5H", "5: 2C")
    assert moves(board, "1") == {"1-2*3", "1-3*2", "1-4"}
    assert play(board, "1-2*3").piles["2"] == cards("7D 6H 5D 4D")


def test_arizona_does_not_move_cards_out_of_order_together() -> None:
    board = board_of("arizona", "1: 6H 4D", "2: 7S", "3: 2C", "4: 2S", "5: 9S")
    assert moves(board, "1") == set()
    with pytest.raises(IllegalMove, match="not a run"):
        play(board, "1-2*2")


def test_arizona_still_builds_its_foundations_in_suit() -> None:
    assert moves(board_of("arizona", "1: 3D", foundations="2S 2H"), target="f2") == set()
    assert moves(board_of("arizona", "1: 3H", foundations="2S 2H"), target="f2") == {"1-f2"}
