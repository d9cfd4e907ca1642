"""Searching slice by slice, with an eye on the clock and on memory."""

from __future__ import annotations

import time
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from engine.board import Board
from engine.solver.compiled import make_room
from engine.solver.general import fields as field
from engine.solver.general import kernel
from engine.solver.general.facts import facts_of, fits
from engine.solver.general.fields import Ints
from engine.solver.general.gathering import gather
from engine.solver.general.kernel import Memory, admit, compact, search_slice
from engine.solver.general.line import on_the_board
from engine.solver.general.position import put_again
from engine.solver.general.value import MOST_STAGES
from engine.solver.general.weights import weights_of
from engine.solver.verdict import Found, Outcome

_Number = TypeVar("_Number", bound=np.generic)
_SLICE: Final = 20_000
_MOST_ARENA: Final = 1 << 28
_MOST_STATES: Final = 10 << 20
_MOST_KEYS: Final = 1 << 24
"""Together, and with what a table takes while it grows, these stay below a gigabyte."""


def search(board: Board, *, max_states: int, max_seconds: float) -> Found:
    """Search from any board of any game that fits.

    Args:
        board: where to begin.
        max_states: how many positions to look at before giving up.
        max_seconds: how long to look before giving up.
    """
    if not fits(board.rules):
        return Found(Outcome.UNKNOWN, (), 0)
    ends = time.monotonic() + max_seconds
    facts, position = facts_of(board)
    memory = kernel.new_memory(len(weights_of(board.rules)), _stages(board))
    won = admit(facts, position, *memory, -1)
    while not won:
        states = int(memory.control[kernel.STATES])
        if time.monotonic() > ends:
            return Found(Outcome.UNKNOWN, (), states)
        end = search_slice(facts, position, *memory, states + _SLICE, max_states)
        if end == field.GATHER:
            won = _gathered(board, facts, position, memory)
        elif end == field.FULL:
            larger = _enlarged(facts, position, memory)
            if larger is None:
                return Found(Outcome.UNKNOWN, (), int(memory.control[kernel.STATES]))
            memory = larger
        elif end in (field.LOST, field.CUT):
            outcome = Outcome.LOST if end == field.LOST else Outcome.UNKNOWN
            return Found(outcome, (), int(memory.control[kernel.STATES]))
        else:
            won = end == field.WON
    line = on_the_board(board, _line(memory))
    return Found(Outcome.WON, line, int(memory.control[kernel.STATES]))


def prepare(board: Board) -> None:
    """Compile all that a search of any board may call, or load it where it is kept on disk."""
    facts, position = facts_of(board)
    memory = kernel.new_memory(len(weights_of(board.rules)), _stages(board))
    admit(facts, position, *memory, -1)
    search_slice(facts, position, *memory, 2, 2)
    on_the_board(board, [int(memory.control[kernel.MOVES])])
    compact(facts, position, memory.nodes, memory.arena, memory.control)
    kernel.move_over(memory.table, np.zeros((len(memory.table), 2), np.int64))
    put_again(facts, position)


def _stages(board: Board) -> int:
    """How many stages of its game a board has before it."""
    stocked = sum(
        len(board.stacks[pile])
        for pile in (board.compiled.stock, board.compiled.waste)
        if pile >= 0
    )
    stages = board.rules.card_count + sum(board.hidden) + stocked * (2 + (board.redeals or 0))
    return min(stages + 1, MOST_STAGES)


def _gathered(board: Board, facts: Ints, position: Ints, memory: Memory) -> bool:
    """Gather the tableau of the position looked at, and keep what that gives; whether it is won."""
    gather(board, facts, position)
    origin = int(memory.control[kernel.AT]) << field.MOVE_BITS
    return admit(facts, position, *memory, origin | int(facts[field.STOCK_PILE]))


def _line(memory: Memory) -> list[int]:
    """The moves that led to the position met last."""
    moves = []
    state = int(memory.control[kernel.STATES]) - 1
    while (origin := int(memory.nodes[state, 0])) >= 0:
        moves.append(origin & (1 << field.MOVE_BITS) - 1)
        state = origin >> field.MOVE_BITS
    return moves[::-1]


def _enlarged(facts: Ints, position: Ints, memory: Memory) -> Memory | None:
    """The memory with more room where it is full; None where it may not grow."""
    control = memory.control
    states = int(control[kernel.STATES])
    if states + kernel.AHEAD > len(memory.nodes):
        rows = min(len(memory.nodes) * 2, _MOST_STATES)
        if rows == len(memory.nodes):
            return None
        nodes, links = _longer(memory.nodes, rows, states), _longer(memory.links, rows, states)
        memory = memory._replace(nodes=nodes, links=links)
    if _needed(control) > len(memory.arena):
        compact(facts, position, memory.nodes, memory.arena, control)
        if _needed(control) > len(memory.arena) * 3 // 4:
            if len(memory.arena) == _MOST_ARENA:
                return None
            used = int(control[kernel.USED])
            memory = memory._replace(arena=_longer(memory.arena, len(memory.arena) * 2, used))
    if (states + kernel.AHEAD) * 8 > len(memory.table) * 5:
        if len(memory.table) == _MOST_KEYS:
            return None
        table = np.zeros((len(memory.table) * 2, 2), np.int64)
        kernel.move_over(memory.table, table)
        memory = memory._replace(table=table)
    return memory


def _needed(control: Ints) -> int:
    """How long the arena must be for as many positions as may be met at once."""
    return int(control[kernel.USED]) + kernel.AHEAD * kernel.LONGEST


def _longer(rows: npt.NDArray[_Number], length: int, used: int) -> npt.NDArray[_Number]:
    """Rows with room for more. What is not written yet takes no memory."""
    make_room(length * rows[:1].nbytes)
    longer = np.zeros((length, *rows.shape[1:]), rows.dtype)
    longer[:used] = rows[:used]
    return longer
