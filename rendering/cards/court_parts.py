"""What the figures of court cards are made of: paints, layers, and the parts that they share.

A figure stands in a square of 100 by 100 units, y downwards, its robe reaching further down. It is
a list of layers, painted in order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from engine import Suit
from rendering.shapes import Polygon, ellipse, mirrored, moved, path, pip


class Paint(Enum):
    """The paints of court cards."""

    INK = "the ink of the suit"
    PALE = "half that ink"
    TINT = "the background"
    CARD = "the paper of a card"
    WHITE = "the same with an edge, for what lies on paper"
    GOLD = "crowns and trimmings"
    SKIN = "skin"
    SHADE = "shaded skin"
    LIPS = "lips"
    DARK = "eyes and brows, black hair"
    BROWN = "brown hair, wood"
    AUBURN = "auburn hair"
    BLOND = "blond hair"
    GREY = "grey hair, steel"


@dataclass(frozen=True, slots=True)
class Layer:
    """Polygons of one paint.

    Attributes:
        paint: their paint.
        polygons: the polygons, in units.
        is_held: whether they belong to what the figure holds, or to its hand.
    """

    paint: Paint
    polygons: tuple[Polygon, ...]
    is_held: bool = False


def layer(paint: Paint, *outlines: str) -> Layer:
    """A layer of paths."""
    return Layer(paint, tuple(map(path, outlines)))


def pair(paint: Paint, *outlines: str) -> Layer:
    """A layer of paths and their mirror images."""
    polygons = tuple(map(path, outlines))
    return Layer(paint, polygons + tuple(map(mirrored, polygons)))


def discs(paint: Paint, radius: float, *centres: tuple[float, float]) -> Layer:
    """A layer of circles."""
    return Layer(paint, tuple(ellipse(x, y, radius) for x, y in centres))


def symbol(suit: Suit, x: float, y: float, size: float, paint: Paint) -> Layer:
    """A suit symbol centred on a point."""
    scale = size / 100
    return Layer(paint, tuple(moved(part, x - size / 2, y - size / 2, scale) for part in pip(suit)))


def strokes(paint: Paint, width: float, *lines: tuple[float, float, float, float]) -> Layer:
    """A layer of straight strokes, each given by its ends."""
    return Layer(paint, tuple(_stroke(width / 2, *line) for line in lines))


def _stroke(half: float, x: float, y: float, to_x: float, to_y: float) -> Polygon:
    length = math.hypot(to_x - x, to_y - y)
    across, down = (to_y - y) / length * half, (x - to_x) / length * half
    return (
        (x - across, y - down),
        (x + across, y + down),
        (to_x + across, to_y + down),
        (to_x - across, to_y - down),
    )


def shifted(layers: Iterator[Layer], x: float, y: float = 0) -> Iterator[Layer]:
    """The layers moved."""
    for each in layers:
        yield replace(each, polygons=tuple(moved(part, x, y, 1) for part in each.polygons))


def held(*layers: Layer | Iterator[Layer]) -> Iterator[Layer]:
    """The layers as those of what a figure holds."""
    for each in layers:
        parts = (each,) if isinstance(each, Layer) else each
        yield from (replace(part, is_held=True) for part in parts)


def flipped(layers: Iterator[Layer]) -> Iterator[Layer]:
    """The layers mirrored about the vertical axis."""
    for each in layers:
        yield replace(each, polygons=tuple(map(mirrored, each.polygons)))


ROBE: Final = layer(
    Paint.INK,
    "M -40 150 L -40 116 C -6 86 14 83 36 77 L 64 77 C 86 83 106 86 140 116 L 140 150 Z",
)
"""Broad shoulders."""

GOWN: Final = layer(
    Paint.INK,
    "M -40 150 L -40 140 C 0 110 10 90 37 79 L 63 79 C 90 90 100 110 140 140 L 140 150 Z",
)
"""Narrow shoulders."""


def face(turn: float = 0, *, broad: bool = False, neck: bool = True) -> Iterator[Layer]:
    """Neck and face, without features.

    Args:
        turn: how far it looks to the right; negative for the left.
        broad: whether it has a square jaw.
        neck: whether the neck shows.
    """
    if neck:
        yield layer(Paint.SHADE, "M 42 60 L 58 60 L 58 76 L 50 84 L 42 76 Z")
    jaw = (
        "M 33 32 L 67 32 L 67 54 C 67 64 60 73 50 73 C 40 73 33 64 33 54 Z"
        if broad
        else "M 34 32 L 66 32 L 66 50 C 66 62 57 73 50 73 C 43 73 34 62 34 50 Z"
    )
    yield Layer(Paint.SKIN, (moved(path(jaw), turn / 3, 0, 1),))


def features(turn: float = 0, *, lips: bool = True, fine: bool = False) -> Iterator[Layer]:
    """Eyes, brows, nose and mouth.

    Args:
        turn: how far the face looks to the right; negative for the left.
        lips: whether the mouth shows.
        fine: whether brows are thin and lips full.
    """
    side = math.copysign(1, turn) if turn else 1
    middle = 50 + turn
    near, far = middle - side * 8.6, middle + side * (7.6 - abs(turn) * 0.12)
    nose = path("M 49 50 L 51.4 50 L 54.4 59.4 Q 51.6 61.6 48.4 60.4 L 48.6 58.9 L 51 58.8 Z")
    nose = moved(nose, turn * 1.15, 0, 1)
    yield Layer(Paint.SHADE, (nose if side > 0 else moved(mirrored(nose), turn * 2.3, 0, 1),))
    eyes = [ellipse(x, 49.4, 2.3, 2.9) for x in (near, far)]
    lift = 0.0 if fine else 0.4
    brows = [_brow(x, sign, 2.0 + lift) for x, sign in ((near, -side), (far, side))]
    yield Layer(Paint.DARK, (*eyes, *brows))
    if lips:
        width, full = (5.4, 3.4) if fine else (5.8, 2.4)
        x, y = middle + turn * 0.1, 65.2
        yield layer(
            Paint.LIPS,
            f"M {x - width} {y - 0.6} Q {x - 2.4} {y - full * 0.5} {x} {y - 0.7} "
            f"Q {x + 2.4} {y - full * 0.5} {x + width} {y - 0.6} "
            f"Q {x} {y + full * 1.3} {x - width} {y - 0.6} Z",
        )


def _brow(x: float, side: float, thick: float) -> Polygon:
    """The brow over an eye, its thick end towards the nose."""
    inner, outer = x - side * 4.2, x + side * 5
    return path(
        f"M {inner} {43.8 - thick / 2} Q {x + side} {40 - thick / 2} {outer} {44} "
        f"Q {x + side} {41.4 + thick / 2} {inner} {43.8 + thick / 2} Z"
    )


def profile() -> Iterator[Layer]:
    """A head that looks left, with its features."""
    yield layer(Paint.SHADE, "M 44 60 L 62 56 L 64 84 L 50 86 L 42 78 Z")
    yield layer(
        Paint.SKIN,
        "M 66 30 L 66 62 C 62 68 56 73 48 75 C 42 76 37 75 36 72 C 35 70 36 69 35.4 67.6 "
        "C 34 66.6 33.6 65.6 34.4 64.4 C 33 63.4 33 62 34 60.8 C 31 60.4 28 59.4 28 57.6 "
        "C 28.6 55 32.6 51 33.4 47 C 32.6 43 33.4 37 36 30 Z",
    )
    yield layer(
        Paint.DARK,
        "M 36.4 48.2 Q 39.6 45.6 43.4 48.4 Q 42.4 52 38.8 52.2 Q 36.6 51.2 36.4 48.2 Z",
        "M 33.6 43.4 Q 38.6 39 46 43 L 45.4 44.6 Q 39 42 34 45.6 Z",
    )
    yield layer(Paint.LIPS, "M 34.4 64.3 Q 38.4 64 41.6 65.4 Q 38.8 67.6 35.4 67.4 Z")
    yield layer(Paint.SHADE, "M 30.6 59.6 Q 33.6 59 35.4 57 Q 36.6 59.6 34 60.8 Z")


def fist(x: float, y: float, cuff: Paint = Paint.GOLD) -> Iterator[Layer]:
    """A closed hand around something upright, with its cuff below it."""
    inward = math.copysign(10, 50 - x)
    yield layer(
        Paint.INK,
        f"M {x - 9} {y + 14} L {x + 9} {y + 14} L {x + 14 + inward} 150 L {x - 14 + inward} 150 Z",
    )
    yield layer(
        cuff,
        f"M {x - 8} {y + 8} L {x + 8} {y + 8} L {x + 10} {y + 16} L {x - 10} {y + 16} Z",
    )
    yield layer(
        Paint.SKIN,
        f"M {x - 6.6} {y - 5} Q {x} {y - 8} {x + 6.6} {y - 5} L {x + 7} {y + 6} "
        f"Q {x} {y + 11} {x - 7} {y + 6} Z",
    )
    fingers = (
        f"M {x - 6.4} {y + at} L {x + 3} {y + at} L {x + 3} {y + at + 1.6} "
        f"L {x - 6.4} {y + at + 1.6} Z"
        for at in (-1, 3.6)
    )
    yield layer(Paint.SHADE, *fingers)
