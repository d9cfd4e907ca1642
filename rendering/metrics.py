"""The lengths of a board in pixels, from its width and its number of columns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final

CORNER: Final = 0.075
"""The radius of a card's corners, in card widths."""

_MIN_FAN: Final = 40 / 1100
"""The least offset in a column that keeps an index legible on a phone, in board widths."""

INDEX_TOP: Final = 0.042
"""The space above a card's index, in card widths."""

INDEX_TAIL: Final = 0.1
"""How far the tail of a Q reaches below the index, in heights of the index."""

_LOOSE_FAN: Final = 0.72
_BACK_FAN: Final = 0.2
_LOOSE_BACK_FAN: Final = 0.46
_LABEL_CAP: Final = 0.03
_LABEL_ROW: Final = 1.33
_BOTTOM: Final = 0.0063
_UNDER_INDEX: Final = 0.03
_UNDER_COMPACT: Final = 0.02
"""What lies free below an index: the shadow of the card above falls on it."""
_INDEX_CARD: Final = 0.05
_WIDE_COLUMNS: Final = 10
_LARGE_INDEX: Final = 1.5
"""How much larger an index is than a compact one if there is a size between them."""


class Index(Enum):
    """The height of a card's index, in card widths."""

    TIGHTEST = 0.14
    TIGHT = 0.2
    SMALLEST = 0.265
    SMALL = 0.3
    NORMAL = 0.345
    WIDE = 0.4
    LARGE = 0.46
    LARGEST = 0.54

    @property
    def fan(self) -> float:
        """The offset in a column that keeps the index visible, in card widths."""
        return self.least_fan + _UNDER_INDEX - _UNDER_COMPACT

    @property
    def least_fan(self) -> float:
        """The least such offset: that of a column with little room."""
        return INDEX_TOP + self.value * (1 + INDEX_TAIL) + _UNDER_COMPACT


class Spacing(Enum):
    """The space between columns and around a board, in shares of its width."""

    WIDE = (0.0095, 0.0115)
    NARROW = (0.0052, 0.0063)
    OVERLAPPING = (-0.0082, 0.0063)


def index_of(columns: int, *, large: bool = False) -> Index:
    """The index on a board: the narrower the cards, the larger in proportion.

    Args:
        large: whether large indices are asked for.
    """
    if columns > _WIDE_COLUMNS:
        return Index.LARGEST if large else Index.LARGE
    if large:
        return Index.LARGE
    return Index.WIDE if columns == _WIDE_COLUMNS else Index.NORMAL


def compact_index_of(columns: int) -> Index:
    """The smallest index on a board that is still legible on a phone."""
    smallest = {9: Index.SMALL, 10: Index.NORMAL, 11: Index.WIDE, 12: Index.WIDE}
    return smallest.get(columns, Index.SMALLEST if columns < _WIDE_COLUMNS else Index.LARGE)


class Size(Enum):
    """How much of a card is drawn."""

    TALL = "the whole card"
    UPPER = "the upper part"
    INDEX = "little more than the index"

    def height(self, index: Index) -> float:
        """The height of a card with that index, in card widths."""
        match self:
            case Size.TALL:
                return 1.38
            case Size.UPPER:
                return 1.06
            case Size.INDEX:
                return index.fan + _INDEX_CARD


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of pixels.

    Attributes:
        x: its left edge.
        y: its top edge.
        width: its width.
        height: its height.
    """

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column of pixels to its right."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row of pixels below it."""
        return self.y + self.height

    def union(self, other: Box) -> Box:
        """The smallest box around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The lengths of a board in pixels.

    Attributes:
        width: the width of the board.
        columns: the number of columns.
        edge: the margin on every side.
        card: the width of a card.
        gap: the space between columns, or between a row and what is below it.
        pitch: how far a column is from the next.
        index: the size of indices.
        compact: the size of indices in a column that is too long for the others.
        fan: the offset of a card in a column from the one that it covers.
        compact_fan: the same with a compact index.
        back_fan: the same if that card is face down.
        loose_fan: the offset in a column that has room to spare.
        loose_back_fan: the same on a card that is face down.
        cap: the height of an index.
        label_cap: the cap height of a pile's name.
        label_row: the height of a row of names above the cards.
    """

    width: int
    columns: int
    edge: int
    card: int
    gap: int
    pitch: int
    index: Index
    compact: Index
    fan: int
    compact_fan: int
    back_fan: int
    loose_fan: int
    loose_back_fan: int
    cap: int
    label_cap: int
    label_row: int

    def height(self, size: Size) -> int:
        """The height of a card."""
        return round(self.card * size.height(self.index))

    @property
    def bottom(self) -> int:
        """The margin below the lowest card."""
        return math.ceil(self.width * _BOTTOM)

    @property
    def fan_right(self) -> int:
        """The offset of a card of the waste from the one that it covers."""
        return self.pitch // 2

    @property
    def strips(self) -> tuple[tuple[Index, int], ...]:
        """What may show of a covered card, from the largest: its index, and the offset it needs."""
        between = [Index.NORMAL] if self.index.value > _LARGE_INDEX * self.compact.value else []
        small = [Index.SMALLEST] if self.compact.value > Index.SMALL.value else []
        tight = (*between, *small, Index.TIGHT, Index.TIGHTEST)
        fans = [(index, math.ceil(self.card * index.fan)) for index in tight]
        usual = [(self.index, self.fan), *fans[: len(between)], (self.compact, self.compact_fan)]
        return (*usual, *fans[len(between) :])

    def column_x(self, column: int) -> int:
        """The left edge of a column."""
        return self.edge + column * self.pitch


def metrics_of(
    width: int, columns: int, *, large_index: bool = False, spacing: Spacing = Spacing.WIDE
) -> Metrics:
    """The lengths of a board.

    Args:
        large_index: whether large indices are asked for.
        spacing: the space between columns.
    """
    gap_share, edge_share = spacing.value
    gap = round(width * gap_share)
    card = (width - 2 * round(width * edge_share) - (columns - 1) * gap) // columns
    label_cap = math.ceil(width * _LABEL_CAP)
    index = index_of(columns, large=large_index)
    compact = compact_index_of(columns)
    least = math.ceil(width * _MIN_FAN)
    fan = max(math.ceil(card * index.fan), least)
    return Metrics(
        width=width,
        columns=columns,
        edge=(width - columns * card - (columns - 1) * gap) // 2,
        card=card,
        gap=abs(gap),
        pitch=card + gap,
        index=index,
        compact=compact,
        fan=fan,
        compact_fan=max(math.ceil(card * compact.least_fan), least),
        back_fan=round(card * _BACK_FAN),
        loose_fan=max(fan, round(card * _LOOSE_FAN)),
        loose_back_fan=round(card * _LOOSE_BACK_FAN),
        cap=round(card * index.value),
        label_cap=label_cap,
        label_row=round(label_cap * _LABEL_ROW),
    )
