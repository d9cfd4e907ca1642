"""A picture in a palette, painted with anti-aliased masks, and with faces of players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from rendering.board.felt import light_felt
from rendering.cards.palette import Palette
from rendering.charts.faces import Face, avatar_of
from rendering.metrics import Box
from rendering.shapes import rounded_rectangle
from rendering.text import ASCENT, BOLD, REGULAR, displayable, text_mask, text_width
from rendering.theme import Colour, mix

_SHADES: Final = 16
"""How many shades an anti-aliased edge has."""
_COLOURS: Final = 256
_TRACK: Final = 0.25
"""How much lighter than the felt a bar is of which nothing is done."""
_RING: Final = 0.06
"""The width of the ring around a face, in faces."""
_INITIAL: Final = 0.4
"""The cap height of an initial, in faces."""

_Avatar = tuple[Image.Image, tuple[int, int]]
"""An avatar and where it goes."""


class Canvas:
    """A picture in a palette, painted with masks onto the felt.

    Attributes:
        palette: its palette.
        theme: its theme.
        image: what has been painted so far, without avatars.
    """

    def __init__(self, palette: Palette, width: int, height: int) -> None:
        self.palette = palette
        self.theme = palette.theme
        self.image = palette.canvas(width, height)
        self._avatars: list[_Avatar] = []

    def px(self, share: float) -> int:
        """A share of the picture's width in pixels."""
        return round(self.image.width * share)

    def paint(
        self, mask: Image.Image, at: tuple[int, int], ink: Colour, on: Colour | None = None
    ) -> None:
        """Paint a mask at a point of the plain felt, or of another colour."""
        indices = _shaded(self.palette, on or self.theme.felt, ink)
        touched = mask.point([0, *[255] * 255])
        self.image.paste(mask.point(indices), at, touched)

    def write(
        self,
        text: str,
        at: tuple[int, int],
        cap: int,
        ink: Colour,
        weight: int = REGULAR,
        on: Colour | None = None,
    ) -> None:
        """Write a line, the top of its capitals at a point."""
        x, y = at
        self.paint(text_mask(text, cap, weight), (x, y - round(cap * ASCENT)), ink, on)

    def bar(self, box: Box, *parts: tuple[float, Colour]) -> None:
        """Paint a bar with round ends, and over it how much of it is done, each in a colour."""
        track = mix(self.theme.felt, self.theme.label, _TRACK)
        for share, ink in ((1.0, track), *parts):
            done = round(box.width * min(1.0, max(0.0, share)))
            if done:
                # A bar shorter than its height would have no round ends.
                mask = rounded_rectangle(max(done, box.height), box.height, box.height / 2)
                self.paint(mask, (box.x, box.y), ink)

    def face(
        self,
        face: Face,
        at: tuple[int, int],
        size: int,
        ring: Colour | None = None,
        on: Colour | None = None,
    ) -> None:
        """Show a face in a square with its upper left corner at a point, in a ring or none."""
        (x, y), theme = at, self.theme
        if ring is not None:
            wide = max(2, round(size * _RING))
            outer = size + 2 * wide
            self.paint(rounded_rectangle(outer, outer, outer / 2), (x - wide, y - wide), ring, on)
        paper = theme.card if on is None else theme.back
        inks = theme.suit_inks(self.palette.suits) if on is None else (theme.card,)
        self.paint(rounded_rectangle(size, size, size / 2), at, paper, ring or on)
        initial = displayable(face.name)[:1].upper() or "?"
        cap = round(size * _INITIAL)
        ink = inks[sum(face.name.encode()) % len(inks)]
        middle = x + (size - text_width(initial, cap, BOLD)) // 2
        self.write(initial, (middle, y + (size - cap) // 2), cap, ink, BOLD, paper)
        avatar = avatar_of(face, size)
        if avatar is not None:
            self._avatars.append((avatar, at))

    def finished(self, *, is_lit: bool = False) -> Image.Image:
        """The picture with its avatars, in a palette of as many of their colours as have room."""
        if is_lit:
            light_felt(self.image, self.palette)
        return _with_avatars(self.image, self._avatars) if self._avatars else self.image


@lru_cache(maxsize=64)
def _shaded(palette: Palette, ground: Colour, ink: Colour) -> list[int]:
    """For each level of a mask, the index of an ink on a ground."""
    shades = [palette.nearest(mix(ground, ink, shade / (_SHADES - 1))) for shade in range(_SHADES)]
    return [shades[(level * (_SHADES - 1) + 127) // 255] for level in range(256)]


def _with_avatars(image: Image.Image, avatars: Sequence[_Avatar]) -> Image.Image:
    """A palette image with avatars as discs."""
    used = [index for index, count in enumerate(image.histogram()) if count]
    image = image.remap_palette(used)
    discs = Image.new(
        "RGB", (sum(one.width for one, _ in avatars), max(one.height for one, _ in avatars))
    )
    left = 0
    places = []
    for avatar, (x, y) in avatars:
        size = avatar.width
        disc = image.crop((x, y, x + size, y + size)).convert("RGB")
        disc.paste(avatar, (0, 0), rounded_rectangle(size, size, size / 2))
        discs.paste(disc, (left, 0))
        places.append(((left, 0, left + size, size), (x, y)))
        left += size
    free = max(2, _COLOURS - len(used))
    discs = discs.quantize(free, dither=Image.Dither.NONE)
    colours = [
        *(image.getpalette() or ())[: 3 * len(used)],
        *(discs.getpalette() or ())[: 3 * free],
    ]
    shifted = discs.point([min(255, len(used) + index) for index in range(_COLOURS)])
    for box, at in places:
        image.paste(shifted.crop(box), at)
    image.putpalette(colours[: 3 * _COLOURS])
    return image
