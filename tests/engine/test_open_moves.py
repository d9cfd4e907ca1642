"""Open moves: what a move leaves open, held against all moves that follow it."""

from __future__ import annotations

import engine
from engine import Move, Rules
from engine.open_moves import comes_back, keeps_open
from tests.engine.positions import position
from tests.support.boards import boards
from tests.support.every_game import each_of


@each_of(engine.CATALOGUE.values())
def test_what_a_move_keeps_open_can_be_reached_by_moves(rules: Rules) -> None:
    for board in boards(rules, deals=1)[:: 3 + len(rules.tableau.deal)]:
        moves = [move for move in board.legal_moves() if not (move.is_stock or move.others)]
        for source in {move.source for move in moves}:
            of_pile = [move for move in moves if move.source == source]
            for move in of_pile:
                others = [other for other in of_pile if other != move]
                after = board.apply(move)
                near = {after.apply(one) for one in after.legal_moves()}
                if comes_back(board, move):
                    assert board in near
                elif keeps_open(board, move, others):
                    near |= {one.apply(then) for one in set(near) for then in one.legal_moves()}
                    assert all(board.apply(other) in near for other in others)


def test_a_foundation_that_gives_cards_back_keeps_the_tableau_open() -> None:
    for game, is_open in (("klondike", True), ("saratoga", False)):
        board = position(game, "1: 7H 5S", "2: 6H", foundations="4S 3H")
        assert keeps_open(board, Move("1", "f1"), [Move("1", "2")]) is is_open


def test_a_card_that_leaves_one_it_was_not_built_on_cannot_come_back() -> None:
    board = position("saratoga", "1: 2C 7H", "2: 8S", "3: 8C")
    assert not comes_back(board, Move("1", "2"))
    assert keeps_open(board, Move("1", "2"), [Move("1", "3")])
