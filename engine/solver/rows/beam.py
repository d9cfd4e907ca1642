"""Beam search: of the states that each number of moves leads to, the best are kept. Compiled.

It looks for a win, and proves nothing.

Bounds: states that do not fit into the candidates are left out, and the candidates kept are no more
than the states there is room for. The caller makes sure that the transposition table has as many
free rows as there are candidates.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general.best_first import insert_key
from engine.solver.jit import jit
from engine.solver.rows import layout
from engine.solver.rows.evaluation import cost
from engine.solver.rows.layout import Cells, Ints
from engine.solver.rows.moves import copy, generate_moves, is_won, key, play

_ORIGIN_BITS: Final = 40
_ORIGIN: Final = (1 << _ORIGIN_BITS) - 1
_MOVE: Final = (1 << layout.MOVE_BITS) - 1


@jit
def expand(
    tables: Ints,
    states: Cells,
    count: int,
    child: Cells,
    moves: Ints,
    candidates: Ints,
    table: Ints,
) -> tuple[int, bool]:
    """Find the new states that some states lead to.

    Args:
        tables: the constants of the search.
        states: the states to begin with.
        count: how many there are.
        child: room for a state.
        moves: room for the moves of a state.
        candidates: room for the states found, each as its cost, the state before and the move:
            ``(cost << 25 | state) << MOVE_BITS | move``.
        table: the transposition table, whose length is a power of two.

    Returns:
        How many states were found, and whether the last one is won.
    """
    found = 0
    for state in range(count):
        for which in range(generate_moves(tables, states[state], moves, 0)):
            if found == len(candidates):
                return found, False
            copy(tables, states[state], child)
            play(tables, child, moves[which])
            low, high = key(tables, child)
            if insert_key(table, low, high):
                origin = state << layout.MOVE_BITS | moves[which]
                candidates[found] = cost(tables, child) << _ORIGIN_BITS | origin
                found += 1
                if is_won(tables, child):
                    return found, True
    return found, False


@jit
def keep(tables: Ints, states: Cells, candidates: Ints, kept: Cells, origins: Ints) -> None:
    """Write the states that candidates stand for, and where each comes from."""
    for place in range(len(candidates)):
        origin = candidates[place] & _ORIGIN
        origins[place] = origin
        copy(tables, states[origin >> layout.MOVE_BITS], kept[place])
        play(tables, kept[place], origin & _MOVE)
