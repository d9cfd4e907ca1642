"""The best arrangement of a game.

A picture keeps its size for a whole game, at a shape that a chat shows as large as it can; only a
game whose columns become too long for it goes on in a taller one. Of all arrangements the best has
the largest cards in the lowest picture whose columns are as long as they usually become.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations
from typing import Final

from engine import PileKind, Rules
from engine.compiled import CompiledRules, compile_rules
from engine.rules import MoveUnit, StockAction
from rendering.board.arrangement import Arrangement, Variant, arrange, kinds_outside_tableau
from rendering.board.columns import demand_of
from rendering.metrics import Metrics, metrics_of

CHAT_BOX: Final = (550, 350)
"""The width and height at which a chat shows a picture on a desktop, in CSS pixels."""

_HEIGHTS: Final = (700 / 1100, 800 / 1100, 1000 / 1100)
"""The heights of pictures in widths: the shape of the chat's box first, the tallest last."""

_MIN_CARD: Final = 34
"""The width of a card that a tall picture leaves on a desktop, in CSS pixels."""

_SMALL_CARD: Final = 0.088
"""The width of a card in board widths below which it is hard to see on a phone."""

_FULL_AT_ONCE: Final = 0.5
"""How much worse an arrangement is that has no room for the columns as they are dealt."""

_TOO_TALL: Final = 3.0
"""How much worse it is to be taller than the tallest, as an exponent."""

_FULL_INDEX: Final = 1.4
"""How much more room a full index takes than a compact one."""

_LONGEST_WEIGHT: Final = 0.25
"""How much the room for the longest columns matters, as an exponent."""

_MIN_COLUMNS: Final = 7
_MAX_COLUMNS: Final = 13
_MAX_SIDE: Final = 4
_MANY_PILES: Final = 14
"""The number of tableau piles from which they stand in rows."""


@dataclass(frozen=True, slots=True)
class _Demand:
    """How much room the columns of a game need, in fans.

    Attributes:
        dealt: as they are dealt.
        usual: as they usually become.
        longest: as they become at most, but for a few games.
    """

    dealt: float
    usual: float
    longest: float


@cache
def arrangement_of(rules: Rules, width: int, large_index: bool = False) -> Arrangement:
    """The arrangement of a game on a board of that width, the same throughout a game."""
    compiled = compile_rules(rules)
    variant, usual = _best(compiled, width)
    if not large_index:
        return usual
    larger, large = (
        arrange(
            compiled,
            variant,
            metrics_of(width, variant.columns, large_index=True, narrow=narrow),
        )
        for narrow in (True, False)
    )
    taken = max(larger.height, usual.height)
    is_larger = larger.metrics.card * usual.height >= usual.metrics.card * taken
    return _at_height(larger if is_larger else large, usual.height)


@cache
def _best(compiled: CompiledRules, width: int) -> tuple[Variant, Arrangement]:
    """The best variant, the first of equals."""
    demand = _demand(compiled)
    first, *others = sorted(_variants(compiled), key=lambda variant: variant.columns)
    best = first, _at_best_height(compiled, first, width, demand)
    best_score = _score(best[1], demand)
    for variant in others:
        if _visibility(metrics_of(width, variant.columns)) <= best_score:
            # No score exceeds this, and from here on cards only get narrower.
            break
        arrangement = _at_best_height(compiled, variant, width, demand)
        score = _score(arrangement, demand)
        if score > best_score:
            best, best_score = (variant, arrangement), score
    return best


def _at_best_height(
    compiled: CompiledRules, variant: Variant, width: int, demand: _Demand
) -> Arrangement:
    """A variant in the picture that suits it best."""
    lowest = arrange(compiled, variant, metrics_of(width, variant.columns))
    if not lowest.columns:
        return lowest
    heights = [int(width * share) for share in _HEIGHTS if int(width * share) >= lowest.height]
    arrangements = (_at_height(lowest, height) for height in heights or [lowest.height])
    return max(arrangements, key=lambda arrangement: _score(arrangement, demand))


