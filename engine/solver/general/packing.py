"""Pack states of the frontier into few bytes. Compiled.

A pile is stored as the number of its initial cards that still lie at its bottom, and the cards on
top of these.
"""

from __future__ import annotations

from engine.solver.general import layout
from engine.solver.general.layout import Bytes, Ints
from engine.solver.general.position import push
from engine.solver.jit import inlined, within


@inlined
def pack(tables: Ints, position: Ints, arena: Bytes, at: int) -> int:
    """Write a position into the arena at an offset; returns the offset after it."""
    arena[at] = position[layout.REDEALS] & 255
    arena[at + 1] = position[layout.IN_WASTE]
    arena[at + 2] = position[layout.REMAINING]
    at += 3
    if tables[layout.STOCK_ACTION] == layout.TO_WASTE:
        arena[at] = position[layout.FIRST_TURNS]
        at = _pack_places(tables, position, arena, at + 1)
    for pile in range(tables[layout.RESERVE_END], tables[layout.FOUNDATIONS_END]):
        height = position[layout.HEIGHTS + pile]
        arena[at] = height
        at += 1
        if tables[layout.SINGLE_FOUNDATION]:
            # If cards cannot be taken back, only the top card matters.
            first = 0 if tables[layout.TAKES_BACK] else max(height - 1, 0)
            for place in range(first, height):
                arena[at] = position[layout.STACKS + layout.ROW * pile + place]
                at += 1
    for pile in range(tables[layout.RESERVE_END]):
        height = position[layout.HEIGHTS + pile]
        if tables[layout.HOLDS_ONE + pile]:
            arena[at] = position[layout.STACKS + layout.ROW * pile + 0] + 1 if height else 0
            at += 1
            continue
        kept, most = 0, min(height, tables[layout.ROOT_HEIGHTS + pile])
        while (
            kept < most
            and position[layout.STACKS + layout.ROW * pile + kept]
            == tables[layout.ROOT_STACKS + layout.ROW * pile + kept]
        ):
            kept += 1
        arena[at], arena[at + 1] = kept, height - kept
        at += 2
        if tables[layout.HAS_HIDDEN]:
            arena[at] = position[layout.FACE_DOWN + pile]
            at += 1
        for place in range(kept, height):
            arena[at] = position[layout.STACKS + layout.ROW * pile + place]
            at += 1
    return at


@inlined
def _pack_places(tables: Ints, position: Ints, arena: Bytes, at: int) -> int:
    """Write which cards of stock and waste are left, one bit each."""
    end: int = at + (tables[layout.STOCK_SIZE] + 7) // 8
    for byte in range(at, end):
        arena[byte] = 0
    for which in range(position[layout.REMAINING]):
        place = position[layout.REMAINING_PLACES + which]
        arena[at + (place >> 3)] |= 1 << (place & 7)
    return end


@inlined
def unpack(tables: Ints, position: Ints, arena: Bytes, at: int) -> None:
    """Read a packed position and clear its log."""
    redeals = int(arena[at])
    position[layout.REDEALS] = -1 if redeals == 255 else redeals
    position[layout.IN_WASTE] = int(arena[at + 1])
    position[layout.REMAINING] = int(arena[at + 2])
    position[layout.LOG_LENGTH] = 0
    at += 3
    if tables[layout.STOCK_ACTION] == layout.TO_WASTE:
        position[layout.FIRST_TURNS] = int(arena[at])
        at = _unpack_places(tables, position, arena, at + 1)
    for pile in range(tables[layout.RESERVE_END], tables[layout.FOUNDATIONS_END]):
        height = int(arena[at])
        at += 1
        if tables[layout.SINGLE_FOUNDATION]:
            position[layout.HEIGHTS + pile] = 0 if tables[layout.TAKES_BACK] else max(height - 1, 0)
            for _ in range(position[layout.HEIGHTS + pile], height):
                push(tables, position, pile, int(arena[at]), 0)
                at += 1
        else:
            # The cards are there already; see encode.
            position[layout.HEIGHTS + pile] = height
    for pile in range(tables[layout.RESERVE_END]):
        if tables[layout.HOLDS_ONE + pile]:
            card = int(arena[at])
            at += 1
            position[layout.HEIGHTS + pile] = 0
            if card:
                push(tables, position, pile, card - 1, 0)
            continue
        kept, more = int(arena[at]), int(arena[at + 1])
        at += 2
        if tables[layout.HAS_HIDDEN]:
            position[layout.FACE_DOWN + pile] = int(arena[at])
            at += 1
        _restore(tables, position, pile, kept)
        for _ in range(more):
            push(tables, position, pile, int(arena[at]), 0)
            at += 1


@inlined
def _restore(tables: Ints, position: Ints, pile: int, kept: int) -> None:
    """Put the ``kept`` lowest of its initial cards on a pile."""
    down, same = position[layout.FACE_DOWN + pile], kept
    if down != tables[layout.ROOT_FACE_DOWN + pile]:
        same = min(kept, down)
    for place in range(kept):
        position[layout.STACKS + layout.ROW * pile + place] = tables[
            layout.ROOT_STACKS + layout.ROW * pile + place
        ]
    for place in range(1, same + 1):
        position[layout.HASH_LOW + layout.ROW * pile + place] = tables[
            layout.ROOT_HASH_LOW + layout.ROW * pile + place
        ]
        position[layout.HASH_HIGH + layout.ROW * pile + place] = tables[
            layout.ROOT_HASH_HIGH + layout.ROW * pile + place
        ]
    position[layout.HEIGHTS + pile] = same
    for place in range(same, kept):
        push(tables, position, pile, tables[layout.ROOT_STACKS + layout.ROW * pile + place], 0)


@inlined
def _unpack_places(tables: Ints, position: Ints, arena: Bytes, at: int) -> int:
    """Read which cards of stock and waste are left."""
    places: int = tables[layout.STOCK_SIZE]
    which = 0
    for place in range(places):
        if int(arena[at + (place >> 3)]) >> (place & 7) & 1:
            position[layout.REMAINING_PLACES + within(which, layout.MOST_CARDS)] = place
            which += 1
    return at + (places + 7) // 8
