"""Depth-first search with a transposition table. Compiled.

Bounds: before a position is expanded, ``search_slice`` makes sure that there is room for as many
more as it has steps.
"""

from __future__ import annotations

from engine.solver.general.best_first import insert_key
from engine.solver.jit import inlined, jit
from engine.solver.outranked import layout
from engine.solver.outranked.layout import Bytes, Ints
from engine.solver.outranked.position import is_hopeless, is_won, key, pack, settle, unpack
from engine.solver.outranked.steps import generate_steps, take_step


@inlined
def visit(tables: Ints, scratch: Ints, stack: Bytes, table: Ints, control: Ints) -> bool:
    """Settle the child, and store it if it is new and not hopeless; whether it is won."""
    settle(tables, scratch)
    if is_won(tables, scratch):
        return True
    low, high = key(tables, scratch)
    if insert_key(table, low, high):
        control[layout.STATES] += 1
        if not is_hopeless(tables, scratch):
            pack(tables, scratch, stack[control[layout.TOP]])
            control[layout.TOP] += 1
    return False


@jit
def search_slice(
    tables: Ints,
    scratch: Ints,
    steps: Ints,
    stack: Bytes,
    table: Ints,
    control: Ints,
    pause: int,
) -> int:
    """Search until ``pause`` states were visited, and return how that ended.

    Args:
        tables: the constants of the search.
        scratch: the positions worked on; if nothing is searched yet, the child is the first one.
        steps: room for the steps of a position.
        stack: the positions to expand, packed.
        table: the transposition table, whose length is a power of two.
        control: the state of the search between slices.
        pause: how many states to visit in all.
    """
    count, first = 1, control[layout.STATES] == 0
    while first or control[layout.TOP]:
        if control[layout.STATES] >= pause:
            return layout.PAUSED
        ahead = control[layout.STATES] + layout.MOST_STEPS
        if control[layout.TOP] + layout.MOST_STEPS > len(stack) or ahead * 2 > len(table):
            return layout.FULL
        if not first:
            control[layout.TOP] -= 1
            unpack(tables, scratch, stack[control[layout.TOP]])
            count = generate_steps(tables, scratch, steps)
        for which in range(count):
            if not first:
                take_step(tables, scratch, steps[which])
            if visit(tables, scratch, stack, table, control):
                return layout.WON
        first = False
    return layout.LOST
