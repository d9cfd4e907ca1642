"""Positions as few bytes, in which they wait for their turn. Compiled.

A pile is told by how many of the cards it had at the start still lie at its bottom, and the cards
on them.
"""

from __future__ import annotations

from engine.solver.compiled import compiled
from engine.solver.general import fields as field
from engine.solver.general.fields import Bytes, Facts, Position
from engine.solver.general.position import put


@compiled
def pack(facts: Facts, position: Position, arena: Bytes, at: int) -> int:
    """Write a position into the arena from a place on; the place after it."""
    numbers = facts.numbers
    arena[at] = position.numbers[field.REDEALS] & 255
    arena[at + 1] = position.numbers[field.TURNED]
    arena[at + 2] = position.numbers[field.LEFT]
    at += 3
    if numbers[field.DEALING] == field.TO_WASTE:
        at = _pack_places(facts, position, arena, at)
    for pile in range(numbers[field.RESERVE_END], numbers[field.HOMES_END]):
        height = position.heights[pile]
        arena[at] = height
        at += 1
        if numbers[field.SINGLE_HOME]:
            # Where cards come back from it, all of them are told.
            first = 0 if numbers[field.GIVES_BACK] else max(height - 1, 0)
            for place in range(first, height):
                arena[at] = position.stacks[pile, place]
                at += 1
    for pile in range(numbers[field.RESERVE_END]):
        height = position.heights[pile]
        if facts.single[pile]:
            arena[at] = position.stacks[pile, 0] + 1 if height else 0
            at += 1
            continue
        kept, most = 0, min(height, facts.root_heights[pile])
        while kept < most and position.stacks[pile, kept] == facts.roots[pile, kept]:
            kept += 1
        arena[at], arena[at + 1] = kept, height - kept
        at += 2
        if numbers[field.HAS_HIDDEN]:
            arena[at] = position.down[pile]
            at += 1
        for place in range(kept, height):
            arena[at] = position.stacks[pile, place]
            at += 1
    return at


@compiled
def _pack_places(facts: Facts, position: Position, arena: Bytes, at: int) -> int:
    """Write which cards of stock and waste are left, a bit for each."""
    end = at + (facts.numbers[field.PLACES] + 7) // 8
    for byte in range(at, end):
        arena[byte] = 0
    for which in range(position.numbers[field.LEFT]):
        place = position.places[which]
        arena[at + (place >> 3)] |= 1 << (place & 7)
    return end


@compiled
def unpack(facts: Facts, position: Position, arena: Bytes, at: int) -> None:
    """Read a position that was packed; its log is empty then."""
    numbers = facts.numbers
    redeals = int(arena[at])
    position.numbers[field.REDEALS] = -1 if redeals == 255 else redeals
    position.numbers[field.TURNED] = int(arena[at + 1])
    position.numbers[field.LEFT] = int(arena[at + 2])
    position.numbers[field.LOGGED] = 0
    at += 3
    if numbers[field.DEALING] == field.TO_WASTE:
        at = _unpack_places(facts, position, arena, at)
    for pile in range(numbers[field.RESERVE_END], numbers[field.HOMES_END]):
        height = int(arena[at])
        at += 1
        if numbers[field.SINGLE_HOME]:
            position.heights[pile] = 0 if numbers[field.GIVES_BACK] else max(height - 1, 0)
            for _ in range(position.heights[pile], height):
                put(facts, position, pile, int(arena[at]), 0)
                at += 1
        else:
            position.heights[pile] = height
            # What lies on a foundation is told by its height; only the topmost may be stale.
            row = pile - numbers[field.RESERVE_END]
            position.heights[pile] = 0
            for place in range(height):
                put(facts, position, pile, facts.nexts[row, place], 0)
    for pile in range(numbers[field.RESERVE_END]):
        if facts.single[pile]:
            card = int(arena[at])
            at += 1
            position.heights[pile] = 0
            if card:
                put(facts, position, pile, card - 1, 0)
            continue
        kept, more = int(arena[at]), int(arena[at + 1])
        at += 2
        if numbers[field.HAS_HIDDEN]:
            position.down[pile] = int(arena[at])
            at += 1
        _restore(facts, position, pile, kept)
        for _ in range(more):
            put(facts, position, pile, int(arena[at]), 0)
            at += 1


@compiled
def _restore(facts: Facts, position: Position, pile: int, kept: int) -> None:
    """Give a pile so many of the cards it had at the start."""
    down, same = position.down[pile], kept
    if down != facts.root_down[pile]:
        same = min(kept, down)
    for place in range(kept):
        position.stacks[pile, place] = facts.roots[pile, place]
    for place in range(1, same + 1):
        position.low[pile, place] = facts.root_low[pile, place]
        position.high[pile, place] = facts.root_high[pile, place]
    position.heights[pile] = same
    for place in range(same, kept):
        put(facts, position, pile, facts.roots[pile, place], 0)


@compiled
def _unpack_places(facts: Facts, position: Position, arena: Bytes, at: int) -> int:
    """Read which cards of stock and waste are left."""
    places = facts.numbers[field.PLACES]
    which = 0
    for place in range(places):
        if int(arena[at + (place >> 3)]) >> (place & 7) & 1:
            position.places[which] = place
            which += 1
    return at + (places + 7) // 8
