"""The arrangement of a game in a window of a given shape.

It is the one whose cards are the largest once the whole board is seen. Height that is left over
loosens the columns.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from engine import Rules
from engine.compiled import CompiledRules, compile_rules
from rendering.board.arrangement import Arrangement, Variant, arrange
from rendering.board.arrangement_search import CHAT_BOX, arrangement_of, usual_demand, variants
from rendering.metrics import Index, Spacing

_LOW: Final = 0.97
"""How much an arrangement is worth whose piles outside the tableau are low, as a share."""

_LABEL_ROW: Final = 1.3

_WIDE: Final = CHAT_BOX[0] / CHAT_BOX[1]
_WIDE_LABEL: Final = 0.018
"""The cap height of the names of piles on a wide picture, in its widths: 10 CSS pixels."""


def wide_arrangement(rules: Rules, width: int, large_index: bool = False) -> Arrangement:
    """The arrangement of a game in a picture that a desktop shows as large as it shows any."""
    height, label_cap = round(width / _WIDE), round(width * _WIDE_LABEL)
    return window_arrangement(rules, width, height, large_index, label_cap=label_cap, is_low=True)


def board_arrangement(rules: Rules, width: int, large_index: bool, is_wide: bool) -> Arrangement:
    """The arrangement of a game in a picture for a desktop, or for a phone."""
    return (wide_arrangement if is_wide else arrangement_of)(rules, width, large_index)


@lru_cache(maxsize=1024)
def window_arrangement(
    rules: Rules,
    width: int,
    height: int,
    large_index: bool = False,
    *,
    label_cap: int = 0,
    is_low: bool = False,
) -> Arrangement:
    """The arrangement of a game as wide as a window, and as high or higher.

    Args:
        width: the width of the window.
        height: its height, in the same unit; a board that is higher is seen smaller.
        large_index: whether large indices are asked for.
        label_cap: the cap height of the names of piles; 0 for none.
        is_low: whether of piles outside the tableau little more than the index may be drawn.
    """
    compiled = compile_rules(rules)

    def arranged(variant: Variant) -> Arrangement:
        m = variant.metrics(compiled, width, large_index, Spacing.NARROW)
        m = replace(m, label_cap=label_cap, label_row=round(label_cap * _LABEL_ROW))
        lowest = arrange(compiled, variant, m)
        return replace(lowest, height=max(height, _needed(compiled, lowest)))

    def seen(variant: Variant) -> float:
        arrangement = arranged(variant)
        card = arrangement.metrics.card * height / arrangement.height
        return card * (_LOW if variant.is_low else 1.0)

    return arranged(max(_tried(compiled, is_low=is_low), key=seen))


def _tried(compiled: CompiledRules, *, is_low: bool) -> Iterator[Variant]:
    """The variants worth a look, those with low piles last."""
    found = list(variants(compiled))
    yield from found
    if is_low:
        yield from (replace(variant, is_low=True) for variant in found)


def _needed(compiled: CompiledRules, lowest: Arrangement) -> int:
    """The height with room for columns as they usually become, with tight indices."""
    if not lowest.columns:
        return lowest.height
    fan = lowest.metrics.card * Index.TIGHT.fan
    room = usual_demand(compiled).usual * fan * lowest.rows
    return max(lowest.height, lowest.height - lowest.room + math.ceil(room))
