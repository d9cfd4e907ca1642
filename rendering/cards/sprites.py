"""Cards as sprites: small images of a card with its shadow on the felt around it.

Where a card overlaps others, what shows of them around its corners and edges is a few small pieces,
the same for all cards: its seams. So a board is composed by copying rectangles, without blending.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from engine import Card
from rendering.cards.card_art import CardArt
from rendering.cards.card_design import STANDARD, Design
from rendering.cards.palette import palette_of
from rendering.cards.sprite_cache import SPRITES, SpriteCache, bytes_of
from rendering.encoding.pixels import Pixels
from rendering.metrics import Index, Size
from rendering.theme import Colour

Beneath = tuple[tuple[int, int], ...]
"""A card's offset, to the right and down, from each card that it overlaps."""

Seam = tuple[tuple[int, int], Pixels]
"""A piece of a picture and its offset from the upper left corner of a sprite."""

_MARGIN: Final = 0.034
_MAX_SEAM_OFFSET: Final = 0.15
_SEAM: Final = 0.06
_SHADOW_OFFSET: Final = 0.012
_SHADOW_BLUR: Final = 0.018
_SHADOW_ON_FELT: Final = 0.62
_SHADOW_ON_CARD: Final = 0.5
_SHADOW: Final[Colour] = (52, 54, 60)


def _bytes_of(seams: tuple[Seam, ...]) -> int:
    return sum(bytes_of(piece) for _, piece in seams)


_SEAMS: Final = SpriteCache(1_000_000, _bytes_of)
"""Enough for thirty: the seams of a card on another take 36 kB."""


