"""Search by columns: of the states at each number of moves, the best in turn. Compiled.

This is anytime column search (Vadlamudi, Gaurav, Aine and Chakrabarti, 2012). A beam of any width
ends when all that it has kept is lost; here every state is kept until its turn comes. Of twenty
deals of Gaps a beam of 100,000 won 13 and ended on the others, after ten million states each.

A card that follows the cards in place at the left end of its row is played at once. That is not
always right, since the two may have to go to another row, so the search proves nothing; but 50
instead of 42 of a hundred deals are won within 200,000 states.

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
from engine.solver.rows.layout import Cells, Ints
from engine.solver.rows.moves import copy, generate_moves, is_in_place, is_won, key, play

Links = npt.NDArray[np.int32]

COLUMNS: Final = 512
"""The numbers of moves that states are searched at."""

STATES, COLUMN, LAST_COLUMN, EXPANDED = range(4)
"""The scalars of the control array: how many states were found; the column expanded last; the last
one with a state; and how many states were expanded since the first column."""
BEST_VALUES: Final = 4
"""For each column, an upper bound of the values in it."""
CONTROL_SIZE: Final = BEST_VALUES + COLUMNS


def begin(tables: Ints, states: Cells, heads: Links, table: Ints, control: Ints) -> None:
    """Find the first state; not compiled, as it is done once."""
    low, high = key(tables, states[0])
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
        pause: how many states to find in all.
    """
    while control[STATES] < pause:
        if control[STATES] + layout.MOST_MOVES > len(states):
            return layout.DEEP
        if (control[STATES] + layout.MOST_MOVES) * 8 >= len(table) * 5:
            return layout.FULL
        column = control[COLUMN]
        value = control[BEST_VALUES + column]
        while value and not heads[column * VALUES + value]:
            value -= 1
        control[BEST_VALUES + column] = value
        head = heads[column * VALUES + value]
        if head:
            heads[column * VALUES + value] = links[head - 1]
            control[EXPANDED] += 1
            if _expand(tables, states, origins, links, heads, table, moves, control, head - 1):
                return layout.WON
        control[COLUMN] += 1
        if control[COLUMN] > control[LAST_COLUMN] or control[COLUMN] == COLUMNS - 1:
            if control[EXPANDED] == 0:
                return layout.LOST
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
    state: int,
) -> bool:
    """Add the new states that a state of the current column leads to, up to the first one won."""
    begin, end = 0, generate_moves(tables, states[state], moves, 0)
    for which in range(end):
        target = moves[which] >> layout.TARGET_AT
        if target % tables[layout.LENGTH] and is_in_place(tables, states[state], target - 1):
            begin, end = which, which + 1
            break
    column = control[COLUMN] + 1
    for which in range(begin, end):
        found = control[STATES]
        copy(tables, states[state], states[found])
        play(tables, states[found], moves[which])
        low, high = key(tables, states[found])
        if insert_key(table, low, high):
            value = evaluate(tables, states[found])
            origins[found] = state << layout.MOVE_BITS | moves[which]
            links[found] = heads[column * VALUES + value]
            heads[column * VALUES + value] = found + 1
            control[BEST_VALUES + column] = max(control[BEST_VALUES + column], value)
            control[LAST_COLUMN] = max(control[LAST_COLUMN], column)
            control[STATES] += 1
            if is_won(tables, states[found]):
                return True
    return False
