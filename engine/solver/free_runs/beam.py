"""A narrow search that looks for a win only: level by level, the likeliest positions of each.

It proves nothing, but finds most wins that going deep first misses for long.
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
"""More than any position's value; the least is 0."""
_MIDDLE: Final = 700
_FIELDS: Final = 10


@jit
def _evaluate(tables: Ints, position: Position) -> int:
    """How near to won a position looks.

    Cards home count for it; against it count cards that are fixed in columns, still to come from
    stock and reserve, or in cells, and where the waste is not turned over those buried in it.
    """
    home, rest = 0, position.home
    while rest:
        home += rest & 15
        rest >>= 4
    fixed = 0
    for column in range(tables[layout.COLUMN_COUNT]):
        fixed += (
            position.columns >> tables[layout.COLUMN_AT + column]
            & tables[layout.COLUMN_MASK + column]
        )
    waiting = popcount(position.stock) + popcount(position.reserve)
    buried = 0 if tables[layout.UNLIMITED_REDEALS] else position.waste
    value = 3 * home - 6 * fixed - 4 * waiting - 3 * popcount(position.cells) - 3 * buried
    return min(max(0, value + _MIDDLE), _SCORES - 1)


@jit
def search_beam(
    tables: Ints, start: Position, width: int, parents: Ints, played: Ints, table: Ints
) -> tuple[int, int, int]:
    """Search level by level for a won position.

    Args:
        tables: what is the same for the whole search.
        start: the position to begin with.
        width: how many positions of each level are kept.
        parents: written: for each level and place, the place it came from in the level before.
        played: written: for each level and place, the move that led there.
        table: the keys of the positions met, empty at first; it is left half empty.

    Returns:
        The level and place of a won position, or -1 and 0; and how many positions were met.
    """
    now = np.zeros((width, _FIELDS), np.int64)
    fresh = np.zeros((width * 8, _FIELDS), np.int64)
    facts = np.zeros((width * 8, 3), np.int64)
    moves = np.zeros(MOST_MOVES, np.int64)
    counts = np.zeros(_SCORES, np.int64)
    room = len(table) // 2
    for at in range(_FIELDS):
        now[0, at] = start[at]
    many, states = 1, 0
    for level in range(len(parents)):
        counts[:] = 0
        found = 0
        for place in range(many):
            row = now[place]
            position = Position(
                row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9]
            )
            for at in range(generate_moves(tables, position, moves, 0)):
                child = apply_move(tables, position, moves[at])
                if states >= room or found >= len(fresh):
                    break
                if visit(tables, table, child) == KNOWN:
                    continue
                states += 1
                if child.home == ALL_ON_FOUNDATIONS:
                    parents[level, 0], played[level, 0] = place, moves[at]
                    return level, 0, states
                for part in range(_FIELDS):
                    fresh[found, part] = child[part]
                value = _evaluate(tables, child)
                facts[found, 0], facts[found, 1], facts[found, 2] = value, place, moves[at]
                counts[value] += 1
                found += 1
        if found == 0 or states >= room:
            break
        # The least value that is kept, and how many of it.
        least, left = _SCORES - 1, width
        while least > 0 and counts[least] <= left:
            left -= counts[least]
            least -= 1
        many = 0
        for number in range(found):
            value = facts[number, 0]
            if value > least or (value == least and left > 0):
                if value == least:
                    left -= 1
                now[many] = fresh[number]
                parents[level, many], played[level, many] = facts[number, 1], facts[number, 2]
                many += 1
                if many == width:
                    break
    return -1, 0, states
