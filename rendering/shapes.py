"""Outlines: paths written as in SVG, made into polygons, and the four suit signs.

A path is drawn in a square of 100 by 100 units, y downwards, and scaled to where it is wanted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from engine import Suit

Point = tuple[float, float]
Polygon = tuple[Point, ...]

SUPERSAMPLING: Final = 4
"""How many times larger shapes are drawn before they are scaled down, for smooth edges."""

_CURVE_STEPS: Final = 20

_HEART: Final = (
    "M 50 95 C 44 84 5 60 5 33 C 5 16 17 6 29 6 C 39 6 47 12 50 22 "
    "C 53 12 61 6 71 6 C 83 6 95 16 95 33 C 95 60 56 84 50 95 Z"
)
_DIAMOND: Final = (
    "M 50 2 C 58 20 72 38 87 50 C 72 62 58 80 50 98 C 42 80 28 62 13 50 C 28 38 42 20 50 2 Z"
)
_SPADE: Final = (
    "M 50 3 C 56 16 95 38 95 62 C 95 76 85 83 75 83 C 65 83 57 78 53 70 "
    "C 54 82 58 91 68 97 L 32 97 C 42 91 46 82 47 70 "
    "C 43 78 35 83 25 83 C 15 83 5 76 5 62 C 5 38 44 16 50 3 Z"
)
_CLUB_STEM: Final = "M 50 44 L 53 66 C 54 82 58 91 69 97 L 31 97 C 42 91 46 82 47 66 Z"
_CLUB_HEART: Final = "M 50 34 L 66 58 L 34 58 Z"


def path(text: str) -> Polygon:
    """The polygon of a path of absolute commands: M, L, C, Q and Z, as SVG writes them."""
    words = iter(text.split())
    points: list[Point] = []
    for command in words:
        if command in "ML":
            points.append(_point(words))
        elif command == "C":
            points.extend(_cubic(points[-1], _point(words), _point(words), _point(words)))
        elif command == "Q":
            start, bend, end = points[-1], _point(words), _point(words)
            points.extend(_cubic(start, _toward(start, bend), _toward(end, bend), end))
    return tuple(points)


def _point(words: Iterator[str]) -> Point:
    return float(next(words)), float(next(words))


def _toward(point: Point, other: Point) -> Point:
    """Two thirds of the way to another point: where a quadratic curve has its cubic handle."""
    return point[0] + (other[0] - point[0]) * 2 / 3, point[1] + (other[1] - point[1]) * 2 / 3


def _cubic(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        s = 1 - t
        k = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        yield (
            k[0] * a[0] + k[1] * b[0] + k[2] * c[0] + k[3] * d[0],
            k[0] * a[1] + k[1] * b[1] + k[2] * c[1] + k[3] * d[1],
        )


def ellipse(x: float, y: float, across: float, down: float | None = None) -> Polygon:
    """An ellipse round a point, with those radii; a circle when only one is given."""
    down = across if down is None else down
    turns = (2 * math.pi * step / 48 for step in range(48))
    return tuple((x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns)


def mirrored(polygon: Polygon) -> Polygon:
    """The polygon on the other side of the middle."""
    return tuple((100 - x, y) for x, y in polygon)


def moved(polygon: Polygon, x: float, y: float, scale: float) -> Polygon:
    """The polygon scaled, then put with its origin at a point."""
    return tuple((x + px * scale, y + py * scale) for px, py in polygon)


@cache
def pip(suit: Suit) -> tuple[Polygon, ...]:
    """The polygons that together are a suit's sign."""
    match suit:
        case Suit.HEARTS:
            return (path(_HEART),)
        case Suit.DIAMONDS:
            return (path(_DIAMOND),)
        case Suit.SPADES:
            return (path(_SPADE),)
        case Suit.CLUBS:
            leaves = (ellipse(50, 25, 22), ellipse(26.5, 58, 22), ellipse(73.5, 58, 22))
            return (*leaves, path(_CLUB_STEM), path(_CLUB_HEART))


def mask(polygons: Iterable[Polygon], width: int, height: int, scale: float) -> Image.Image:
    """Polygons as a smooth mask of that many pixels, ``scale`` pixels to a unit."""
    fine = SUPERSAMPLING
    drawn = Image.new("L", (width * fine, height * fine))
    pen = ImageDraw.Draw(drawn)
    for polygon in polygons:
        pen.polygon(moved(polygon, 0, 0, scale * fine), fill=255)
    return drawn.reduce(fine)


@cache
def pip_mask(suit: Suit, size: int) -> Image.Image:
    """A suit's sign as a mask, that many pixels a side."""
    return mask(pip(suit), size, size, size / 100)
