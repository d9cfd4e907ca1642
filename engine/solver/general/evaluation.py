"""How far a position seems to be from won: the fewer, the sooner it is looked at. Compiled.

The measure is a weighted sum of what still has to be done. The weights are one row for each queue,
in the order of the names below.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.general.move_generation import foundation_cards
from engine.solver.jit import jit

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


@jit
def evaluate(tables: Ints, features: Ints, queue: int) -> int:
    """The value that a queue gives to a position of these counts."""
    weights = layout.WEIGHTS + layout.WEIGHT_ROW * queue
    value = tables[weights + BASE]
    for what in range(BASE):
        value += tables[weights + what] * features[what]
    return int(min(max(value, 0), BUCKETS - 1))


@jit
def stage_of(features: Ints) -> int:
    """How much of a game is still before a position: what is done there is seldom undone."""
    left = features[CARD_LEFT] + features[FACE_DOWN] + features[TO_DEAL] + features[TO_TURN]
    return int(left + features[STOCKED])


@jit
def count(tables: Ints, position: Ints, features: Ints) -> None:
    """Count what is still to be done in a position."""
    for what in range(WEIGHTS):
        features[what] = 0
    home = 0
    for pile in range(tables[layout.RESERVE_END], tables[layout.FOUNDATIONS_END]):
        home += position[layout.HEIGHTS + pile]
    features[CARD_LEFT] = tables[layout.CARDS] - home
    left = position[layout.REMAINING]
    features[TO_TURN if tables[layout.STOCK_ACTION] == layout.TO_WASTE else TO_DEAL] = left
    if position[layout.REDEALS] >= 0 and tables[layout.STOCK_ACTION] == layout.TO_WASTE:
        features[ON_WASTE] = position[layout.IN_WASTE]
        features[STOCKED] = left - position[layout.IN_WASTE] + position[layout.REDEALS] * left
    for pile in range(tables[layout.TABLEAU_END], tables[layout.CELLS_END]):
        features[CELL_USED] += position[layout.HEIGHTS + pile] > 0
    wanted = foundation_cards(tables, position)
    for pile in range(tables[layout.TABLEAU_END]):
        _add_pile_features(tables, position, features, pile, layout.TABLEAU, wanted)
        features[COLUMN_USED] += position[layout.HEIGHTS + pile] > 0
    for pile in range(tables[layout.CELLS_END], tables[layout.RESERVE_END]):
        _add_pile_features(tables, position, features, pile, layout.RESERVE, wanted)
        if tables[layout.FILL_FROM + layout.RESERVE]:
            features[CELL_USED] += position[layout.HEIGHTS + pile] > 0


@jit
def _add_pile_features(
    tables: Ints, position: Ints, features: Ints, pile: int, kind: int, wanted: int
) -> None:
    height = position[layout.HEIGHTS + pile]
    features[FACE_DOWN] += position[layout.FACE_DOWN + pile]
    lowest_bit, below, blocks = 99, -1, 0
    for place in range(height):
        card = position[layout.STACKS + layout.ROW * pile + place]
        rank = tables[layout.RANKS + card]
        blocks += rank > lowest_bit
        lowest_bit = min(lowest_bit, rank)
        if below >= 0 and (
            not tables[layout.RUNS + layout.CARD_ROW * kind + below] >> card & 1
            or place < position[layout.FACE_DOWN + pile] + 1
        ):
            if tables[layout.TAKES + layout.CARD_ROW * kind + below] >> card & 1:
                features[BREAK] += 1
            else:
                features[MISFIT] += 1
        below = card
        if wanted >> card & 1:
            features[ABOVE_NEXT] += height - 1 - place
    features[BLOCKER] += blocks