def _at_height(arrangement: Arrangement, height: int) -> Arrangement:
    """An arrangement in a picture of a height, or its own; a tableau in one row may get taller."""
    m, height = arrangement.metrics, max(height, arrangement.height)
    if not arrangement.columns:
        return replace(arrangement, height=height, tall_height=height)
    tallest = min(int(m.width * _HEIGHTS[-1]), m.card * CHAT_BOX[1] // _MIN_CARD)
    tall = max(height, tallest) if arrangement.rows == 1 else height
    return replace(arrangement, height=height, tall_height=tall)


def _variants(compiled: CompiledRules) -> Iterator[Variant]:
    """Every variant worth a look."""
    kinds = kinds_outside_tableau(compiled) - {PileKind.WASTE}
    for rows in _tableau_rows(compiled):
        tableau = Variant(0, rows=rows).tableau_columns(compiled)
        for columns in range(max(tableau, _MIN_COLUMNS), max(tableau, _MAX_COLUMNS) + 1):
            yield Variant(columns, rows=rows)
        for some in _subsets(kinds):
            beside = some | {PileKind.WASTE} if PileKind.STOCK in some else some
            for side in range(1, _MAX_SIDE + 1):
                least = max(tableau + side, _MIN_COLUMNS)
                # A tableau that stays as high as it is dealt may have to be narrower to fit.
                most = _MAX_COLUMNS if compiled.rules.tableau.row_length else least
                for columns in range(least, min(most, _MAX_COLUMNS) + 1):
                    yield Variant(columns, frozenset(beside), side, rows)


def _tableau_rows(compiled: CompiledRules) -> tuple[int, ...]:
    """In how many rows the tableau may stand."""
    piles, length = len(compiled.tableau), compiled.rules.tableau.row_length
    if compiled.is_layered:
        return (1,)
    if length:
        return (piles // length,)
    return (1,) if piles < _MANY_PILES else (2, 3, 4)


def _subsets(kinds: set[PileKind]) -> Iterator[set[PileKind]]:
    """Every set of some of the kinds."""
    ordered = sorted(kinds, key=lambda kind: kind.name)
    counts = range(1, len(ordered) + 1)
    return map(set, chain.from_iterable(combinations(ordered, count) for count in counts))


def _score(arrangement: Arrangement, demand: _Demand) -> float:
    """The width of the cards, reduced by how small they appear and how soon columns fill."""
    m, rows = arrangement.metrics, arrangement.rows
    shape = min(1.0, m.width * _HEIGHTS[0] / arrangement.height)
    tallness = arrangement.height / int(m.width * _HEIGHTS[-1])
    seen = _visibility(m) * shape / math.pow(max(1.0, tallness), _TOO_TALL)
    if not arrangement.columns:
        return seen
    fans = arrangement.room(arrangement.height) / m.compact_fan / rows
    tall_fans = arrangement.room(arrangement.tall_height) / m.compact_fan / rows
    return (
        seen
        * (1.0 if fans >= demand.dealt else _FULL_AT_ONCE)
        * _filled(fans, demand.usual)
        * math.pow(_filled(tall_fans, demand.longest), _LONGEST_WEIGHT)
    )


def _visibility(m: Metrics) -> float:
    """The width of the cards, reduced if they are hard to see on a phone."""
    return m.card * min(1.0, m.card / (m.width * _SMALL_CARD))


def _filled(room: float, needed: float) -> float:
    """How much of what is needed there is, 0 to 1."""
    return max(0.0, min(1.0, room / needed))


def _demand(compiled: CompiledRules) -> _Demand:
    """How much room columns need, judged by how they are dealt, built and moved."""
    rules = compiled.rules
    declared = rules.tableau
    face_down = declared.face_down or (0,) * len(declared.deal)
    dealt = max(map(demand_of, declared.deal, face_down))
    if rules.foundations.groups:
        # Columns only get shorter, so there is room for full indices from the start.
        return _Demand(*(dealt * _FULL_INDEX,) * 3)
    stock_deals = rules.stock is not None and rules.stock.action is StockAction.TABLEAU
    if declared.build is None:
        rounds = (rules.card_count - rules.dealt_count) / len(declared.deal) if stock_deals else 0
        return _Demand(dealt, max(1.0, dealt + 0.8 * rounds), max(1.0, dealt + rounds))
    if len(declared.deal) >= _MANY_PILES:
        return _Demand(dealt, dealt + 2, dealt + 4)
    if stock_deals or declared.move_unit is MoveUnit.FACE_UP:
        return _Demand(dealt, 13, 20)
    return _Demand(dealt, max(11, dealt), 13)
