"""Depth-first search: each state once. Compiled.

Keys have 124 bits, so that collisions do not occur in practice.

Bounds: before a state is searched, ``search_slice`` makes sure that there is room for one more
frame and ``MOST_MOVES`` moves, and that the transposition table has free rows.
"""

from __future__ import annotations

from engine.solver.general.best_first import insert_key
from engine.solver.jit import jit
from engine.solver.rows import layout
from engine.solver.rows.layout import Cells, Ints
from engine.solver.rows.moves import copy, generate_moves, is_won, key, play


def begin(tables: Ints, states: Cells, ends: Ints, moves: Ints, table: Ints, control: Ints) -> None:
    """Visit the first state; not compiled, as it is done once."""
    low, high = key(tables, states[0])
    insert_key(table, low, high)
    ends[0, 1] = generate_moves(tables, states[0], moves, 0)
    control[layout.STATES] = control[layout.DEPTH] = 1


@jit
def search_slice(
    tables: Ints, states: Cells, ends: Ints, moves: Ints, table: Ints, control: Ints, pause: int
) -> int:
    """Search until ``pause`` states were visited, and return how that ended.

    Args:
        tables: the constants of the search.
        states: a state for each depth.
        ends: for each depth, the next move and the end of its moves.
        moves: the moves of all those states, one list after the other.
        table: the transposition table, whose length is a power of two.
        control: the state of the search between slices.
        pause: how many states to visit in all.
    """
    while control[layout.DEPTH]:
        if control[layout.STATES] >= pause:
            return layout.PAUSED
        if control[layout.STATES] * 8 >= len(table) * 5:
            return layout.FULL
        depth = control[layout.DEPTH] - 1
        at, end = ends[depth, 0], ends[depth, 1]
        if at == end:
            control[layout.DEPTH] -= 1
            continue
        if depth + 1 == len(states) or end + layout.MOST_MOVES > len(moves):
            return layout.DEEP
        ends[depth, 0] += 1
        copy(tables, states[depth], states[depth + 1])
        play(tables, states[depth + 1], moves[at])
        low, high = key(tables, states[depth + 1])
        if not insert_key(table, low, high):
            continue
        control[layout.STATES] += 1
        control[layout.DEPTH] += 1
        ends[depth + 1, 0] = end
        if is_won(tables, states[depth + 1]):
            return layout.WON
        ends[depth + 1, 1] = generate_moves(tables, states[depth + 1], moves, end)
    return layout.LOST
