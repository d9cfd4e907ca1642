"""Dead ends where runs move freely, as in :mod:`engine.solver.general.dead_ends`. Compiled."""

from __future__ import annotations

from engine.compiled import ALL_CARDS
from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.move_generation import ACES, BLACK, RED, SUIT
from engine.solver.free_runs.states import on_foundations
from engine.solver.jit import inlined, lowest_bit, popcount


@inlined
def is_dead_end(tables: Ints, position: Position) -> bool:
    """Whether a position is certainly lost; False says nothing."""
    cells, fillers = position.cells, tables[layout.FILLERS]
    spare = fillers if position.open_columns else 0
    if popcount(cells) < tables[layout.CELL_COUNT]:
        return False
    columns, tableau = position.columns, position.movable
    elsewhere, uncovered, below = _elsewhere(tables, position)
    uncovered |= tableau
    found = True
    while found:
        if spare == ALL_CARDS:
            return False
        up = _up(position.foundations, uncovered)
        taken = _taken(tables, tableau) | spare
        if (taken | up) & cells:
            return False
        tableau, before = tableau | (elsewhere & taken), tableau
        found = tableau != before
        for column in range(tables[layout.COLUMN_COUNT]):
            shift, row = tables[layout.COLUMN_AT + column], column * layout.ROW
            had = columns >> shift & tables[layout.COLUMN_MASK + column]
            while had and (taken | up) >> tables[layout.ANCHOR + row + had] & 1:
                left = tables[layout.FIXED + row + had - 1]
                tableau |= tables[layout.FREED + row + had - 1]
                columns += (left - had) << shift
                found = True
                had = left
                if not left:
                    spare = fillers
        uncovered |= tableau
        # The waste from its top, as far as its cards can leave.
        while below:
            place = _highest(below)
            card = tables[layout.TURN_ORDER + place]
            if not uncovered >> card & 1:
                uncovered |= 1 << card
                elsewhere |= 1 << card
                found = True
            if not (taken | up) >> card & 1:
                break
            below &= ~(1 << place)
            found = True
    for column in range(tables[layout.COLUMN_COUNT]):
        shift = tables[layout.COLUMN_AT + column]
        if columns >> shift & tables[layout.COLUMN_MASK + column] > 1:
            return True
    return popcount(below) > 1


@inlined
def _elsewhere(tables: Ints, position: Position) -> tuple[int, int, int]:
    """The cards that may come to the tableau, those of them uncovered, and the waste's places.

    Of a waste that is never turned again; its cards are not among the others.
    """
    elsewhere, stock, below = position.cells, position.stock, 0
    if position.redeals == 0 and not tables[layout.UNLIMITED_REDEALS]:
        for _ in range(position.waste):
            below |= stock & -stock
            stock &= stock - 1
    while stock:
        elsewhere |= 1 << tables[layout.TURN_ORDER + lowest_bit(stock)]
        stock &= stock - 1
    reserve = position.reserve
    while reserve:
        elsewhere |= 1 << tables[layout.RESERVE_CARDS + lowest_bit(reserve)]
        reserve &= reserve - 1
    uncovered = elsewhere
    if tables[layout.TAKES_BACK]:
        elsewhere |= on_foundations(position.foundations)
    return elsewhere, uncovered, below


@inlined
def _highest(mask: int) -> int:
    """The index of the highest bit of a mask other than 0."""
    place = 0
    while mask >> place > 1:
        place += 1
    return place


@inlined
def _up(foundations: int, uncovered: int) -> int:
    """The mask of the cards that foundations can take once all others that are uncovered are."""
    up = 0
    for suit in range(4):
        height = foundations >> 4 * suit & 15
        while height < 13:
            card = 13 * suit + height
            up |= 1 << card
            if not uncovered >> card & 1:
                break
            height += 1
    return up


@inlined
def _taken(tables: Ints, tableau: int) -> int:
    """The mask of the cards that can be built on any of these."""
    builds = tables[layout.BUILDS]
    if builds == layout.SUIT:
        return (tableau & ~ACES) >> 1
    black, red = (tableau | tableau >> 39) & SUIT, (tableau >> 13 | tableau >> 26) & SUIT
    if builds == layout.ALTERNATING:
        black, red = red, black
    elif builds == layout.ANY:
        black = red = black | red
    return (black >> 1) * BLACK | (red >> 1) * RED
