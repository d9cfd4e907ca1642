"""The weights of the heuristic evaluation, chosen by what a game declares.

``python -m tools.tuning FAMILY`` finds better ones.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Final, TypeAlias

from engine.rules import MoveUnit, Rules, StockAction
from engine.solver.general import evaluation

Weights: TypeAlias = tuple[tuple[int, ...], ...]
"""One row for each queue, in the order of the features."""


class Family(Enum):
    """Games that are played alike, and so share their weights."""

    SPIDER = "spider"  # whole suits leave the tableau
    YUKON = "yukon"  # any face-up card moves, with all the cards on it
    CANFIELD = "canfield"  # a stock, a waste and a reserve
    BUILDERS = "builders"  # a stock and a waste
    DEALERS = "dealers"  # a stock that deals to the tableau or to a foundation
    OPEN = "open"  # no stock


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
    Family.BUILDERS: {evaluation.TO_TURN: 3, evaluation.ON_WASTE: 5},
}
"""Where the weights of a family differ from the usual ones."""


@cache
def weights_of(rules: Rules) -> Weights:
    """The weights for a game."""
    weights = _USUAL | _OWN.get(family_of(rules), {})
    return (tuple(weights.get(feature, 0) for feature in range(evaluation.FEATURES)),)


def family_of(rules: Rules) -> Family:
    """The family of a game."""
    if rules.foundations.whole_suits:
        return Family.SPIDER
    if rules.tableau.move_unit is MoveUnit.FACE_UP:
        return Family.YUKON
    if rules.has_waste:
        return Family.CANFIELD if rules.reserve.deal else Family.BUILDERS
    if rules.stock is None or rules.stock.action is StockAction.RESHUFFLE:
        return Family.OPEN
    return Family.DEALERS
