"""Evaluation of states with gaps, for beam search. Compiled."""

from __future__ import annotations

from typing import Final

from engine.solver.jit import jit
from engine.solver.rows import layout
from engine.solver.rows.layout import Cells, Ints
from engine.solver.rows.moves import cards_in_place

_MOST: Final = 1 << 20
"""More than the value of any state."""
_IN_PLACE: Final = 4
_FOLLOWS: Final = 4
_ASCENDS: Final = 1
"""What a card is worth that is in place, follows its left neighbour, or is higher in its suit."""
_DESCENDS: Final = 1
_GAP_BEHIND_GAP: Final = 6
_GAP_BEHIND_LAST: Final = 12
"""What a card costs that is lower than its left neighbour in suit; and a gap that no card fills."""


@jit
def cost(tables: Ints, cells: Cells) -> int:
    """How far a state seems from a win: the lower, the better, never negative."""
    value = _IN_PLACE * cards_in_place(tables, cells)
    for place in range(tables[layout.PILES]):
        if place % tables[layout.LENGTH] == 0:
            continue
        left, card = cells[place - 1], cells[place]
        if card == layout.EMPTY:
            if left == layout.EMPTY:
                value -= _GAP_BEHIND_GAP
            elif left % 13 == tables[layout.LAST_RANK]:
                value -= _GAP_BEHIND_LAST
        elif left != layout.EMPTY and card // 13 == left // 13:
            if card == left + 1:
                value += _FOLLOWS
            else:
                value += _ASCENDS if card > left else -_DESCENDS
    return _MOST - value
