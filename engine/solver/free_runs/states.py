"""States: a position after a move, its key, and how it is kept in a frame. Compiled."""

from __future__ import annotations

from typing import Final

from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.jit import inlined, lowest_bit, popcount

ALL_ON_FOUNDATIONS: Final = 0xDDDD
"""The foundations with thirteen cards each."""
MOST_MOVES: Final = 512
"""More than the moves of any position. Foundation plays and take-backs are at most 4 each, releases
16, plays from reserve and cells 24, moves to cells 56; each of 52 cards of stock and waste has at
most 3. Each of 16 columns is emptied for at most 4 kings, whose moves are first written beyond
those, at most 12 of them."""
_RELEASE: Final = 0x3FF0
"""The bits of a card and a column in a move."""


@inlined
def read_position(frames: Ints, depth: int) -> Position:
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
def write_position(frames: Ints, depth: int, position: Position) -> None:
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
def on_foundations(foundations: int) -> int:
    """The mask of the cards on foundations of these heights."""
    cards = 0
    for suit in range(4):
        height = foundations >> 4 * suit & 15
        cards |= ((1 << height) - 1) << 13 * suit
    return cards
