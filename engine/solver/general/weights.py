"""The weights of the heuristic evaluation, chosen by what a game declares.

``python -m research.tuning FAMILY`` finds better ones.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, TypeAlias

from engine.rules import EmptyPileRule, MoveUnit, Rules
from engine.solver.general import evaluation

Weights: TypeAlias = tuple[tuple[int, ...], ...]
"""A row for each queue, in the order of the features, and one for the stages; a single row is for
both."""


class Family(Enum):
    """Games that are played alike, and so share their weights."""

    SPIDER = "spider"  # whole suits leave the tableau
    YUKON = "yukon"  # any face-up card moves, with all the cards on it
    CANFIELD = "canfield"  # a stock, a waste that is redealt, and a reserve
    BUILDERS = "builders"  # a stock and a waste
    DEALERS = "dealers"  # a stock that deals to the tableau or to a foundation
    CELLS = "cells"  # no stock, but cells
    CASTLE = "castle"  # neither, nor a reserve, but any card fills an empty pile
    OPEN = "open"  # nothing of these


_USUAL: Final = {
    evaluation.CARD_LEFT: 4,
    evaluation.BREAK: 2,
    evaluation.MISFIT: 3,
    evaluation.BLOCKER: 4,
    evaluation.ABOVE_NEXT: 2,
    evaluation.FACE_DOWN: 4,
    evaluation.TO_DEAL: 6,
    evaluation.TO_TURN: 2,
    evaluation.CELL_USED: 4,
    evaluation.COLUMN_USED: 4,
    evaluation.ON_WASTE: 2,
}
_OWN: Final[dict[Family, dict[int, int]]] = {
    Family.SPIDER: {evaluation.BLOCKER: 0, evaluation.TO_DEAL: 2},
    Family.CELLS: {
        evaluation.CARD_LEFT: 7,
        evaluation.BREAK: 3,
        evaluation.BLOCKER: 3,
        evaluation.CELL_USED: 9,
        evaluation.COLUMN_USED: 6,
        evaluation.PUT_OFF: 14,
    },
    Family.CASTLE: {
        evaluation.CARD_LEFT: 7,
        evaluation.BREAK: 1,
        evaluation.MISFIT: 1,
        evaluation.BLOCKER: 2,
        evaluation.ABOVE_NEXT: 3,
        evaluation.COLUMN_USED: 8,
    },
    Family.BUILDERS: {
        evaluation.TO_TURN: 3,
        evaluation.ON_WASTE: 5,
        evaluation.WASTE_BLOCKER: 3,
        evaluation.ABOVE_NEXT_ON_WASTE: 1,
    },
}
"""Where the weights of a family differ from the usual ones."""
_STAGES: Final[dict[Family, dict[int, int]]] = {
    Family.CELLS: {evaluation.BREAK: 0, evaluation.MISFIT: 1, evaluation.BLOCKER: 1},
}
"""Where the weights of a family's stages differ from its others.

Deals that are hard with one row rarely are with the other. The first thousand of FreeCell
expand 332 states on average, but 1,426 with a single row."""


@lru_cache(maxsize=1024)
def weights_of(rules: Rules) -> Weights:
    """The weights for a game."""
    family = family_of(rules)
    weights = _USUAL | _OWN.get(family, {})
    rows = [weights, weights | _STAGES[family]] if family in _STAGES else [weights]
    return tuple(
        tuple(row.get(feature, 0) for feature in range(evaluation.FEATURES)) for row in rows
    )


def family_of(rules: Rules) -> Family:
    """The family of a game."""
    if rules.foundations.whole_suits:
        return Family.SPIDER
    if rules.tableau.move_unit is MoveUnit.FACE_UP:
        return Family.YUKON
    if rules.stock is not None and rules.has_waste:
        redealt = rules.stock.redeals != 0
        return Family.CANFIELD if redealt and rules.reserve.deal else Family.BUILDERS
    if rules.stock is None or rules.redeals_tableau:
        if rules.cells.deal:
            return Family.CELLS
        is_castle = rules.tableau.fill is EmptyPileRule.ANY and not rules.reserve.deal
        return Family.CASTLE if is_castle else Family.OPEN
    return Family.DEALERS
