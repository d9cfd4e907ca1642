"""Heuristic evaluation of positions: an estimate of the work left, so lower is better. Compiled.

It is a weighted sum of features. Each queue has a row of weights, in the order of the names below,
and so may the stages.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.general.move_generation import foundation_cards
from engine.solver.jit import inlined

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
    WASTE_BLOCKER,
    ABOVE_NEXT_ON_WASTE,
    STALE,
    BIAS,
    PUT_OFF,
    FEATURES,
) = range(18)
"""The features of a position.

``CARD_LEFT``: cards not on foundations. ``BREAK``: tableau cards that are built on the card beneath
but do not continue its run. ``MISFIT``: those not even built on it. ``BLOCKER``: cards above one
that precedes them on foundations. ``ABOVE_NEXT``: cards above one that a foundation takes next.
``FACE_DOWN``: face-down cards. ``TO_DEAL``, ``TO_TURN``: cards the stock still deals or turns.
``CELL_USED``: cells, and reserve piles that can be filled, in use. ``COLUMN_USED``: columns in use.
``ON_WASTE``, ``STOCKED``: with limited redeals, cards on the waste, and turns of single cards left.
``WASTE_BLOCKER``, ``ABOVE_NEXT_ON_WASTE``: with limited redeals, cards on the waste above one that
precedes them on foundations, or above one that a foundation takes next.
``STALE``: how many new pairs the position lacks of ``NEW_PAIRS``, see :func:`staleness`.
``BIAS``: a constant. ``PUT_OFF`` is none: its weight is added to the value of a state of which only
moves that take up room are left."""

NEW_PAIRS: Final = 3
"""Of so many new pairs more are no better."""

BUCKETS: Final = 4096
"""The number of values; higher ones are clipped."""
MOST_STAGES: Final = 512
"""The most stages that are distinguished; earlier ones count as the first."""


@inlined
def evaluate(tables: Ints, features: Ints, row: int) -> int:
    """The value of a position with these features by a row of weights."""
    weights = layout.WEIGHTS + layout.WEIGHT_ROW * row
    value = tables[weights + BIAS]
    for what in range(BIAS):
        value += tables[weights + what] * features[what]
    return int(min(max(value, 0), BUCKETS - 1))


@inlined
def stage_of(features: Ints) -> int:
    """How much irreversible progress is left before a position is won."""
    left = features[CARD_LEFT] + features[FACE_DOWN] + features[TO_DEAL] + features[TO_TURN]
    return int(left + features[STOCKED])


@inlined
def staleness(tables: Ints, position: Ints, pairs: Ints) -> int:
    """How many pairs a position lacks of ``NEW_PAIRS`` that no position before it had.

    A pair is a card of the tableau and the one it lies on, or none. To prefer states with something
    new in them is the novelty of best-first width search (N. Lipovetzky and H. Geffner, AAAI 2017,
    3590-3596), which also compares those of one stage only.

    Args:
        tables: the rules.
        position: the position.
        pairs: for each card, and last for none, ``CARD_ROW`` in all, the mask of the cards that
            lay on it in positions of the same stage; this position's are added.
    """
    new = 0
    for pile in range(tables[layout.TABLEAU_END]):
        below = layout.CARD_ROW - 1
        for place in range(position[layout.HEIGHTS + pile]):
            card = position[layout.STACKS + layout.ROW * pile + place]
            new += ~pairs[below] >> card & 1
            pairs[below] |= 1 << card
            below = card
    return int(NEW_PAIRS - min(new, NEW_PAIRS))


@inlined
def extract_features(tables: Ints, position: Ints, features: Ints) -> None:
    """Compute the features of a position."""
    for what in range(FEATURES):
        features[what] = 0
    on_foundations = 0
    for pile in range(tables[layout.RESERVE_END], tables[layout.FOUNDATIONS_END]):
        on_foundations += position[layout.HEIGHTS + pile]
    wanted = foundation_cards(tables, position)
    features[CARD_LEFT] = tables[layout.CARDS] - on_foundations
    left = position[layout.REMAINING]
    features[TO_TURN if tables[layout.STOCK_ACTION] == layout.TO_WASTE else TO_DEAL] = left
    if position[layout.REDEALS] >= 0 and tables[layout.STOCK_ACTION] == layout.TO_WASTE:
        features[ON_WASTE] = position[layout.IN_WASTE]
        features[STOCKED] = left - position[layout.IN_WASTE] + position[layout.REDEALS] * left
        _add_waste_features(tables, position, features, wanted)
    for pile in range(tables[layout.TABLEAU_END], tables[layout.CELLS_END]):
        features[CELL_USED] += position[layout.HEIGHTS + pile] > 0
    for pile in range(tables[layout.TABLEAU_END]):
        _add_pile_features(tables, position, features, pile, layout.TABLEAU, wanted)
        features[COLUMN_USED] += position[layout.HEIGHTS + pile] > 0
    for pile in range(tables[layout.CELLS_END], tables[layout.RESERVE_END]):
        _add_pile_features(tables, position, features, pile, layout.RESERVE, wanted)
        if tables[layout.FILL_FROM + layout.RESERVE]:
            features[CELL_USED] += position[layout.HEIGHTS + pile] > 0


@inlined
def _add_waste_features(tables: Ints, position: Ints, features: Ints, wanted: int) -> None:
    in_waste = position[layout.IN_WASTE]
    lowest, blocks = 99, 0
    for at in range(in_waste):
        card = tables[layout.TURN_ORDER + position[layout.REMAINING_PLACES + at]]
        rank = tables[layout.RANKS + card]
        blocks += rank > lowest
        lowest = min(lowest, rank)
        if wanted >> card & 1:
            features[ABOVE_NEXT_ON_WASTE] += in_waste - 1 - at
    features[WASTE_BLOCKER] = blocks


@inlined
def _add_pile_features(
    tables: Ints, position: Ints, features: Ints, pile: int, kind: int, wanted: int
) -> None:
    height = position[layout.HEIGHTS + pile]
    features[FACE_DOWN] += position[layout.FACE_DOWN + pile]
    lowest, below, blocks = 99, -1, 0
    for place in range(height):
        card = position[layout.STACKS + layout.ROW * pile + place]
        rank = tables[layout.RANKS + card]
        blocks += rank > lowest
        lowest = min(lowest, rank)
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
