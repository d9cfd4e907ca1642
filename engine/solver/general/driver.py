"""Searching slice by slice, with an eye on the clock and on memory."""

from __future__ import annotations

import time
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from engine.board import Board
from engine.solver.general import best_first, layout
from engine.solver.general.best_first import Memory, admit, compact, search_slice
from engine.solver.general.encode import encode, fits
from engine.solver.general.evaluation import MOST_STAGES
from engine.solver.general.layout import Ints
from engine.solver.general.position import rebuild
from engine.solver.general.reshuffle import reshuffle_tableau
from engine.solver.general.solution import board_moves
from engine.solver.general.weights import weights_of
from engine.solver.jit import free_memory_for
from engine.solver.verdict import Outcome, SearchResult

_Number = TypeVar("_Number", bound=np.generic)
_SLICE: Final = 20_000
_MOST_ARENA: Final = 1 << 28
_MOST_STATES: Final = 10 << 20
_MOST_KEYS: Final = 1 << 24
"""Together, and with what a table takes while it grows, these stay below a gigabyte."""


def search(board: Board, *, max_states: int, max_seconds: float) -> SearchResult:
    """Search from any board of any game that fits.

    Args:
        board: where to begin.
        max_states: how many positions to look at before giving up.
        max_seconds: how long to look before giving up.
    """
    if not fits(board.rules):
        return SearchResult(Outcome.UNKNOWN, (), 0)
    ends = time.monotonic() + max_seconds
    tables, position = encode(board)
    memory = best_first.new_memory(len(weights_of(board.rules)), _stages(board))
    won = admit(tables, position, *memory, -1)
    while not won:
        states = int(memory.control[best_first.STATES])
        if time.monotonic() > ends:
            return SearchResult(Outcome.UNKNOWN, (), states)
        end = search_slice(tables, position, *memory, states + _SLICE, max_states)
        if end == layout.NEEDS_RESHUFFLE:
            won = _reshuffle(board, tables, position, memory)
        elif end == layout.FULL:
            larger = _grown(tables, position, memory)
            if larger is None:
                return SearchResult(Outcome.UNKNOWN, (), int(memory.control[best_first.STATES]))
            memory = larger
        elif end in (layout.LOST, layout.STATE_LIMIT):
            outcome = Outcome.LOST if end == layout.LOST else Outcome.UNKNOWN
            return SearchResult(outcome, (), int(memory.control[best_first.STATES]))
        else:
            won = end == layout.WON
    line = board_moves(board, _path(memory))
    return SearchResult(Outcome.WON, line, int(memory.control[best_first.STATES]))


def prepare(board: Board) -> None:
    """Compile all that a search of any board may call, or load it where it is kept on disk."""
    tables, position = encode(board)
    memory = best_first.new_memory(len(weights_of(board.rules)), _stages(board))
    admit(tables, position, *memory, -1)
    search_slice(tables, position, *memory, 2, 2)
    board_moves(board, [int(memory.control[best_first.MOVES_AT])])
    compact(tables, position, memory.nodes, memory.arena, memory.control)
    best_first.rehash(memory.table, np.zeros((len(memory.table), 2), np.int64))
    rebuild(tables, position)


def _stages(board: Board) -> int:
    """How many stages of its game a board has before it."""
    stocked = sum(
        len(board.stacks[pile])
        for pile in (board.compiled.stock, board.compiled.waste)
        if pile >= 0
    )
    stages = board.rules.card_count + sum(board.hidden) + stocked * (2 + (board.redeals or 0))
    return min(stages + 1, MOST_STAGES)


def _reshuffle(board: Board, tables: Ints, position: Ints, memory: Memory) -> bool:
    """Gather the tableau of the position looked at, and keep what that gives; whether it is won."""
    reshuffle_tableau(board, tables, position)
    origin = int(memory.control[best_first.CURRENT]) << layout.MOVE_BITS
    return admit(tables, position, *memory, origin | int(tables[layout.STOCK_PILE]))


def _path(memory: Memory) -> list[int]:
    """The moves that led to the position met last."""
    moves = []
    state = int(memory.control[best_first.STATES]) - 1
    while (origin := int(memory.nodes[state, 0])) >= 0:
        moves.append(origin & (1 << layout.MOVE_BITS) - 1)
        state = origin >> layout.MOVE_BITS
    return moves[::-1]


def _grown(tables: Ints, position: Ints, memory: Memory) -> Memory | None:
    """The memory with more room where it is full; None where it may not grow."""
    control = memory.control
    states = int(control[best_first.STATES])
    if states + best_first.AHEAD > len(memory.nodes):
        rows = min(len(memory.nodes) * 2, _MOST_STATES)
        if rows == len(memory.nodes):
            return None
        nodes, links = _extended(memory.nodes, rows, states), _extended(memory.links, rows, states)
        memory = memory._replace(nodes=nodes, links=links)
    if _arena_needed(control) > len(memory.arena):
        compact(tables, position, memory.nodes, memory.arena, control)
        if _arena_needed(control) > len(memory.arena) * 3 // 4:
            if len(memory.arena) == _MOST_ARENA:
                return None
            used = int(control[best_first.USED])
            memory = memory._replace(arena=_extended(memory.arena, len(memory.arena) * 2, used))
    if (states + best_first.AHEAD) * 8 > len(memory.table) * 5:
        if len(memory.table) == _MOST_KEYS:
            return None
        table = np.zeros((len(memory.table) * 2, 2), np.int64)
        best_first.rehash(memory.table, table)
        memory = memory._replace(table=table)
    return memory


def _arena_needed(control: Ints) -> int:
    """How long the arena must be for as many positions as may be met at once."""
    return int(control[best_first.USED]) + best_first.AHEAD * best_first.LONGEST


def _extended(rows: npt.NDArray[_Number], length: int, used: int) -> npt.NDArray[_Number]:
    """Rows with room for more. What is not written yet takes no memory."""
    free_memory_for(length * rows[:1].nbytes)
    longer = np.zeros((length, *rows.shape[1:]), rows.dtype)
    longer[:used] = rows[:used]
    return longer
