"""Positions: settle them, tell which are won or hopeless, hash and pack them. Compiled.

The positions worked on share one array: the parent, a child of it, and a copy that is played on.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general.position import mix
from engine.solver.jit import inlined, within
from engine.solver.outranked import layout
from engine.solver.outranked.layout import Bytes, Ints

_HALF: Final = (1 << 62) - 1


@inlined
def copy(tables: Ints, scratch: Ints, source: int, target: int) -> None:
    """Copy the piles of a position to another."""
    for pile in range(tables[layout.PILES]):
        height = scratch[source + layout.HEIGHTS + pile]
        scratch[target + layout.HEIGHTS + pile] = height
        for place in range(height):
            at = layout.STACKS + layout.CARDS * pile + place
            scratch[target + at] = scratch[source + at]


@inlined
def deal(tables: Ints, scratch: Ints, position: int, dealt: int) -> None:
    """Deal the round after so many to the piles of a position."""
    for pile in range(tables[layout.PILES]):
        card = tables[layout.DEALS + tables[layout.PILES] * dealt + pile]
        if card != layout.NO_CARD:
            height = within(scratch[position + layout.HEIGHTS + pile], layout.CARDS)
            scratch[position + layout.STACKS + layout.CARDS * pile + height] = card
            scratch[position + layout.HEIGHTS + pile] = height + 1


@inlined
def _holds_others(tables: Ints, scratch: Ints, position: int) -> bool:
    """Whether a position has cards other than aces that are not marked."""
    for pile in range(tables[layout.PILES]):
        for place in range(scratch[position + layout.HEIGHTS + pile]):
            card = scratch[position + layout.STACKS + layout.CARDS * pile + place]
            if card < layout.MARK and card & layout.NO_RANK != layout.ACE:
                return True
    return False


@inlined
def settle(tables: Ints, scratch: Ints) -> None:
    """Mark the cards of the child that are outranked; the last round over, take them away."""
    is_last = scratch[layout.CHILD + layout.ROUND] == tables[layout.ROUNDS]
    going = True
    while going:
        going = False
        for suit in range(4):
            scratch[layout.BEST + suit] = -1
        for pile in range(tables[layout.PILES]):
            height = scratch[layout.CHILD + layout.HEIGHTS + pile]
            if height:
                card = scratch[layout.CHILD + layout.STACKS + layout.CARDS * pile + height - 1]
                if card < layout.MARK:
                    suit = card >> layout.SUIT_AT
                    scratch[layout.BEST + suit] = max(scratch[layout.BEST + suit], card)
        for pile in range(tables[layout.PILES]):
            height = scratch[layout.CHILD + layout.HEIGHTS + pile]
            while height:
                at = layout.CHILD + layout.STACKS + layout.CARDS * pile + height - 1
                card = scratch[at] & ~layout.MARK
                if card >= scratch[layout.BEST + (card >> layout.SUIT_AT)]:
                    break
                scratch[at] = card | layout.MARK
                if not is_last:
                    break
                height -= 1
                going = True
            scratch[layout.CHILD + layout.HEIGHTS + pile] = height


@inlined
def is_won(tables: Ints, scratch: Ints) -> bool:
    """Whether nothing but aces and marked cards is left of the child."""
    if scratch[layout.CHILD + layout.ROUND] < tables[layout.ROUNDS]:
        return False
    return not _holds_others(tables, scratch, layout.CHILD)


@inlined
def is_hopeless(tables: Ints, scratch: Ints) -> bool:
    """Whether no pile of the child can ever be emptied, and some card can never be marked.

    Cards that cannot leave stay on their piles in the copy that this takes the others from, while
    all rounds are dealt.
    """
    for suit in range(4):
        scratch[layout.BEST + suit] = -1
    copy(tables, scratch, layout.CHILD, layout.REST)
    for dealt in range(scratch[layout.CHILD + layout.ROUND], tables[layout.ROUNDS] + 1):
        going = True
        while going:
            going = False
            for pile in range(tables[layout.PILES]):
                height = scratch[layout.REST + layout.HEIGHTS + pile]
                while True:
                    if height == 0:
                        return False
                    card = scratch[layout.REST + layout.STACKS + layout.CARDS * pile + height - 1]
                    suit = card >> layout.SUIT_AT & 3
                    if card & ~layout.MARK > scratch[layout.BEST + suit]:
                        scratch[layout.BEST + suit] = card & ~layout.MARK
                        going = True
                    if card < layout.MARK and card == scratch[layout.BEST + suit]:
                        break
                    height -= 1
                    going = True
                scratch[layout.REST + layout.HEIGHTS + pile] = height
        if dealt < tables[layout.ROUNDS]:
            deal(tables, scratch, layout.REST, dealt)
    return _holds_others(tables, scratch, layout.REST)


@inlined
def key(tables: Ints, scratch: Ints) -> tuple[int, int]:
    """The two halves of the child's key."""
    dealt = scratch[layout.CHILD + layout.ROUND]
    low, high = mix(dealt, 1), mix(dealt, 2)
    for pile in range(tables[layout.PILES]):
        height = scratch[layout.CHILD + layout.HEIGHTS + pile]
        one = 4 if dealt == tables[layout.ROUNDS] else 4 + pile
        other = one + layout.MOST_PILES
        word = height
        for place in range(height):
            word = word << 7 | scratch[layout.CHILD + layout.STACKS + layout.CARDS * pile + place]
            if place % 7 == 6:
                one, other, word = mix(one, word), mix(other, word), 0
        one, other = mix(one, word), mix(other, word)
        low, high = (low + one) & _HALF, (high + other) & _HALF
    return low, high


@inlined
def pack(tables: Ints, scratch: Ints, row: Bytes) -> None:
    """Write the child to a row of bytes."""
    row[0], at = scratch[layout.CHILD + layout.ROUND], 1 + layout.MOST_PILES
    for pile in range(tables[layout.PILES]):
        row[1 + pile] = scratch[layout.CHILD + layout.HEIGHTS + pile]
        for place in range(row[1 + pile]):
            row[at] = scratch[layout.CHILD + layout.STACKS + layout.CARDS * pile + place]
            at += 1


@inlined
def unpack(tables: Ints, scratch: Ints, row: Bytes) -> None:
    """Make the parent the position of a row of bytes."""
    scratch[layout.PARENT + layout.ROUND], at = row[0], 1 + layout.MOST_PILES
    for pile in range(tables[layout.PILES]):
        scratch[layout.PARENT + layout.HEIGHTS + pile] = row[1 + pile]
        for place in range(row[1 + pile]):
            scratch[layout.PARENT + layout.STACKS + layout.CARDS * pile + place] = row[at]
            at += 1
