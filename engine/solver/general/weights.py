"""What counts how much when the search asks which position is nearest to won."""

from __future__ import annotations

from functools import cache

from engine.rules import Rules
from engine.solver.general import evaluation


@cache
def weights_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """The weights for a game, a row for each queue."""
    features = {
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
        features[evaluation.BLOCKER] = 0
    return (tuple(features.get(what, 0) for what in range(evaluation.WEIGHTS)),)
