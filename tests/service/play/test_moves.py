"""Distinct moves: every legal move is at most two taps away."""

from __future__ import annotations

import engine
from bot.service.play.moves import distinct_moves
from engine import Board, Game, Move, Rules
from tests.declared import CLASSICS, EXTREMES
from tests.support.boards import boards
from tests.support.every_game import each_of


def equivalence_key(board: Board, move: Move) -> tuple[tuple[str, ...], str, int]:
    """A key that is equal for moves to equivalent empty piles."""
    if move.is_stock or board.piles[move.target] or move.target.startswith("f"):
        return move.sources, move.target, move.count
    kind = board.compiled.piles[board.compiled.index_of[move.target]].kind
    return move.sources, f"an empty {kind.value}", move.count


@each_of([*engine.CATALOGUE.values(), *CLASSICS, *EXTREMES])
def test_every_legal_move_has_one_equivalent_distinct_move(rules: Rules) -> None:
    for board in boards(rules, deals=2)[:: 2 + len(rules.tableau.deal) // 10]:
        distinct = {move for moves in distinct_moves(Game(board)).values() for move in moves}
        expected = {equivalence_key(board, move) for move in board.legal_moves()}
        assert distinct <= set(board.legal_moves())
        assert {equivalence_key(board, move) for move in distinct} == expected
        assert len(distinct) == len(expected)


def test_a_pile_without_moves_is_missing() -> None:
    board = engine.deal("phoenix", 1).board
    movable = {move.source for move in board.legal_moves()}
    assert set(distinct_moves(Game(board))) == movable
    assert len(movable) < len(board.compiled.foundation_sources)


def test_two_empty_piles_count_as_one() -> None:
    board = engine.parse_board(
        "phoenix",
        """
        f1: AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
        f2: AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH
        f3: AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD
        f4: AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC
        1: QC KC
        """,
    )
    assert [str(move) for move in distinct_moves(Game(board))["1"]] == ["1-2"]


def test_empty_places_in_rows_are_choices_of_their_own() -> None:
    game = engine.deal("gaps", 14)
    assert [str(move) for move in distinct_moves(game)["3"]] == ["3-14", "3-40"]
