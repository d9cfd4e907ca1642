"""Outlines as polygons and masks: SVG paths, the suit symbols, rounded rectangles.

Paths are in a square of 100 by 100 units, y downwards.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine import Suit

Point = tuple[float, float]
Polygon = tuple[Point, ...]

SUPERSAMPLING: Final = 4
"""Shapes are drawn this many times larger and scaled down, for anti-aliasing."""

_CURVE_STEPS: Final = 20
_STAR_POINTS: Final = 5
_STAR_DEPTH: Final = 0.42

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
    """The polygon of an SVG path of absolute commands M, L, C, Q and Z."""
    tokens = iter(text.split())
    points: list[Point] = []
    for command in tokens:
        if command in "ML":
            points.append(_point(tokens))
        elif command == "C":
            points.extend(_cubic(points[-1], _point(tokens), _point(tokens), _point(tokens)))
        elif command == "Q":
            start, bend, end = points[-1], _point(tokens), _point(tokens)
            points.extend(_cubic(start, _toward(start, bend), _toward(end, bend), end))
    return tuple(points)


def _point(tokens: Iterator[str]) -> Point:
    return float(next(tokens)), float(next(tokens))


def _toward(point: Point, other: Point) -> Point:
    """Two thirds of the way to another point: a quadratic control point as a cubic one."""
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
    """An ellipse around a point, with those radii; a circle if only one is given."""
    down = across if down is None else down
    turns = (2 * math.pi * step / 48 for step in range(48))
    return tuple((x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns)


def mirrored(polygon: Polygon) -> Polygon:
    """The polygon mirrored about the vertical axis."""
    return tuple((100 - x, y) for x, y in polygon)


def moved(polygon: Polygon, x: float, y: float, scale: float) -> Polygon:
    """The polygon scaled, then translated."""
    return tuple((x + px * scale, y + py * scale) for px, py in polygon)


@cache
def pip(suit: Suit) -> tuple[Polygon, ...]:
    """The polygons of a suit symbol."""
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


def polygon_mask(polygons: Iterable[Polygon], size: int, scale: float) -> Image.Image:
    """Polygons as a square mask, ``scale`` pixels to a unit."""
    drawn = Image.new("L", (size * SUPERSAMPLING, size * SUPERSAMPLING))
    pen = ImageDraw.Draw(drawn)
    for polygon in polygons:
        pen.polygon(moved(polygon, 0, 0, scale * SUPERSAMPLING), fill=255)
    return drawn.reduce(SUPERSAMPLING)


@cache
def pip_mask(suit: Suit, size: int) -> Image.Image:
    """A suit symbol as a square mask, of at least one pixel."""
    size = max(size, 1)
    return polygon_mask(pip(suit), size, size / 100)


@cache
def star_mask(size: int) -> Image.Image:
    """A five-pointed star as a square mask."""
    angles = (math.pi * (corner / _STAR_POINTS - 0.5) for corner in range(2 * _STAR_POINTS))
    radii = itertools.cycle((50, 50 * _STAR_DEPTH))
    corners = tuple(
        (50 + radius * math.cos(angle), 53 + radius * math.sin(angle))
        for angle, radius in zip(angles, radii, strict=False)
    )
    return polygon_mask((corners,), size, size / 100)


@lru_cache(maxsize=256)
def rounded_rectangle(width: int, height: int, radius: float, inset: float = 0.0) -> Image.Image:
    """A rectangle with rounded corners as a mask, ``inset`` pixels from the edge of the image."""
    scale = SUPERSAMPLING
    drawn = Image.new("L", (width * scale, height * scale))
    near = inset * scale
    ImageDraw.Draw(drawn).rounded_rectangle(
        (near, near, width * scale - 1 - near, height * scale - 1 - near),
        radius=max(0.0, radius - inset) * scale,
        fill=255,
    )
    return drawn.reduce(scale)
