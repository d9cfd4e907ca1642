"""How far a position seems to be from won: the fewer, the sooner it is looked at. Compiled.

The measure is a weighted sum of what still has to be done. The weights are one row for each queue,
in the order of the names below.
"""

from __future__ import annotations

from typing import Final

from engine.solver.compiled import compiled
from engine.solver.general import fields as field
from engine.solver.general.fields import Facts, Ints, Position
from engine.solver.general.moves import home_of

(
    CARD_LEFT,
    BREAK,
    MISFIT,
    BLOCKER,
    ABOVE_NEXT,
    FACE_DOWN,
    TO_DEAL,
    TO_TURN,
    CELL_USED,
    COLUMN_USED,
    BASE,
    WEIGHTS,
) = range(12)
"""What is counted: cards that are not home; cards of the tableau that do not continue the run
beneath, but are built on it, and those that are not even that; cards above one that goes home
before them; cards above one that goes home next; cards that lie face down; cards that the stock
has yet to deal, and to turn; cells and columns in use; and what is added to that."""

BUCKETS: Final = 4096
"""How many values there are; what is beyond counts as the last."""


@compiled
def write_values(facts: Facts, position: Position, counts: Ints, values: Ints) -> None:
    """Write the value of a position for each queue.

    Args:
        facts: the game.
        position: the position.
        counts: where the counts are written.
        values: where the values are written.
    """
    _count(facts, position, counts)
    for queue in range(len(values)):
        value = facts.weights[queue, BASE]
        for what in range(BASE):
            value += facts.weights[queue, what] * counts[what]
        values[queue] = min(max(value, 0), BUCKETS - 1)


@compiled
def _count(facts: Facts, position: Position, counts: Ints) -> None:
    numbers = facts.numbers
    for what in range(WEIGHTS):
        counts[what] = 0
    home = 0
    for pile in range(numbers[field.RESERVE_END], numbers[field.HOMES_END]):
        home += position.heights[pile]
    counts[CARD_LEFT] = numbers[field.CARDS] - home
    left = position.numbers[field.LEFT]
    counts[TO_TURN if numbers[field.DEALING] == field.TO_WASTE else TO_DEAL] = left
    for pile in range(numbers[field.TABLEAU_END], numbers[field.CELLS_END]):
        counts[CELL_USED] += position.heights[pile] > 0
    for pile in range(numbers[field.TABLEAU_END]):
        _count_pile(facts, position, counts, pile, field.TABLEAU)
        counts[COLUMN_USED] += position.heights[pile] > 0
    for pile in range(numbers[field.CELLS_END], numbers[field.RESERVE_END]):
        _count_pile(facts, position, counts, pile, field.RESERVE)


@compiled
def _count_pile(facts: Facts, position: Position, counts: Ints, pile: int, kind: int) -> None:
    height = position.heights[pile]
    counts[FACE_DOWN] += position.down[pile]
    lowest, below, blocks = 99, -1, 0
    for place in range(height):
        card = position.stacks[pile, place]
        rank = facts.ranks[card]
        blocks += rank > lowest
        lowest = min(lowest, rank)
        if below >= 0 and (
            not facts.runs[kind, below] >> card & 1 or place < position.down[pile] + 1
        ):
            if facts.takes[kind, below] >> card & 1:
                counts[BREAK] += 1
            else:
                counts[MISFIT] += 1
        below = card
        if not facts.numbers[field.WHOLE_SUITS] and home_of(facts, position, card) >= 0:
            counts[ABOVE_NEXT] += height - 1 - place
    counts[BLOCKER] += blocks
