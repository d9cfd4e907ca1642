"""The felt of a board: lit from above, with a soft shadow along its edges.

Shades change along rows and columns only, so that they add next to nothing to a picture's file.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from rendering.palette import EDGE_SHADES, FELT_SHADES, Palette

_EDGE: Final = 0.0105
"""How far the shadow along the edges reaches, in widths of the picture."""

Area = tuple[int, int, int, int]
"""The left, upper, right and lower edge of a part of a picture."""


def light_felt(picture: Image.Image, palette: Palette) -> None:
    """Light the plain felt of a picture in a palette."""
    width, height = picture.size
    plain = [255, *[0] * 255]
    for area, shadow in _shadows(palette, width, height):
        picture.paste(shadow, area, picture.crop(area).point(plain, "1"))
    others = range(1, 256)
    for shade in range(FELT_SHADES):
        area = (0, height * shade // FELT_SHADES, width, height * (shade + 1) // FELT_SHADES)
        lit = picture.crop(area).point([len(palette.colours) + shade, *others])
        picture.paste(lit, area)


@lru_cache(maxsize=16)
def _shadows(palette: Palette, width: int, height: int) -> tuple[tuple[Area, Image.Image], ...]:
    """The shadow along each side of a picture."""
    reach = max(1, round(width * _EDGE))
    whole = palette.canvas(width, height)
    for inset in range(reach):
        shade = len(palette.colours) + FELT_SHADES + inset * EDGE_SHADES // reach
        whole.paste(shade, (inset, inset, width - inset, height - inset))
    areas = (
        (0, 0, width, reach),
        (0, height - reach, width, height),
        (0, reach, reach, height - reach),
        (width - reach, reach, width, height - reach),
    )
    return tuple((area, whole.crop(area)) for area in areas)
