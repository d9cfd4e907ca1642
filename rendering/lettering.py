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
_BELOW: Final = 0.3

BOLD: Final = 700
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
    the baseline has room under it. With ``widest`` it is pressed together to at most so many
    pixels.
    """
    fine = SUPERSAMPLING
    font = _font(round(cap * fine / _CAP_OF_EM), weight)
    left, _, right, _ = font.getbbox(text, anchor="ls")
    width = -int(-(right - left) // fine)
    drawn = Image.new("L", (width * fine, round(cap * (1 + _BELOW)) * fine))
    ImageDraw.Draw(drawn).text((-left, cap * fine), text, fill=255, font=font, anchor="ls")
    if widest and width > widest:
        drawn = drawn.resize((widest * fine, drawn.height), Image.Resampling.BICUBIC)
    return drawn.reduce(fine)
