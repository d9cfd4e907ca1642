"""What counts how much when the search asks which position is nearest to won."""

from __future__ import annotations

from functools import cache

from engine.rules import Rules
from engine.solver.general import value


@cache
def weights_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """The weights for a game, a row for each queue."""
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
        value.ON_WASTE: 2,
    }
    if rules.foundations.whole_suits:
        counts[value.BLOCKER] = 0
    return (tuple(counts.get(what, 0) for what in range(value.WEIGHTS)),)
