"""The search itself: depth first, every position once, forced plays first. Compiled.

It is cut into slices, after each of which Python looks at the clock and enlarges the table. The
positions met are kept by exact keys of one or two words, so that a search that ends has seen all.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.compiled import compiled, lowest, make_room, popcount
from engine.solver.free_runs import fields as field
from engine.solver.free_runs.fields import Position
from engine.solver.free_runs.moves import add_moves
from engine.solver.free_runs.tables import Ints

ALL_HOME: Final = 0xDDDD
"""Foundations of thirteen cards each."""
MOST_MOVES: Final = 512
"""More moves than any position has."""
KNOWN, EARLIER, NEW = range(3)
"""What a table of positions says of one: met before; met before, but only when more of the stock
had been turned; met for the first time."""
_REDEAL: Final = 64
"""More cards than a redeal turns."""


@compiled
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
    states, depth, kept = control[field.STATES], control[field.AT_DEPTH], control[field.KEPT]
    last, room = states + limit, len(table) * 5 // 8
    while True:
        place, end = frames[depth, field.NEXT], frames[depth, field.END]
        if place == end:
            depth -= 1
            if depth < 0:
                control[field.STATES] = states
                return field.LOST
            continue
        if states >= last or kept >= room:
            _pause(control, states, depth, kept)
            return field.FULL if kept >= room else field.PAUSED
        if depth + 2 >= len(frames) or end + MOST_MOVES >= len(moves):
            _pause(control, states, depth, kept)
            return field.DEEP
        frames[depth, field.NEXT] = place + 1
        position = after(tables, _position(frames, depth), moves[place])
        met = meet(tables, table, position)
        if met == KNOWN:
            continue
        kept += met == NEW
        states += 1
        depth += 1
        _keep(frames, depth, position)
        frames[depth, field.NEXT] = end
        if position.home == ALL_HOME:
            _pause(control, states, depth, kept)
            return field.WON
        frames[depth, field.END] = add_moves(tables, position, moves, end)


@compiled
def _pause(control: Ints, states: int, depth: int, kept: int) -> None:
    """Write down how far the search has come."""
    control[field.STATES], control[field.AT_DEPTH], control[field.KEPT] = states, depth, kept


@compiled
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


@compiled
def _keep(frames: Ints, depth: int, position: Position) -> None:
    """Write a position into its frame."""
    for at in range(len(position)):
        frames[depth, at] = position[at]


@compiled
def after(tables: Ints, position: Position, move: int) -> Position:
    """The position after a move."""
    visible, anchors, home, columns, stock, waste, redeals, reserve, cells, opened = position
    kind, card = move & 15, move >> 4 & 63
    bit, step = 1 << card, 1 << 4 * (card // 13)
    if kind <= field.CELL_FROM_TABLEAU:
        if kind == field.HOME_FROM_TABLEAU:
            home += step
            visible &= ~bit
        elif kind == field.CELL_FROM_TABLEAU:
            cells |= bit
            visible &= ~bit
        if anchors & bit:
            # What lay beneath is shown, and its last card is the anchor now.
            column = move >> 10 & 15
            shift, row = tables[field.COLUMN_AT + column], column * field.ROW
            had = columns >> shift & tables[field.COLUMN_MASK + column]
            left = tables[field.SETTLED + row + had - 1]
            anchors &= ~bit
            visible |= tables[field.SHOWN + row + had - 1]
            columns += (left - had) << shift
            if left > 0:
                anchors |= 1 << tables[field.ANCHOR + row + left]
            else:
                opened += 1
    elif kind <= field.CELL_FROM_STOCK:
        stock &= ~(1 << tables[field.PLACE + card])
        waste = move >> 10 & 63
        redeals = move >> 16
        if kind == field.HOME_FROM_STOCK:
            home += step
        elif kind == field.PLAY_FROM_STOCK:
            visible |= bit
        else:
            cells |= bit
    elif kind == field.TAKE_BACK:
        home -= step
        visible |= bit
    elif kind == field.CELL_FROM_HOME:
        home -= step
        cells |= bit
    elif kind == field.HOME_FROM_RESERVE:
        reserve &= ~(1 << (move >> 10))
        home += step
    elif kind == field.PLAY_FROM_RESERVE:
        reserve &= ~(1 << (move >> 10))
        visible |= bit
    elif kind == field.HOME_FROM_CELL:
        cells &= ~bit
        home += step
    elif kind == field.PLAY_FROM_CELL:
        cells &= ~bit
        visible |= bit
    # Where one turns round and round, whole turns from the start are as good as the start, and so
    # is the end, where the waste is turned over.
    if tables[field.CIRCLES] and (waste % tables[field.TURN] == 0 or waste == popcount(stock)):
        waste = 0
    return Position(visible, anchors, home, columns, stock, waste, redeals, reserve, cells, opened)


@compiled
def key(tables: Ints, position: Position) -> tuple[int, int]:
    """The two words that tell a position from all others of the search."""
    words = position.home | position.columns << 16, 0
    words = _with(words, tables[field.STOCK_AT], position.stock)
    if not tables[field.IS_DATED]:
        words = _with(words, tables[field.WASTE_AT], position.waste)
        words = _with(words, tables[field.REDEALS_AT], position.redeals)
    words = _with(words, tables[field.RESERVE_AT], position.reserve)
    if position.cells == 0:
        return words
    cells, rest = 0, position.cells
    while rest:
        cells = cells << 6 | (lowest(rest) + 1)
        rest &= rest - 1
    return _with(words, tables[field.CELLS_AT], cells)


@compiled
def _with(words: tuple[int, int], at: int, value: int) -> tuple[int, int]:
    """The words of a key with a value put where it belongs."""
    if at < 64:
        return words[0] | value << at, words[1]
    return words[0], words[1] | value << (at - 64)


@compiled
def _mixed(low: int, high: int) -> int:
    """A number from 0 to 2**62 - 1 in which every bit of a key plays a part."""
    total = ((low ^ low >> 29) & 0x7FFFFFFF) * 1640531527
    total += (low >> 31 & 0x7FFFFFFF) * 1540483477
    total += ((high ^ high >> 27) & 0x7FFFFFFF) * 1812433253
    total += (high >> 31 & 0x7FFFFFFF) * 1103515245
    total ^= total >> 31
    total = (total & 0x7FFFFFFF) * 1597334677 + (total >> 31)
    return total ^ total >> 23


@compiled
def meet(tables: Ints, table: Ints, position: Position) -> int:
    """Keep a position in the table, and say whether it was there; see :data:`KNOWN`."""
    low, high = key(tables, position)
    wide, dated = tables[field.IS_WIDE], tables[field.IS_DATED]
    turned = position.waste - _REDEAL * position.redeals
    mask = len(table) - 1
    at = _mixed(low, high) & mask
    # No key is 0 once 1 is added, so 0 is a free place.
    while table[at, 0] != 0:
        if table[at, 0] == low + 1 and (not wide or table[at, 1] == high):
            if not dated or table[at, 1 + wide] <= turned:
                return KNOWN
            table[at, 1 + wide] = turned
            return EARLIER
        at = (at + 1) & mask
    table[at, 0] = low + 1
    if wide:
        table[at, 1] = high
    if dated:
        table[at, 1 + wide] = turned
    return NEW


@compiled
def enlarge(tables: Ints, old: Ints, new: Ints) -> None:
    """Put what is in one table of positions into a larger empty one."""
    mask, wide = len(new) - 1, tables[field.IS_WIDE]
    for row in range(len(old)):
        if old[row, 0] != 0:
            at = _mixed(old[row, 0] - 1, old[row, 1] if wide else 0) & mask
            while new[at, 0] != 0:
                at = (at + 1) & mask
            for part in range(old.shape[1]):
                new[at, part] = old[row, part]


def empty_table(tables: Ints, rows: int) -> Ints:
    """A table for so many positions of a search, a power of two."""
    words = 1 + int(tables[field.IS_WIDE]) + int(tables[field.IS_DATED])
    make_room(8 * words * rows)
    return np.zeros((rows, words), np.int64)
