"""How many cards move together: whole piles, whole suits, and what empty places carry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import IllegalMove, Move
from engine.board import Board
from engine.rules import EmptyPileRule, Rules
from tests import declared
from tests.engine.positions import moves, position

CELLS = ("a: AS", "b: AH", "c: AD", "d: AC")


def beside_an_empty_pile(rules: Rules) -> Board:
    """Two cards that build on another pile, all cells taken, and pile 8 empty."""
    fillers = ("4: 2S", "5: 2H", "6: 2D", "7: 2C")
    return position(rules, "1: 9H 8S", "2: TS", *CELLS, *fillers, rest="3")


def test_where_whole_piles_move_no_part_of_a_run_does() -> None:
    board = position("canfield", "1: 9H 8S 7H", "2: 9D", "3: TS", "4: 2C", "f4: 3C", rest="s")
    assert board.is_legal(Move("1", "3", 3))
    assert not board.is_legal(Move("1", "2", 2))
    assert moves(board, "1") == {"1-3*3"}


def test_an_empty_pile_that_any_card_fills_doubles_what_moves_together() -> None:
    board = beside_an_empty_pile(declared.FREECELL)
    assert moves(board, "1", "2") == {"1-2*2"}


def test_an_empty_pile_does_not_carry_what_moves_into_it() -> None:
    fillers = ("2: TS", "4: 2S", "5: 2H", "6: 2D", "7: 2C")
    board = position(declared.FREECELL, "1: KD 9H 8S", *CELLS, *fillers, rest="3")
    assert moves(board, "1", "8") == {"1-8"}
    with pytest.raises(IllegalMove, match="1 card can move there at once, not 2"):
        board.parse_move("1-8*2")


def test_an_empty_pile_that_only_kings_fill_carries_nothing() -> None:
    tableau = replace(declared.FREECELL.tableau, fill=EmptyPileRule.KING)
    board = beside_an_empty_pile(replace(declared.FREECELL, tableau=tableau))
    assert moves(board, "1", "2") == set()
    assert not board.is_legal(Move("1", "2", 2))


def test_an_empty_pile_that_nothing_fills_carries_nothing() -> None:
    tableau = replace(declared.FREECELL.tableau, fill=EmptyPileRule.NOTHING)
    board = beside_an_empty_pile(replace(declared.FREECELL, tableau=tableau))
    assert moves(board, "1", "2") == set()
    assert not board.is_legal(Move("1", "2", 2))


def test_a_whole_suit_goes_to_a_foundation_only_when_its_king_lies_face_up() -> None:
    run = "QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
    for king, to_foundation in (("KS", {"1-f1*13"}), ("(KS)", set())):
        board = position("spider", f"1: {king} {run}", rest="s")
        assert moves(board, "1", "f1") == to_foundation
        assert board.is_legal(Move("1", "f1", 13)) == bool(to_foundation)
