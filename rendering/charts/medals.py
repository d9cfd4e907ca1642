"""Medals: each badge's emblem, cut out of a plate whose shape says how much the badge asks for.

Outlines are in squares of 100 by 100 units, as in :mod:`rendering.shapes`.
"""

from __future__ import annotations

import math
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageChops

from engine import Suit
from rendering.shapes import ellipse, moved, path, pip, polygon_mask

if TYPE_CHECKING:
    from rendering.shapes import Polygon


class Emblem(StrEnum):
    """What a badge shows, by what it is for."""

    CUP = "cup"
    SPADE = "spade"
    CROWN = "crown"
    CARDS = "cards"
    TREE = "tree"
    MOUNTAIN = "mountain"
    TICK = "tick"
    ONWARD = "onward"
    COMPASS = "compass"
    FLAME = "flame"
    SUN = "sun"
    STEPS = "steps"
    TARGET = "target"
    FIVE = "five"
    FLAG = "flag"
    BOLT = "bolt"
    HOURGLASS = "hourglass"
    HEART = "heart"


_PATHS: Final = {
    Emblem.CUP: (
        (
            "M 24 8 L 76 8 C 76 40 68 56 56 60 L 56 76 L 72 82 L 72 92 L 28 92 L 28 82 L 44 76 "
            "L 44 60 C 32 56 24 40 24 8 Z"
        ),
        "M 20 16 L 6 16 C 6 36 14 46 30 50 L 27 40 C 20 37 17 32 16 25 L 20 25 Z",
        "M 80 16 L 94 16 C 94 36 86 46 70 50 L 73 40 C 80 37 83 32 84 25 L 80 25 Z",
    ),
    Emblem.CROWN: (
        "M 12 68 L 4 22 L 30 46 L 50 10 L 70 46 L 96 22 L 88 68 Z",
        "M 13 76 L 87 76 L 87 90 L 13 90 Z",
    ),
    Emblem.CARDS: (
        "M 4 30 L 22 22 L 22 82 L 20 82 Z",
        "M 29 12 L 71 12 L 71 90 L 29 90 Z",
        "M 96 30 L 78 22 L 78 82 L 80 82 Z",
    ),
    Emblem.TREE: (
        "M 50 2 L 74 36 L 62 36 L 86 72 L 14 72 L 38 36 L 26 36 Z",
        "M 43 76 L 57 76 L 57 98 L 43 98 Z",
    ),
    Emblem.MOUNTAIN: ("M 2 86 L 38 16 L 58 54 L 68 38 L 98 86 Z",),
    Emblem.TICK: ("M 6 54 L 20 40 L 40 58 L 80 12 L 95 25 L 42 86 Z",),
    Emblem.ONWARD: (
        "M 8 12 L 26 12 L 54 50 L 26 88 L 8 88 L 34 50 Z",
        "M 46 12 L 64 12 L 92 50 L 64 88 L 46 88 L 72 50 Z",
    ),
    Emblem.COMPASS: ("M 50 0 L 61 39 L 100 50 L 61 61 L 50 100 L 39 61 L 0 50 L 39 39 Z",),
    Emblem.FLAME: (
        (
            "M 52 2 C 58 26 86 40 84 66 C 83 86 68 98 50 98 C 32 98 17 86 16 66 "
            "C 16 52 24 42 32 34 C 33 44 36 50 43 52 C 40 36 42 16 52 2 Z"
        ),
    ),
    Emblem.STEPS: (
        "M 6 66 L 30 66 L 30 92 L 6 92 Z",
        "M 38 40 L 62 40 L 62 92 L 38 92 Z",
        "M 70 12 L 94 12 L 94 92 L 70 92 Z",
    ),
    Emblem.FLAG: (
        "M 14 4 L 24 4 L 24 98 L 14 98 Z",
        "M 30 8 C 46 0 60 20 92 10 L 92 56 C 60 66 46 46 30 54 Z",
    ),
    Emblem.BOLT: ("M 60 0 L 16 58 L 44 58 L 36 100 L 84 38 L 54 38 Z",),
    Emblem.HOURGLASS: (
        "M 16 2 L 84 2 L 84 14 L 16 14 Z",
        (
            "M 22 20 L 78 20 C 78 40 58 44 55 50 C 58 56 78 60 78 80 L 22 80 "
            "C 22 60 42 56 45 50 C 42 44 22 40 22 20 Z"
        ),
        "M 16 86 L 84 86 L 84 98 L 16 98 Z",
    ),
}
_RAYS: Final = 8
_LOBES: Final = 8
_ROOM: Final = 0.56
"""How much of a plate's width an emblem takes."""


