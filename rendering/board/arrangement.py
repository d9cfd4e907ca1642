"""The places of a game's piles, for one way to arrange them.

A board has as many columns as its game needs. The tableau grows downwards, in several rows if it
has many piles; the other piles stand in rows above it, or to the right of it, which leaves it more
height.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import Final

from engine import PileKind
from engine.compiled import CompiledRules, Pile
from engine.rules import Piles, SuitRule
from rendering.board.overlap import boxes_of, columns_of
from rendering.metrics import Box, Metrics, Size, Spacing, metrics_of

_MANY_SINGLES: Final = 8
_CROWDED: Final = 11
_PACKED: Final = 12
"""From how many columns on rows are narrowly spaced, and how many fit without an overlap."""
_FEW_IN_RESERVE: Final = 3
"""The most face-up cards in each pile of a reserve that are all shown."""
_HOURS: Final = (
    *((0, 3), (1, 4), (2, 4), (3, 4), (4, 3), (4, 2)),
    *((4, 1), (3, 0), (2, 0), (1, 0), (0, 1), (0, 2), (2, 2)),
)
"""The row and the column of each hour of a clock's face, and of its middle."""
_HOUR_COLUMNS: Final = 5
_BESIDE: Final = (
    *(PileKind.STOCK, PileKind.WASTE, PileKind.FOUNDATION),
    *(PileKind.CELL, PileKind.RESERVE),
)
"""The order of piles beside the tableau, from the top."""


class Spread(Enum):
    """How the cards of a pile are spread."""

    DOWN = "downwards, every card visible"
    RIGHT = "to the right, the last three visible"
    BELOW = "downwards, the last three visible"
    ENDS = "the first card, and the last one on it"
    SQUARED = "only the top card visible"


