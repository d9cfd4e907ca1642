"""The best arrangement of a game.

Of all arrangements the best is the one with the largest cards whose board is neither too tall nor
too flat for a chat, both at the deal and with columns as long as they usually grow. If even that
one is too flat, its rows are set further apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from engine import PileKind, Rules
from engine.compiled import CompiledRules, compile_rules
from engine.rules import StockAction
from rendering.arrangement import (
    Arrangement,
    Variant,
    arrange,
    bottom_of,
    dealt_columns,
    fan_depth,
    kinds_outside_tableau,
)
from rendering.metrics import Size

_MAX_ASPECT: Final = 1.65
_MIN_ASPECT: Final = 1.2
"""Width to height of a picture that fits a chat."""

_MIN_COLUMNS: Final = 7
_MAX_COLUMNS: Final = 10
_MAX_COLUMNS_IN_ROWS: Final = 12
_DEAL_PENALTY: Final = 12
"""How much worse it is to be too tall at the deal than later, as an exponent."""

_MAX_ROW_GAP: Final = 0.35
"""In card widths."""

_SIZES: Final = ((Size.TALL, Size.TALL), (Size.UPPER, Size.TALL), (Size.LONG, Size.LONG))
_LOW_SIZES: Final = ((Size.TALL, Size.UPPER), (Size.UPPER, Size.UPPER))
"""How much of cards is drawn outside and in the tableau; the low ones for several rows."""


def min_height(width: int) -> int:
    """The least height of a picture of that width."""
    return math.ceil(width / _MAX_ASPECT)


@cache
def arrangement_of(rules: Rules, width: int, large_index: bool = False) -> Arrangement:
    """The arrangement of a game on a board of that width, the same throughout a game."""
    compiled = compile_rules(rules)
    variant, arrangement = _best(compiled, width, large_index)
    spare = min_height(width) - _height(arrangement, compiled, 0, 1.0)
    if spare <= 0:
        return arrangement
    rows = len({place.box.y for place in arrangement.piles})
    gap = min(spare // rows, round(arrangement.metrics.card * _MAX_ROW_GAP))
    return arrange(compiled, replace(variant, row_gap=gap), width, large_index=large_index)


def _best(compiled: CompiledRules, width: int, large_index: bool) -> tuple[Variant, Arrangement]:
    """The best variant, the first of equals."""
    first, *others = sorted(_variants(compiled), key=lambda variant: variant.columns)
    best = first, arrange(compiled, first, width, large_index=large_index)
    best_score = _score(best[1], compiled)
    for variant in others:
        arrangement = arrange(compiled, variant, width, large_index=large_index)
        if arrangement.metrics.card <= best_score:
            # No score exceeds the width of the cards, and from here on they only get narrower.
            break
        score = _score(arrangement, compiled)
        if score > best_score:
            best, best_score = (variant, arrangement), score
    return best


def _variants(compiled: CompiledRules) -> Iterator[Variant]:
    """Every variant worth a look."""
    kinds = kinds_outside_tableau(compiled)
    fewest = -(-len(compiled.tableau) // _MAX_COLUMNS)
    most = _MAX_COLUMNS if fewest == 1 else _MAX_COLUMNS_IN_ROWS
    for rows in (fewest - 1, fewest, fewest + 1) if fewest > 1 else (1,):
        tableau = -(-len(compiled.tableau) // rows)
        for columns in range(max(tableau, _MIN_COLUMNS), most + 1):
            for outside, inside in _SIZES + (_LOW_SIZES if rows > 1 else ()):
                yield Variant(columns, None, outside, rows, inside)
                for beside in (PileKind.CELL, PileKind.RESERVE, PileKind.FOUNDATION):
                    if beside in kinds and columns > tableau:
                        yield Variant(columns, beside, outside, rows, inside)


def _score(arrangement: Arrangement, compiled: CompiledRules) -> float:
    """The width of the cards, reduced by how badly the board fits a chat."""
    m = arrangement.metrics
    score = float(m.card)
    for growth in (0, _usual_growth(compiled.rules)):
        height = _height(arrangement, compiled, growth)
        if height < min_height(m.width):
            height = min(_height(arrangement, compiled, growth, 1.0), min_height(m.width))
        aspect = m.width / height
        tallness = aspect / _MIN_ASPECT
        score *= min(
            1.0,
            tallness if growth else tallness**_DEAL_PENALTY,
            (_MAX_ASPECT / aspect) ** 0.5,
        )
    return score


def _height(
    arrangement: Arrangement, compiled: CompiledRules, growth: int, looseness: float = 0.0
) -> int:
    """The height of a board whose columns have grown since the deal.

    Args:
        arrangement: where its piles stand.
        compiled: the compiled rules of the game.
        growth: by how many cards each column has grown.
        looseness: how far columns are stretched, from not at all (0) to the most (1).
    """
    m = arrangement.metrics.loosened(looseness)
    tableau = (place for place in arrangement.piles if place.pile.kind is PileKind.TABLEAU)
    # Each row pushes the rows below it down by what its columns have grown.
    bottoms = (
        place.box.bottom + place.row * growth * m.fan + fan_depth(cards + growth, hidden, m)
        for place, (cards, hidden) in zip(tableau, dealt_columns(compiled), strict=True)
    )
    return max(bottom_of(arrangement.piles, m), *bottoms) + m.edge


def _usual_growth(rules: Rules) -> int:
    """By how many cards columns usually grow beyond the deal."""
    growth = max(2, 6 - max(rules.tableau.deal)) if rules.tableau.build else 0
    if rules.stock is not None and rules.stock.action is StockAction.TABLEAU:
        growth += (rules.card_count - rules.dealt_count) // len(rules.tableau.deal) // 2
    return growth
