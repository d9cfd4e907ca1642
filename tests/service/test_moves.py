"""The moves a player chooses among: every legal move is at most two taps away."""

from __future__ import annotations

import random

import pytest

import engine
from bot.service.moves import distinct_moves
from engine import Board, Game, Move, Rules
from engine.dealing import opening
from tests.declared import CLASSICS, EXTREMES

EVERY_GAME = pytest.mark.parametrize(
    "rules", [*engine.CATALOGUE.values(), *CLASSICS, *EXTREMES], ids=lambda rules: rules.id
)
"""The games there are, and others for tests alone; some of those share an id with one there is."""


def boards(rules: Rules, deals: int = 6, moves: int = 60) -> list[Board]:
    """Boards met in random play."""
    found = []
    for number in range(1, deals + 1):
        board, rng = opening(rules, number), random.Random(number)
        for _ in range(moves):
            found.append(board)
            legal = board.legal_moves()
            if not legal:
                break
            board = board.apply(rng.choice(legal))
    return found


def like_empties_counted_once(board: Board, move: Move) -> tuple[str, str, int]:
    """A move's source, what its target looks like, and its count."""
    if move.is_stock or board.piles[move.target] or move.target.startswith("f"):
        return move.source, move.target, move.count
    kind = board.compiled.piles[board.compiled.index_of[move.target]].kind
    return move.source, f"an empty {kind.value}", move.count


@EVERY_GAME
def test_every_legal_move_is_two_taps_away_at_most(rules: Rules) -> None:
    for board in boards(rules, deals=2)[:: 2 + len(rules.tableau.deal) // 10]:
        offered = {move for moves in distinct_moves(Game(board)).values() for move in moves}
        wanted = {like_empties_counted_once(board, move) for move in board.legal_moves()}
        assert offered <= set(board.legal_moves())
        assert {like_empties_counted_once(board, move) for move in offered} == wanted
        assert len(offered) == len(wanted)


def test_a_pile_that_nothing_can_leave_is_missing() -> None:
    board = engine.deal("phoenix", 1).board
    movable = {move.source for move in board.legal_moves()}
    assert set(distinct_moves(Game(board))) == movable
    assert len(movable) < len(board.compiled.foundation_sources)


def test_two_empty_piles_are_offered_as_one() -> None:
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
