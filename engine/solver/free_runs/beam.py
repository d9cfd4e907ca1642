"""Beam search for a win: level by level, only the best states of each.

It proves nothing, but finds most wins that depth-first search takes long to find.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.free_runs import layout
from engine.solver.free_runs.depth_first import (
    ALL_ON_FOUNDATIONS,
    KNOWN,
    MOST_MOVES,
    apply_move,
    visit,
)
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.move_generation import generate_moves
from engine.solver.jit import jit, popcount

_SCORES: Final = 1024
"""The number of values; they are clipped to 0 and above."""
_MIDDLE: Final = 700
_FIELDS: Final = 10


@jit
def _evaluate(tables: Ints, position: Position) -> int:
    """The heuristic evaluation of a position; higher is better.

    Cards on foundations count for it; cards fixed in columns, waiting in stock and reserve, held in
    cells, and buried in a waste with limited redeals count against it.
    """
    on_foundations, rest = 0, position.foundations
    while rest:
        on_foundations += rest & 15
        rest >>= 4
    fixed = 0
    for column in range(tables[layout.COLUMN_COUNT]):
        fixed += (
            position.columns >> tables[layout.COLUMN_AT + column]
            & tables[layout.COLUMN_MASK + column]
        )
    waiting = popcount(position.stock) + popcount(position.reserve)
    buried = 0 if tables[layout.UNLIMITED_REDEALS] else position.waste
    value = 3 * on_foundations - 6 * fixed - 4 * waiting - 3 * popcount(position.cells) - 3 * buried
    return min(max(0, value + _MIDDLE), _SCORES - 1)


@jit
def search_beam(
    tables: Ints, start: Position, width: int, parents: Ints, played: Ints, table: Ints
) -> tuple[int, int, int]:
    """Search level by level for a won position.

    Args:
        tables: the constants of the search.
        start: the initial position.
        width: how many states of each level are kept.
        parents: written: for each level and place, the parent's place in the level before.
        played: written: for each level and place, the move that led there.
        table: an empty transposition table, of which half is used at most.

    Returns:
        The level and place of a won position, or -1 and 0; and how many states were visited.
    """
    current = np.zeros((width, _FIELDS), np.int64)
    children = np.zeros((width * 8, _FIELDS), np.int64)
    candidates = np.zeros((width * 8, 3), np.int64)
    moves = np.zeros(MOST_MOVES, np.int64)
    counts = np.zeros(_SCORES, np.int64)
    limit = len(table) // 2
    for at in range(_FIELDS):
        current[0, at] = start[at]
    size, states = 1, 0
    for level in range(len(parents)):
        counts[:] = 0
        child_count = 0
        for place in range(size):
            row = current[place]
            position = Position(
                row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9]
            )
            for at in range(generate_moves(tables, position, moves, 0)):
                child = apply_move(tables, position, moves[at])
                if states >= limit or child_count >= len(children):
                    break
                if visit(tables, table, child) == KNOWN:
                    continue
                states += 1
                if child.foundations == ALL_ON_FOUNDATIONS:
                    parents[level, 0], played[level, 0] = place, moves[at]
                    return level, 0, states
                for part in range(_FIELDS):
                    children[child_count, part] = child[part]
                value = _evaluate(tables, child)
                (
                    candidates[child_count, 0],
                    candidates[child_count, 1],
                    candidates[child_count, 2],
                ) = value, place, moves[at]
                counts[value] += 1
                child_count += 1
        if child_count == 0 or states >= limit:
            break
        # The lowest value that is kept, and how many states of that value.
        lowest, left = _SCORES - 1, width
        while lowest > 0 and counts[lowest] <= left:
            left -= counts[lowest]
            lowest -= 1
        size = 0
        for number in range(child_count):
            value = candidates[number, 0]
            if value > lowest or (value == lowest and left > 0):
                if value == lowest:
                    left -= 1
                current[size] = children[number]
                parents[level, size], played[level, size] = (
                    candidates[number, 1],
                    candidates[number, 2],
                )
                size += 1
                if size == width:
                    break
    return -1, 0, states
