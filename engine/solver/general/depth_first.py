"""Depth-first search from all states that best-first search has left to expand. Compiled.

It visits the states that best-first search would, in another order, but neither packs nor evaluates
any, as the position is changed and changed back along one line of play. They share the
transposition table, so each state is visited once by either search. That proves losses sooner, and
wins some deals that best-first search does not.

Only for games all of whose moves are generated at once; see :func:`fits`.

Bounds: before a state is visited, ``search_slice`` makes sure that there is room for one more
level, as many more moves as a position has, ``MAX_MOVES``, and as many changes as a position's log
holds, ``LOG_SIZE``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.solver.general import layout
from engine.solver.general.best_first import (
    MAX_LOAD,
    NEW,
    STATES,
    UNSTORED,
    WIN,
    expand,
    visit,
)
from engine.solver.general.layout import Bytes, Ints
from engine.solver.general.packing import unpack
from engine.solver.general.position import play, undo
from engine.solver.jit import jit

_GOES_ON: Final = -1
"""In place of how a search ended."""
DEPTH, ROOT = range(2)
"""The scalars of the control array: how many levels there are; the state of best-first search from
which they start, whose later states are all done."""
CONTROLS: Final = 2
NEXT, END, CHANGES = range(3)
"""Of each level: which move is tried next; the end of its moves; the end of the changes that lead
to it."""
LEVEL: Final = 3
MOST_ENTRIES: Final = 1 << 22
"""The most numbers in each array of a line, 34 MB."""


class Line(NamedTuple):
    """The line of play that is searched.

    Attributes:
        control: scalars, as named above.
        levels: each position on the way, as named above.
        moves: the moves of all levels, one level after the other.
        changes: the logs of the moves between them, one after the other.
    """

    control: Ints
    levels: Ints
    moves: Ints
    changes: Ints


def new_line(states: int) -> Line:
    """The line of a search from the first ``states`` states of best-first search."""
    control = np.zeros(CONTROLS, np.int64)
    control[ROOT] = states
    return Line(
        control=control,
        levels=np.zeros((1 << 8, LEVEL), np.int64),
        moves=np.zeros(1 << 14, np.int64),
        changes=np.zeros(1 << 12, np.int64),
    )


def fits(tables: Ints) -> bool:
    """Whether all moves of a state are generated at once."""
    postpones = (
        tables[layout.FOLDS_TURNS]
        and not tables[layout.UNLIMITED_REDEALS]
        and tables[layout.TABLEAU_END] > layout.FEW_PILES
    )
    return not postpones and bool(tables[layout.STOCK_ACTION] != layout.RESHUFFLE)


def extended(line: Line, most_moves: int) -> Line | None:
    """The line with room for one more level; None if a limit is reached."""
    control, levels, moves, changes = line
    depth = int(control[DEPTH])
    _, end, used = levels[depth - 1].tolist() if depth else (0, 0, 0)
    if depth == len(levels):
        levels = np.concatenate((levels, np.zeros_like(levels)))
    if end + most_moves > len(moves):
        moves = np.concatenate((moves, np.zeros_like(moves)))
    if used + layout.LOG_SIZE > len(changes):
        changes = np.concatenate((changes, np.zeros_like(changes)))
    if max(levels.size, moves.size, changes.size) > MOST_ENTRIES:
        return None
    return Line(control, levels, moves, changes)


def path(line: Line) -> list[int]:
    """The moves from the state that the line starts from."""
    levels = line.levels[: line.control[DEPTH]]
    return [int(line.moves[at - 1]) for at in levels[:, NEXT]]


@jit
def search_slice(
    tables: Ints,
    position: Ints,
    nodes: npt.NDArray[np.int64],
    arena: Bytes,
    table: Ints,
    counts: Ints,
    control: Ints,
    levels: Ints,
    moves: Ints,
    changes: Ints,
    pause: int,
    most_states: int,
) -> int:
    """Search until ``pause`` states were visited by both searches, and return how that ended.

    Args:
        counts: the control array of best-first search.
    """
    ahead = tables[layout.MAX_MOVES]
    depth, end, used = control[DEPTH], 0, 0
    if depth:
        end, used = levels[depth - 1, END], levels[depth - 1, CHANGES]
    while True:
        if depth == 0:
            state = control[ROOT] - 1
            while state >= 0 and nodes[state, 1] < 0:
                state -= 1
            if state < 0:
                return layout.LOST
            control[ROOT] = state
            unpack(tables, position, arena, nodes[state, 1] >> 1)
            nodes[state, 1] = -1
            end, used = expand(tables, position, moves), 0
            levels[0, NEXT], levels[0, END], levels[0, CHANGES] = 0, end, 0
            depth = 1
        visited = counts[STATES] + counts[UNSTORED]
        how = _GOES_ON
        if visited >= most_states:
            how = layout.STATE_LIMIT
        elif visited >= pause:
            how = layout.PAUSED
        elif (
            depth == len(levels)
            or end + ahead > len(moves)
            or used + layout.LOG_SIZE > len(changes)
            or (visited + 1) * 8 > len(table) * MAX_LOAD
        ):
            how = layout.FULL
        if how != _GOES_ON:
            control[DEPTH] = depth
            return how
        at = levels[depth - 1, NEXT]
        if at == end:
            depth -= 1
            if depth:
                end = levels[depth - 1, END]
                first = levels[depth - 1, CHANGES]
                for change in range(first, used):
                    position[layout.LOG + change - first] = changes[change]
                position[layout.LOG_LENGTH] = used - first
                used = first
                undo(tables, position)
            continue
        levels[depth - 1, NEXT] = at + 1
        play(tables, position, moves[at])
        found = visit(tables, position, table, counts)
        if found == WIN:
            control[DEPTH] = depth
            return layout.WON
        if found != NEW:
            undo(tables, position)
            continue
        counts[UNSTORED] += 1
        for change in range(position[layout.LOG_LENGTH]):
            changes[used + change] = position[layout.LOG + change]
        used += position[layout.LOG_LENGTH]
        position[layout.LOG_LENGTH] = 0
        first, end = end, end + expand(tables, position, moves[end:])
        levels[depth, NEXT], levels[depth, END], levels[depth, CHANGES] = first, end, used
        depth += 1
