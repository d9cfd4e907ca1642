"""The weights of the heuristic evaluation."""

from __future__ import annotations

from functools import cache

from engine.rules import Rules
from engine.solver.general import evaluation


@cache
def weights_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """The weights for a game, one row for each queue."""
    weights = {
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
    if rules.foundations.whole_suits:
        weights[evaluation.BLOCKER] = 0
    return (tuple(weights.get(feature, 0) for feature in range(evaluation.FEATURES)),)
