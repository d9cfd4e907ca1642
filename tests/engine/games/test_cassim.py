"""Cassim: the rules of its source beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from tests.engine.positions import moves, play, position

# What may be moved


@pytest.mark.parametrize("source", ["1", "a", "w"])
def test_tableau_cells_and_waste_give_cards_to_the_foundations(source: str) -> None:
    """Movement principles: cards come from these three."""
    assert moves(position("cassim", f"{source}: AD"), source, "f3") == {f"{source}-f3"}


@pytest.mark.parametrize("source", ["1", "a", "w"])
def test_tableau_cells_and_waste_give_cards_to_the_tableau(source: str) -> None:
    """Movement principles, and Moving: from waste and cells too, where they fit."""
    assert moves(position("cassim", f"{source}: 6S", "3: 7D"), source, "3") == {f"{source}-3"}


def test_cards_beneath_others_do_not_move_alone() -> None:
    """Movement principles: only tops, only cells' cards."""
    board = position("cassim", "1: AS 9D", "2: 4C", "w: AH 9H")
    assert not [text for text in moves(board) if "-f" in text]
    with pytest.raises(IllegalMove):
        play(board, "as f1")


def test_only_the_top_of_the_waste_is_available() -> None:
    """Turn sequence and Restrictions, each says so."""
    board = position("cassim", "w: 6S AH 4S", "1: 7D", "2: 5D")
    assert moves(board, "w", "1") == set()
    assert moves(board, "w", "2") == {"w-2"}


# Building


def test_a_run_moves_even_when_every_cell_is_taken() -> None:
    """Settled: the number of empty cells does not limit runs."""
    board = position(
        "cassim", "1: 2C QH JS TH 9S 8H 7S", "2: KC", "a: 2H", "b: 4H", "c: 6S", "d: 3D"
    )
    assert "1-2*6" in moves(board)


# Empty tableau piles


def test_a_king_alone_in_its_pile_does_not_move_to_an_empty_one() -> None:
    """Settled: idle moves are left out."""
    board = position("cassim", "1: KS", "2: 5H", "3: 6H")
    assert moves(board, "1") == {"1-a", "1-b", "1-c", "1-d"}


# Stock


def test_the_stock_may_be_turned_while_other_moves_are_open() -> None:
    """Turn sequence: "if no moves are possible" is advice, settled."""
    board = position("cassim", "1: AS")
    assert {"s", "1-f1"} <= moves(board)


def test_a_turned_card_may_be_played_to_tableau_and_foundation() -> None:
    """Introducing New Cards: where it fits."""
    board = play(position("cassim", "s: AH", "1: 2C", rest="2"), "s")
    assert {"w-f2", "w-1"} <= moves(board)


# The end


BLOCKED = ["1: 2S", "2: 4S", "3: 6S", "4: 8S", "a: TS", "b: QS", "c: TC", "d: QC"]


def test_it_ends_when_nothing_moves_and_the_stock_is_empty() -> None:
    """No More Legal Moves, Losing, and Exceptions: tableau, waste and cells blocked."""
    board = position("cassim", *BLOCKED, "w: 9C", rest="4")
    assert moves(board) == set()
    assert board.status is Status.STUCK


def test_it_goes_on_while_the_stock_has_a_card_that_can_be_played() -> None:
    """No More Legal Moves: both conditions must hold."""
    board = position("cassim", *BLOCKED, "s: AH 9C", rest="4")
    assert moves(board) == {"s"}
    assert board.status is Status.PLAYING


def test_it_is_stuck_when_the_stock_has_only_cards_that_cannot_be_played() -> None:
    """Losing: turning on would change nothing."""
    board = position("cassim", *BLOCKED, "s: 9C 8C", rest="4")
    assert moves(board) == {"s"}
    assert board.status is Status.STUCK


def test_it_goes_on_while_a_cell_is_empty() -> None:
    """Losing: a card that can still be put aside is a legal move."""
    assert position("cassim", *BLOCKED[:-1], "w: QC", rest="4").status is Status.PLAYING


def test_nothing_is_played_onto_stock_or_waste() -> None:
    """Movement principles: cards build on foundations or the tableau; cells hold them."""
    board = position("cassim", "1: 6H", "w: 7C")
    assert moves(board, target="w") == {"s"}
    assert moves(board, target="s") == set()


def test_cassim_classic_has_no_cells() -> None:
    board = engine.deal("cassim-classic", 21).board
    assert list(board.piles) == [*"1234567", "f1", "f2", "f3", "f4", "s", "w"]
    with pytest.raises(IllegalMove, match="no pile “a”"):
        play(board, "1-a")


def test_cassim_classic_is_stuck_when_no_pass_brings_up_a_card_that_fits() -> None:
    columns = ["1: 3S", "2: 3H", "3: 3D", "4: 5S", "5: 5H", "6: 5D", "7: 7S"]
    stuck = position("cassim-classic", *columns, "w: 9C 9D", foundations="AS AH AD AC", rest="7")
    assert moves(stuck) == {"s"}
    assert stuck.status is Status.STUCK
    alive = position("cassim-classic", *columns, "w: 2C 9D", foundations="AS AH AD AC", rest="7")
    assert moves(alive) == {"s"}
    assert alive.status is Status.PLAYING
