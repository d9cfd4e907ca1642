"""The general search generates, plays and undoes the engine's moves."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine import CATALOGUE, Rules
from engine.board import Board
from engine.moves import Move
from engine.solver.general import layout, move_generation
from engine.solver.general.best_first import PACKED_SIZE
from engine.solver.general.encode import encode, fits
from engine.solver.general.layout import Ints
from engine.solver.general.packing import pack, unpack
from engine.solver.general.position import key, play, undo
from engine.solver.general.reshuffle import reshuffle_tableau
from engine.solver.general.solution import board_moves_of
from engine.solver.jit import jit
from tests.engine.random_positions import random_position
from tests.support.every_game import each_of

generate_moves = jit(move_generation.generate_moves)

GAMES = each_of(filter(fits, CATALOGUE.values()))
MOVES_AT = np.zeros(layout.MOST_MOVES, np.int64)


def boards(rules: Rules, end: int) -> list[Board]:
    """Random boards of a game, reachable or not, before and after some random moves."""
    result = []
    for seed in range(end):
        rng = random.Random(seed)
        board = engine.parse_board(rules, random_position(rules, rng).text())
        result.append(board)
        for _ in range(6):
            moves = board.legal_moves()
            if moves:
                board = board.apply(rng.choice(moves))
        result.append(board)
    return result


def generated(tables: Ints, position: Ints) -> list[int]:
    """The legal moves that the search generates."""
    return [int(move) for move in MOVES_AT[: generate_moves(tables, position, MOVES_AT, False)]]


def assert_equal(board: Board, tables: Ints, position: Ints) -> None:
    """Assert that a position equals a board."""
    compiled = board.compiled
    for pile in compiled.piles:
        if pile.kind not in (engine.PileKind.STOCK, engine.PileKind.WASTE):
            first = layout.STACKS + pile.index * layout.ROW
            height = position[layout.HEIGHTS + pile.index]
            cards = tuple(position[first : first + height].tolist())
            assert cards == board.stacks[pile.index], f"{pile.name}\n{board}"
            down = board.hidden[pile.index] if board.hidden else 0
            assert position[layout.FACE_DOWN + pile.index] == down
    assert position[layout.REDEALS] == (-1 if board.redeals is None else board.redeals)
    left, turned = (int(position[at]) for at in (layout.REMAINING, layout.IN_WASTE))
    if not board.rules.has_waste:
        assert left == (len(board.stacks[compiled.stock]) if compiled.stock >= 0 else 0)
    else:
        places = position[layout.REMAINING_PLACES : layout.REMAINING_PLACES + left]
        cards = tuple(tables[layout.TURN_ORDER + places].tolist())
        assert cards[:turned] == board.stacks[compiled.waste]
        assert cards[turned:] == board.stacks[compiled.stock][::-1]


@GAMES
def test_it_generates_exactly_the_legal_moves(rules: Rules) -> None:
    for board in boards(rules, 12):
        tables, position = encode(board)
        moves = [
            move
            for one in generated(tables, position)
            for move in board_moves_of(board.compiled, one)
        ]
        assert len(moves) == len(set(moves))
        assert set(moves) == set(board.legal_moves()), str(board)


@pytest.mark.parametrize("game", ["forty-thieves", "rainbow", "american-toad", "chinaman"])
def test_cards_that_turns_bring_up_are_tried_later_but_none_is_left_out(game: str) -> None:
    for board in boards(CATALOGUE[game], 12):
        tables, position = encode(board)
        tried = set[int]()
        while True:
            first = int(position[layout.FIRST_TURNS])
            moves = MOVES_AT[: generate_moves(tables, position, MOVES_AT, True)].tolist()
            assert {move >> layout.TURNS_AT for move in moves} <= {first}
            tried |= {first for move in moves if move & 255 == tables[layout.WASTE_PILE]}
            if not position[layout.NEXT_TURNS]:
                break
            assert position[layout.NEXT_TURNS] > first
            position[layout.FIRST_TURNS] = position[layout.NEXT_TURNS]
        assert {turns for turns in tried if turns <= turns_in_pass(board)} == playable_after(board)


def turns_in_pass(board: Board) -> int:
    """How many turns of the stock there are before a redeal."""
    assert board.rules.stock is not None
    return -(-len(board.stacks[board.compiled.stock]) // board.rules.stock.turn)


def playable_after(board: Board) -> set[int]:
    """After how many turns, before a redeal, the top card of the waste can be played."""
    result = set()
    for turns in range(turns_in_pass(board) + 1):
        if turns:
            board = board.apply(board.compiled.stock_move)
        if any(move.source == "w" for move in board.legal_moves()):
            result.add(turns)
    return result


@GAMES
def test_a_move_leads_to_the_same_position_as_on_the_board(rules: Rules) -> None:
    for board in boards(rules, 6):
        tables, position = encode(board)
        before = key(tables, position)
        for move in generated(tables, position):
            (on_board,) = board_moves_of(board.compiled, move)
            if rules.reshuffles_tableau and on_board.is_stock:
                continue
            play(tables, position, move)
            after = board.apply(on_board)
            assert_equal(after, tables, position)
            again = encode(after)[1]
            if not rules.has_waste:
                # Places in the stock are told from the start of a search.
                assert key(tables, position) == key(tables, again)
            undo(tables, position)
            assert_equal(board, tables, position)
            assert key(tables, position) == before


@GAMES
def test_a_packed_position_unpacks_to_itself(rules: Rules) -> None:
    arena = np.zeros(PACKED_SIZE, np.uint8)
    for number in (1, 2):
        rng = random.Random(number)
        board = engine.deal(rules.id, number).board
        if board.chooses_base:
            board = board.apply(board.legal_moves()[0])
        tables, position = encode(board)
        for _ in range(60):
            moves = generated(tables, position)
            if not moves:
                break
            move = rng.choice(moves)
            (on_board,) = board_moves_of(board.compiled, move)
            board = board.apply(on_board)
            if rules.reshuffles_tableau and on_board.is_stock:
                reshuffle_tableau(board, tables, position)
                break
            play(tables, position, move)
            expected = key(tables, position)
            assert pack(tables, position, arena, 0) < PACKED_SIZE
            rows = int(tables[layout.RESERVE_END]) * layout.ROW
            position[layout.STACKS : layout.STACKS + rows] = 99
            position[layout.HEIGHTS : layout.FACE_DOWN] += 3
            position[layout.REMAINING_PLACES : layout.STACKS] += 3
            unpack(tables, position, arena, 0)
            assert key(tables, position) == expected
            assert_equal(board, tables, position)


def test_a_reshuffled_tableau_equals_the_boards() -> None:
    for number in (1, 2, 3):
        board = engine.deal("la-belle-lucie", number).board
        tables, position = encode(board)
        reshuffle_tableau(board, tables, position)
        assert_equal(board.apply(Move("s", "")), tables, position)
