"""How much work a position leaves, pile by pile; lower is better. Compiled.

The features are those of :mod:`engine.solver.general.evaluation`, but a value is a sum over piles,
so that after a move only two of them are looked at again.
"""

from __future__ import annotations

from engine.solver.general import layout as rules
from engine.solver.general.beams import layout
from engine.solver.general.evaluation import (
    ABOVE_NEXT,
    BLOCKER,
    BREAK,
    CARD_LEFT,
    CELL_USED,
    COLUMN_USED,
    FACE_DOWN,
    MISFIT,
    TO_DEAL,
)
from engine.solver.general.layout import Ints
from engine.solver.general.move_generation import kind_of
from engine.solver.jit import inlined


@inlined
def wanted_cards(tables: Ints, position: Ints) -> int:
    """The mask of the single cards that a foundation takes next."""
    if tables[rules.WHOLE_SUITS]:
        return 0
    first, mask = tables[rules.RESERVE_END], 0
    for foundation in range(tables[rules.FOUNDATIONS_END] - first):
        # Beyond its last card a foundation takes card 52, which no pack has.
        row = rules.FOUNDATION_CARDS + rules.FOUNDATION_ROW * foundation
        mask |= 1 << tables[row + position[layout.FOUNDATIONS + foundation]]
    return int(mask)


@inlined
def pile_value(tables: Ints, weights: Ints, position: Ints, pile: int, wanted: int) -> int:
    """The value of a pile."""
    height, kind = position[layout.HEIGHTS + pile], kind_of(tables, pile)
    if height == 0:
        return 0
    if kind == rules.CELL:
        return int(weights[CELL_USED])
    down = position[layout.FACE_DOWN + pile]
    value = weights[FACE_DOWN] * down
    if kind == rules.TABLEAU:
        value += weights[COLUMN_USED]
    stack = layout.STACKS + layout.ROW * pile
    below = position[stack]
    lowest = tables[rules.RANKS + below]
    if wanted >> below & 1:
        value += weights[ABOVE_NEXT] * (height - 1)
    for place in range(1, height):
        card = position[stack + place]
        if not tables[rules.TAKES + rules.CARD_ROW * kind + below] >> card & 1:
            value += weights[MISFIT]
        elif place <= down or not tables[rules.RUNS + rules.CARD_ROW * kind + below] >> card & 1:
            value += weights[BREAK]
        rank = tables[rules.RANKS + card]
        if rank > lowest:
            value += weights[BLOCKER]
        else:
            lowest = rank
        if wanted >> card & 1:
            value += weights[ABOVE_NEXT] * (height - 1 - place)
        below = card
    return int(value)


@inlined
def rest_value(tables: Ints, weights: Ints, position: Ints) -> int:
    """The value of all that is not in piles."""
    left = tables[rules.CARDS] - position[layout.PLAYED]
    return int(weights[CARD_LEFT] * left + weights[TO_DEAL] * position[layout.STOCKED])


@inlined
def evaluate(tables: Ints, weights: Ints, position: Ints) -> int:
    """The value of a position."""
    value, wanted = rest_value(tables, weights, position), wanted_cards(tables, position)
    for pile in range(tables[rules.RESERVE_END]):
        value += pile_value(tables, weights, position, pile, wanted)
    return int(value)
