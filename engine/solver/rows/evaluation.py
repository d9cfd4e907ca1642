"""Evaluation of states with gaps, for the search by columns. Compiled."""

from __future__ import annotations

from typing import Final

from engine.solver.jit import inlined
from engine.solver.rows import layout
from engine.solver.rows.layout import Cells, Ints
from engine.solver.rows.moves import in_place

VALUES: Final = 704
"""Values are below this."""
_BASE: Final = 128
"""The value of a state with nothing good or bad."""
_IN_PLACE: Final = 8
_IN_COLUMN: Final = 2
"""What a card is worth that is in place; and one that lies where its rank does in the end, counting
for each row the suit that has most."""
_FOLLOWS: Final = 1
_GAP_BEHIND_GAP: Final = 4
_GAP_BEHIND_LAST: Final = 8
"""What a card costs that follows its left neighbour out of place, since it can move no more unless
that one does; and a gap that no card fills."""


@inlined
def evaluate(tables: Ints, cells: Cells) -> int:
    """How promising a state is: the higher, the better; from 0 to ``VALUES`` - 1."""
    value = _BASE
    length, first, last = tables[layout.LENGTH], tables[layout.FIRST_RANK], tables[layout.LAST_RANK]
    for row in range(0, tables[layout.PILES], length):
        ordered, counts, left = in_place(tables, cells, row), 0, layout.EMPTY
        for column in range(length):
            card = int(cells[row + column])
            if card != layout.EMPTY:
                # Without branches, which would be mispredicted.
                counts += int(card % 13 == first + column) << card // 13 * 8
                value -= _FOLLOWS * (int(card == left + 1) & int(card % 13 > 0))
            elif column and left == layout.EMPTY:
                value -= _GAP_BEHIND_GAP
            elif column > ordered and left % 13 == last:
                value -= _GAP_BEHIND_LAST
            left = card
        most = 0
        for suit in range(4):
            most = max(most, counts >> suit * 8 & 255)
        value += (_IN_PLACE + _FOLLOWS) * ordered + _IN_COLUMN * most
    return min(max(value, 0), VALUES - 1)
