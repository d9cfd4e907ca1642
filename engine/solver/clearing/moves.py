"""The moves of a position, and the positions to which they lead. Compiled."""

from __future__ import annotations

from typing import Final

from engine.solver.clearing import layout
from engine.solver.clearing.layout import Ints
from engine.solver.jit import inlined, jit, lowest_bit

_NO_SECOND: Final = layout.NO_SLOT << 6
_NO_THIRD: Final = layout.NO_SLOT << 12


@inlined
def _top_of_waste(tables: Ints, left: int, turned: int) -> int:
    """The slot on top of the waste; -1 if it is empty."""
    first = tables[layout.FIRST_IN_STOCK]
    at = first + turned - 1
    while at >= first:
        if left >> at & 1:
            return int(at)
        at -= 1
    return -1


@inlined
def _free_slots(tables: Ints, left: int, turned: int) -> int:
    """The mask of the free slots; of the waste, its top."""
    free = 0
    if tables[layout.STOCK_ACTION] == layout.FILLS:
        rest = left
        for _ in range(tables[layout.WIDTH]):
            free |= rest & -rest
            rest &= rest - 1
        return free
    rest = left & ((1 << tables[layout.FIRST_IN_STOCK]) - 1)
    while rest:
        slot = lowest_bit(rest)
        rest &= rest - 1
        if not left & tables[layout.BLOCKERS + slot]:
            free |= 1 << slot
    if tables[layout.STOCK_ACTION] == layout.TO_WASTE:
        top = _top_of_waste(tables, left, turned)
        if top >= 0:
            free |= 1 << top
    return free


@jit
def normalize(tables: Ints, position: int) -> int:
    """A position's one form: the turned part of waste and stock ends with a card that is left."""
    if tables[layout.STOCK_ACTION] != layout.TO_WASTE:
        return position
    left = position & layout.LEFT
    top = _top_of_waste(tables, left, position >> layout.TURNED_AT & layout.TURNED_MASK)
    turned = top + 1 - tables[layout.FIRST_IN_STOCK] if top >= 0 else 0
    return int(left | turned << layout.TURNED_AT | position >> layout.SMALL_AT << layout.SMALL_AT)


@inlined
def _turn(tables: Ints, position: int) -> int:
    """The position after the stock is turned, dealt or redealt; -1 if it cannot be."""
    left = position & layout.LEFT
    small = position >> layout.SMALL_AT
    first, count = tables[layout.FIRST_IN_STOCK], tables[layout.COUNT]
    at = first + (position >> layout.TURNED_AT & layout.TURNED_MASK)
    if tables[layout.STOCK_ACTION] == layout.TO_FOUNDATION:
        if at == count:
            return -1
        left &= ~(1 << at)
        small = tables[layout.RANKS + at]
        return int(left | (at + 1 - first) << layout.TURNED_AT | small << layout.SMALL_AT)
    if tables[layout.STOCK_ACTION] != layout.TO_WASTE:
        return -1
    while at < count and not left >> at & 1:
        at += 1
    if at < count:
        return int(left | (at + 1 - first) << layout.TURNED_AT | small << layout.SMALL_AT)
    if small == 0 or not left >> first:
        return -1
    small -= small != layout.UNLIMITED
    return int(left | small << layout.SMALL_AT)


@inlined
def generate_moves(tables: Ints, position: int, moves: Ints, end: int) -> int:
    """Write a position's moves from an index on; returns where they end."""
    left = position & layout.LEFT
    turned = position >> layout.TURNED_AT & layout.TURNED_MASK
    free = _free_slots(tables, left, turned)
    if tables[layout.HAS_FOUNDATION]:
        end = _add_plays(tables, free, position >> layout.SMALL_AT, moves, end)
    else:
        rest = free
        while rest:
            slot = lowest_bit(rest)
            rest &= rest - 1
            if tables[layout.ALONE + slot]:
                moves[end] = slot | _NO_SECOND | _NO_THIRD
                return end + 1
        end = _add_groups(tables, free, moves, end)
        end = _add_waste_pair(tables, left, turned, moves, end)
    if _turn(tables, position) >= 0:
        moves[end] = layout.TURN
        end += 1
    return end


@inlined
def _add_plays(tables: Ints, free: int, top: int, moves: Ints, end: int) -> int:
    """Add the free cards that go onto a foundation, whose top card has a rank."""
    while free:
        slot = lowest_bit(free)
        free &= free - 1
        apart = abs(tables[layout.RANKS + slot] - top)
        if apart == 1 or (apart == 12 and tables[layout.WRAPS]) or top == layout.NO_RANK:
            moves[end] = slot | _NO_SECOND | _NO_THIRD
            end += 1
    return end


@inlined
def _add_groups(tables: Ints, free: int, moves: Ints, end: int) -> int:
    """Add the pairs and threes of free cards that leave together."""
    while free:
        slot = lowest_bit(free)
        free &= free - 1
        others = free & tables[layout.PARTNERS + slot]
        while others:
            other = lowest_bit(others)
            others &= others - 1
            if not tables[layout.IN_THREES] >> slot & 1:
                moves[end] = slot | other << 6 | _NO_THIRD
                end += 1
                continue
            thirds = others & tables[layout.PARTNERS + other]
            while thirds:
                moves[end] = slot | other << 6 | lowest_bit(thirds) << 12
                thirds &= thirds - 1
                end += 1
    return end


@inlined
def _add_waste_pair(tables: Ints, left: int, turned: int, moves: Ints, end: int) -> int:
    """Add the top two cards of the waste if they leave together."""
    if tables[layout.STOCK_ACTION] != layout.TO_WASTE:
        return end
    top = _top_of_waste(tables, left, turned)
    if top < 0 or tables[layout.IN_THREES] >> top & 1:
        return end
    under = _top_of_waste(tables, left, top - tables[layout.FIRST_IN_STOCK])
    if under >= 0 and tables[layout.PARTNERS + top] >> under & 1:
        moves[end] = under | top << 6 | _NO_THIRD
        end += 1
    return end


@inlined
def play(tables: Ints, position: int, move: int) -> int:
    """The position after a move."""
    if move == layout.TURN:
        return _turn(tables, position)
    for shift in (0, 6, 12):
        slot = move >> shift & 63
        if slot != layout.NO_SLOT:
            position &= ~(1 << slot)
            if tables[layout.HAS_FOUNDATION]:
                position &= (1 << layout.SMALL_AT) - 1
                position |= tables[layout.RANKS + slot] << layout.SMALL_AT
    return normalize(tables, position)