class Sheet:
    """The sprites of one theme, number of suit colours, design, card width and index.

    They are drawn on first use.

    Attributes:
        palette: the palette of the sprites.
        theme: the theme.
        art: draws the cards.
        card: the width of a card in pixels.
        margin: how far a sprite extends beyond its card, on every side.
        rim: how far from its edges it shows the felt, at the corners of the card.
    """

    def __init__(
        self, theme_name: str, suits: int, card: int, index: Index, design: Design
    ) -> None:
        self.palette = palette_of(theme_name, suits)
        self.theme = self.palette.theme
        self.art = CardArt(self.theme, suits, design, card, index)
        self.card = card
        self.margin = max(2, round(card * _MARGIN))
        self.rim = self.margin + math.ceil(self.art.corner)
        self._key = (theme_name, suits, card, index, design)

    def marked(self, index: Index) -> Sheet:
        """The sheet of the same cards with indices of that size."""
        theme_name, suits, card, _, design = self._key
        return sheet_of(theme_name, suits, card, index, design)

    def face(self, card: Card | None, size: Size, *, covered: bool = False) -> Image.Image:
        """A card's sprite.

        Args:
            card: the card; None for one face down.
            size: how much of it is drawn.
            covered: whether only its left side stays visible.
        """
        key = (self._key, card, size, covered)
        return SPRITES.drawn(key, lambda: self._face(card, size, covered=covered))

    def index_face(self, card: Card, size: Size) -> Image.Image:
        """The upper part of a card's sprite, down to its index: a third of it, sooner drawn."""
        return SPRITES.drawn((self._key, card, size, "index"), lambda: self._index_face(card, size))

    def _index_face(self, card: Card, size: Size) -> Image.Image:
        drawn = self.art.front(card, size, index_only=True)
        face = self._on(_felt(self, size).copy(), drawn, size)
        bottom = self.margin + self.art.px(self.art.index.fan)
        return self.palette.quantize(face.crop((0, 0, face.width, bottom)))

    def _face(self, card: Card | None, size: Size, *, covered: bool) -> Image.Image:
        art = self.art
        drawn = art.back(size) if card is None else art.front(card, size, covered=covered)
        return self.palette.quantize(self._on(_felt(self, size).copy(), drawn, size))

    def seams(self, size: Size, beneath: Beneath) -> tuple[Seam, ...]:
        """What is pasted over a sprite that overlaps other cards."""
        furthest = self.art.px(_MAX_SEAM_OFFSET)
        offsets = tuple((right, down if right else min(down, furthest)) for right, down in beneath)
        key = (self._key, size, offsets)
        return _SEAMS.drawn(key, lambda: tuple(self._cut_seams(size, offsets)))

    def paste(
        self,
        picture: Pixels,
        corner: tuple[int, int],
        card: Card | None,
        size: Size,
        *,
        covered: bool = False,
        beneath: Beneath = (),
        index_only: bool = False,
    ) -> None:
        """Paste a card into a picture that is in the sheet's palette.

        Args:
            corner: the card's upper left corner in it.
            card: the card; None for one face down.
            size: how much of it is drawn.
            covered: whether only its left side stays visible.
            beneath: its offset from each card that it overlaps.
            index_only: whether the face ends below the index, since a card hides most of the rest.
        """
        x, y = corner[0] - self.margin, corner[1] - self.margin
        if index_only and card is not None:
            picture.paste(Pixels.of(self.blank(size)), x, y)
            picture.paste(Pixels.of(self.index_face(card, size)), x, y)
        else:
            picture.paste(Pixels.of(self.face(card, size, covered=covered)), x, y)
        if beneath:
            for (right, down), piece in self.seams(size, beneath):
                picture.paste(piece, x + right, y + down)

    @cached_property
    def dim(self) -> list[int]:
        """For each index of the palette but the felt's, its colour on a card under others."""
        colours = self.palette.colours[1:]
        dimmed = [self.palette.nearest(self.theme.dim(colour)) for colour in colours]
        return [0, *dimmed, *range(len(dimmed) + 1, 256)]

    @cached_property
    def veil(self) -> list[int]:
        """For each index of the palette, its colour in a selected pile."""
        colours = self.palette.colours
        veiled = [self.palette.nearest(self.theme.veil(colour)) for colour in colours]
        return veiled + list(range(len(veiled), 256))

    def background(self, size: Size, beneath: Beneath) -> Image.Image:
        """The background of a card: felt, shadows and the cards that it overlaps."""
        m, outline, blank = self.margin, self.art.outline(size), self.art.blank(size)
        extent = (self.card + 2 * m, self.art.height(size) + 2 * m)
        background = Image.new("RGB", extent, self.theme.felt)
        under = Image.new("L", extent)
        for right, down in beneath:
            under.paste(255, (m - right, m - down), outline)
        own = Image.new("L", extent)
        own.paste(255, (m, m), outline)
        drop = max(1, self.art.px(_SHADOW_OFFSET))
        blur = ImageFilter.GaussianBlur(self.card * _SHADOW_BLUR)
        shadow = ImageChops.offset(ImageChops.lighter(own, under), 0, drop).filter(blur)
        background.paste(self.theme.shadow, mask=_faded(shadow, _SHADOW_ON_FELT))
        for right, down in beneath:
            background.paste(blank, (m - right, m - down), outline)
        shadow = ImageChops.multiply(own.filter(blur), under)
        background.paste(_SHADOW, mask=_faded(shadow, _SHADOW_ON_CARD))
        return background

    def blank(self, size: Size) -> Image.Image:
        """The sprite of a card without a face."""
        return SPRITES.drawn((self._key, size), lambda: self._blank_on(size, ()))

    def _blank_on(self, size: Size, beneath: Beneath) -> Image.Image:
        background = self.background(size, beneath)
        return self.palette.quantize(self._on(background, self.art.blank(size), size))

    def _on(self, background: Image.Image, art: Image.Image, size: Size) -> Image.Image:
        """The background with a card on it."""
        background.paste(art, (self.margin, self.margin), self.art.outline(size))
        return background

    def _cut_seams(self, size: Size, beneath: Beneath) -> Iterator[Seam]:
        """The edges and corners of a card where they differ from those on bare felt."""
        images = overlapping, bare = self._blank_on(size, beneath), self._blank_on(size, ())
        m, (width, height) = self.margin, bare.size
        corner = self.art.px(_SEAM)
        strips = [(0, 0, width, m), (0, height - m, width, height)]
        strips += [(0, m, m, height - m), (width - m, m, width, height - m)]
        strips += [
            (left, top, left + corner, top + corner)
            for left in (m, width - m - corner)
            for top in (m, height - m - corner)
        ]
        for strip in strips:
            box = ImageChops.difference(
                *(image.crop(strip).convert("RGB") for image in images)
            ).getbbox()
            if box:
                seam = overlapping.crop(strip).crop(box)
                yield (strip[0] + box[0], strip[1] + box[1]), Pixels.of(seam)


def _faded(shadow: Image.Image, strength: float) -> Image.Image:
    return shadow.point([round(level * strength) for level in range(256)])


@lru_cache(maxsize=8)
def _felt(sheet: Sheet, size: Size) -> Image.Image:
    """The background of a card that overlaps no other."""
    return sheet.background(size, ())


@lru_cache(maxsize=128)
def sheet_of(
    theme_name: str,
    suits: int,
    card: int,
    index: Index = Index.NORMAL,
    design: Design = STANDARD,
) -> Sheet:
    """The sheet of a theme, suit colours, card width, index and design: always the same one."""
    return Sheet(theme_name, suits, card, index, design)
