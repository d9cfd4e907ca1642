"""The search itself: depth first, every position once, forced plays first. Compiled.

It is cut into slices, after each of which Python looks at the clock and enlarges the table. The
positions met are kept by exact keys of one or two words, so that a search that ends has seen all.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.move_generation import generate_moves
from engine.solver.jit import free_memory_for, jit, lowest_bit, popcount

ALL_ON_FOUNDATIONS: Final = 0xDDDD
"""Foundations of thirteen cards each."""
MOST_MOVES: Final = 512
"""More moves than any position has."""
KNOWN, IMPROVED, NEW = range(3)
"""What a table of positions says of one: met before; met before, but only when more of the stock
had been turned; met for the first time."""
_REDEAL: Final = 64
"""More cards than a redeal turns."""


@jit
def search_slice(
    tables: Ints, frames: Ints, moves: Ints, table: Ints, control: Ints, limit: int
) -> int:
    """Search on for so many more positions, and say how that ended.

    Args:
        tables: what is the same for the whole search.
        frames: a row for each depth; the last one in use is the position searched from.
        moves: the moves of all those positions, one after the other.
        table: the keys of the positions met; its length is a power of two.
        control: the search's own numbers.
        limit: how many new positions to look at before pausing.
    """
    states, depth, kept = control[layout.STATES], control[layout.DEPTH], control[layout.KEYS]
    last, room = states + limit, len(table) * 5 // 8
    while True:
        place, end = frames[depth, layout.NEXT], frames[depth, layout.END]
        if place == end:
            depth -= 1
            if depth < 0:
                control[layout.STATES] = states
                return layout.LOST
            continue
        if states >= last or kept >= room:
            _pause(control, states, depth, kept)
            return layout.FULL if kept >= room else layout.PAUSED
        if depth + 2 >= len(frames) or end + MOST_MOVES >= len(moves):
            _pause(control, states, depth, kept)
            return layout.DEEP
        frames[depth, layout.NEXT] = place + 1
        position = apply_move(tables, _position(frames, depth), moves[place])
        met = visit(tables, table, position)
        if met == KNOWN:
            continue
        kept += met == NEW
        states += 1
        depth += 1
        _keep(frames, depth, position)
        frames[depth, layout.NEXT] = end
        if position.home == ALL_ON_FOUNDATIONS:
            _pause(control, states, depth, kept)
            return layout.WON
        frames[depth, layout.END] = generate_moves(tables, position, moves, end)


@jit
def _pause(control: Ints, states: int, depth: int, kept: int) -> None:
    """Write down how far the search has come."""
    control[layout.STATES], control[layout.DEPTH], control[layout.KEYS] = states, depth, kept


@jit
def _position(frames: Ints, depth: int) -> Position:
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


@jit
def _keep(frames: Ints, depth: int, position: Position) -> None:
    """Write a position into its frame."""
    for at in range(len(position)):
        frames[depth, at] = position[at]


@jit
def apply_move(tables: Ints, position: Position, move: int) -> Position:
    """The position after a move."""
    movable, anchors, home, columns, stock, waste, redeals, reserve, cells, opened = position
    kind, card = move & 15, move >> 4 & 63
    bit, step = 1 << card, 1 << 4 * (card // 13)
    if kind <= layout.TABLEAU_TO_CELL:
        if kind == layout.TABLEAU_TO_FOUNDATION:
            home += step
            movable &= ~bit
        elif kind == layout.TABLEAU_TO_CELL:
            cells |= bit
            movable &= ~bit
        if anchors & bit:
            # What lay beneath is shown, and its last card is the anchor now.
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
                opened += 1
    elif kind <= layout.STOCK_TO_CELL:
        stock &= ~(1 << tables[layout.PLACE + card])
        waste = move >> 10 & 63
        redeals = move >> 16
        if kind == layout.STOCK_TO_FOUNDATION:
            home += step
        elif kind == layout.STOCK_TO_TABLEAU:
            movable |= bit
        else:
            cells |= bit
    elif kind == layout.FOUNDATION_TO_TABLEAU:
        home -= step
        movable |= bit
    elif kind == layout.FOUNDATION_TO_CELL:
        home -= step
        cells |= bit
    elif kind == layout.RESERVE_TO_FOUNDATION:
        reserve &= ~(1 << (move >> 10))
        home += step
    elif kind == layout.RESERVE_TO_TABLEAU:
        reserve &= ~(1 << (move >> 10))
        movable |= bit
    elif kind == layout.CELL_TO_FOUNDATION:
        cells &= ~bit
        home += step
    elif kind == layout.CELL_TO_TABLEAU:
        cells &= ~bit
        movable |= bit
    # Where one turns round and round, whole turns from the start are as good as the start, and so
    # is the end, where the waste is turned over.
    if tables[layout.UNLIMITED_REDEALS] and (
        waste % tables[layout.TURN] == 0 or waste == popcount(stock)
    ):
        waste = 0
    return Position(movable, anchors, home, columns, stock, waste, redeals, reserve, cells, opened)


@jit
def key(tables: Ints, position: Position) -> tuple[int, int]:
    """The two words that tell a position from all others of the search."""
    words = position.home | position.columns << 16, 0
    words = _with(words, tables[layout.STOCK_AT], position.stock)
    if not tables[layout.TURNS_DOMINATE]:
        words = _with(words, tables[layout.WASTE_AT], position.waste)
        words = _with(words, tables[layout.REDEALS_AT], position.redeals)
    words = _with(words, tables[layout.RESERVE_AT], position.reserve)
    if position.cells == 0:
        return words
    cells, rest = 0, position.cells
    while rest:
        cells = cells << 6 | (lowest_bit(rest) + 1)
        rest &= rest - 1
    return _with(words, tables[layout.CELLS_AT], cells)


@jit
def _with(words: tuple[int, int], at: int, value: int) -> tuple[int, int]:
    """The words of a key with a value put where it belongs."""
    if at < 64:
        return words[0] | value << at, words[1]
    return words[0], words[1] | value << (at - 64)


@jit
def _hash(low: int, high: int) -> int:
    """A number from 0 to 2**62 - 1 in which every bit of a key plays a part."""
    total = ((low ^ low >> 29) & 0x7FFFFFFF) * 1640531527
    total += (low >> 31 & 0x7FFFFFFF) * 1540483477
    total += ((high ^ high >> 27) & 0x7FFFFFFF) * 1812433253
    total += (high >> 31 & 0x7FFFFFFF) * 1103515245
    total ^= total >> 31
    total = (total & 0x7FFFFFFF) * 1597334677 + (total >> 31)
    return total ^ total >> 23


@jit
def visit(tables: Ints, table: Ints, position: Position) -> int:
    """Keep a position in the table, and say whether it was there; see :data:`KNOWN`."""
    low, high = key(tables, position)
    wide, dated = tables[layout.TWO_WORDS], tables[layout.TURNS_DOMINATE]
    turned = position.waste - _REDEAL * position.redeals
    mask = len(table) - 1
    at = _hash(low, high) & mask
    # No key is 0 once 1 is added, so 0 is a free place.
    while table[at, 0] != 0:
        if table[at, 0] == low + 1 and (not wide or table[at, 1] == high):
            if not dated or table[at, 1 + wide] <= turned:
                return KNOWN
            table[at, 1 + wide] = turned
            return IMPROVED
        at = (at + 1) & mask
    table[at, 0] = low + 1
    if wide:
        table[at, 1] = high
    if dated:
        table[at, 1 + wide] = turned
    return NEW


@jit
def rehash(tables: Ints, old: Ints, new: Ints) -> None:
    """Put what is in one table of positions into a larger empty one."""
    mask, wide = len(new) - 1, tables[layout.TWO_WORDS]
    for row in range(len(old)):
        if old[row, 0] != 0:
            at = _hash(old[row, 0] - 1, old[row, 1] if wide else 0) & mask
            while new[at, 0] != 0:
                at = (at + 1) & mask
            for part in range(old.shape[1]):
                new[at, part] = old[row, part]


def empty_transpositions(tables: Ints, rows: int) -> Ints:
    """A table for so many positions of a search, a power of two."""
    words = 1 + int(tables[layout.TWO_WORDS]) + int(tables[layout.TURNS_DOMINATE])
    free_memory_for(8 * words * rows)
    return np.zeros((rows, words), np.int64)
