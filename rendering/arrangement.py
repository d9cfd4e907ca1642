"""Where the piles of a game stand, worked out from its declaration.

A board is as many columns wide as its game needs. The tableau stands in columns that grow
downwards, in several rows where there are more than ten; the other piles stand in rows above it, or
beside it where there is room. Of all such arrangements the one is taken whose cards are largest
without making the board too tall or too flat for a chat, judged at the deal and with columns as
long as they usually get. Where even that one is too flat, rows are set further apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import combinations
from typing import Final

from engine import PileKind, Rules
from engine.compiled import CompiledRules, Pile, compile_rules
from engine.rules import Piles, StockAction, SuitRule
from rendering.metrics import Box, Metrics, Size, metrics_of

WIDEST: Final = 1.65
TALLEST: Final = 1.2
"""Width to height: what fits a chat best."""

_FEWEST_COLUMNS: Final = 7
_MOST_COLUMNS: Final = 10
_MOST_COLUMNS_IN_ROWS: Final = 12
_MANY_SINGLES: Final = 8
_STRICTNESS: Final = 12
"""How much more it costs to be too tall at the deal than to get so later."""

_MOST_AIR: Final = 0.35
_BESIDE: Final = 2
"""How many columns piles beside the tableau take, where there is room."""

_SHAPES: Final = ((Size.TALL, Size.TALL), (Size.UPPER, Size.TALL), (Size.LONG, Size.LONG))
_LOW_SHAPES: Final = ((Size.TALL, Size.UPPER), (Size.UPPER, Size.UPPER))
"""How much of cards is drawn outside the tableau and in it; the low ones with several rows."""


class Spread(Enum):
    """How the cards of a pile lie."""

    DOWN = "each below the one it covers, all to be seen"
    ASIDE = "the last three beside each other"
    ENDS = "the first, and on it the last"
    STACK = "one on the other, the last to be seen"


@dataclass(frozen=True, slots=True)
class PilePlace:
    """Where a pile is.

    Attributes:
        pile: the pile.
        box: the place of its first card.
        size: how much of its cards is drawn.
        spread: how its cards lie.
        row: in which row of the tableau it stands, the first being 0; 0 outside the tableau.
    """

    pile: Pile
    box: Box
    size: Size
    spread: Spread
    row: int = 0


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where all piles of a game are.

    Attributes:
        measures: the lengths it is made of.
        slots: each pile's place, in the order of the compiled rules; lower rows of the tableau move
            down where the columns above them have grown.
    """

    metrics: Metrics
    slots: tuple[PilePlace, ...]

    @property
    def rows(self) -> int:
        """In how many rows the tableau stands."""
        return 1 + max(slot.row for slot in self.slots)


@dataclass(frozen=True, slots=True)
class _Block:
    """Piles that stand together.

    Attributes:
        piles: the piles.
        kind: what they are.
        size: how much of their cards is drawn.
        spread: how their cards lie.
        slots: how many columns they take side by side.
    """

    piles: tuple[Pile, ...]
    kind: PileKind
    size: Size
    spread: Spread
    slots: int


@dataclass(frozen=True, slots=True)
class _Style:
    """One way to arrange a game.

    Attributes:
        columns: how many columns the board has.
        beside: the kind of piles that stands beside the tableau; None when all stand above.
        size: how much of the cards outside the tableau is drawn.
        rows: in how many rows the tableau stands.
        tableau: how much of the cards of the tableau is drawn.
        air: what is left between rows of piles beyond what names take, in pixels.
    """

    columns: int
    beside: PileKind | None
    size: Size
    rows: int = 1
    tableau: Size = Size.TALL
    air: int = 0


def _reserve_spread(piles: Piles) -> Spread:
    """A reserve built in suit is known by its two ends; any other shows its top card."""
    in_suit = piles.build is not None and piles.build.suits is SuitRule.SAME
    return Spread.ENDS if in_suit else Spread.STACK


