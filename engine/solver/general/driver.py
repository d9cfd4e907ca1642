"""Run a search slice by slice, checking the clock and growing memory in between."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from engine.board import Board
from engine.rules import Rules, StockAction
from engine.solver.general import beams, best_first, depth_first, layout
from engine.solver.general.best_first import NO_ROOT, Memory, compact, search_slice
from engine.solver.general.depth_first import Line
from engine.solver.general.encode import encode, write_weights
from engine.solver.general.evaluation import MOST_STAGES
from engine.solver.general.layout import Ints
from engine.solver.general.position import rebuild
from engine.solver.general.reshuffle import reshuffle_tableau
from engine.solver.general.solution import board_moves
from engine.solver.general.weights import Weights, restarts_of, weights_of
from engine.solver.jit import free_memory_for
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult

_Number = TypeVar("_Number", bound=np.generic)
_SLICE: Final = 20_000
_FIRST_RESTART: Final = 80_000
"""So many states are visited before the search is begun anew with other weights for the first time,
and then again as often as it has visited more states than all these other searches."""
_RESTART: Final = 40_000
"""How many states each of these visits."""
DEPTH_FIRST: Final = 600_000
"""After so many states what is left is searched depth first, in games that this fits."""
MOST_ARENA: Final = 1 << 28
_MOST_STATES: Final = 10_000_000
_MOST_KEYS: Final = 1 << 24
"""These limits keep a search below ``MAX_MEMORY`` with one queue, whose nodes and links take 24
bytes a state. It takes most when these grow for the last time, from 2**23 states: 201 and 240 MB,
with 268 MB each for the arena and the keys, and 17 MB for the queues. Beam searches, which take up
to 330 MB, and searches with other weights are over before the arrays are as large as that."""


def search(board: Board, limits: Limits, weights: Weights | None = None) -> SearchResult:
    """Search from any board of a game that fits.

    Beam searches look for a win in between, in games that they fit, and so do short searches with
    other weights in families that have them.

    Args:
        board: the board.
        limits: when to give up.
        weights: the only weights of the evaluation; None for those of the game's family.

    Returns:
        The result, whose states include those that beam searches and other short ones kept.
    """
    restarts = [] if weights else list(restarts_of(board.rules))
    weights, others = weights or weights_of(board.rules), 0
    line: Line | None = None
    depth_first_from = _depth_first_from(board.rules)
    tables, position = encode(board)
    write_weights(tables, weights)
    memory = best_first.new_memory(len(weights), _stages(board))
    won = search_slice(tables, position, *memory, 0, 0, -1) == layout.WON
    tried = beams.Beams(board, weights[0])
    while not won:
        states = _states(memory)
        if tried.are_due(states):
            moves = tried.search(limits, states)
            if moves:
                return SearchResult(Outcome.WON, moves, states + tried.states)
        if restarts and states >= max(_FIRST_RESTART, others):
            short = limits.part(Fraction(1), states + others)
            short.max_states = min(short.max_states, _RESTART)
            result = search(board, short, restarts.pop(0))
            others += result.states
            if result.outcome is not Outcome.UNKNOWN:
                return SearchResult(result.outcome, result.moves, states + others)
        if line is None and states >= depth_first_from and depth_first.fits(tables):
            line = depth_first.new_line(int(memory.control[best_first.STATES]))
        before = tried.states + others
        if limits.are_reached(states + before):
            return SearchResult(Outcome.UNKNOWN, (), states + before)
        pause, most = states + _SLICE, limits.max_states - before
        if line is None:
            end = search_slice(tables, position, *memory, pause, most, NO_ROOT)
        else:
            end = _depth_first_slice(tables, position, memory, line, pause, most)
        if end == layout.NEEDS_RESHUFFLE:
            won = _reshuffle(board, tables, position, memory)
        elif end == layout.FULL:
            larger, line = _with_room(tables, position, memory, line)
            if larger is None:
                return SearchResult(Outcome.UNKNOWN, (), _states(memory) + before)
            memory = larger
        elif end in (layout.LOST, layout.STATE_LIMIT):
            outcome = Outcome.LOST if end == layout.LOST else Outcome.UNKNOWN
            return SearchResult(outcome, (), _states(memory) + before)
        else:
            won = end == layout.WON
    if line is None:
        path = _path(memory, int(memory.control[best_first.STATES]) - 1)
    else:
        path = _path(memory, int(line.control[depth_first.ROOT])) + depth_first.path(line)
    moves = board_moves(board, path, *encode(board))
    return SearchResult(Outcome.WON, moves, _states(memory) + tried.states + others)


def _depth_first_from(rules: Rules) -> float:
    """After how many states what is left is searched depth first, if a game fits that.

    With two decks best-first search may still win, unless the stock deals to the tableau and beams
    look for wins.
    """
    is_dealt = rules.stock is not None and rules.stock.action is StockAction.TABLEAU
    return DEPTH_FIRST if rules.decks == 1 or (is_dealt and beams.fits(rules)) else math.inf


def _depth_first_slice(
    tables: Ints, position: Ints, memory: Memory, line: Line, pause: int, most: int
) -> int:
    """Search all states that are left depth first, for a while."""
    nodes, _, arena, table, control = memory
    return depth_first.search_slice(
        tables, position, nodes, arena, table, control, *line, pause, most
    )


def _with_room(
    tables: Ints, position: Ints, memory: Memory, line: Line | None
) -> tuple[Memory | None, Line | None]:
    """The memory and the line, what is full of them grown; no memory if a limit is reached."""
    if line is None:
        return _grow(tables, position, memory), None
    longer = depth_first.extended(line, int(tables[layout.MAX_MOVES]))
    return (None if longer is None else _with_more_keys(memory, 1)), longer


def prepare(board: Board) -> None:
    """Load all compiled functions that any search may call, compiling those not cached."""
    tables, position = encode(board)
    memory = best_first.new_memory(len(weights_of(board.rules)), _stages(board))
    search_slice(tables, position, *memory, 0, 0, -1)
    search_slice(tables, position, *memory, 2, 2, NO_ROOT)
    board_moves(board, [int(memory.control[best_first.MOVES_AT])], *encode(board))
    compact(tables, position, memory.nodes, memory.arena, memory.control)
    best_first.rehash(memory.table, np.zeros((len(memory.table), 2), np.int64))
    rebuild(tables, position)
    line = depth_first.new_line(int(memory.control[best_first.STATES]))
    _depth_first_slice(tables, position, memory, line, 0, 0)
    beams.prepare(board, weights_of(board.rules)[0])


def _states(memory: Memory) -> int:
    """How many states were visited."""
    return int(memory.control[best_first.STATES] + memory.control[best_first.UNSTORED])


def _stages(board: Board) -> int:
    """How many stages a search from a board has."""
    stock_and_waste = sum(
        len(board.stacks[pile])
        for pile in (board.compiled.stock, board.compiled.waste)
        if pile >= 0
    )
    turns = stock_and_waste * (2 + (board.redeals or 0))
    return min(board.rules.card_count + sum(board.hidden) + turns + 1, MOST_STAGES)


def _reshuffle(board: Board, tables: Ints, position: Ints, memory: Memory) -> bool:
    """Reshuffle the tableau of the current state and admit the result; whether it is won."""
    reshuffle_tableau(board, tables, position)
    origin = int(memory.control[best_first.CURRENT]) << layout.MOVE_BITS
    origin |= int(tables[layout.STOCK_PILE])
    return search_slice(tables, position, *memory, 0, 0, origin) == layout.WON


def _path(memory: Memory, state: int) -> list[int]:
    """The moves that lead to a state."""
    moves = []
    while (origin := int(memory.nodes[state, 0])) >= 0:
        moves.append(origin & (1 << layout.MOVE_BITS) - 1)
        state = origin >> layout.MOVE_BITS
    return moves[::-1]


def _grow(tables: Ints, position: Ints, memory: Memory) -> Memory | None:
    """Grow what is full; None if a limit is reached."""
    control, ahead = memory.control, int(tables[layout.MAX_MOVES])
    states = int(control[best_first.STATES])
    if states + ahead > len(memory.nodes):
        rows = min(len(memory.nodes) * 2, _MOST_STATES)
        if rows == len(memory.nodes):
            return None
        nodes, links = _extended(memory.nodes, rows, states), _extended(memory.links, rows, states)
        memory = memory._replace(nodes=nodes, links=links)
    packed = ahead * best_first.PACKED_SIZE
    if int(control[best_first.USED]) + packed > len(memory.arena):
        compact(tables, position, memory.nodes, memory.arena, control)
        used = int(control[best_first.USED])
        if used + packed > len(memory.arena) * 3 // 4:
            if len(memory.arena) == MOST_ARENA:
                return None
            memory = memory._replace(arena=_extended(memory.arena, len(memory.arena) * 2, used))
    return _with_more_keys(memory, ahead)


def _with_more_keys(memory: Memory, ahead: int) -> Memory | None:
    """The memory with room for the keys of ``ahead`` more states; None if a limit is reached."""
    if (_states(memory) + ahead) * 8 <= len(memory.table) * best_first.MAX_LOAD:
        return memory
    if len(memory.table) == _MOST_KEYS:
        return None
    table = np.zeros((len(memory.table) * 2, 2), np.int64)
    best_first.rehash(memory.table, table)
    return memory._replace(table=table)


def _extended(rows: npt.NDArray[_Number], length: int, used: int) -> npt.NDArray[_Number]:
    """A longer copy of an array. Rows that are never written take no memory."""
    free_memory_for(length * rows[:1].nbytes)
    longer = np.zeros((length, *rows.shape[1:]), rows.dtype)
    longer[:used] = rows[:used]
    return longer
