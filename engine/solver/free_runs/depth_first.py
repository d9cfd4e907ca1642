"""Depth-first search: each state once, forced moves first. Compiled.

The search runs in slices, after which Python checks the clock and grows whatever is full. Exact
keys of one or two words tell states apart, so that a search that ends is exhaustive.

Bounds: before a state is searched, ``search_slice`` makes sure that there is room for one more
frame and ``MOST_MOVES`` moves; and that the transposition table has free rows.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from engine.solver.free_runs import layout
from engine.solver.free_runs.dead_ends import is_dead_end
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.move_generation import generate_moves
from engine.solver.free_runs.relaxation import is_lost_relaxed, is_worth_while
from engine.solver.free_runs.states import (
    ALL_ON_FOUNDATIONS,
    MOST_MOVES,
    apply_move,
    hash_words,
    key,
    read_position,
    write_position,
)
from engine.solver.general.dead_ends import checks_after, is_due
from engine.solver.jit import free_memory_for, inlined, jit

KNOWN, IMPROVED, NEW = range(3)
"""What the transposition table says of a state: visited before, or one that dominates it; visited
only with more of the stock turned; new."""
_REDEAL: Final = 64
"""More cards than there are in a stock."""


@jit
def search_slice(
    tables: Ints,
    frames: Ints,
    moves: Ints,
    table: Ints,
    control: Ints,
    games: Ints,
    verdicts: npt.NDArray[np.int64],
    counts: Ints,
    line: Ints,
    line_moves: Ints,
    trail: Ints,
    limit: int,
) -> int:
    """Visit up to ``limit`` more states, and return how that ended.

    Args:
        tables: the constants of the search.
        frames: a row for each depth, down to the current state.
        moves: the moves of all those states, one list after the other.
        table: the transposition table, whose length is a power of two.
        control: the state of the search between slices.
        games: the relaxed games, from here on as in :class:`~.relaxation.Relaxed`.
        verdicts: what is remembered of them.
        counts: how much that is.
        line: frames to work with.
        line_moves: moves to work with.
        trail: rows to work with.
        limit: how many new states to visit.
    """
    states, depth, keys = control[layout.STATES], control[layout.DEPTH], control[layout.KEYS]
    last, room = states + limit, len(table) * 5 // 8
    while True:
        place, end = frames[depth, layout.NEXT], frames[depth, layout.END]
        if place == end:
            depth -= 1
            if depth < 0:
                control[layout.STATES] = states
                return layout.LOST
            continue
        if states >= last or keys >= room:
            _save(control, states, depth, keys)
            return layout.FULL if keys >= room else layout.PAUSED
        if depth + 2 >= len(frames) or end + MOST_MOVES >= len(moves):
            _save(control, states, depth, keys)
            return layout.DEEP
        frames[depth, layout.NEXT] = place + 1
        position = apply_move(tables, read_position(frames, depth), moves[place])
        visited = visit(tables, table, position)
        if visited == KNOWN:
            continue
        keys += visited == NEW
        states += 1
        if is_due(control[layout.CHECKS], states):
            is_dead = is_dead_end(tables, position)
            control[layout.CHECKS] = checks_after(control[layout.CHECKS], is_dead)
            if is_dead:
                continue
        if is_worth_while(counts, states) and is_due(control[layout.RELAXED_CHECKS], states):
            is_lost = is_lost_relaxed(games, verdicts, counts, line, line_moves, trail, position)
            control[layout.RELAXED_CHECKS] = checks_after(control[layout.RELAXED_CHECKS], is_lost)
            if is_lost:
                continue
        depth += 1
        write_position(frames, depth, position)
        frames[depth, layout.NEXT] = end
        if position.foundations == ALL_ON_FOUNDATIONS:
            _save(control, states, depth, keys)
            return layout.WON
        frames[depth, layout.END] = generate_moves(tables, position, moves, end)


@inlined
def _save(control: Ints, states: int, depth: int, keys: int) -> None:
    """Save the state of the search."""
    control[layout.STATES], control[layout.DEPTH], control[layout.KEYS] = states, depth, keys


@inlined
def _hash_but_waste(tables: Ints, low: int, high: int) -> int:
    """A hash of a key, the same whatever its waste if that can dominate others."""
    return hash_words(low & tables[layout.LOW_REST], high & tables[layout.HIGH_REST])


@inlined
def visit(tables: Ints, table: Ints, position: Position) -> int:
    """Add a state to the transposition table; returns ``KNOWN``, ``IMPROVED`` or ``NEW``."""
    low, high = key(tables, position)
    two_words, turns_dominate = tables[layout.TWO_WORDS], tables[layout.TURNS_DOMINATE]
    turned = position.waste - _REDEAL * position.redeals
    mask = len(table) - 1
    at = _hash_but_waste(tables, low, high) & mask
    # First words are stored plus 1, so that 0 marks a free row.
    while table[at, 0] != 0:
        change = (table[at, 0] - 1) ^ low
        high_change = table[at, 1] ^ high if two_words else 0
        if change & tables[layout.LOW_REST] | high_change & tables[layout.HIGH_REST] == 0:
            if turns_dominate:
                if table[at, 1 + two_words] <= turned:
                    return KNOWN
                table[at, 1 + two_words] = turned
                return IMPROVED
            change |= high_change
            if change == 0 or (position.waste == 0 and tables[layout.UNLIMITED_REDEALS]):
                return KNOWN
            waste = position.waste ^ change >> (tables[layout.WASTE_AT] & 63)
            phases = layout.TURN_PHASE
            if tables[phases + waste] == tables[phases + position.waste]:
                if waste < position.waste:
                    return KNOWN
                table[at, 0] = low + 1
                if two_words:
                    table[at, 1] = high
                return IMPROVED
        at = (at + 1) & mask
    table[at, 0] = low + 1
    if two_words:
        table[at, 1] = high
    if turns_dominate:
        table[at, 1 + two_words] = turned
    return NEW


@jit
def rehash(tables: Ints, old: Ints, new: Ints) -> None:
    """Copy the keys of a transposition table into a larger, empty one."""
    mask, two_words = len(new) - 1, tables[layout.TWO_WORDS]
    for row in range(len(old)):
        if old[row, 0] != 0:
            high = old[row, 1] if two_words else 0
            at = _hash_but_waste(tables, old[row, 0] - 1, high) & mask
            while new[at, 0] != 0:
                at = (at + 1) & mask
            for part in range(old.shape[1]):
                new[at, part] = old[row, part]


def empty_transpositions(tables: Ints, rows: int) -> Ints:
    """An empty transposition table with a number of rows, a power of two."""
    words = 1 + int(tables[layout.TWO_WORDS]) + int(tables[layout.TURNS_DOMINATE])
    free_memory_for(8 * words * rows)
    return np.zeros((rows, words), np.int64)