def _blocks(compiled: CompiledRules, size: Size) -> Iterator[_Block]:
    """The piles outside the tableau, in the order in which they are read."""
    rules = compiled.rules
    if compiled.stock >= 0:
        yield _Block((compiled.piles[compiled.stock],), PileKind.STOCK, size, Spread.STACK, 1)
    if compiled.waste >= 0:
        fanned = rules.stock is not None and rules.stock.turn > 1
        spread = Spread.ASIDE if fanned else Spread.STACK
        yield _Block(
            (compiled.piles[compiled.waste],), PileKind.WASTE, size, spread, 2 if fanned else 1
        )
    cells, reserve = compiled.piles_of(PileKind.CELL), compiled.piles_of(PileKind.RESERVE)
    if cells:
        yield _Block(cells, PileKind.CELL, size, Spread.STACK, len(cells))
    if reserve:
        singles = len(reserve) > _MANY_SINGLES and rules.reserve.build is None
        yield _Block(
            reserve,
            PileKind.RESERVE,
            Size.INDEX if singles else size,
            _reserve_spread(rules.reserve),
            len(reserve),
        )
    homes = compiled.piles_of(PileKind.FOUNDATION)
    yield _Block(homes, PileKind.FOUNDATION, size, Spread.STACK, len(homes))


