"""The patterns on the backs of cards, each symmetric about the middle."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from rendering.cards.card_design import Back
from rendering.metrics import CORNER
from rendering.shapes import SUPERSAMPLING, rounded_rectangle
from rendering.theme import Theme, mix

Extent = tuple[int, int]

_RAY: Final = 174
"""How strong the rays around a star are: a colour of the palette."""


def back_print(back: Back, theme: Theme, card: int, extent: Extent) -> Image.Image:
    """The print on the back of a card of that width, in RGB."""
    width, height = extent
    printed = Image.new("RGB", extent, theme.back)
    field = rounded_rectangle(width, height, card * CORNER, inset=card * 0.06)
    pattern = ImageChops.multiply(_PATTERNS[back](extent, card), field)
    printed.paste(mix(theme.back, theme.back_line, 0.55), (0, 0), pattern)
    inner = rounded_rectangle(width, height, card * CORNER, inset=card * 0.05)
    printed.paste(theme.back_line, (0, 0), ImageChops.subtract(inner, field))
    return printed


def _lattice(extent: Extent, card: int) -> Image.Image:
    """Crossing diagonal lines."""
    pitch = round(card * 0.13)
    end = pitch * SUPERSAMPLING
    cell = Image.new("L", (end, end))
    pen = ImageDraw.Draw(cell)
    for start in (-end, 0, end):
        pen.line((start, 0, start + end, end), fill=255, width=round(0.11 * end))
        pen.line((start, end, start + end, 0), fill=255, width=round(0.11 * end))
    return _tiled(cell.reduce(SUPERSAMPLING), extent)


def _scales(extent: Extent, card: int) -> Image.Image:
    """Overlapping arcs, their rows offset."""
    pitch = round(card * 0.09) * 2
    end = pitch * SUPERSAMPLING
    cell = Image.new("L", (end, end))
    pen = ImageDraw.Draw(cell)
    radius, line = end / 2, round(end * 0.07)
    rows = [(row * end / 2, end / 2 * (row % 2)) for row in range(-2, 4)]
    for y, offset in rows:
        for x in (offset - end, offset, offset + end):
            box = (x - radius, y - radius, x + radius, y + radius)
            pen.ellipse(box, fill=0, outline=255, width=line)
    return _tiled(cell.reduce(SUPERSAMPLING), extent)


def _star(extent: Extent, card: int) -> Image.Image:
    """Rays around a star in the middle."""
    width, height = (length * SUPERSAMPLING for length in extent)
    drawn = Image.new("L", (width, height))
    pen = ImageDraw.Draw(drawn)
    x, y, reach = width / 2, height / 2, math.hypot(width, height)
    rays = 48
    for ray in range(0, rays, 2):
        ends = [(ray + side) * 2 * math.pi / rays - math.pi / rays / 2 for side in (0, 1)]
        points = [(x + reach * math.cos(a), y + reach * math.sin(a)) for a in ends]
        pen.polygon([(x, y), *points], fill=_RAY)
    full = card * SUPERSAMPLING
    for radius, fill in ((0.31, 0), (0.28, 255), (0.255, 0)):
        pen.ellipse(
            (x - full * radius, y - full * radius, x + full * radius, y + full * radius), fill=fill
        )
    points = []
    for corner in range(16):
        length = full * (0.235 if corner % 2 == 0 else 0.1)
        turn = corner * math.pi / 8 - math.pi / 2
        points.append((x + length * math.cos(turn), y + length * math.sin(turn)))
    pen.polygon(points, fill=255)
    return drawn.reduce(SUPERSAMPLING)


def _tiled(cell: Image.Image, extent: Extent) -> Image.Image:
    """Copies of a square that meet in the middle."""
    width, height = extent
    pitch = cell.width
    pattern = Image.new("L", extent)
    left, top = width // 2 % pitch - pitch, height // 2 % pitch - pitch
    for x in range(left, width, pitch):
        for y in range(top, height, pitch):
            pattern.paste(cell, (x, y))
    return pattern


_PATTERNS: Final[Mapping[Back, Callable[[Extent, int], Image.Image]]] = MappingProxyType(
    {Back.LATTICE: _lattice, Back.SCALES: _scales, Back.STAR: _star}
)
