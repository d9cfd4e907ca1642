"""What counts how much when the search asks which position is nearest to won."""

from __future__ import annotations

from functools import cache

import numpy as np

from engine.rules import Rules
from engine.solver.general import value
from engine.solver.general.fields import Ints


@cache
def weights_of(rules: Rules) -> Ints:
    """The weights for a game, a row for each queue."""
    rows = np.zeros((1, value.WEIGHTS), np.int64)
    counts = {
        value.CARD_LEFT: 4,
        value.BREAK: 2,
        value.MISFIT: 3,
        value.BLOCKER: 4,
        value.ABOVE_NEXT: 2,
        value.FACE_DOWN: 4,
        value.TO_DEAL: 6,
        value.TO_TURN: 2,
        value.CELL_USED: 4,
        value.COLUMN_USED: 4,
    }
    if rules.foundations.whole_suits:
        counts[value.BLOCKER] = 0
    for what, much in counts.items():
        rows[0, what] = much
    return rows
