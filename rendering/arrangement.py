"""The places of a game's piles, for one way to arrange them.

A board has as many columns as its game needs. The tableau grows downwards, in several rows if it
has more than ten piles; the other piles stand in rows above it, or beside it where there is room.
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
from rendering.metrics import Box, Metrics, Size, metrics_of

_MANY_SINGLES: Final = 8
_BESIDE: Final = 2
"""How many columns the piles beside the tableau take, if there is room."""


class Spread(Enum):
    """How the cards of a pile are spread."""

    DOWN = "downwards, every card visible"
    RIGHT = "to the right, the last three visible"
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
    """

    pile: Pile
    box: Box
    size: Size
    spread: Spread
    row: int = 0


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The places of all piles of a game.

    Attributes:
        metrics: the lengths of the board.
        piles: each pile's place, in the order of the compiled rules; lower rows of the tableau
            move down when the columns above them grow.
    """

    metrics: Metrics
    piles: tuple[PilePlace, ...]

    @property
    def rows(self) -> int:
        """The number of rows of the tableau."""
        return 1 + max(place.row for place in self.piles)


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to arrange a game.

    Attributes:
        columns: the number of columns of the board.
        beside: the kind of piles beside the tableau; None if all stand above it.
        size: how much of the cards outside the tableau is drawn.
        rows: the number of rows of the tableau.
        tableau: how much of the cards of the tableau is drawn.
        row_gap: extra space between rows of piles, in pixels.
    """

    columns: int
    beside: PileKind | None
    size: Size
    rows: int = 1
    tableau: Size = Size.TALL
    row_gap: int = 0

    def tableau_columns(self, compiled: CompiledRules) -> int:
        """The number of tableau piles in a row."""
        return -(-len(compiled.tableau) // self.rows)


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
        return _depth(self.size, self.spread, m)


def arrange(
    compiled: CompiledRules, variant: Variant, width: int, *, large_index: bool
) -> Arrangement:
    """Arrange a game in one way."""
    m = metrics_of(width, variant.columns, large_index=large_index)
    blocks = list(_blocks(compiled, variant.size))
    above = [block for block in blocks if block.kind is not variant.beside]
    places, y = _place_rows(_rows(above, variant.columns), m, variant.row_gap)
    y += m.label_row
    free = variant.columns - variant.tableau_columns(compiled)
    for block in blocks:
        if block.kind is variant.beside:
            places += _place_beside(block, m, free, y)
    places += _place_tableau(compiled, m, y, variant)
    places.sort(key=lambda place: place.pile.index)
    return Arrangement(m, tuple(places))


def kinds_outside_tableau(compiled: CompiledRules) -> set[PileKind]:
    """The kinds of piles placed above or beside the tableau."""
    return {block.kind for block in _blocks(compiled, Size.TALL)}


def bottom_of(places: Sequence[PilePlace], m: Metrics) -> int:
    """Where the lowest pile ends, apart from the columns of the tableau."""
    return max(place.box.y + _depth(place.size, place.spread, m) for place in places)


def tableau_gap(m: Metrics) -> int:
    """The space between a row of the tableau and the cards of the row below it."""
    return m.gap // 2 + m.label_row


def dealt_columns(compiled: CompiledRules) -> list[tuple[int, int]]:
    """How many cards each tableau pile is dealt, and how many of them face down."""
    declared = compiled.rules.tableau
    face_down = declared.face_down or (0,) * len(declared.deal)
    return list(zip(declared.deal, face_down, strict=True))


def fan_depth(cards: int, hidden: int, m: Metrics) -> int:
    """How far the last card of a column lies below the first.

    Args:
        cards: the number of its cards.
        hidden: how many of them are face down.
        m: the lengths of the board.
    """
    return max(0, cards - hidden - 1) * m.fan + min(hidden, max(0, cards - 1)) * m.back_fan


def _depth(size: Size, spread: Spread, m: Metrics) -> int:
    return m.height(size) + (m.fan if spread is Spread.ENDS else 0)


def _blocks(compiled: CompiledRules, size: Size) -> Iterator[_Block]:
    """The piles outside the tableau, in reading order."""
    rules, piles = compiled.rules, compiled.piles
    if compiled.stock >= 0:
        yield _Block((piles[compiled.stock],), PileKind.STOCK, size, Spread.SQUARED, 1)
    if compiled.waste >= 0:
        fanned = rules.stock is not None and rules.stock.turn > 1
        spread = Spread.RIGHT if fanned else Spread.SQUARED
        columns = 2 if fanned else 1
        yield _Block((piles[compiled.waste],), PileKind.WASTE, size, spread, columns)
    cells, reserve = compiled.piles_of(PileKind.CELL), compiled.piles_of(PileKind.RESERVE)
    if cells:
        yield _Block(cells, PileKind.CELL, size, Spread.SQUARED, len(cells))
    if reserve:
        singles = len(reserve) > _MANY_SINGLES and rules.reserve.build is None
        reserve_size = Size.INDEX if singles else size
        spread = _reserve_spread(rules.reserve)
        yield _Block(reserve, PileKind.RESERVE, reserve_size, spread, len(reserve))
    foundations = compiled.piles_of(PileKind.FOUNDATION)
    yield _Block(foundations, PileKind.FOUNDATION, size, Spread.SQUARED, len(foundations))


def _reserve_spread(piles: Piles) -> Spread:
    """A reserve built in suit shows its two ends, any other its top card."""
    in_suit = piles.build is not None and piles.build.suits is SuitRule.SAME
    return Spread.ENDS if in_suit else Spread.SQUARED


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
        if rest and rest[0].kind is PileKind.WASTE:
            row.append(rest.pop(0))
        room = columns - _total_columns(row)
        fitting = (
            choice
            for count in range(len(rest) + 1)
            for choice in combinations(rest, count)
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
    rows: Sequence[Sequence[_Block]], m: Metrics, row_gap: int
) -> tuple[list[PilePlace], int]:
    """The piles above the tableau, and where their rows end."""
    places = []
    y = m.edge // 2
    for row in rows:
        y += m.label_row
        for block, column in _columns_of(row, m.columns):
            places += [
                block.place(index, m.column_x(column + index), y, m)
                for index in range(len(block.piles))
            ]
        y += max(block.depth(m) for block in row) + m.gap // 2 + row_gap
    return places, y


def _place_beside(block: _Block, m: Metrics, free: int, y: int) -> list[PilePlace]:
    """The piles beside the tableau, at the right edge, in two columns if there is room."""
    columns = min(_BESIDE, free)
    pitch = block.depth(m) + tableau_gap(m)
    places = []
    for index in range(len(block.piles)):
        row, column = divmod(index, columns)
        x = m.column_x(m.columns - columns + column)
        places.append(block.place(index, x, y + row * pitch, m))
    return places


def _place_tableau(
    compiled: CompiledRules, m: Metrics, y: int, variant: Variant
) -> list[PilePlace]:
    """The tableau: on the left if something is beside it, else centred.

    If only a few columns are free, it is spread over those too. A lower row begins where the
    columns above it end at the deal.
    """
    columns = variant.tableau_columns(compiled)
    free = m.columns - columns
    pitch, x = m.card + m.gap, m.edge
    if variant.beside is not None:
        free -= min(_BESIDE, free)
        pitch += free * pitch // columns if free < 4 < columns else 0
    else:
        pitch += free * pitch // (columns - 1) if free < 4 < columns else 0
        x = (m.width - (columns - 1) * pitch - m.card) // 2
    dealt, height = dealt_columns(compiled), m.height(variant.tableau)
    places = []
    for row in range(variant.rows):
        piles = slice(row * columns, (row + 1) * columns)
        for column, pile in enumerate(compiled.tableau[piles]):
            box = Box(x + column * pitch, y, m.card, height)
            places.append(PilePlace(pile, box, variant.tableau, Spread.DOWN, row))
        deepest = max(fan_depth(cards, hidden, m) for cards, hidden in dealt[piles])
        y += height + tableau_gap(m) + deepest
    return places