@cache
def emblem_mask(emblem: Emblem, size: int) -> Image.Image:
    """An emblem alone, as a square mask."""
    return polygon_mask(_outlines(emblem), size, size / 100)


@cache
def medal_mask(tier: int, emblem: Emblem, size: int) -> Image.Image:
    """A medal as a square mask.

    Args:
        tier: how much its badge asks for: 1 a disc, 2 a shield, 3 a rosette, 4 a cut gem.
        emblem: what it shows.
        size: its width in pixels.
    """
    edge = 50 * (1 - _ROOM)
    shown = (moved(one, edge, edge, _ROOM) for one in _outlines(emblem))
    cut = polygon_mask(shown, size, size / 100)
    return ImageChops.subtract(polygon_mask((_plate(tier),), size, size / 100), cut)


def _outlines(emblem: Emblem) -> tuple[Polygon, ...]:
    """The polygons of an emblem."""
    match emblem:
        case Emblem.SPADE:
            return pip(Suit.SPADES)
        case Emblem.HEART:
            return pip(Suit.HEARTS)
        case Emblem.FIVE:
            corners = ((20, 20), (80, 20), (20, 80), (80, 80))
            return tuple(ellipse(x, y, 15) for x, y in (*corners, (50, 50)))
        case Emblem.TARGET:
            return (*_ring(50, 34), ellipse(50, 50, 17))
        case Emblem.SUN:
            turns = (2 * math.pi * ray / _RAYS for ray in range(_RAYS))
            return (ellipse(50, 50, 25), *(_ray(turn) for turn in turns))
        case _:
            return tuple(map(path, _PATHS[emblem]))


def _ring(outer: float, inner: float) -> tuple[Polygon, ...]:
    """A ring, of pieces that each have four corners."""
    edges = list(zip(ellipse(50, 50, outer), ellipse(50, 50, inner), strict=True))
    return tuple((a, b, d, c) for (a, c), (b, d) in pairwise([*edges, edges[0]]))


def _ray(turn: float) -> Polygon:
    """A ray of the sun, in this direction."""
    corners = ((34.0, -0.24), (50.0, 0.0), (34.0, 0.24))
    return tuple(
        (50 + away * math.cos(turn + aside), 50 + away * math.sin(turn + aside))
        for away, aside in corners
    )


def _plate(tier: int) -> Polygon:
    """The outline of a medal."""
    match tier:
        case 1:
            return ellipse(50, 50, 47)
        case 2:
            return path("M 50 2 L 94 12 L 94 56 C 92 80 70 94 50 99 C 30 94 8 80 6 56 L 6 12 Z")
        case 3:
            turns = [2 * math.pi * step / 96 for step in range(96)]
            return tuple(
                (
                    50 + (46.5 + 3.5 * math.cos(_LOBES * turn)) * math.cos(turn),
                    50 + (46.5 + 3.5 * math.cos(_LOBES * turn)) * math.sin(turn),
                )
                for turn in turns
            )
        case _:
            return path("M 50 0 L 85 15 L 100 50 L 85 85 L 50 100 L 15 85 L 0 50 L 15 15 Z")
