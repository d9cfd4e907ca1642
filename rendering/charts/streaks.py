"""A flame with a streak of days, for the corner of a picture."""

from __future__ import annotations

from typing import Final

from rendering.charts.canvas import Canvas
from rendering.charts.medals import Emblem, emblem_mask
from rendering.strings import Strings
from rendering.text import BOLD, text_width

MIN_STREAK: Final = 2
"""How many days make a streak."""

_FLAME: Final = 0.085
_NUMBER: Final = 0.053
_LABEL: Final = 0.0255
_LABEL_GAP: Final = 0.018
_BESIDE: Final = 0.012
_AROUND: Final = 0.028
"""Shares of the width: the flame, cap heights, and gaps below the number, beside the flame, and
before it."""


def paint_streak(canvas: Canvas, days: int, at: tuple[int, int], strings: Strings) -> int:
    """A flame with a number of days in a row, its upper right corner at a point.

    Returns:
        The width that it takes; none without a streak.
    """
    if days < MIN_STREAK:
        return 0
    right, y = at
    flame, cap, small = canvas.px(_FLAME), canvas.px(_NUMBER), canvas.px(_LABEL)
    number, label = str(days), strings.days_in_a_row
    wide = max(text_width(number, cap, BOLD), text_width(label, small))
    x = right - wide
    canvas.write(number, (x, y), cap, canvas.theme.label, BOLD)
    below = x, y + cap + canvas.px(_LABEL_GAP)
    canvas.write(label, below, small, canvas.theme.count)
    corner = x - flame - canvas.px(_BESIDE), y
    canvas.paint(emblem_mask(Emblem.FLAME, flame), corner, canvas.theme.accent)
    return wide + flame + canvas.px(_BESIDE + _AROUND)
