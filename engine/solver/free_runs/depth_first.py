"""Depth-first search: each state once, forced moves first. Compiled.

The search runs in slices, after which Python checks the clock and grows whatever is full. Exact
keys of one or two words tell states apart, so that a search that ends is exhaustive.

Bounds: before a state is searched, ``search_slice`` makes sure that there is room for one more
frame and ``MOST_MOVES`` moves; and that the transposition table has free rows.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.free_runs import layout
from engine.solver.free_runs.dead_ends import is_dead_end
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.move_generation import generate_moves
from engine.solver.general.dead_ends import checks_after, is_due
from engine.solver.jit import free_memory_for, inlined, jit, lowest_bit, popcount

ALL_ON_FOUNDATIONS: Final = 0xDDDD
"""The foundations with thirteen cards each."""
MOST_MOVES: Final = 512
"""More than the moves of any position. Foundation plays and take-backs are at most 4 each, releases
16, plays from reserve and cells 24, moves to cells 56; each of 52 cards of stock and waste has at
most 3. Each of 16 columns is emptied for at most 4 kings, whose moves are first written beyond
those, at most 12 of them."""
KNOWN, IMPROVED, NEW = range(3)
"""What the transposition table says of a state: visited before, or one that dominates it; visited
only with more of the stock turned; new."""
_RELEASE: Final = 0x3FF0
"""The bits of a card and a column in a move."""
_REDEAL: Final = 64
"""More cards than there are in a stock."""


@jit
def search_slice(
    tables: Ints,
    frames: Ints,
    moves: Ints,
    table: Ints,
    control: Ints,
    limit: int,
) -> int:
    """Visit up to ``limit`` more states, and return how that ended.

    Args:
        tables: the constants of the search.
        frames: a row for each depth, down to the current state.
        moves: the moves of all those states, one list after the other.
        table: the transposition table, whose length is a power of two.
        control: the state of the search between slices.
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
        position = apply_move(tables, _read_position(frames, depth), moves[place])
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
        depth += 1
        _write_position(frames, depth, position)
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
def _read_position(frames: Ints, depth: int) -> Position:
    """The position of a frame."""
    return Position(
        frames[depth, 0],
        frames[depth, 1],
        frames[depth, 2],
        frames[depth, 3],
        frames[depth, 4],
        frames[depth, 5],
        frames[depth, 6],
        frames[depth, 7],
        frames[depth, 8],
        frames[depth, 9],
    )


@inlined
def _write_position(frames: Ints, depth: int, position: Position) -> None:
    """Write a position into a frame."""
    for at in range(len(position)):
        frames[depth, at] = position[at]


@inlined
def apply_move(tables: Ints, position: Position, move: int) -> Position:
    """The position after a move."""
    if move & 15 == layout.RELEASE_AND_FILL:
        release = layout.RELEASE_ANCHOR | move & _RELEASE
        return _apply(tables, _apply(tables, position, release), move >> layout.FILLING_AT)
    return _apply(tables, position, move)


@inlined
def _apply(tables: Ints, position: Position, move: int) -> Position:
    """The position after a move of one card."""
    movable, anchors, foundations, columns, stock, waste, redeals, reserve, cells, open_columns = (
        position
    )
    kind, card = move & 15, move >> 4 & 63
    bit, step = 1 << card, 1 << 4 * (card // 13)
    if kind <= layout.TABLEAU_TO_CELL:
        if kind == layout.TABLEAU_TO_FOUNDATION:
            foundations += step
            movable &= ~bit
        elif kind == layout.TABLEAU_TO_CELL:
            cells |= bit
            movable &= ~bit
        if anchors & bit:
            # The cards beneath become movable; the lowest of these is the new anchor.
            column = move >> 10 & 15
            shift, row = tables[layout.COLUMN_AT + column], column * layout.ROW
            had = columns >> shift & tables[layout.COLUMN_MASK + column]
            left = tables[layout.FIXED + row + had - 1]
            anchors &= ~bit
            movable |= tables[layout.FREED + row + had - 1]
            columns += (left - had) << shift
            if left > 0:
                anchors |= 1 << tables[layout.ANCHOR + row + left]
            else:
                open_columns += 1
    elif kind <= layout.STOCK_TO_CELL:
        stock &= ~(1 << tables[layout.PLACE + card])
        waste = move >> 10 & 63
        redeals = move >> 16
        if kind == layout.STOCK_TO_FOUNDATION:
            foundations += step
        elif kind == layout.STOCK_TO_TABLEAU:
            movable |= bit
        else:
            cells |= bit
    elif kind == layout.FOUNDATION_TO_TABLEAU:
        foundations -= step
        movable |= bit
    elif kind == layout.FOUNDATION_TO_CELL:
        foundations -= step
        cells |= bit
    elif kind == layout.RESERVE_TO_FOUNDATION:
        reserve &= ~(1 << (move >> 10))
        foundations += step
    elif kind == layout.RESERVE_TO_TABLEAU:
        reserve &= ~(1 << (move >> 10))
        movable |= bit
    elif kind == layout.CELL_TO_FOUNDATION:
        cells &= ~bit
        foundations += step
    elif kind == layout.CELL_TO_TABLEAU:
        cells &= ~bit
        movable |= bit
    # With unlimited redeals, a waste after whole turns can be reached from an empty one and back,
    # and so can a full one.
    if tables[layout.UNLIMITED_REDEALS] and (
        tables[layout.TURN_PHASE + waste] == 0 or waste == popcount(stock)
    ):
        waste = 0
    return Position(
        movable, anchors, foundations, columns, stock, waste, redeals, reserve, cells, open_columns
    )


@inlined
def key(tables: Ints, position: Position) -> tuple[int, int]:
    """The two words of a position's exact key."""
    if not tables[layout.TWO_WORDS] and position.reserve | position.cells | position.redeals == 0:
        low = position.foundations | position.columns << 16
        low |= position.stock << tables[layout.STOCK_AT]
        if not tables[layout.TURNS_DOMINATE]:
            low |= position.waste << tables[layout.WASTE_AT]
        return low, 0
    words = position.foundations | position.columns << 16, 0
    words = _with_field(words, tables[layout.STOCK_AT], position.stock)
    if not tables[layout.TURNS_DOMINATE]:
        words = _with_field(words, tables[layout.WASTE_AT], position.waste)
        words = _with_field(words, tables[layout.REDEALS_AT], position.redeals)
    words = _with_field(words, tables[layout.RESERVE_AT], position.reserve)
    if position.cells == 0:
        return words
    cells, rest = 0, position.cells
    while rest:
        cells = cells << 6 | (lowest_bit(rest) + 1)
        rest &= rest - 1
    return _with_field(words, tables[layout.CELLS_AT], cells)


@inlined
def _with_field(words: tuple[int, int], at: int, value: int) -> tuple[int, int]:
    """The words of a key with a field added at an offset."""
    if at < 64:
        return words[0] | value << at, words[1]
    return words[0], words[1] | value << (at - 64)


@inlined
def hash_words(low: int, high: int) -> int:
    """A hash from 0 to 2**62 - 1, sensitive to every bit of a key."""
    total = ((low ^ low >> 29) & 0x7FFFFFFF) * 1640531527
    total += (low >> 31 & 0x7FFFFFFF) * 1540483477
    total += ((high ^ high >> 27) & 0x7FFFFFFF) * 1812433253
    total += (high >> 31 & 0x7FFFFFFF) * 1103515245
    total ^= total >> 31
    total = (total & 0x7FFFFFFF) * 1597334677 + (total >> 31)
    return total ^ total >> 23


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