@dataclass(frozen=True, slots=True)
class PilePlace:
    """The place of a pile.

    Attributes:
        pile: the pile.
        box: the box of its first card.
        size: how much of its cards is drawn.
        spread: how its cards are spread.
        row: its row of the tableau, from 0; 0 outside the tableau.
        beneath: its offset, to the right and down, from each pile that it lies on.
    """

    pile: Pile
    box: Box
    size: Size
    spread: Spread
    row: int = 0
    beneath: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The places of all piles of a game.

    Attributes:
        metrics: the lengths of the board.
        piles: each pile's place, in the order of the compiled rules; lower rows of the tableau
            move as columns grow.
        height: the height of the picture throughout a game.
    """

    metrics: Metrics
    piles: tuple[PilePlace, ...]
    height: int

    @property
    def rows(self) -> int:
        """The number of rows of the tableau."""
        return 1 + max(place.row for place in self.piles)

    @property
    def room(self) -> int:
        """How far the columns of all rows may reach below their first cards, together."""
        m, first = (
            self.metrics,
            next(place for place in self.piles if place.row == 0 and is_tableau(place)),
        )
        used = first.box.y + self.rows * first.box.height + (self.rows - 1) * tableau_gap(m)
        return self.height - m.bottom - used

    @property
    def columns(self) -> tuple[PilePlace, ...]:
        """The columns of the tableau, which get longer; a tableau of other piles has none."""
        return tuple(place for place in self.piles if place.spread is Spread.DOWN)


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to arrange a game.

    Attributes:
        columns: the number of columns of the board.
        beside: the kinds of piles beside the tableau; all others stand above it.
        side: how many columns those take.
        rows: the number of rows of the tableau.
        is_low: whether of squared piles outside the tableau little more than the index is drawn,
            but of the waste.
    """

    columns: int
    beside: frozenset[PileKind] = frozenset()
    side: int = 0
    rows: int = 1
    is_low: bool = False

    def tableau_columns(self, compiled: CompiledRules) -> int:
        """The number of tableau piles in a row."""
        if compiled.is_layered:
            return columns_of(compiled)
        if compiled.rules.tableau.turns_rank:
            return _HOUR_COLUMNS
        return -(-len(compiled.tableau) // self.rows)

    def metrics(
        self,
        compiled: CompiledRules,
        width: int,
        large_index: bool = False,
        spacing: Spacing = Spacing.WIDE,
    ) -> Metrics:
        """The lengths of the board; rows of many cards are narrowly spaced, or even overlap."""
        if compiled.rules.tableau.row_length and self.columns >= _CROWDED:
            spacing = Spacing.OVERLAPPING if self.columns > _PACKED else Spacing.NARROW
        return metrics_of(width, self.columns, large_index=large_index, spacing=spacing)


@dataclass(frozen=True, slots=True)
class _Block:
    """Piles placed together.

    Attributes:
        piles: the piles.
        kind: their kind.
        size: how much of their cards is drawn.
        spread: how their cards are spread.
        columns: how many columns they take.
    """

    piles: tuple[Pile, ...]
    kind: PileKind
    size: Size
    spread: Spread
    columns: int

    def place(self, index: int, x: int, y: int, m: Metrics) -> PilePlace:
        """The place of one of the piles, with its upper left corner at a point."""
        box = Box(x, y, m.card, m.height(self.size))
        return PilePlace(self.piles[index], box, self.size, self.spread)

    def depth(self, m: Metrics) -> int:
        """The height of a pile with its cards."""
        return depth_of(self.size, self.spread, m)


def arrange(compiled: CompiledRules, variant: Variant, m: Metrics) -> Arrangement:
    """Arrange a game in one way, in the lowest picture that holds the first cards of all piles."""
    blocks = list(_blocks(compiled))
    above = [
        _lowered(block) if variant.is_low else block
        for block in blocks
        if block.kind not in variant.beside
    ]
    places, y = _place_rows(_rows(above, m.columns), m, range(m.columns), m.edge // 2)
    beside = sorted(
        (
            _upright(block, is_low=variant.is_low)
            for block in blocks
            if block.kind in variant.beside
        ),
        key=lambda block: _BESIDE.index(block.kind),
    )
    side = range(m.columns - variant.side, m.columns)
    places += _place_rows(_rows(beside, variant.side), m, side, y)[0]
    if compiled.is_layered:
        others = [
            replace(place.box, height=depth_of(place.size, place.spread, m)) for place in places
        ]
        places += _place_layers(compiled, boxes_of(compiled, m, others, variant.side))
    elif compiled.rules.tableau.turns_rank:
        places += _place_hours(compiled, m, y + m.label_row, variant)
    else:
        places += _place_tableau(compiled, m, y + m.label_row, variant)
    places.sort(key=lambda place: place.pile.index)
    lowest = max(place.box.y + depth_of(place.size, place.spread, m) for place in places)
    # Names of piles that lie on others stand below them.
    height = lowest + m.bottom + (m.label_row if compiled.is_layered else 0)
    return Arrangement(m, tuple(places), height)


def kinds_outside_tableau(compiled: CompiledRules) -> set[PileKind]:
    """The kinds of piles placed above or beside the tableau."""
    return {block.kind for block in _blocks(compiled)}


def is_tableau(place: PilePlace) -> bool:
    """Whether a pile belongs to the tableau."""
    return place.pile.kind is PileKind.TABLEAU


def tableau_gap(m: Metrics) -> int:
    """The space between a row of the tableau and the cards of the row below it."""
    return m.gap // 2 + m.label_row


def depth_of(size: Size, spread: Spread, m: Metrics) -> int:
    """The height of a pile outside the tableau with its cards."""
    fans = {Spread.ENDS: 1, Spread.BELOW: 2}.get(spread, 0)
    return m.height(size) + fans * m.compact_fan


def _upright(block: _Block, *, is_low: bool) -> _Block:
    """The block as it stands beside the tableau: a waste is spread downwards."""
    if block.spread is Spread.RIGHT:
        return replace(block, spread=Spread.BELOW, columns=1)
    return _lowered(block) if is_low else block


def _lowered(block: _Block) -> _Block:
    """The block with little more than the index of squared piles, but of the waste."""
    if block.spread is Spread.SQUARED and block.kind is not PileKind.WASTE:
        return replace(block, size=Size.INDEX)
    return block


def _blocks(compiled: CompiledRules) -> Iterator[_Block]:
    """The piles outside the tableau, in reading order."""
    rules, piles = compiled.rules, compiled.piles
    if compiled.stock >= 0:
        yield _Block((piles[compiled.stock],), PileKind.STOCK, Size.TALL, Spread.SQUARED, 1)
    if compiled.waste >= 0:
        fanned = rules.stock is not None and rules.stock.turn > 1
        spread = Spread.RIGHT if fanned else Spread.SQUARED
        columns = 2 if fanned else 1
        yield _Block((piles[compiled.waste],), PileKind.WASTE, Size.TALL, spread, columns)
    cells, reserve = compiled.piles_of(PileKind.CELL), compiled.piles_of(PileKind.RESERVE)
    if cells:
        yield _Block(cells, PileKind.CELL, Size.TALL, Spread.SQUARED, len(cells))
    if reserve:
        singles = len(reserve) > _MANY_SINGLES and rules.reserve.build is None
        size = Size.INDEX if singles else Size.TALL
        spread = _reserve_spread(rules.reserve)
        yield _Block(reserve, PileKind.RESERVE, size, spread, len(reserve))
    foundations = compiled.piles_of(PileKind.FOUNDATION)
    if foundations:
        # Where cards come in any order, all of them matter.
        spread = Spread.DOWN if rules.foundations.follows_previous else Spread.SQUARED
        yield _Block(foundations, PileKind.FOUNDATION, Size.TALL, spread, len(foundations))


def shows_top_only(piles: Piles) -> bool:
    """Whether of a reserve that lies face up only the top card is shown."""
    is_open = piles.build is None and not piles.face_down
    return is_open and max(piles.deal, default=0) > _FEW_IN_RESERVE


def _reserve_spread(piles: Piles) -> Spread:
    """A reserve built in suit shows its two ends, one of short piles all, others their top card."""
    if piles.build is None:
        is_open = not piles.face_down and max(piles.deal) > 1
        return Spread.BELOW if is_open and not shows_top_only(piles) else Spread.SQUARED
    return Spread.ENDS if piles.build.suits is SuitRule.SAME else Spread.SQUARED


def _split(block: _Block, columns: int) -> list[_Block]:
    """The block in as few even parts as fit into that many columns."""
    parts = -(-block.columns // columns)
    if parts == 1:
        return [block]
    most = -(-len(block.piles) // parts)
    groups = (block.piles[first : first + most] for first in range(0, len(block.piles), most))
    return [replace(block, piles=piles, columns=len(piles)) for piles in groups]


def _rows(blocks: Sequence[_Block], columns: int) -> list[list[_Block]]:
    """Blocks in as few rows as possible, in their order where that costs no row.

    The waste always follows the stock.
    """
    rest = [part for block in blocks for part in _split(block, columns)]
    rows: list[list[_Block]] = []
    while rest:
        row = [rest.pop(0)]
        if rest and rest[0].kind is PileKind.WASTE and rest[0].columns < columns:
            row.append(rest.pop(0))
        room = columns - _total_columns(row)
        nexts = list({block.kind: block for block in reversed(rest)}.values())[::-1]
        fitting = (
            choice
            for count in range(len(nexts) + 1)
            for choice in combinations(nexts, count)
            if _total_columns(choice) <= room
        )
        fullest = max(fitting, key=_total_columns)
        row += fullest
        rest = [block for block in rest if block not in fullest]
        rows.append(row)
    return rows


def _total_columns(blocks: Sequence[_Block]) -> int:
    return sum(block.columns for block in blocks)


def _columns_of(row: Sequence[_Block], columns: int) -> Iterator[tuple[_Block, int]]:
    """Each block of a row and its first column: justified, but foundations alone are at the right.

    Free columns are shared out between blocks, but a waste stays beside its stock.
    """
    free = columns - _total_columns(row)
    joints = [block.kind is not PileKind.WASTE for block in row[1:]]
    column = free if len(row) == 1 and row[0].kind is PileKind.FOUNDATION else 0
    for number, block in enumerate(row):
        yield block, column
        column += block.columns
        if number < len(joints) and joints[number]:
            share = -(-free // sum(joints[number:]))
            column += share
            free -= share


def _place_rows(
    rows: Sequence[Sequence[_Block]], m: Metrics, columns: range, y: int
) -> tuple[list[PilePlace], int]:
    """The piles above or beside the tableau, and where their rows end.

    Args:
        rows: the piles of each row.
        columns: the columns that the rows take.
        y: where the first row begins.
    """
    places = []
    for row in rows:
        y += m.label_row
        for block, column in _columns_of(row, len(columns)):
            places += [
                block.place(index, m.column_x(columns[0] + column + index), y, m)
                for index in range(len(block.piles))
            ]
        y += max(block.depth(m) for block in row) + m.gap // 2
    return places, y


def _place_tableau(
    compiled: CompiledRules, m: Metrics, y: int, variant: Variant
) -> list[PilePlace]:
    """The tableau: on the left if something is beside it, else centred, as rows always are.

    If only a few columns are free, it is spread over those too, but rows are not. Lower rows begin
    as if no column had more than one card.
    """
    columns = variant.tableau_columns(compiled)
    free = m.columns - variant.side - columns
    pitch, x = m.pitch, m.edge
    if compiled.rules.tableau.row_length:
        x += free * pitch // 2
    elif variant.side:
        pitch += free * pitch // columns if free < 4 < columns else 0
    else:
        pitch += free * pitch // (columns - 1) if free < 4 < columns else 0
        x = (m.width - (columns - 1) * pitch - m.card) // 2
    spread = Spread.SQUARED if compiled.rules.tableau.row_length else Spread.DOWN
    places = []
    for row in range(variant.rows):
        piles = slice(row * columns, (row + 1) * columns)
        for column, pile in enumerate(compiled.tableau[piles]):
            box = Box(x + column * pitch, y, m.card, m.height(Size.TALL))
            beneath = ((pitch, 0),) if column and pitch < m.card else ()
            places.append(PilePlace(pile, box, Size.TALL, spread, row, beneath))
        y += m.height(Size.TALL) + tableau_gap(m)
    return places


def _place_hours(
    compiled: CompiledRules, m: Metrics, y: int, variant: Variant
) -> Iterator[PilePlace]:
    """A tableau of hours, which stand as on a clock's face, the thirteenth in the middle."""
    left = m.edge + (m.columns - variant.side - _HOUR_COLUMNS) * m.pitch // 2
    height = m.height(Size.TALL)
    for pile, (row, column) in zip(compiled.tableau, _HOURS, strict=True):
        place = Box(left + column * m.pitch, y + row * (height + m.label_row), m.card, height)
        yield PilePlace(pile, place, Size.TALL, Spread.SQUARED)


def _place_layers(compiled: CompiledRules, boxes: Sequence[Box]) -> list[PilePlace]:
    """A tableau whose piles lie on others."""
    return [
        PilePlace(
            pile,
            box,
            Size.TALL,
            Spread.SQUARED,
            beneath=tuple(
                (box.x - boxes[under.index].x, box.y - boxes[under.index].y)
                for under in compiled.tableau
                if pile.index in under.covered_by
            ),
        )
        for pile, box in zip(compiled.tableau, boxes, strict=True)
    ]
