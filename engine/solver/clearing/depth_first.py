"""Depth-first search with a transposition table of exact keys. Compiled.

A position is lost if a card that must go has no partner left that can ever be free at the same
time: all have gone, or lie under it, or it lies under them. A card that leaves alone, and with no
other, leaves at once.

Bounds: a frame's moves have a row of ``MOST_MOVES`` to themselves, and there is a frame for each
depth. Before a state is added, ``search_slice`` makes sure that the table has free rows.
"""

from __future__ import annotations

from engine.solver.clearing import layout
from engine.solver.clearing.layout import Ints
from engine.solver.clearing.moves import generate_moves, play
from engine.solver.jit import inlined, jit, lowest_bit, within


@inlined
def is_dead(tables: Ints, position: int) -> bool:
    """Whether a card that must go never can."""
    if tables[layout.HAS_FOUNDATION]:
        return False
    left = position & layout.LEFT
    rest = left & tables[layout.GOAL] & ~tables[layout.IN_THREES]
    while rest:
        slot = lowest_bit(rest)
        rest &= rest - 1
        if not tables[layout.ALONE + slot] and not left & tables[layout.REACHABLE + slot]:
            return True
    return False


@inlined
def insert(table: Ints, position: int) -> bool:
    """Add a position to the transposition table; False if it is already there."""
    mask = len(table) - 1
    total = (position & 0x7FFFFFFF) * 1640531527 + (position >> 31) * 1812433253
    at = (total >> 21 ^ total >> 40) & mask
    # Positions are stored plus 1, so that 0 marks a free row.
    while table[at] != 0:
        if table[at] == position + 1:
            return False
        at = (at + 1) & mask
    table[at] = position + 1
    return True


@jit
def rehash(old: Ints, new: Ints) -> None:
    """Copy the positions of a transposition table into a larger, empty one."""
    for row in range(len(old)):
        if old[row] != 0:
            insert(new, old[row] - 1)


def begin(tables: Ints, frames: Ints, moves: Ints, table: Ints, control: Ints) -> None:
    """Visit the position of the first frame; not compiled, as it is done once."""
    insert(table, frames[0, layout.POSITION])
    frames[0, layout.END] = generate_moves(tables, frames[0, layout.POSITION], moves, 0)
    control[layout.STATES] = control[layout.DEPTH] = 1


@jit
def search_slice(
    tables: Ints, frames: Ints, moves: Ints, table: Ints, control: Ints, pause: int
) -> int:
    """Search until ``pause`` states were visited, and return how that ended.

    Args:
        tables: the constants of the search.
        frames: a row for each depth, down to the current state.
        moves: a row of moves for each frame, one after the other.
        table: the transposition table, whose length is a power of two.
        control: the state of the search between slices.
        pause: how many states to visit in all.
    """
    while control[layout.DEPTH]:
        if control[layout.STATES] >= pause:
            return layout.PAUSED
        if control[layout.STATES] * 2 >= len(table):
            return layout.FULL
        depth = control[layout.DEPTH] - 1
        at = frames[depth, layout.NEXT]
        if at == frames[depth, layout.END]:
            control[layout.DEPTH] -= 1
            continue
        frames[depth, layout.NEXT] += 1
        position = play(tables, frames[depth, layout.POSITION], moves[at])
        if not position & tables[layout.GOAL]:
            return layout.WON
        if is_dead(tables, position) or not insert(table, position):
            continue
        control[layout.STATES] += 1
        control[layout.DEPTH] += 1
        row = (depth + 1) * layout.MOST_MOVES
        end = generate_moves(tables, position, moves, row)
        frames[depth + 1, layout.POSITION] = position
        frames[depth + 1, layout.NEXT] = row
        frames[depth + 1, layout.END] = row + within(end - row, layout.MOST_MOVES + 1)
    return layout.LOST
