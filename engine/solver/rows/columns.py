"""Search by columns: of the states at each number of moves, the best in turn. Compiled.

This is anytime column search (Vadlamudi, Gaurav, Aine and Chakrabarti, 2012). A beam of any width
ends when all that it has kept is lost; here every state is kept until its turn comes. Of twenty
deals of Gaps a beam of 100,000 won 13 and ended on the others, after ten million states each.

Only the moves that :mod:`engine.solver.rows.gaps` finds useful are tried, so that a search without
a win soon ends, and proves that there is none.

Bounds: before a state is expanded, ``search_slice`` makes sure that there is room for as many more
states as it has moves, ``MOST_MOVES``, and that the transposition table has as many free rows.
States of the last column are not expanded, and values are below ``VALUES``.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from engine.solver.general.best_first import insert_key
from engine.solver.jit import inlined, jit
from engine.solver.rows import layout
from engine.solver.rows.evaluation import VALUES, evaluate
from engine.solver.rows.gaps import key_of_rows, play_steps, useful_moves
from engine.solver.rows.layout import Cells, Ints
from engine.solver.rows.moves import cards_in_place, copy

Links = npt.NDArray[np.int32]

COLUMNS: Final = 512
"""The numbers of moves that states are searched at."""
_LONGEST: Final = 256
"""How many moves at most are played at once where there is no other."""

STATES, COLUMN, LAST_COLUMN, EXPANDED = range(4)
"""The scalars of the control array: how many states were found; the column expanded last; the last
one with a state; and how many states were expanded since the first column."""
BEST_VALUES: Final = 4
"""For each column, an upper bound of the values in it."""
CONTROL_SIZE: Final = BEST_VALUES + COLUMNS


def begin(tables: Ints, states: Cells, heads: Links, table: Ints, control: Ints) -> None:
    """Find the first state; not compiled, as it is done once."""
    low, high = key_of_rows(tables, states[0])
    insert_key(table, low, high)
    heads[0] = control[STATES] = 1


@jit
def search_slice(
    tables: Ints,
    states: Cells,
    origins: Ints,
    links: Links,
    heads: Links,
    table: Ints,
    moves: Ints,
    control: Ints,
    room: Ints,
    pause: int,
) -> int:
    """Search until ``pause`` states were found, and return how that ended.

    If it is won, the last state is the won one.

    Args:
        tables: the constants of the search.
        states: the states found.
        origins: for each of them, its parent and move as ``parent << MOVE_BITS | move``.
        links: for each of them, the next one of its column and value, counted from 1.
        heads: for each column and value, the first state to expand, counted from 1.
        table: the transposition table, whose length is a power of two.
        moves: room for the moves of a state.
        control: the state of the search between slices.
        room: ``gaps.ROOM_SIZE`` numbers, to work with.
        pause: how many states to find in all.
    """
    while control[STATES] < pause:
        if control[STATES] + layout.MOST_MOVES > len(states):
            return layout.DEEP
        if (control[STATES] + layout.MOST_MOVES) * 4 >= len(table) * 3:
            return layout.FULL
        column = control[COLUMN]
        value = control[BEST_VALUES + column]
        while value and not heads[column * VALUES + value]:
            value -= 1
        control[BEST_VALUES + column] = value
        head = int(heads[column * VALUES + value])
        if head:
            heads[column * VALUES + value] = links[head - 1]
            control[EXPANDED] += 1
            if _expand(
                tables, states, origins, links, heads, table, moves, control, room, head - 1
            ):
                return layout.WON
        control[COLUMN] += 1
        if control[COLUMN] > control[LAST_COLUMN] or control[COLUMN] == COLUMNS - 1:
            if control[EXPANDED] == 0:
                return layout.DEEP if control[LAST_COLUMN] == COLUMNS - 1 else layout.LOST
            control[COLUMN] = control[EXPANDED] = 0
    return layout.PAUSED


@inlined
def _expand(
    tables: Ints,
    states: Cells,
    origins: Ints,
    links: Links,
    heads: Links,
    table: Ints,
    moves: Ints,
    control: Ints,
    room: Ints,
    state: int,
) -> bool:
    """Add the new states that a state of the current column leads to, up to the first one won.

    Where there is only one move, it is played at once.
    """
    column, begin, is_forced = control[COLUMN] + 1, control[STATES], False
    while True:
        end = useful_moves(tables, states[state], moves, room, is_forced)
        is_forced = end == 1 and control[STATES] < begin + _LONGEST
        parent = state
        for which in range(end):
            found = control[STATES]
            origins[found] = parent << layout.MOVE_BITS | moves[which]
            copy(tables, states[parent], states[found])
            play_steps(tables, states[found], moves[which], room)
            low, high = key_of_rows(tables, states[found])
            if not insert_key(table, low, high):
                continue
            control[STATES] += 1
            if cards_in_place(tables, states[found]) == tables[layout.CARDS]:
                return True
            if is_forced:
                state = found
                continue
            at = min(column, COLUMNS - 1)
            value = evaluate(tables, states[found])
            links[found] = heads[at * VALUES + value]
            heads[at * VALUES + value] = found + 1
            control[BEST_VALUES + at] = max(control[BEST_VALUES + at], value)
            control[LAST_COLUMN] = max(control[LAST_COLUMN], at)
        if state == parent:
            return False
        column += 1
