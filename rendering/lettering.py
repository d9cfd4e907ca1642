"""Text as smooth masks, in Roboto Condensed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import fontpkg_roboto_condensed  # type: ignore[import-untyped]  # a package of data
from PIL import Image, ImageDraw, ImageFont

from rendering.shapes import SUPERSAMPLING

_FILE: Final = Path(fontpkg_roboto_condensed.ROOT) / "files" / "RobotoCondensed[wght].ttf"
_CAP_OF_EM: Final = 1456 / 2048
_BELOW: Final = 0.1
_OVERSHOOT: Final = 0.015

BOLD: Final = 700
SEMIBOLD: Final = 620
MEDIUM: Final = 560


@cache
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(_FILE), size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight])
    return font


@cache
def lettering(text: str, cap: int, weight: int = BOLD, widest: int = 0) -> Image.Image:
    """A line of text as a mask, cut close at both sides.

    Its upper edge is the height of a capital, ``cap`` pixels above the baseline; what hangs below
    the baseline is pressed into a little room under it. With ``widest`` the text is pressed
    together to at most so many pixels.
    """
    fine = SUPERSAMPLING
    font = _font(round(cap * fine / _CAP_OF_EM), weight)
    base, room = round(cap * fine * (1 + _OVERSHOOT)), round(cap * _BELOW) * fine
    _, _, right, below = (round(edge) for edge in font.getbbox(text, anchor="ls"))
    drawn = Image.new("L", (right + fine, base + max(room, below)))
    ImageDraw.Draw(drawn).text((0, base), text, fill=255, font=font, anchor="ls")
    left, _, right, _ = drawn.getbbox() or (0, 0, fine, fine)
    width = -(-(right - left) // fine)
    drawn = drawn.crop((left, 0, left + width * fine, drawn.height))
    fitting = (min(width, widest or width) * fine, cap * fine + room)
    if drawn.width > fitting[0] or below > room:
        drawn = drawn.resize(fitting, Image.Resampling.BICUBIC)
    return drawn.crop((0, 0, *fitting)).reduce(fine)
