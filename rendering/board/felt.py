"""The felt of a board: in a pool of light, with a soft shadow along its edges.

Its shades change seldom along a row, so that they add little to a picture's file.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from PIL import Image

from rendering.cards.palette import EDGE_SHADES, FELT_SHADES, Palette
from rendering.encoding.pixels import Area, Pixels

_EDGE: Final = 0.0105
"""How far the shadow along the edges reaches, in widths of the picture."""

_SQUARE: Final = 20
_POOL: Final = (1.5, 1.8)
_MIDDLE: Final = 0.3
"""The width and height of the pool of light on the felt, and how far down its middle is, in widths
and heights of the picture."""

_PLAIN: Final = (255, *[0] * 255)
"""For each index of a palette, whether it is that of plain felt."""


def light_felt(picture: Image.Image, palette: Palette) -> None:
    """Light the plain felt of a picture in a palette."""
    light_part(Pixels.of(picture), 0, 0, Pixels.of(lit_felt(palette, *picture.size)))


def light_part(part: Pixels, x: int, y: int, felt: Pixels, rim: int = 0) -> None:
    """Light the plain felt of a part of a picture.

    Args:
        x: the left edge of the part in the picture.
        y: its upper edge.
        felt: nothing but lit felt, as large as the picture.
        rim: how far from the edges of the part there is felt; 0 for everywhere.
    """
    width, height = part.width, part.height
    areas: Iterable[Area] = [(0, 0, width, height)]
    if 0 < 2 * rim < min(width, height):
        areas = rim_of(width, height, rim, rim)
    for area in areas:
        left, top, right, bottom = area
        part.paste_where(felt.crop((x + left, y + top, x + right, y + bottom)), area, _PLAIN)


def rim_of(width: int, height: int, across: int, down: int) -> tuple[Area, Area, Area, Area]:
    """What surrounds the inside of a part: across its width the upper and lower, then the sides."""
    return (
        (0, 0, width, down),
        (0, height - down, width, height),
        (0, down, across, height - down),
        (width - across, down, width, height - down),
    )


@lru_cache(maxsize=2)
def lit_felt(palette: Palette, width: int, height: int) -> Image.Image:
    """Nothing but lit felt: a picture to copy. A board's takes a megabyte."""
    felt = palette.canvas(width, height)
    first = len(palette.colours)
    # In squares, so that most rows repeat in the file; their edges are too faint to be seen.
    squares = (-(-width // _SQUARE), -(-height // _SQUARE))
    across, down = (round(length * share) for length, share in zip(squares, _POOL, strict=True))
    light = Image.radial_gradient("L").resize((across, down), Image.Resampling.BICUBIC)
    left, top = (across - squares[0]) // 2, down // 2 - round(squares[1] * _MIDDLE)
    light = light.crop((left, top, left + squares[0], top + squares[1]))
    light = light.point([first + level * FELT_SHADES // 256 for level in range(256)])
    extent = (squares[0] * _SQUARE, squares[1] * _SQUARE)
    felt.paste(light.resize(extent, Image.Resampling.NEAREST))
    reach = max(1, round(width * _EDGE))
    inside = felt.crop((reach, reach, width - reach, height - reach))
    for inset in range(reach):
        shade = first + FELT_SHADES + inset * EDGE_SHADES // reach
        felt.paste(shade, (inset, inset, width - inset, height - inset))
    felt.paste(inside, (reach, reach))
    return felt
