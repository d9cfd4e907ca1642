"""The faces and backs of cards, as RGB images without shadows."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine import Card, Rank
from rendering.court_cards import portrait
from rendering.metrics import CORNER, Index, Size
from rendering.shapes import SUPERSAMPLING, pip_mask, rounded_rectangle
from rendering.text import tight_text_mask
from rendering.theme import Theme, mix

_BORDER: Final = 1.2
_INDEX_TOP: Final = 0.045
_INDEX_SIDE: Final = 0.075
_INDEX_SUIT: Final = 0.32
_LOW_SUIT: Final = {Size.LONG: 0.44, Size.TALL: 0.44, Size.UPPER: 0.33, Size.INDEX: 0.1}
_TEN: Final = 0.46
_NARROW_TEN: Final = 0.44
_LARGE_TEN: Final = 0.5
_LARGE_SIDE: Final = 0.06


class CardArt:
    """Draws the cards of one theme, number of suit colours, width and index.

    Attributes:
        theme: the theme.
        inks: the ink of each suit.
        width: the width of a card in pixels.
        index: the size of the index.
    """

    def __init__(self, theme: Theme, suits: int, width: int, index: Index) -> None:
        self.theme = theme
        self.inks = theme.suit_inks(suits)
        self.width = width
        self.index = index
        self._outlines: dict[Size, Image.Image] = {}

    def px(self, share: float) -> int:
        """A share of the card's width in pixels."""
        return round(self.width * share)

    def height(self, size: Size) -> int:
        """The height of a card in pixels."""
        return round(self.width * size.height(self.index))

    @cached_property
    def corner(self) -> float:
        """The radius of a card's corners in pixels."""
        return self.width * CORNER

    def outline(self, size: Size) -> Image.Image:
        """A card as a mask."""
        if size not in self._outlines:
            outline = rounded_rectangle(self.width, self.height(size), self.corner)
            self._outlines[size] = outline
        return self._outlines[size]

    def blank(self, size: Size) -> Image.Image:
        """A card without a face."""
        art = Image.new("RGB", (self.width, self.height(size)), self.theme.edge)
        inner = rounded_rectangle(self.width, self.height(size), self.corner, inset=_BORDER)
        art.paste(self.theme.card, (0, 0), inner)
        return art

    def front(self, card: Card, size: Size, *, covered: bool) -> Image.Image:
        """A card's face.

        Args:
            card: the card.
            size: how much of it is drawn.
            covered: whether only its left side stays visible, so that the suit goes below the rank.
        """
        art, ink = self.blank(size), self.inks[card.suit]
        large = self.index is Index.LARGE and not covered
        top, cap = self.px(_INDEX_TOP), self.px(self.index.value)
        side = self.px(_LARGE_SIDE if large else _INDEX_SIDE)
        max_width = self.px(_LARGE_TEN if large else _NARROW_TEN if covered else _TEN)
        rank = tight_text_mask(card.label[:-1], cap, max_width=max_width)
        art.paste(ink, (side, top), rank)
        if covered:
            low = pip_mask(card.suit, self.px(_LOW_SUIT[size]))
            art.paste(ink, (side, top + cap + self.px(0.05)), low)
            return art
        suit = pip_mask(card.suit, self.px(_INDEX_SUIT))
        art.paste(ink, (self.width - side - suit.width, top + (cap - suit.height) // 2), suit)
        if size is not Size.INDEX:
            paint = self._paint_court if card.rank >= Rank.JACK else self._paint_pip
            paint(art, card)
        return art

    def back(self, size: Size) -> Image.Image:
        """The back of a card."""
        art, theme = self.blank(size), self.theme
        side = self.px(0.05)
        width, height = self.width - 2 * side, art.height - 2 * side
        printed = Image.new("RGB", (width, height), theme.back)
        field = rounded_rectangle(width, height, self.corner, inset=self.width * 0.06)
        lattice = ImageChops.multiply(_lattice(width, height, self.px(0.13)), field)
        printed.paste(mix(theme.back, theme.back_line, 0.55), (0, 0), lattice)
        inner = rounded_rectangle(width, height, self.corner, inset=self.width * 0.05)
        printed.paste(theme.back_line, (0, 0), ImageChops.subtract(inner, field))
        art.paste(printed, (side, side), rounded_rectangle(width, height, self.width * 0.045))
        return art

    def _paint_court(self, art: Image.Image, card: Card) -> None:
        side, top = self.px(0.06), self.px(self.index.fan + 0.015)
        width, height = self.width - 2 * side, art.height - top - side
        picture = portrait(card.rank, card.suit, self.theme, self.inks[card.suit], width, height)
        art.paste(picture, (side, top), rounded_rectangle(width, height, self.width * 0.04))

    def _paint_pip(self, art: Image.Image, card: Card) -> None:
        top = self.px(self.index.fan)
        room = art.height - top
        ace = card.rank is Rank.ACE
        size = round(min(self.px(0.74 if ace else 0.64), room * (0.86 if ace else 0.76)))
        x, y = (self.width - size) // 2, top + (room - size) // 2 - self.px(0.02)
        art.paste(self.inks[card.suit], (x, y), pip_mask(card.suit, size))
        if ace:
            inner = round(size * 0.34)
            left = (self.width - inner) // 2
            art.paste(self.theme.gold, (left, y + inner), pip_mask(card.suit, inner))


def _lattice(width: int, height: int, pitch: int) -> Image.Image:
    """Crossing diagonal lines as a mask, symmetric about the middle."""
    end = pitch * SUPERSAMPLING
    cell = Image.new("L", (end, end))
    pen = ImageDraw.Draw(cell)
    for start in (-end, 0, end):
        pen.line((start, 0, start + end, end), fill=255, width=round(0.11 * end))
        pen.line((start, end, start + end, 0), fill=255, width=round(0.11 * end))
    mesh = cell.reduce(SUPERSAMPLING)
    lattice = Image.new("L", (width, height))
    left, top = width // 2 % pitch - pitch, height // 2 % pitch - pitch
    for x in range(left, width, pitch):
        for y in range(top, height, pitch):
            lattice.paste(mesh, (x, y))
    return lattice
