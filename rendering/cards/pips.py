"""Where the pips of number cards stand: in the traditional arrangement."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine import Rank

Place = tuple[float, float]
"""A pip's centre across a card, and how far down it is between the highest and the lowest place."""

_SIDES: Final = (0.24, 0.76)
_ROWS: Final[Mapping[Rank, tuple[float, ...]]] = MappingProxyType(
    {
        Rank.FOUR: (0, 1),
        Rank.FIVE: (0, 1),
        Rank.SIX: (0, 1 / 2, 1),
        Rank.SEVEN: (0, 1 / 2, 1),
        Rank.EIGHT: (0, 1 / 2, 1),
        Rank.NINE: (0, 1 / 3, 2 / 3, 1),
        Rank.TEN: (0, 1 / 3, 2 / 3, 1),
    }
)
_MIDDLE: Final[Mapping[Rank, tuple[float, ...]]] = MappingProxyType(
    {
        Rank.TWO: (0, 1),
        Rank.THREE: (0, 1 / 2, 1),
        Rank.FIVE: (1 / 2,),
        Rank.SEVEN: (1 / 4,),
        Rank.EIGHT: (1 / 4, 3 / 4),
        Rank.NINE: (1 / 2,),
        Rank.TEN: (1 / 6, 5 / 6),
    }
)
_MAX_SIZE: Final[Mapping[Rank, float]] = MappingProxyType(
    {Rank.TWO: 0.3, Rank.THREE: 0.25, Rank.FOUR: 0.25, Rank.FIVE: 0.24}
)
_SIZE: Final = 0.22
_PACKING: Final = 0.84
"""How much of the height of a column pips fill at most."""


def pip_places(rank: Rank) -> tuple[Place, ...]:
    """The places of the pips of a number card from the two to the ten."""
    sides = ((x, y) for y in _ROWS.get(rank, ()) for x in _SIDES)
    return (*sides, *((0.5, y) for y in _MIDDLE.get(rank, ())))


def pip_size(rank: Rank, height: int, width: int) -> float:
    """The size of a pip in pixels, on a card of that width with that height for pips."""
    column = max(len(_ROWS.get(rank, ())), len(_MIDDLE.get(rank, ())))
    return min(_MAX_SIZE.get(rank, _SIZE) * width, height / column * _PACKING)
