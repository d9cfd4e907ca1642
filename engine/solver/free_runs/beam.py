"""Beam search for a win: level by level, only the best states of each.

It proves nothing, but finds most wins that depth-first search takes long to find.
"""

from __future__ import annotations

from typing import Final

from engine.solver.free_runs import layout
from engine.solver.free_runs.depth_first import KNOWN, visit
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.move_generation import generate_moves
from engine.solver.free_runs.states import ALL_ON_FOUNDATIONS, apply_move
from engine.solver.jit import inlined, jit, popcount

SCORES: Final = 1024
"""The number of values; they are clipped to 0 and above."""
_MIDDLE: Final = 700
FIELDS: Final = 10
"""The fields of a position."""


@inlined
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
    return min(max(0, value + _MIDDLE), SCORES - 1)


@jit
def search_level(
    tables: Ints,
    current: Ints,
    size: int,
    children: Ints,
    candidates: Ints,
    moves: Ints,
    counts: Ints,
    parents: Ints,
    played: Ints,
    table: Ints,
    limit: int,
) -> tuple[int, int]:
    """Search one level for a won position, and replace it by the next one.

    Args:
        tables: the constants of the search.
        current: the states of the level, a row each; then those of the next one.
        size: how many there are.
        children: rows for the successors of a level, to work with.
        candidates: likewise, their values, parents and moves.
        moves: ``MOST_MOVES`` numbers, to work with.
        counts: ``SCORES`` numbers, to work with.
        parents: written: for each state of the next level, its parent's place in this one.
        played: written: for each state of the next level, the move that led there.
        table: the transposition table, with more free rows than ``children``.
        limit: how many states may still be visited.

    Returns:
        How many states the next level has, -1 if its first one is won; and how many were visited.
    """
    counts[:] = 0
    child_count = states = 0
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
                parents[0], played[0] = place, moves[at]
                return -1, states
            for part in range(FIELDS):
                children[child_count, part] = child[part]
            value = _evaluate(tables, child)
            (
                candidates[child_count, 0],
                candidates[child_count, 1],
                candidates[child_count, 2],
            ) = value, place, moves[at]
            counts[value] += 1
            child_count += 1
    if states >= limit:
        return 0, states
    # The lowest value that is kept, and how many states of that value.
    lowest, left = SCORES - 1, len(current)
    while lowest > 0 and counts[lowest] <= left:
        left -= counts[lowest]
        lowest -= 1
    size = 0
    for number in range(child_count):
        value = candidates[number, 0]
        if value > lowest or (value == lowest and left > 0):
            if value == lowest:
                left -= 1
            for part in range(FIELDS):
                current[size, part] = children[number, part]
            parents[size], played[size] = candidates[number, 1], candidates[number, 2]
            size += 1
            if size == len(current):
                break
    return size, states
