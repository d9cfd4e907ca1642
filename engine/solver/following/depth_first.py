"""Depth-first search with a transposition table. Compiled.

Bounds: a frame's steps have a row of ``MOST_STEPS`` to themselves, and there is a frame for each
depth. Before a state is added, ``search_slice`` makes sure that the table has free rows.
"""

from __future__ import annotations

from engine.solver.following import layout
from engine.solver.following.layout import Ints
from engine.solver.following.states import generate_steps, take_step
from engine.solver.general.best_first import insert_key
from engine.solver.general.position import mix
from engine.solver.jit import jit, within


@jit
def search_slice(
    tables: Ints,
    frames: Ints,
    steps: Ints,
    left: Ints,
    table: Ints,
    control: Ints,
    pause: int,
) -> int:
    """Search until ``pause`` states were visited, and return how that ended.

    Args:
        tables: the constants of the search.
        frames: a row for each depth, down to the current state; if nothing is searched yet, the
            first has the state to begin with.
        steps: a row of steps for each frame, one after the other.
        left: room for the cards that are left of waste and stock.
        table: the transposition table, whose length is a power of two.
        control: the state of the search between slices.
        pause: how many states to visit in all.
    """
    while control[layout.DEPTH] or not control[layout.STATES]:
        if control[layout.STATES] >= pause:
            return layout.PAUSED
        if control[layout.STATES] * 2 >= len(table):
            return layout.FULL
        depth = control[layout.DEPTH]
        home, order = frames[0, layout.HOME], frames[0, layout.ORDER]
        if depth:
            at = frames[depth - 1, layout.NEXT]
            if at == frames[depth - 1, layout.END]:
                control[layout.DEPTH] -= 1
                continue
            frames[depth - 1, layout.NEXT] += 1
            home, order = frames[depth - 1, layout.HOME], frames[depth - 1, layout.ORDER]
            home, order = take_step(tables, home, order, steps[at])
        if home == tables[layout.ALL]:
            return layout.WON
        if not insert_key(table, mix(home, order), home):
            continue
        control[layout.STATES] += 1
        control[layout.DEPTH] += 1
        row = depth * layout.MOST_STEPS
        end = generate_steps(tables, home, order, left, steps, row)
        frames[depth, layout.HOME], frames[depth, layout.ORDER] = home, order
        frames[depth, layout.NEXT] = row
        frames[depth, layout.END] = row + within(end - row, layout.MOST_STEPS + 1)
    return layout.LOST
