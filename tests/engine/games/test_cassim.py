"""Cassim: the rules of its source beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.shuffle import shuffled
from tests.engine.positions import moves, play, position

# The goal and the deal


def test_four_piles_of_four_are_dealt_row_by_row() -> None:
    """Settled layout, card by card against the shuffled deck."""
    order = shuffled(21)
    piles = engine.deal("cassim", 21).board.piles
    assert [piles[str(pile + 1)] for pile in range(4)] == [order[pile:16:4] for pile in range(4)]


def test_the_tableau_is_compact_all_of_it_face_up_and_there_are_four_empty_cells() -> None:
    """Closing sentence: compact tableau, cells for a time; settled as four of each."""
    board = engine.deal("cassim", 21).board
    assert [name for name in board.piles if name.isdigit()] == ["1", "2", "3", "4"]
    assert [board.piles[cell] for cell in "abcd"] == [()] * 4
    assert "e" not in board.piles
    assert not board.hidden


def test_the_stock_has_the_other_36_cards_and_the_waste_none() -> None:
    """Settled layout."""
    piles = engine.deal("cassim", 21).board.piles
    assert piles["s"][::-1] == shuffled(21)[16:]
    assert piles["w"] == ()


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
