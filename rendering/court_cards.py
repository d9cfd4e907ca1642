"""The busts of jack, queen and king.

Each is a list of layers, painted in order: polygons in a square of 100 by 100 units, and their
paint. The bottom of the square is that of the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from engine import Rank, Suit
from rendering.shapes import (
    SUPERSAMPLING,
    Polygon,
    ellipse,
    mirrored,
    moved,
    path,
    pip,
)
from rendering.theme import Colour, Theme


class Paint(Enum):
    """The ink of the suit, or a colour of the theme."""

    INK = "ink"
    TINT = "tint"
    CARD = "card"
    SKIN = "skin"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class Layer:
    """Polygons of one paint.

    Attributes:
        paint: their paint.
        polygons: the polygons, in units.
    """

    paint: Paint
    polygons: tuple[Polygon, ...]


def _both(text: str) -> tuple[Polygon, Polygon]:
    """A path and its mirror image."""
    polygon = path(text)
    return polygon, mirrored(polygon)


_ROBE: Final = Layer(
    Paint.INK,
    (path("M -6 102 C -4 84 16 78 38 72 L 62 72 C 84 78 104 84 106 102 Z"),),
)
_NECK: Final = Layer(Paint.SKIN, (path("M 43 56 L 57 56 L 57 72 L 50 80 L 43 72 Z"),))
_FACE: Final = Layer(
    Paint.SKIN, (path("M 35 30 L 65 30 L 65 48 C 65 60 58 68 50 68 C 42 68 35 60 35 48 Z"),)
)
_FEATURES: Final = Layer(
    Paint.INK,
    (
        *(ellipse(x, 45, 2.1, 2.5) for x in (43, 57)),
        *_both("M 38.5 40.5 Q 42.5 37 47 39.5 L 46.6 41 Q 42.5 39 39 41.8 Z"),
        path("M 50.6 44 L 48 53.4 Q 50 55.2 52.6 54 L 52.4 52.8 L 50 53 L 51.6 44.2 Z"),
    ),
)


def _symbol(suit: Suit, x: float, y: float, size: float, paint: Paint) -> Layer:
    """A suit symbol centred on a point."""
    scale = size / 100
    return Layer(paint, tuple(moved(part, x - size / 2, y - size / 2, scale) for part in pip(suit)))


def _king(suit: Suit) -> Iterator[Layer]:
    yield Layer(Paint.INK, _both("M 36 26 C 24 36 25 54 27 66 C 30 71 37 70 40 64 L 40 30 Z"))
    yield _ROBE
    yield Layer(Paint.GOLD, _both("M 38 71 L 30 74 L 41 104 L 50 104 L 50 98 Z"))
    yield _FACE
    yield _FEATURES
    yield Layer(
        Paint.INK,
        (
            path(
                "M 34 42 C 36 52 39 56 44 56 L 56 56 C 61 56 64 52 66 42 "
                "C 68 60 67 72 60 80 C 57 84 53 86 50 90 C 47 86 43 84 40 80 C 33 72 32 60 34 42 Z"
            ),
        ),
    )
    yield Layer(Paint.SKIN, (path("M 45 60.5 Q 50 58.5 55 60.5 Q 50 65 45 60.5 Z"),))
    yield Layer(
        Paint.GOLD,
        (
            path("M 29 33 L 24 9 L 37.5 20 L 50 3 L 62.5 20 L 76 9 L 71 33 Q 50 28 29 33 Z"),
            ellipse(24, 8.5, 3.6),
            ellipse(76, 8.5, 3.6),
            ellipse(50, 3.5, 3.8),
        ),
    )
    yield Layer(
        Paint.INK,
        (path("M 29.4 34.6 L 28.4 29 Q 50 23.6 71.6 29 L 70.6 34.6 Q 50 29.4 29.4 34.6 Z"),),
    )
    yield _symbol(suit, 50, 18.4, 11, Paint.INK)


def _queen(suit: Suit) -> Iterator[Layer]:
    yield Layer(
        Paint.INK,
        (
            path(
                "M 50 14 C 22 14 24 40 25 54 C 26 68 20 74 19 84 L 81 84 "
                "C 80 74 74 68 75 54 C 76 40 78 14 50 14 Z"
            ),
        ),
    )
    yield _ROBE
    yield Layer(Paint.SKIN, (path("M 37 71 C 38 92 62 92 63 71 Z"),))
    yield _NECK
    yield Layer(
        Paint.GOLD,
        (
            *(
                ellipse(50 + step * 5.4, 84 - abs(step) ** 1.7 * 1.6, 2.3)
                for step in (-2, -1, 0, 1, 2)
            ),
            *_both("M 38 71 L 33 72.6 C 34 92 42 97 50 97 L 50 93 C 44 93 38.5 88 38 71 Z"),
        ),
    )
    yield _FACE
    yield _FEATURES
    yield Layer(
        Paint.INK, (path("M 45 59 Q 47.5 57.4 50 58.6 Q 52.5 57.4 55 59 Q 50 63.6 45 59 Z"),)
    )
    yield Layer(Paint.INK, _both("M 50 26 C 40 26 35 34 34 46 L 32 46 L 32 26 L 50 22 Z"))
    yield Layer(
        Paint.GOLD,
        (
            path(
                "M 30 28 L 27 13 Q 33 20 38.5 19 Q 44 17 43 9 Q 46 3 50 1 "
                "Q 54 3 57 9 Q 56 17 61.5 19 Q 67 20 73 13 L 70 28 Q 50 21 30 28 Z"
            ),
            ellipse(26.6, 12, 3),
            ellipse(73.4, 12, 3),
            ellipse(42, 8, 2.6),
            ellipse(58, 8, 2.6),
        ),
    )
    yield _symbol(suit, 50, 14, 10.5, Paint.INK)


def _jack(suit: Suit) -> Iterator[Layer]:
    yield _ROBE
    yield _NECK
    yield Layer(Paint.GOLD, _both("M 42 70 L 32 73 L 38 86 L 50 80 Z"))
    yield Layer(
        Paint.INK,
        _both("M 38 26 C 27 34 28 50 26 58 C 25 63 28 67 33 66 C 38 65 40 60 40 54 L 39 40 Z"),
    )
    yield _FACE
    yield _FEATURES
    yield Layer(Paint.INK, (path("M 44.5 60 Q 50 58.6 55.5 60 Q 50 63 44.5 60 Z"),))
    yield Layer(Paint.GOLD, (path("M 70 26 C 78 22 96 16 97 -2 C 84 -2 70 6 66 22 Z"),))
    yield Layer(Paint.INK, (path("M 67.4 24 Q 78 12 92 3 L 93 4.2 Q 80 14 70 25.4 Z"),))
    yield Layer(
        Paint.INK,
        (path("M 25 30 C 16 18 30 8 50 7 C 70 6 86 14 77 30 Q 51 22 25 30 Z"),),
    )
    yield Layer(
        Paint.GOLD, (path("M 25 35.6 L 23 29 Q 50 19.6 79 29 L 77 35.6 Q 50 26 25 35.6 Z"),)
    )
    yield _symbol(suit, 50, 16, 11, Paint.CARD)


@cache
def _layers(rank: Rank, suit: Suit) -> tuple[Layer, ...]:
    match rank:
        case Rank.KING:
            figure = _king(suit)
        case Rank.QUEEN:
            figure = _queen(suit)
        case _:
            figure = _jack(suit)
    return tuple(figure)


def portrait(
    rank: Rank, suit: Suit, theme: Theme, ink: Colour, width: int, height: int
) -> Image.Image:
    """The picture of a court card in RGB, on the tint of its ink."""
    fine = SUPERSAMPLING
    paints = {
        Paint.INK: ink,
        Paint.TINT: theme.tint(ink),
        Paint.CARD: theme.card,
        Paint.SKIN: theme.skin,
        Paint.GOLD: theme.gold,
    }
    picture = Image.new("RGB", (width * fine, height * fine), paints[Paint.TINT])
    pen = ImageDraw.Draw(picture)
    unit = min(height * 0.95, width) / 100 * fine
    left, top = (width * fine - 100 * unit) / 2, height * fine - 100 * unit
    for layer in _layers(rank, suit):
        for polygon in layer.polygons:
            pen.polygon(moved(polygon, left, top, unit), fill=paints[layer.paint])
    return picture.reduce(fine)
