"""The general search's moves: those of the engine, played and taken back."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine import CATALOGUE, Rules
from engine.board import Board
from engine.moves import Move
from engine.solver.general import fields as field
from engine.solver.general.facts import facts_of
from engine.solver.general.fields import Ints
from engine.solver.general.gathering import gather
from engine.solver.general.kernel import LONGEST
from engine.solver.general.line import told
from engine.solver.general.moves import add_moves
from engine.solver.general.packing import pack, unpack
from engine.solver.general.position import key, play, undo
from tests.engine.test_second_reading import scattered

GAMES = pytest.mark.parametrize("rules", CATALOGUE.values(), ids=list(CATALOGUE))
MOVES = np.zeros(field.MOST_MOVES, np.int64)


def boards(rules: Rules, many: int) -> list[Board]:
    """Boards of a game of any kind, reachable or not, and what random moves make of them."""
    found = []
    for seed in range(many):
        chance = random.Random(seed)
        board = engine.parse_board(rules, scattered(rules, chance).text())
        found.append(board)
        for _ in range(6):
            moves = board.legal_moves()
            if moves:
                board = board.apply(chance.choice(moves))
        found.append(board)
    return found


def written(facts: Ints, position: Ints) -> list[int]:
    """The legal moves as the search has them."""
    return [int(move) for move in MOVES[: add_moves(facts, position, MOVES, False)]]


def same(board: Board, facts: Ints, position: Ints) -> None:
    """Hold a position against the board it must be."""
    compiled = board.compiled
    for pile in compiled.piles:
        if pile.kind not in (engine.PileKind.STOCK, engine.PileKind.WASTE):
            first = field.STACKS + pile.index * field.ROW
            height = position[field.HEIGHTS + pile.index]
            cards = tuple(position[first : first + height].tolist())
            assert cards == board.stacks[pile.index], f"{pile.name}\n{board}"
            down = board.hidden[pile.index] if board.hidden else 0
            assert position[field.DOWN + pile.index] == down
    assert position[field.REDEALS] == (-1 if board.redeals is None else board.redeals)
    left, turned = (int(position[at]) for at in (field.LEFT, field.TURNED))
    if not board.rules.has_waste:
        assert left == (len(board.stacks[compiled.stock]) if compiled.stock >= 0 else 0)
    else:
        places = position[field.PLACES_LEFT : field.PLACES_LEFT + left]
        cards = tuple(facts[field.TURNING + places].tolist())
        assert cards[:turned] == board.stacks[compiled.waste]
        assert cards[turned:] == board.stacks[compiled.stock][::-1]


@GAMES
def test_it_knows_all_legal_moves_and_no_others(rules: Rules) -> None:
    for board in boards(rules, 12):
        facts, position = facts_of(board)
        moves = [move for one in written(facts, position) for move in told(board.compiled, one)]
        assert len(moves) == len(set(moves))
        assert set(moves) == set(board.legal_moves()), str(board)


@GAMES
def test_what_a_move_leads_to_is_what_it_leads_to_on_the_board(rules: Rules) -> None:
    for board in boards(rules, 6):
        facts, position = facts_of(board)
        before = key(facts, position)
        for move in written(facts, position):
            (on_board,) = told(board.compiled, move)
            if rules.reshuffles_tableau and on_board.is_stock:
                continue
            play(facts, position, move)
            after = board.apply(on_board)
            same(after, facts, position)
            again = facts_of(after)[1]
            if not rules.has_waste:
                # Places in the stock are told from the start of a search.
                assert key(facts, position) == key(facts, again)
            undo(facts, position, 0)
            same(board, facts, position)
            assert key(facts, position) == before


@GAMES
def test_a_packed_position_is_read_back_as_it_was(rules: Rules) -> None:
    arena = np.zeros(LONGEST, np.uint8)
    for number in (1, 2):
        chance = random.Random(number)
        board = engine.deal(rules.id, number).board
        facts, position = facts_of(board)
        for _ in range(60):
            moves = written(facts, position)
            if not moves:
                break
            move = chance.choice(moves)
            (on_board,) = told(board.compiled, move)
            board = board.apply(on_board)
            if rules.reshuffles_tableau and on_board.is_stock:
                gather(board, facts, position)
                break
            play(facts, position, move)
            expected = key(facts, position)
            assert pack(facts, position, arena, 0) < LONGEST
            rows = int(facts[field.RESERVE_END]) * field.ROW
            position[field.STACKS : field.STACKS + rows] = 99
            position[field.HEIGHTS : field.DOWN] += 3
            position[field.PLACES_LEFT : field.STACKS] += 3
            unpack(facts, position, arena, 0)
            assert key(facts, position) == expected
            same(board, facts, position)


def test_a_gathered_tableau_is_that_of_the_board() -> None:
    for number in (1, 2, 3):
        board = engine.deal("la-belle-lucie", number).board
        facts, position = facts_of(board)
        gather(board, facts, position)
        same(board.apply(Move("s", "")), facts, position)
