"""Where piles stand that lie on others, as in a pyramid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from engine.compiled import CompiledRules
from rendering.metrics import Box, Metrics, Size

_STEPS: Final = (0.76, 0.7, 0.64, 0.58, 0.5)
"""How far a row lies below the one that it covers, in heights of a card, the first that fits: at
least so far that a card covers no third one."""

_LOW: Final = 700 / 1100
"""The height in widths up to which rows lie further apart."""


class Stand(NamedTuple):
    """Where a pile of an overlapping tableau stands.

    Attributes:
        column: its column, counted in halves from the left.
        level: how many levels of piles lie on it.
    """

    column: int
    level: int


@lru_cache(maxsize=1024)
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


def boxes_of(compiled: CompiledRules, m: Metrics, others: Sequence[Box], side: int) -> list[Box]:
    """The boxes of an overlapping tableau, as high as the other piles leave it room.

    Args:
        others: the boxes of all other piles.
        side: how many columns on the right are taken by some of them.
    """
    most = round(m.width * _LOW) - m.bottom - m.label_row
    beside = min((other.y for other in others), default=m.edge)
    tried = (_stacked(compiled, m, others, side, step, beside) for step in _STEPS)
    fitting = (boxes for boxes in tried if max(box.bottom for box in boxes) <= most)
    return next(fitting, None) or _stacked(compiled, m, others, side, _STEPS[-1], m.edge)


def _stacked(
    compiled: CompiledRules, m: Metrics, others: Sequence[Box], side: int, share: float, y: int
) -> list[Box]:
    """The boxes with rows that far apart, in heights of a card, the first no higher than ``y``."""
    # The closer together, the less of the cards beneath shows between them.
    stands, pitch, height = stands_of(compiled), m.card + m.gap // 2, m.height(Size.TALL)
    step, levels = math.ceil(height * share), max(stand.level for stand in stands)
    taken = (columns_of(compiled) - 1) * pitch + m.card
    left = (m.width - side * m.pitch - taken) // 2
    boxes = [
        Box(left + stand.column * pitch // 2, (levels - stand.level) * step, m.card, height)
        for stand in stands
    ]
    top = max(
        (other.bottom + m.gap - box.y for box in boxes for other in others if _meet(box, other)),
        default=y,
    )
    return [replace(box, y=box.y + max(top, y)) for box in boxes]


def _meet(one: Box, other: Box) -> bool:
    """Whether one box is above or below another."""
    return one.x < other.right and other.x < one.right
