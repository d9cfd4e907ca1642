"""Where piles stand that lie on others, as in a pyramid."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.compiled import CompiledRules


class Stand(NamedTuple):
    """Where a pile of an overlapping tableau stands.

    Attributes:
        column: its column, counted in halves from the left.
        level: how many levels of piles lie on it.
    """

    column: int
    level: int


@cache
def stands_of(compiled: CompiledRules) -> tuple[Stand, ...]:
    """Where the piles of an overlapping tableau stand.

    Those that nothing lies on stand side by side in the lowest row, each of the others a level
    above the highest that lies on it, and in the middle of all of these.
    """
    tableau = compiled.tableau
    stands: dict[int, Stand] = {}
    lowest = [pile.index for pile in tableau if not pile.covered_by]
    for pile in reversed(tableau):
        over = [stands[index] for index in pile.covered_by]
        if over:
            column = sum(stand.column for stand in over) // len(over)
            stands[pile.index] = Stand(column, 1 + max(stand.level for stand in over))
        else:
            stands[pile.index] = Stand(2 * lowest.index(pile.index), 0)
    return tuple(stands[pile.index] for pile in tableau)


def columns_of(compiled: CompiledRules) -> int:
    """The number of columns of the tableau's lowest row."""
    return sum(not pile.covered_by for pile in compiled.tableau)
