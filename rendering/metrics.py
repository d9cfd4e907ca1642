"""The lengths of a board in pixels, from its width and its number of columns."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

_MAX_FAN: Final = 0.68
_MAX_BACK_FAN: Final = 0.42
"""The largest offsets in a column, on a board that would be too flat, in card widths."""

CORNER: Final = 0.075
"""The radius of a card's corners, in card widths."""

_BACK_FAN: Final = 0.2
_LABEL_CAP: Final = 0.03
_LABEL_ROW: Final = 1.39
_EDGE: Final = 0.0125
_GAP: Final = 0.0105
_UNDER_INDEX: Final = 0.095
_INDEX_CARD: Final = 0.03
_WIDE_COLUMNS: Final = 10


class Index(Enum):
    """The height of a card's index, in card widths."""

    NORMAL = 0.345
    WIDE = 0.4
    LARGE = 0.46

    @property
    def fan(self) -> float:
        """The offset in a column that keeps the index visible, in card widths."""
        return self.value + _UNDER_INDEX


def index_of(columns: int, *, large: bool) -> Index:
    """The index on a board: the narrower the cards, the larger in proportion.

    Args:
        columns: the number of columns of the board.
        large: whether large indices are asked for.
    """
    if large or columns > _WIDE_COLUMNS:
        return Index.LARGE
    return Index.WIDE if columns == _WIDE_COLUMNS else Index.NORMAL


class Size(Enum):
    """How much of a card is drawn."""

    TALL = "the whole card"
    LONG = "the whole card, narrow and long"
    UPPER = "the upper part"
    INDEX = "little more than the index"

    def height(self, index: Index) -> float:
        """The height of a card with that index, in card widths."""
        match self:
            case Size.TALL:
                return 1.34
            case Size.LONG:
                return 1.5
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
        gap: the space between columns.
        index: the size of indices.
        fan: the offset of a card in a column from the one that it covers.
        back_fan: the same if that one is face down.
        cap: the height of an index.
        label_cap: the cap height of a pile's name.
        label_row: the height of a row of names above the cards.
    """

    width: int
    columns: int
    edge: int
    card: int
    gap: int
    index: Index
    fan: int
    back_fan: int
    cap: int
    label_cap: int
    label_row: int

    def height(self, size: Size) -> int:
        """The height of a card."""
        return round(self.card * size.height(self.index))

    @property
    def fan_right(self) -> int:
        """The offset of a card of the waste from the one that it covers."""
        return (self.card + self.gap) // 2

    def column_x(self, column: int) -> int:
        """The left edge of a column."""
        return self.edge + column * (self.card + self.gap)

    def loosened(self, looseness: float) -> Metrics:
        """The same with columns stretched, from not at all (0) to the most (1)."""
        fan, back_fan = self.card * _MAX_FAN, self.card * _MAX_BACK_FAN
        return replace(
            self,
            fan=self.fan + round(max(0.0, fan - self.fan) * looseness),
            back_fan=self.back_fan + round((back_fan - self.back_fan) * looseness),
        )


def metrics_of(width: int, columns: int, *, large_index: bool = False) -> Metrics:
    """The lengths of a board.

    Args:
        width: its width in pixels.
        columns: the number of its columns.
        large_index: whether large indices are asked for.
    """
    gap = round(width * _GAP)
    card = (width - 2 * round(width * _EDGE) - (columns - 1) * gap) // columns
    label_cap = math.ceil(width * _LABEL_CAP)
    index = index_of(columns, large=large_index)
    return Metrics(
        width=width,
        columns=columns,
        edge=(width - columns * card - (columns - 1) * gap) // 2,
        card=card,
        gap=gap,
        index=index,
        fan=math.ceil(card * index.fan),
        back_fan=round(card * _BACK_FAN),
        cap=round(card * index.value),
        label_cap=label_cap,
        label_row=round(label_cap * _LABEL_ROW),
    )
