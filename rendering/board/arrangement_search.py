"""The best arrangement of a game.

A picture keeps its size for a whole game. It is as high as the columns need that are as long as
they usually become, but never so high that the rest of the message leaves a phone's screen, or that
cards get small on a desktop. Of all arrangements the best has the largest cards on both.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations
from typing import Final

from engine import PileKind, Rules
from engine.compiled import CompiledRules, compile_rules
from engine.rules import MoveUnit, StockAction
from rendering.board.arrangement import Arrangement, Variant, arrange, kinds_outside_tableau
from rendering.board.columns import demand_of, steps_of
from rendering.board.keys import key_rows_of
from rendering.metrics import Metrics, Spacing, metrics_of

CHAT_BOX: Final = (550, 350)
"""The width and height at which a chat shows a picture on a desktop, in CSS pixels."""

PHONE_WIDTH: Final = 341
"""The width at which a chat shows a picture on a phone 390 pixels wide, in CSS pixels."""

_PHONE_ROOM: Final = 518
"""The height that a phone leaves to a picture and the buttons below it, in CSS pixels."""

_BUTTON_ROW: Final = 52
"""The height of a row of buttons with the gap above it, in CSS pixels."""

_LOW: Final = CHAT_BOX[1] / CHAT_BOX[0]
"""The height in widths up to which a picture is as wide on a desktop as one can be."""

_TALL: Final = 1.0
"""The height in widths of the tallest pictures."""

_MIN_CARD: Final = 30
"""The width of a card that a tall picture leaves on a desktop, in CSS pixels."""

_SMALL_CARD: Final = 0.088
"""The width of a card in board widths below which it is hard to see on a phone."""

_DESKTOP_WEIGHT: Final = 0.1
"""How much it matters that cards get smaller on a desktop as pictures get taller, as an exponent.
On a phone they do not."""

_FILLED: Final = 0.6
"""How much of the height of a picture the cards take at the deal, at least."""

_TOO_TALL: Final = 30.0
"""How much worse it is to be taller than a message has room for, as an exponent."""

_TALLER_THAN_WIDE: Final = 0.5
"""How much worse an arrangement is whose picture cannot even be as low as it is wide."""

_SEEN_LOW: Final = 0.9
"""How much an arrangement is worth whose piles outside the tableau are low, as a share."""

_FULL_INDEX: Final = 1.4
"""How much more room a full index takes than a compact one."""

_LONGEST_WEIGHT: Final = 0.25
"""How much the room for the longest columns matters, as an exponent."""

_MIN_COLUMNS: Final = 7
_MAX_COLUMNS: Final = 13
_MAX_SIDE: Final = 4
_MANY_PILES: Final = 14
"""The number of tableau piles from which they stand in rows."""

_SOME_PILES: Final = 12
"""The number from which they may, if cards move one by one: then columns stay short."""


@dataclass(frozen=True, slots=True)
class Demand:
    """How much room the columns of a game need, in fans.

    Attributes:
        usual: as they usually become.
        longest: as they become at most, but for a few games.
        often: as they become in many games, for which a picture gets higher where that costs no
            width; 0 where that is no more than usual.
    """

    usual: float
    longest: float
    often: float = 0


@lru_cache(maxsize=1024)
def arrangement_of(rules: Rules, width: int, large_index: bool = False) -> Arrangement:
    """The arrangement of a game on a board of that width, the same throughout a game."""
    compiled = compile_rules(rules)
    variant, usual = _best(compiled, width)
    if not large_index:
        return usual
    large = variant.metrics(compiled, width, large_index=True)
    narrow = metrics_of(width, variant.columns, large_index=True, spacing=Spacing.NARROW)
    if narrow.card > large.card:
        larger = arrange(compiled, variant, narrow)
        taken = max(larger.height, usual.height)
        if larger.metrics.card * usual.height >= usual.metrics.card * taken:
            return replace(larger, height=taken)
    usually = arrange(compiled, variant, large)
    return replace(usually, height=max(usually.height, usual.height))


@lru_cache(maxsize=1024)
def _best(compiled: CompiledRules, width: int) -> tuple[Variant, Arrangement]:
    """The best variant, the first of equals."""
    demand = usual_demand(compiled)
    tall = sorted(variants(compiled), key=lambda variant: variant.columns)
    # All of them one below the other would get too high with large indices.
    low = (replace(variant, is_low=True) for variant in tall if variant.side != 1)
    first, *others = sorted((*tall, *low), key=lambda variant: variant.columns)
    best = first, _at_best_height(compiled, first, width, demand)
    best_score = _score(compiled, best[1], demand, is_low=first.is_low)
    for variant in others:
        if _visibility(variant.metrics(compiled, width)) <= best_score:
            # No score exceeds this, and from here on cards only get narrower.
            break
        arrangement = _at_best_height(compiled, variant, width, demand)
        score = _score(compiled, arrangement, demand, is_low=variant.is_low)
        if score > best_score:
            best, best_score = (variant, arrangement), score
    return best


def _at_best_height(
    compiled: CompiledRules, variant: Variant, width: int, demand: Demand
) -> Arrangement:
    """A variant in a picture with room for the columns as they usually become, if that fits."""
    lowest = arrange(compiled, variant, variant.metrics(compiled, width))
    if not lowest.columns:
        return lowest
    m, above = lowest.metrics, lowest.height - lowest.room
    filled = above + _dealt_room(compiled, m) * lowest.rows
    wanted = above + max(demand.usual, demand.often) * m.compact_fan * lowest.rows
    most = min(_most_height(compiled, m), filled / _FILLED)
    least = max(lowest.height, int(width * _LOW))
    return replace(lowest, height=max(least, int(min(most, wanted))))


def _dealt_room(compiled: CompiledRules, m: Metrics) -> int:
    """How far the longest column of a deal reaches below its first card, in a tall picture."""
    declared = compiled.rules.tableau
    hidden = declared.face_down or (0,) * len(declared.deal)
    spread = (steps_of(*column, m.width, m) for column in zip(declared.deal, hidden, strict=True))
    return max(sum(steps.offsets) for steps in spread)


def _most_height(compiled: CompiledRules, m: Metrics) -> int:
    """The height up to which a message fits on a phone, and cards are not too small elsewhere."""
    on_phone = (_PHONE_ROOM - key_rows_of(compiled) * _BUTTON_ROW) / PHONE_WIDTH
    return int(min(m.width * min(on_phone, _TALL), m.card * CHAT_BOX[1] / _MIN_CARD))


def variants(compiled: CompiledRules) -> Iterator[Variant]:
    """Every variant worth a look."""
    kinds = kinds_outside_tableau(compiled) - {PileKind.WASTE}
    if compiled.rules.foundations.follows_previous:
        # They are as long as columns of the tableau, and lie beside them.
        side = len(compiled.foundations)
        columns = max(len(compiled.tableau) + side, _MIN_COLUMNS)
        yield Variant(columns, frozenset({PileKind.FOUNDATION}), side)
        return
    for rows in _tableau_rows(compiled):
        tableau = Variant(0, rows=rows).tableau_columns(compiled)
        for columns in range(max(tableau, _MIN_COLUMNS), max(tableau, _MAX_COLUMNS) + 1):
            yield Variant(columns, rows=rows)
        for some in _subsets(kinds):
            beside = some | {PileKind.WASTE} if PileKind.STOCK in some else some
            for side in range(1, _MAX_SIDE + 1):
                least = max(tableau + side, _MIN_COLUMNS)
                # A tableau that stays as high as it is dealt may have to be narrower to fit.
                stays = compiled.rules.tableau.row_length or compiled.rules.tableau.turns_rank
                most = _MAX_COLUMNS if stays else least
                for columns in range(least, min(most, _MAX_COLUMNS) + 1):
                    yield Variant(columns, frozenset(beside), side, rows)


def _tableau_rows(compiled: CompiledRules) -> tuple[int, ...]:
    """In how many rows the tableau may stand."""
    piles, length = len(compiled.tableau), compiled.rules.tableau.row_length
    if compiled.is_layered or compiled.rules.tableau.turns_rank:
        return (1,)
    if length:
        rows = piles // length
        # A row that closes up may be broken anywhere.
        return (rows, *range(rows + 1, 3 * rows)) if compiled.rules.tableau.steps_left else (rows,)
    if piles >= _MANY_PILES:
        return (2, 3, 4)
    return (1, 2) if _stays_short(compiled.rules) else (1,)


def _stays_short(rules: Rules) -> bool:
    """Whether no column gets long, as cards move one by one to one of many."""
    declared = rules.tableau
    return len(declared.deal) >= _SOME_PILES and declared.move_unit is MoveUnit.SINGLE


def _subsets(kinds: set[PileKind]) -> Iterator[set[PileKind]]:
    """Every set of some of the kinds."""
    ordered = sorted(kinds, key=lambda kind: kind.name)
    counts = range(1, len(ordered) + 1)
    return map(set, chain.from_iterable(combinations(ordered, count) for count in counts))


def _score(
    compiled: CompiledRules, arrangement: Arrangement, demand: Demand, *, is_low: bool
) -> float:
    """The width of the cards, reduced by how small they appear and how soon columns fill."""
    m, rows, height = arrangement.metrics, arrangement.rows, arrangement.height
    shape = math.pow(min(1.0, m.width * _LOW / height), _DESKTOP_WEIGHT)
    tallness = max(1.0, height / _most_height(compiled, m))
    seen = _visibility(m) * shape / math.pow(tallness, _TOO_TALL)
    if height > m.width * _TALL:
        seen *= _TALLER_THAN_WIDE
    if is_low:
        seen *= _SEEN_LOW
    if not arrangement.columns:
        return seen
    room = arrangement.room / rows
    return (
        seen
        * math.sqrt(_filled(room / m.compact_fan, demand.usual))
        * math.pow(_filled(room / m.strips[-2][1], demand.longest), _LONGEST_WEIGHT)
    )


def _visibility(m: Metrics) -> float:
    """The width of the cards, reduced if they are hard to see on a phone."""
    return m.card * min(1.0, m.card / (m.width * _SMALL_CARD))


def _filled(room: float, needed: float) -> float:
    """How much of what is needed there is, 0 to 1."""
    return max(0.0, min(1.0, room / needed)) if needed else 1.0


def usual_demand(compiled: CompiledRules) -> Demand:
    """How much room columns need, judged by how they are dealt, built and moved."""
    rules = compiled.rules
    declared = rules.tableau
    face_down = declared.face_down or (0,) * len(declared.deal)
    dealt = max(map(demand_of, declared.deal, face_down))
    if rules.foundations.groups:
        # Columns only get shorter, so there is room for full indices from the start.
        return Demand(*(dealt * _FULL_INDEX,) * 2)
    if rules.foundations.follows_previous:
        return Demand(*(float(rules.last_rank),) * 2)
    stock_deals = rules.stock is not None and rules.stock.action is StockAction.TABLEAU
    if declared.build is None:
        rounds = (rules.card_count - rules.dealt_count) / len(declared.deal) if stock_deals else 0
        return Demand(max(1.0, dealt + 0.8 * rounds), max(1.0, dealt + rounds))
    if len(declared.deal) >= _MANY_PILES:
        return Demand(dealt + 2, dealt + 4)
    if _stays_short(rules):
        return Demand(max(6.0, dealt), max(9.0, dealt))
    longest = 20 if stock_deals or declared.move_unit is MoveUnit.FACE_UP else 13
    usual = 13 if declared.move_unit is MoveUnit.FACE_UP else 11
    if declared.move_unit is MoveUnit.FACE_UP and rules.foundations.whole_suits:
        # Nothing leaves the tableau until a suit is together.
        usual = 15
    return Demand(max(usual, dealt), longest, often=13.5 if stock_deals else 0)
