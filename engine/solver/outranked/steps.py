"""Steps from one position to the next. Compiled."""

from __future__ import annotations

from engine.solver.jit import inlined
from engine.solver.outranked import layout
from engine.solver.outranked.layout import Ints
from engine.solver.outranked.position import copy, deal


@inlined
def generate_steps(tables: Ints, scratch: Ints, steps: Ints) -> int:
    """Write the steps of the parent, and return how many there are."""
    end, is_last = 0, scratch[layout.PARENT + layout.ROUND] == tables[layout.ROUNDS]
    for pile in range(tables[layout.PILES]):
        for over in range(_reach(scratch, pile)):
            below = scratch[layout.PARENT + layout.HEIGHTS + pile] - 1 - over
            card = _card_under(scratch, pile, over)
            step = pile << layout.PILE_AT | over << layout.OVER_AT
            for other in range(tables[layout.PILES]):
                if other == pile:
                    continue
                onto, reach = step | other << layout.OTHER_AT, _reach(scratch, other)
                for place in range(reach if card < layout.MARK else 0):
                    higher = _card_under(scratch, other, place) & ~layout.MARK
                    if higher > card and higher >> layout.SUIT_AT == card >> layout.SUIT_AT:
                        steps[end] = layout.TAKE | onto | place << layout.PLACE_AT
                        end += 1
                if (below or not is_last) and _can_be_empty(scratch, other):
                    steps[end] = layout.MOVE | onto
                    end += 1
    if not is_last:
        steps[end] = layout.DEAL
        end += 1
    return end


@inlined
def _card_under(scratch: Ints, pile: int, over: int) -> int:
    """The card of a pile of the parent under so many others."""
    place = scratch[layout.PARENT + layout.HEIGHTS + pile] - 1 - over
    return int(scratch[layout.PARENT + layout.STACKS + layout.CARDS * pile + place])


@inlined
def _marked(scratch: Ints, pile: int) -> int:
    """How many marked cards lie on top of a pile of the parent."""
    height = scratch[layout.PARENT + layout.HEIGHTS + pile]
    count = 0
    while count < height:
        if _card_under(scratch, pile, count) < layout.MARK:
            break
        count += 1
    return count


@inlined
def _reach(scratch: Ints, pile: int) -> int:
    """How many cards of a pile of the parent can be on top."""
    return int(min(_marked(scratch, pile) + 1, scratch[layout.PARENT + layout.HEIGHTS + pile]))


@inlined
def _can_be_empty(scratch: Ints, pile: int) -> bool:
    return bool(_marked(scratch, pile) == scratch[layout.PARENT + layout.HEIGHTS + pile])


@inlined
def take_step(tables: Ints, scratch: Ints, step: int) -> None:
    """Make the child the parent after a step."""
    dealt = scratch[layout.PARENT + layout.ROUND]
    copy(tables, scratch, layout.PARENT, layout.CHILD)
    kind = step & 3
    scratch[layout.CHILD + layout.ROUND] = dealt + (kind == layout.DEAL)
    if kind == layout.DEAL:
        deal(tables, scratch, layout.CHILD, dealt)
        return
    pile, other = step >> layout.PILE_AT & 7, step >> layout.OTHER_AT & 7
    place = step >> layout.PLACE_AT & layout.NO_CARD
    height = scratch[layout.CHILD + layout.HEIGHTS + pile] - (
        step >> layout.OVER_AT & layout.NO_CARD
    )
    top = layout.CHILD + layout.STACKS + layout.CARDS * pile + height - 1
    if kind == layout.TAKE:
        scratch[top] |= layout.MARK
        scratch[layout.CHILD + layout.HEIGHTS + pile] = height
        height = scratch[layout.CHILD + layout.HEIGHTS + other] - place
        scratch[layout.CHILD + layout.HEIGHTS + other] = height
        scratch[layout.CHILD + layout.STACKS + layout.CARDS * other + height - 1] &= ~layout.MARK
        return
    scratch[layout.CHILD + layout.STACKS + layout.CARDS * other] = scratch[top]
    scratch[layout.CHILD + layout.HEIGHTS + other] = 1
    scratch[layout.CHILD + layout.HEIGHTS + pile] = height - 1
