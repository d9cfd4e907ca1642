"""Positions as few bytes, in which they wait for their turn. Compiled.

A pile is told by how many of the cards it had at the start still lie at its bottom, and the cards
on them.
"""

from __future__ import annotations

from engine.solver.compiled import compiled
from engine.solver.general import fields as field
from engine.solver.general.fields import Bytes, Ints
from engine.solver.general.position import put


@compiled
def pack(facts: Ints, position: Ints, arena: Bytes, at: int) -> int:
    """Write a position into the arena from a place on; the place after it."""
    arena[at] = position[field.REDEALS] & 255
    arena[at + 1] = position[field.TURNED]
    arena[at + 2] = position[field.LEFT]
    at += 3
    if facts[field.DEALING] == field.TO_WASTE:
        at = _pack_places(facts, position, arena, at)
    for pile in range(facts[field.RESERVE_END], facts[field.HOMES_END]):
        height = position[field.HEIGHTS + pile]
        arena[at] = height
        at += 1
        if facts[field.SINGLE_HOME]:
            # Where cards come back from it, all of them are told.
            first = 0 if facts[field.GIVES_BACK] else max(height - 1, 0)
            for place in range(first, height):
                arena[at] = position[field.STACKS + field.ROW * pile + place]
                at += 1
    for pile in range(facts[field.RESERVE_END]):
        height = position[field.HEIGHTS + pile]
        if facts[field.SINGLE + pile]:
            arena[at] = position[field.STACKS + field.ROW * pile + 0] + 1 if height else 0
            at += 1
            continue
        kept, most = 0, min(height, facts[field.ROOT_HEIGHTS + pile])
        while (
            kept < most
            and position[field.STACKS + field.ROW * pile + kept]
            == facts[field.ROOTS + field.ROW * pile + kept]
        ):
            kept += 1
        arena[at], arena[at + 1] = kept, height - kept
        at += 2
        if facts[field.HAS_HIDDEN]:
            arena[at] = position[field.DOWN + pile]
            at += 1
        for place in range(kept, height):
            arena[at] = position[field.STACKS + field.ROW * pile + place]
            at += 1
    return at


@compiled
def _pack_places(facts: Ints, position: Ints, arena: Bytes, at: int) -> int:
    """Write which cards of stock and waste are left, a bit for each."""
    end: int = at + (facts[field.PLACES] + 7) // 8
    for byte in range(at, end):
        arena[byte] = 0
    for which in range(position[field.LEFT]):
        place = position[field.PLACES_LEFT + which]
        arena[at + (place >> 3)] |= 1 << (place & 7)
    return end


@compiled
def unpack(facts: Ints, position: Ints, arena: Bytes, at: int) -> None:
    """Read a position that was packed; its log is empty then."""
    redeals = int(arena[at])
    position[field.REDEALS] = -1 if redeals == 255 else redeals
    position[field.TURNED] = int(arena[at + 1])
    position[field.LEFT] = int(arena[at + 2])
    position[field.LOGGED] = 0
    at += 3
    if facts[field.DEALING] == field.TO_WASTE:
        at = _unpack_places(facts, position, arena, at)
    for pile in range(facts[field.RESERVE_END], facts[field.HOMES_END]):
        height = int(arena[at])
        at += 1
        if facts[field.SINGLE_HOME]:
            position[field.HEIGHTS + pile] = 0 if facts[field.GIVES_BACK] else max(height - 1, 0)
            for _ in range(position[field.HEIGHTS + pile], height):
                put(facts, position, pile, int(arena[at]), 0)
                at += 1
        else:
            # All that it will ever hold is written there already.
            position[field.HEIGHTS + pile] = height
    for pile in range(facts[field.RESERVE_END]):
        if facts[field.SINGLE + pile]:
            card = int(arena[at])
            at += 1
            position[field.HEIGHTS + pile] = 0
            if card:
                put(facts, position, pile, card - 1, 0)
            continue
        kept, more = int(arena[at]), int(arena[at + 1])
        at += 2
        if facts[field.HAS_HIDDEN]:
            position[field.DOWN + pile] = int(arena[at])
            at += 1
        _restore(facts, position, pile, kept)
        for _ in range(more):
            put(facts, position, pile, int(arena[at]), 0)
            at += 1


@compiled
def _restore(facts: Ints, position: Ints, pile: int, kept: int) -> None:
    """Give a pile so many of the cards it had at the start."""
    down, same = position[field.DOWN + pile], kept
    if down != facts[field.ROOT_DOWN + pile]:
        same = min(kept, down)
    for place in range(kept):
        position[field.STACKS + field.ROW * pile + place] = facts[
            field.ROOTS + field.ROW * pile + place
        ]
    for place in range(1, same + 1):
        position[field.LOW + field.ROW * pile + place] = facts[
            field.ROOT_LOW + field.ROW * pile + place
        ]
        position[field.HIGH + field.ROW * pile + place] = facts[
            field.ROOT_HIGH + field.ROW * pile + place
        ]
    position[field.HEIGHTS + pile] = same
    for place in range(same, kept):
        put(facts, position, pile, facts[field.ROOTS + field.ROW * pile + place], 0)


@compiled
def _unpack_places(facts: Ints, position: Ints, arena: Bytes, at: int) -> int:
    """Read which cards of stock and waste are left."""
    places: int = facts[field.PLACES]
    which = 0
    for place in range(places):
        if int(arena[at + (place >> 3)]) >> (place & 7) & 1:
            position[field.PLACES_LEFT + which] = place
            which += 1
    return at + (places + 7) // 8
