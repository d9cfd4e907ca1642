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


def light_felt(picture: Image.Image, palette: Palette) -> None:
    """Light the plain felt of a picture in a palette."""
    plain = picture.point([255, *[0] * 255], "1")
    picture.paste(_lit_felt(palette, picture.width, picture.height), mask=plain)


@lru_cache(maxsize=4)
def _lit_felt(palette: Palette, width: int, height: int) -> Image.Image:
    first = len(palette.colours)
    felt = palette.canvas(1, height)
    felt.putdata([first + y * FELT_SHADES // height for y in range(height)])
    felt = felt.resize((width, height), Image.Resampling.NEAREST)
    reach = max(1, round(width * _EDGE))
    for inset in range(reach):
        shade = first + FELT_SHADES + inset * EDGE_SHADES // reach
        right, bottom = width - inset, height - inset
        felt.paste(shade, (inset, inset, right, inset + 1))
        felt.paste(shade, (inset, bottom - 1, right, bottom))
        felt.paste(shade, (inset, inset, inset + 1, bottom))
        felt.paste(shade, (right - 1, inset, right, bottom))
    return felt
