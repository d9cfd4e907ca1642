"""A picture in a palette, painted with anti-aliased masks."""

from __future__ import annotations

from typing import Final

from PIL import Image

from rendering.cards.palette import Palette
from rendering.text import ASCENT, REGULAR, text_mask
from rendering.theme import Colour, mix

_SHADES: Final = 16
"""How many shades an anti-aliased edge has."""


class Canvas:
    """A picture in a palette, painted with masks onto the felt.

    Attributes:
        palette: its palette.
        theme: its theme.
        image: what has been painted so far.
    """

    def __init__(self, palette: Palette, width: int, height: int) -> None:
        self.palette = palette
        self.theme = palette.theme
        self.image = palette.canvas(width, height)

    def px(self, share: float) -> int:
        """A share of the picture's width in pixels."""
        return round(self.image.width * share)

    def paint(self, mask: Image.Image, at: tuple[int, int], ink: Colour) -> None:
        """Paint a mask at a point of the plain felt."""
        shades = [
            self.palette.nearest(mix(self.theme.felt, ink, shade / (_SHADES - 1)))
            for shade in range(_SHADES)
        ]
        indices = [shades[(level * (_SHADES - 1) + 127) // 255] for level in range(256)]
        touched = mask.point([0, *[255] * 255])
        self.image.paste(mask.point(indices), at, touched)

    def write(
        self, text: str, at: tuple[int, int], cap: int, ink: Colour, weight: int = REGULAR
    ) -> None:
        """Write a line, the top of its capitals at a point."""
        x, y = at
        self.paint(text_mask(text, cap, weight), (x, y - round(cap * ASCENT)), ink)
