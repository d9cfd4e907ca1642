"""Playouts: hidden cards arranged at random, then weighted random moves to the end. Compiled.

Bounds: columns are fewer than ``MOST_COLUMNS`` and cards of each fewer than ``ROW``, as in
:mod:`engine.solver.free_runs.layout`. Positions have fewer than ``MOST_MOVES`` moves.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.move_generation import generate_moves
from engine.solver.free_runs.states import ALL_ON_FOUNDATIONS, apply_move
from engine.solver.jit import inlined

_WORD: Final = 0xFFFFFFFF
_LONGEST: Final = 200
"""How many moves a playout has at most: taking back may go round in circles."""

UNCOVERING: Final = layout.NULL_MOVE + 1
"""Where the weights have that of a move that takes an anchor off a column."""
WEIGHTS: Final = {
    layout.TABLEAU_TO_FOUNDATION: 20,
    layout.TABLEAU_TO_CELL: 10,
    layout.STOCK_TO_FOUNDATION: 10,
    layout.STOCK_TO_TABLEAU: 20,
    layout.FOUNDATION_TO_TABLEAU: 1,
    layout.RESERVE_TO_FOUNDATION: 10,
    layout.RESERVE_TO_TABLEAU: 20,
    layout.CELL_TO_FOUNDATION: 20,
    layout.CELL_TO_TABLEAU: 20,
    layout.RELEASE_AND_FILL: 10,
    UNCOVERING: 4_000,
}
"""How likely each kind of move is in a playout: those win most deals of Klondike by threes."""


class Unseen(NamedTuple):
    """The cards that the player has not seen, and where they lie.

    Attributes:
        columns: the column of each place.
        counts: which card of its column that is, from 1.
        cards: the cards, in any order.
    """

    columns: Ints
    counts: Ints
    cards: Ints


@inlined
def draw(random: Ints, below: int) -> int:
    """A random number below another one: xorshift (G. Marsaglia, 2003)."""
    word = random[0]
    word ^= word << 13 & _WORD
    word ^= word >> 17
    word ^= word << 5 & _WORD
    random[0] = word
    return int(word % below)


@inlined
def arrange(tables: Ints, unseen: Unseen, random: Ints) -> None:
    """Arrange the unseen cards at random, in the tables of the search."""
    fill, fillers = tables[layout.FILL], tables[layout.FILLERS]
    for last in range(len(unseen.cards) - 1, -1, -1):
        other = draw(random, last + 1)
        card = unseen.cards[other]
        unseen.cards[other] = unseen.cards[last]
        unseen.cards[last] = card
        column, count = unseen.columns[last], unseen.counts[last]
        row = column * layout.ROW + count
        # The lowest card of a column is not fixed if it could as well head any other.
        heads = count == 1 and fill != layout.FILL_NOTHING and fillers >> card & 1
        tables[layout.COLUMN_OF + card] = column
        tables[layout.FIXED + row] = 0 if heads else count
        tables[layout.FREED + row] = 1 << card
        tables[layout.ANCHOR + row] = card


@inlined
def weight(weights: Ints, position: Position, move: int) -> int:
    """How likely a move is in a playout, beside the others."""
    kind = move & 15
    if kind <= layout.RELEASE_ANCHOR and position.anchors >> (move >> 4 & 63) & 1:
        return int(weights[UNCOVERING])
    return int(weights[kind])


@inlined
def play_out(
    tables: Ints, position: Position, weights: Ints, random: Ints, moves: Ints
) -> Position:
    """The position in which weighted random moves end: won, or without moves but taking back."""
    for _ in range(_LONGEST):
        count = generate_moves(tables, position, moves, 0)
        if count == 0 or position.foundations == ALL_ON_FOUNDATIONS:
            break
        total = 0
        for at in range(count):
            total += weight(weights, position, moves[at])
        if total == 0 or (count == 1 and moves[0] & 15 == layout.FOUNDATION_TO_TABLEAU):
            break
        left, at = draw(random, total), 0
        while left >= weight(weights, position, moves[at]):
            left -= weight(weights, position, moves[at])
            at += 1
        position = apply_move(tables, position, moves[at])
    return position
