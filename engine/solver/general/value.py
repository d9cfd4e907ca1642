"""How far a position seems to be from won: the fewer, the sooner it is looked at. Compiled.

The measure is a weighted sum of what still has to be done. The weights are one row for each queue,
in the order of the names below.
"""

from __future__ import annotations

from typing import Final

from engine.solver.compiled import compiled
from engine.solver.general import fields as field
from engine.solver.general.fields import Ints
from engine.solver.general.moves import wanted

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
    ON_WASTE,
    STOCKED,
    BASE,
    WEIGHTS,
) = range(14)
"""What is counted: cards that are not home; cards of the tableau that do not continue the run
beneath, but are built on it, and those that are not even that; cards above one that goes home
before them; cards above one that goes home next; cards that lie face down; cards that the stock
has yet to deal, and to turn; cells, reserve piles
that are filled again, and columns in use; cards on a waste that is not turned over for ever; cards
that such a stock still turns; and what is added to that."""

BUCKETS: Final = 4096
"""How many values there are; what is beyond counts as the last."""
MOST_STAGES: Final = 512
"""How many stages of a game are told apart at the most; what is before the first counts as that."""


@compiled
def value_of(facts: Ints, counts: Ints, queue: int) -> int:
    """The value that a queue gives to a position of these counts."""
    weights = field.WEIGHTS + field.ROW_OF_WEIGHTS * queue
    value = facts[weights + BASE]
    for what in range(BASE):
        value += facts[weights + what] * counts[what]
    return int(min(max(value, 0), BUCKETS - 1))


@compiled
def stage_of(counts: Ints) -> int:
    """How much of a game is still before a position: what is done there is seldom undone."""
    left = counts[CARD_LEFT] + counts[FACE_DOWN] + counts[TO_DEAL] + counts[TO_TURN]
    return int(left + counts[STOCKED])


@compiled
def count(facts: Ints, position: Ints, counts: Ints) -> None:
    """Count what is still to be done in a position."""
    for what in range(WEIGHTS):
        counts[what] = 0
    home = 0
    for pile in range(facts[field.RESERVE_END], facts[field.HOMES_END]):
        home += position[field.HEIGHTS + pile]
    counts[CARD_LEFT] = facts[field.CARDS] - home
    left = position[field.LEFT]
    counts[TO_TURN if facts[field.DEALING] == field.TO_WASTE else TO_DEAL] = left
    if position[field.REDEALS] >= 0 and facts[field.DEALING] == field.TO_WASTE:
        counts[ON_WASTE] = position[field.TURNED]
        counts[STOCKED] = left - position[field.TURNED] + position[field.REDEALS] * left
    for pile in range(facts[field.TABLEAU_END], facts[field.CELLS_END]):
        counts[CELL_USED] += position[field.HEIGHTS + pile] > 0
    goes_home = wanted(facts, position)
    for pile in range(facts[field.TABLEAU_END]):
        _count_pile(facts, position, counts, pile, field.TABLEAU, goes_home)
        counts[COLUMN_USED] += position[field.HEIGHTS + pile] > 0
    for pile in range(facts[field.CELLS_END], facts[field.RESERVE_END]):
        _count_pile(facts, position, counts, pile, field.RESERVE, goes_home)
        if facts[field.FILL_FROM + field.RESERVE]:
            counts[CELL_USED] += position[field.HEIGHTS + pile] > 0


@compiled
def _count_pile(
    facts: Ints, position: Ints, counts: Ints, pile: int, kind: int, goes_home: int
) -> None:
    height = position[field.HEIGHTS + pile]
    counts[FACE_DOWN] += position[field.DOWN + pile]
    lowest, below, blocks = 99, -1, 0
    for place in range(height):
        card = position[field.STACKS + field.ROW * pile + place]
        rank = facts[field.RANKS + card]
        blocks += rank > lowest
        lowest = min(lowest, rank)
        if below >= 0 and (
            not facts[field.RUNS + field.ROW_OF_CARDS * kind + below] >> card & 1
            or place < position[field.DOWN + pile] + 1
        ):
            if facts[field.TAKES + field.ROW_OF_CARDS * kind + below] >> card & 1:
                counts[BREAK] += 1
            else:
                counts[MISFIT] += 1
        below = card
        if goes_home >> card & 1:
            counts[ABOVE_NEXT] += height - 1 - place
    counts[BLOCKER] += blocks
