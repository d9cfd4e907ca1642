"""The faces and backs of cards, as RGB images without shadows."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from PIL import Image

from engine import Card, Rank
from rendering.cards.card_back import back_print
from rendering.cards.card_design import Deck, Design, rank_label
from rendering.cards.court_cards import court_picture
from rendering.cards.pips import pip_places, pip_size
from rendering.metrics import CORNER, INDEX_TOP, Index, Size
from rendering.shapes import pip_mask, rounded_rectangle
from rendering.text import tight_text_mask
from rendering.theme import Theme

_BORDER: Final = 1.2
_INDEX_SIDE: Final = 0.075
_SUIT_OF_INDEX: Final = 0.86
_INDEX_SUIT: Final = 0.31
_LARGE_SUIT: Final = 0.325
_SUIT_SIDE: Final = 0.03
"""The least space between the suit beside the rank and the right edge, in card widths."""
_LARGE_SUIT_SIDE: Final = 0.105
"""The same beside a large rank, where the cards of a crowded row lie on each other."""
_SUIT_GAP: Final = 0.05
_LOW_SUIT: Final = {Size.TALL: 0.44, Size.UPPER: 0.33, Size.INDEX: 0.1}
_TEN: Final = 0.46
_NARROW_TEN: Final = 0.44
_LARGE_TEN: Final = 0.475
_LARGE_SIDE: Final = 0.06
_FRAME: Final = 0.012


class CardArt:
    """Draws the cards of one theme, number of suit colours, design, width and index.

    Attributes:
        theme: the theme.
        inks: the ink of each suit.
        design: what is printed on the cards.
        width: the width of a card in pixels.
        index: the size of the index.
    """

    def __init__(self, theme: Theme, suits: int, design: Design, width: int, index: Index) -> None:
        self.theme = theme
        self.inks = theme.suit_inks(suits)
        self.design = design
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

    def front(
        self, card: Card, size: Size, *, covered: bool = False, index_only: bool = False
    ) -> Image.Image:
        """A card's face.

        Args:
            size: how much of it is drawn.
            covered: whether only its left side stays visible, so that the suit goes below the rank.
            index_only: whether to leave out what is below its index.
        """
        art, ink = self.blank(size), self.inks[card.suit]
        large = self.index.value >= Index.LARGE.value and not covered
        top, cap = self.px(INDEX_TOP), self.px(self.index.value)
        side = self.px(_LARGE_SIDE if large else _INDEX_SIDE)
        max_width = self.px(_LARGE_TEN if large else _NARROW_TEN if covered else _TEN)
        label = rank_label(card.rank, self.design.letters)
        rank = tight_text_mask(label, cap, max_width=max_width)
        art.paste(ink, (side, top), rank)
        if covered:
            low = pip_mask(card.suit, self.px(_LOW_SUIT[size]))
            art.paste(ink, (side, top + cap + self.px(0.05)), low)
            return art
        # Beside the rank, where the eye is; no larger, or it would be cut in a narrow strip.
        beside = side + rank.width + self.px(_SUIT_GAP)
        room = self.width - beside - self.px(_SUIT_SIDE)
        most = _LARGE_SUIT if large else _INDEX_SUIT
        suit = pip_mask(card.suit, min(room, self.px(min(most, self.index.value * _SUIT_OF_INDEX))))
        if large:
            beside = min(beside, self.width - self.px(_LARGE_SUIT_SIDE) - suit.width)
        art.paste(ink, (beside, top + (cap - suit.height) // 2), suit)
        if size is not Size.INDEX and not index_only:
            if card.rank >= Rank.JACK:
                self._paint_court(art, card)
            elif card.rank is Rank.ACE or size is Size.UPPER:
                self._paint_emblem(art, card)
            else:
                self._paint_pips(art, card)
        return art

    def back(self, size: Size) -> Image.Image:
        """The back of a card."""
        art, side = self.blank(size), self.px(0.05)
        width, height = self.width - 2 * side, art.height - 2 * side
        printed = back_print(self.design.back, self.theme, self.width, (width, height))
        art.paste(printed, (side, side), rounded_rectangle(width, height, self.width * 0.045))
        return art

    def _paint_court(self, art: Image.Image, card: Card) -> None:
        deck, ink = self.design.deck, self.inks[card.suit]
        if deck is Deck.PORTRAITS:
            # Its shoulders reach the edges of the card.
            top = self.px(self.index.fan)
            extent = self.width, art.height - top
            inside = rounded_rectangle(*art.size, self.corner, inset=_BORDER)
            picture = court_picture(card.rank, card.suit, deck, self.theme, ink, *extent)
            art.paste(picture, (0, top), inside.crop((0, top, *art.size)))
            return
        side, top, corner = self.px(0.06), self.px(self.index.fan + 0.015), self.width * 0.04
        width, height = self.width - 2 * side, art.height - top - side
        height -= height % 2
        picture = court_picture(card.rank, card.suit, deck, self.theme, ink, width, height)
        inset = max(1.0, self.width * _FRAME)
        art.paste(ink, (side, top), rounded_rectangle(width, height, corner))
        art.paste(picture, (side, top), rounded_rectangle(width, height, corner, inset=inset))

    def _paint_pips(self, art: Image.Image, card: Card) -> None:
        """Paint as many pips as the card's rank, those of the lower half upside down."""
        top = self.px(self.index.fan + 0.035)
        bottom = art.height - self.px(0.06)
        size = int(pip_size(card.rank, bottom - top, self.width))
        size -= (self.width - size) % 2
        upright = pip_mask(card.suit, size)
        turned = upright.transpose(Image.Transpose.ROTATE_180)
        for across, down in pip_places(card.rank):
            side = round(self.width * min(across, 1 - across) - size / 2)
            x = side if across <= 0.5 else self.width - size - side
            y = round(top + (bottom - top - size) * down)
            mask = turned if down > 0.5 else upright
            art.paste(self.inks[card.suit], (x, y), mask)

    def _paint_emblem(self, art: Image.Image, card: Card) -> None:
        """Paint one large pip: an ace's, or that of a card without others."""
        top = self.px(self.index.fan)
        room = art.height - top
        ace = card.rank is Rank.ACE
        size = round(min(self.px(0.78 if ace else 0.64), room * (0.88 if ace else 0.76)))
        x, y = (self.width - size) // 2, top + (room - size) // 2 - self.px(0.02)
        art.paste(self.inks[card.suit], (x, y), pip_mask(card.suit, size))
        if ace:
            inner = round(size * 0.34)
            left = (self.width - inner) // 2
            art.paste(self.theme.gold, (left, y + inner), pip_mask(card.suit, inner))
