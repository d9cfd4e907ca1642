"""The lengths that a board is made of, in pixels, from its width and its number of columns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final

FAN: Final = 0.44
"""How far a card lies below the one it covers, in card widths: its index stays in sight."""

CAP: Final = 0.345
"""How tall an index is, in card widths."""

WIDEST_FAN: Final = 0.52
"""How far it lies at most, where a board would be too wide: no pip shows in part yet."""

_BACK_FAN: Final = 0.2
_BACK_FAN_OF_WIDEST: Final = 0.32
_LABEL_CAP: Final = 0.0255
_LABEL_ROW: Final = 1.56
_EDGE: Final = 0.0125
_GAP: Final = 0.0105


class Size(Enum):
    """How much of a card is drawn: its height in card widths."""

    TALL = 1.34
    UPPER = 1.06
    INDEX = 0.47


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
class Measures:
    """The lengths that a board is made of, in pixels.

    Attributes:
        width: the board.
        columns: how many columns it has.
        edge: what is left free all round.
        card: the width of a card.
        gap: between columns.
        fan: between a card and the one on it.
        back_fan: between a face-down card and the one on it.
        cap: the height of an index.
        label_cap: the height of a pile's name.
        label_row: what a row of names takes, above the cards.
    """

    width: int
    columns: int
    edge: int
    card: int
    gap: int
    fan: int
    back_fan: int
    cap: int
    label_cap: int
    label_row: int

    def height(self, size: Size) -> int:
        """The height of a card of some size."""
        return round(self.card * size.value)

    @property
    def aside(self) -> int:
        """Between a card of the waste and the one beside it."""
        return (self.card + self.gap) // 2


def measures_of(width: int, columns: int, stretch: float = 0.0) -> Measures:
    """The lengths of a board of that width and number of columns.

    Args:
        width: the board's width in pixels.
        columns: how many columns it has.
        stretch: how far columns are drawn out, from 0 to 1.
    """
    gap = round(width * _GAP)
    card = (width - 2 * round(width * _EDGE) - (columns - 1) * gap) // columns
    label_cap = math.ceil(width * _LABEL_CAP)
    return Measures(
        width=width,
        columns=columns,
        edge=(width - columns * card - (columns - 1) * gap) // 2,
        card=card,
        gap=gap,
        fan=math.ceil(card * (FAN + stretch * (WIDEST_FAN - FAN))),
        back_fan=round(card * (_BACK_FAN + stretch * (_BACK_FAN_OF_WIDEST - _BACK_FAN))),
        cap=round(card * CAP),
        label_cap=label_cap,
        label_row=round(label_cap * _LABEL_ROW),
    )