def _split(block: _Block, columns: int) -> list[_Block]:
    """The block in as few even parts as fit into so many columns."""
    parts = -(-block.slots // columns)
    if parts == 1:
        return [block]
    most = -(-len(block.piles) // parts)
    return [
        _Block(
            block.piles[first : first + most],
            block.kind,
            block.size,
            block.spread,
            len(block.piles[first : first + most]),
        )
        for first in range(0, len(block.piles), most)
    ]


def _rows(blocks: Sequence[_Block], columns: int) -> list[list[_Block]]:
    """Blocks in as few rows as may be, keeping their order where that costs no row.

    The waste always follows the stock. Blocks as wide as the board have rows of their own.
    """
    rest = [part for block in blocks for part in _split(block, columns)]
    rows: list[list[_Block]] = []
    while rest:
        row = [rest.pop(0)]
        if rest and rest[0].kind is PileKind.WASTE:
            row.append(rest.pop(0))
        room = columns - sum(block.slots for block in row)
        chosen = max(
            (
                pick
                for count in range(len(rest) + 1)
                for pick in combinations(rest, count)
                if sum(block.slots for block in pick) <= room
            ),
            key=lambda pick: sum(block.slots for block in pick),
        )
        row += chosen
        rest = [block for block in rest if block not in chosen]
        rows.append(row)
    return rows


def _depth(size: Size, spread: Spread, m: Metrics) -> int:
    """What the cards of a pile outside the tableau take from top to bottom."""
    return m.height(size) + (m.fan if spread is Spread.ENDS else 0)


def floor_of(slots: Sequence[PilePlace], m: Metrics) -> int:
    """Where the places of all piles end, with room for the cards outside the tableau."""
    return max(slot.box.y + _depth(slot.size, slot.spread, m) for slot in slots)


def _columns_of(row: Sequence[_Block], columns: int) -> Iterator[tuple[_Block, int]]:
    """Each block of a row and its first column: the first at the left, the last at the right.

    Foundations that have a row to themselves stand at the right.
    What is free is shared out between blocks, but a waste stays beside its stock.
    """
    free = columns - sum(block.slots for block in row)
    joints = [block.kind is not PileKind.WASTE for block in row[1:]]
    column = free if len(row) == 1 and row[0].kind is PileKind.FOUNDATION else 0
    for number, block in enumerate(row):
        yield block, column
        column += block.slots
        if number < len(joints) and joints[number]:
            left = sum(joints[number:])
            share = -(-free // left)
            column += share
            free -= share


def _place_rows(
    rows: Sequence[Sequence[_Block]], m: Metrics, air: int
) -> tuple[list[PilePlace], int]:
    """The slots of the piles above the tableau, and where the rows end."""
    slots = []
    y = m.edge // 2
    for row in rows:
        y += m.label_row
        for block, column in _columns_of(row, m.columns):
            for number, pile in enumerate(block.piles):
                x = m.edge + (column + number) * (m.card + m.gap)
                box = Box(x, y, m.card, m.height(block.size))
                slots.append(PilePlace(pile, box, block.size, block.spread))
        y += max(_depth(block.size, block.spread, m) for block in row) + m.gap // 2 + air
    return slots, y


def _place_beside(block: _Block, m: Metrics, columns: int, y: int) -> list[PilePlace]:
    """The slots of piles beside the tableau, at the right edge, two abreast where they can be."""
    abreast = min(_BESIDE, columns)
    slots = []
    for number, pile in enumerate(block.piles):
        row, column = divmod(number, abreast)
        x = m.edge + (m.columns - abreast + column) * (m.card + m.gap)
        top = y + row * (_depth(block.size, block.spread, m) + m.gap // 2 + m.label_row)
        slots.append(
            PilePlace(pile, Box(x, top, m.card, m.height(block.size)), block.size, block.spread)
        )
    return slots


def _place_tableau(compiled: CompiledRules, m: Metrics, y: int, style: _Style) -> list[PilePlace]:
    """The slots of the tableau: at the left when something stands beside it, else in the middle.

    When all but a few columns are taken up it is spread over those too. A lower row stands where
    the columns above it end at the deal.
    """
    most = _abreast(compiled, style.rows)
    pitch, x = m.card + m.gap, m.edge
    free = m.columns - most
    if style.beside is not None:
        free -= min(_BESIDE, free)
        pitch += free * pitch // most if free < 4 < most else 0
    else:
        pitch += free * pitch // (most - 1) if free < 4 < most else 0
        x = (m.width - (most - 1) * pitch - m.card) // 2
    slots = []
    for row in range(style.rows):
        piles = compiled.tableau[row * most : (row + 1) * most]
        slots += [
            PilePlace(
                pile,
                Box(x + number * pitch, y, m.card, m.height(style.tableau)),
                style.tableau,
                Spread.DOWN,
                row,
            )
            for number, pile in enumerate(piles)
        ]
        y += m.height(style.tableau) + row_gap(m)
        y += _deepest(_dealt(compiled, row * most, (row + 1) * most), m)
    return slots


def _abreast(compiled: CompiledRules, rows: int) -> int:
    """How many piles of the tableau stand side by side where it has so many rows."""
    return -(-len(compiled.tableau) // rows)


def row_gap(m: Metrics) -> int:
    """What is left between a row of the tableau and the cards of the row below it."""
    return m.gap // 2 + m.label_row


def _dealt(compiled: CompiledRules, first: int, end: int) -> list[tuple[int, int]]:
    """For some tableau piles how many cards they are dealt, and how many of them face down."""
    declared = compiled.rules.tableau
    face_down = declared.face_down or (0,) * len(declared.deal)
    return list(zip(declared.deal[first:end], face_down[first:end], strict=True))


def _deepest(columns: Sequence[tuple[int, int]], m: Metrics) -> int:
    """How far the last card of the longest of some columns lies below the first.

    Each is of so many cards, so many of them face down.
    """
    return max(
        max(0, cards - hidden - 1) * m.fan + min(hidden, max(0, cards - 1)) * m.back_fan
        for cards, hidden in columns
    )


def _arranged(compiled: CompiledRules, style: _Style, width: int, large_index: bool) -> Arrangement:
    m = metrics_of(width, style.columns, large_index=large_index)
    blocks = list(_blocks(compiled, style.size))
    above = [block for block in blocks if block.kind is not style.beside]
    slots, y = _place_rows(_rows(above, style.columns), m, style.air)
    y += m.label_row
    for block in blocks:
        if block.kind is style.beside:
            free = style.columns - _abreast(compiled, style.rows)
            slots += _place_beside(block, m, free, y)
    slots += _place_tableau(compiled, m, y, style)
    slots.sort(key=lambda slot: slot.pile.index)
    return Arrangement(m, tuple(slots))


def _styles(compiled: CompiledRules) -> Iterator[_Style]:
    """Every way to arrange a game that is worth a look."""
    tableau = len(compiled.tableau)
    kinds = {block.kind for block in _blocks(compiled, Size.TALL)}
    fewest = -(-tableau // _MOST_COLUMNS)
    most = _MOST_COLUMNS if fewest == 1 else _MOST_COLUMNS_IN_ROWS
    for rows in (fewest - 1, fewest, fewest + 1) if fewest > 1 else (1,):
        abreast = _abreast(compiled, max(rows, 1))
        for columns in range(max(abreast, _FEWEST_COLUMNS), most + 1):
            for size, tall in _SHAPES + (_LOW_SHAPES if rows > 1 else ()):
                yield _Style(columns, None, size, rows, tall)
                for beside in (PileKind.CELL, PileKind.RESERVE, PileKind.FOUNDATION):
                    if beside in kinds and columns > abreast:
                        yield _Style(columns, beside, size, rows, tall)


def flattest_of(width: int) -> int:
    """The least height of a picture of that width."""
    return math.ceil(width / WIDEST)


def _height(
    arrangement: Arrangement, compiled: CompiledRules, grown: int, loose: float = 0.0
) -> int:
    """The height of a board whose columns have so many cards more than at the deal.

    Args:
        arrangement: where its piles are.
        compiled: the piles of the game.
        grown: how many cards more its columns have.
        loose: how far they are drawn out, from not at all (0) to the most (1).
    """
    m = arrangement.metrics.loosened(loose)
    floor = floor_of(arrangement.slots, m)
    columns = [
        (slot.box.bottom, slot.row, cards + grown, hidden)
        for slot, (cards, hidden) in zip(
            (slot for slot in arrangement.slots if slot.pile.kind is PileKind.TABLEAU),
            _dealt(compiled, 0, len(compiled.tableau)),
            strict=True,
        )
    ]
    # Each row above another one pushes it down by what its columns have grown.
    ends = (
        y + row * grown * m.fan + _deepest([(cards, hidden)], m)
        for y, row, cards, hidden in columns
    )
    return max(floor, *ends) + m.edge


def _growth(rules: Rules) -> int:
    """How many cards columns usually get beyond the deal."""
    longest = max(rules.tableau.deal)
    grown = max(2, 6 - longest) if rules.tableau.build else 0
    if rules.stock is not None and rules.stock.action is StockAction.TABLEAU:
        grown += (rules.card_count - rules.dealt_count) // len(rules.tableau.deal) // 2
    return grown


def _worth(arrangement: Arrangement, compiled: CompiledRules) -> float:
    """How good an arrangement is: the width of its cards, less what its shape costs."""
    m = arrangement.metrics
    worth = float(m.card)
    for grown in (0, _growth(compiled.rules)):
        height = _height(arrangement, compiled, grown)
        if height < flattest_of(m.width):
            height = min(_height(arrangement, compiled, grown, 1.0), flattest_of(m.width))
        aspect = m.width / height
        tallness = aspect / TALLEST if grown else (aspect / TALLEST) ** _STRICTNESS
        worth *= min(1.0, tallness, (WIDEST / aspect) ** 0.5)
    return worth


@cache
def arrangement_of(rules: Rules, width: int, large_index: bool = False) -> Arrangement:
    """Where the piles of a game are on a board of that width, the same throughout a game."""
    compiled = compile_rules(rules)
    style, arrangement = _best(compiled, width, large_index)
    spare = flattest_of(width) - _height(arrangement, compiled, 0, 1.0)
    if spare <= 0:
        return arrangement
    rows = len({slot.box.y for slot in arrangement.slots})
    air = min(spare // rows, round(arrangement.metrics.card * _MOST_AIR))
    return _arranged(compiled, replace(style, air=air), width, large_index)


def _best(compiled: CompiledRules, width: int, large_index: bool) -> tuple[_Style, Arrangement]:
    """The best way to arrange a game; of ways as good as each other the first."""
    first, *others = sorted(_styles(compiled), key=lambda style: style.columns)
    found = first, _arranged(compiled, first, width, large_index)
    worth = _worth(found[1], compiled)
    for style in others:
        arrangement = _arranged(compiled, style, width, large_index)
        if arrangement.metrics.card <= worth:
            # No worth is above the width of the cards, and from here they only get narrower.
            break
        own = _worth(arrangement, compiled)
        if own > worth:
            found, worth = (style, arrangement), own
    return found
