"""The lengths that a board is made of, in pixels, from its width and its number of columns."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

LOOSEST_FAN: Final = 0.68
"""How far it lies at most, on a board that would be too flat."""

LOOSEST_BACK_FAN: Final = 0.42
"""The same for a card on one that is face down."""

CORNER: Final = 0.075
"""The radius of a card's corners, in card widths."""

_BACK_FAN: Final = 0.2
_LABEL_CAP: Final = 0.0255
_LETTER_CAP: Final = 0.034
_LABEL_ROW: Final = 1.63
_EDGE: Final = 0.0125
_GAP: Final = 0.0105
_UNDER_INDEX: Final = 0.095
_INDEX_CARD: Final = 0.03
_WIDE_COLUMNS: Final = 10


class Index(Enum):
    """How tall the index of a card is, in card widths."""

    NORMAL = 0.345
    WIDE = 0.4
    LARGE = 0.46

    @property
    def fan(self) -> float:
        """How far a card lies at least below the one it covers, in card widths.

        So the index stays in sight.
        """
        return self.value + _UNDER_INDEX


def index_of(columns: int, *, large: bool) -> Index:
    """The index of a board of so many columns: the narrower its cards, the larger on them.

    Args:
        columns: how many columns the board has.
        large: whether the player wants large indices.
    """
    if large or columns > _WIDE_COLUMNS:
        return Index.LARGE
    return Index.WIDE if columns == _WIDE_COLUMNS else Index.NORMAL


class Size(Enum):
    """How much of a card is drawn."""

    TALL = "a whole card"
    LONG = "a whole card, narrow and long"
    UPPER = "its upper part"
    INDEX = "little more than its index"

    def height(self, index: Index) -> float:
        """How tall that is with such an index, in card widths."""
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
        y: its upper edge.
        width: how wide it is.
        height: how tall it is.
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
        """The smallest box round both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The lengths that a board is made of, in pixels.

    Attributes:
        width: the board.
        columns: how many columns it has.
        edge: what is left free all round.
        card: the width of a card.
        gap: between columns.
        index: how tall indices are.
        fan: between a card and the one on it, at least.
        back_fan: between a face-down card and the one on it, at least.
        cap: the height of an index.
        label_cap: the height of a pile's name.
        letter_cap: the height that capitals have beside a name that is a small letter.
        label_row: what a row of names takes, above the cards.
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
    letter_cap: int
    label_row: int

    def height(self, size: Size) -> int:
        """The height of a card of some size."""
        return round(self.card * size.height(self.index))

    @property
    def aside(self) -> int:
        """Between a card of the waste and the one beside it."""
        return (self.card + self.gap) // 2

    def loosened(self, share: float) -> Metrics:
        """The same with columns drawn out, from not at all (0) to as far as may be (1)."""
        loosest, back = self.card * LOOSEST_FAN, self.card * LOOSEST_BACK_FAN
        return replace(
            self,
            fan=self.fan + round(max(0.0, loosest - self.fan) * share),
            back_fan=self.back_fan + round((back - self.back_fan) * share),
        )


def metrics_of(width: int, columns: int, *, large_index: bool = False) -> Metrics:
    """The lengths of a board of that width and number of columns.

    Args:
        width: the board's width in pixels.
        columns: how many columns it has.
        large_index: whether the player wants large indices.
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
        letter_cap=math.ceil(width * _LETTER_CAP),
        label_row=round(label_cap * _LABEL_ROW),
    )
