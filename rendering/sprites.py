"""Cards as small pictures, drawn for each theme, deck and width, and kept.

A sprite is the card with the felt round it and its shadow there. Where a card lies on others, what
of them is seen round it, at its corners and edges, are a few small pieces that are the same for all
cards: its seams. So a board is put together by copying rectangles, with nothing to blend.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from functools import cache, cached_property, lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine import Card, Rank
from rendering.court_cards import portrait
from rendering.metrics import Index, Size
from rendering.shapes import SUPERSAMPLING, pip_mask
from rendering.text import tight_text_mask
from rendering.theme import Colour, Theme, mix, nearest, palette_of, theme_named

Beneath = tuple[tuple[int, int], ...]
"""How far, to the right and down, a card lies from each card that it lies on."""

Seam = tuple[tuple[int, int], Image.Image]
"""A piece of a picture and where it goes, from the upper left corner of a sprite."""

CORNER: Final = 0.075
"""The radius of the corners of a card, in card widths."""

_INDEX_TOP: Final = 0.045
_INDEX_SIDE: Final = 0.075
_INDEX_SUIT: Final = 0.32
_LOW_SUIT: Final = {Size.LONG: 0.44, Size.TALL: 0.44, Size.UPPER: 0.33, Size.INDEX: 0.1}
_TEN: Final = 0.46
_NARROW_TEN: Final = 0.44
_LARGE_TEN: Final = 0.5
_LARGE_SIDE: Final = 0.06
_DEEP: Final = 0.15
_SEAM: Final = 0.06
_SHADOW_ON_FELT: Final = 0.62
_SHADOW_ON_CARD: Final = 0.34
_CAST: Final[Colour] = (52, 54, 60)


@cache
def palette_image(theme_name: str, suits: int) -> Image.Image:
    """An image whose palette is that of a theme and deck, to bring others to it."""
    image = Image.new("P", (1, 1))
    colours = palette_of(theme_named(theme_name), suits)
    image.putpalette([channel for colour in colours for channel in colour])
    return image


@lru_cache(maxsize=256)
def rounded(width: int, height: int, radius: float, inset: float = 0.0) -> Image.Image:
    """A rectangle with round corners as a smooth mask."""
    fine = SUPERSAMPLING
    drawn = Image.new("L", (width * fine, height * fine))
    near = inset * fine
    ImageDraw.Draw(drawn).rounded_rectangle(
        (near, near, width * fine - 1 - near, height * fine - 1 - near),
        radius=max(0.0, radius - inset) * fine,
        fill=255,
    )
    return drawn.reduce(fine)


class SpriteStore:
    """Sprites that have been drawn, kept for as long as there is room; the oldest unused go first.

    Attributes:
        most: how many bytes of pixels are kept at most.
        held: how many there are.
    """

    def __init__(self, most: int) -> None:
        """Begin empty."""
        self.most = most
        self.held = 0
        self._sprites: OrderedDict[Hashable, Image.Image] = OrderedDict()

    def __len__(self) -> int:
        return len(self._sprites)

    def get(self, key: Hashable) -> Image.Image | None:
        """The sprite kept under a key; None when there is none."""
        sprite = self._sprites.get(key)
        if sprite is not None:
            self._sprites.move_to_end(key)
        return sprite

    def keep(self, key: Hashable, sprite: Image.Image) -> None:
        """Keep a sprite of one byte a pixel, and drop old ones until there is room for it."""
        self._sprites[key] = sprite
        self.held += sprite.width * sprite.height
        while self.held > self.most:
            _, oldest = self._sprites.popitem(last=False)
            self.held -= oldest.width * oldest.height


SPRITES: Final = SpriteStore(28_000_000)
"""The sprites of this process: the usual ones of one theme, and what some boards need of others."""


class Sheet:
    """All cards of one deck in one theme and width; a sprite is drawn when it is first asked for.

    Attributes:
        theme: the theme.
        suits: 2 or 4, the number of colours the suits have.
        card: the width of a card in pixels.
        index: how tall indices are.
        margin: how far a sprite reaches beyond its card, on every side.
    """

    def __init__(self, theme: Theme, suits: int, card: int, index: Index) -> None:
        """Prepare to draw; nothing is drawn yet."""
        self.theme = theme
        self.suits = suits
        self.card = card
        self.index = index
        self.margin = max(2, round(card * 0.034))
        self.inks = theme.suit_inks(suits)
        self._palette = palette_image(theme.name, suits)
        self._key = (theme.name, suits, card, index)
        self._seams: dict[tuple[Size, Beneath], tuple[Seam, ...]] = {}
        self._blanks: dict[Size, Image.Image] = {}
        self._bodies: dict[Size, Image.Image] = {}

    def face(self, card: Card | None, size: Size, covered: bool = False) -> Image.Image:
        """A card's sprite; None is a card face down.

        Args:
            card: the card.
            size: how much of it is drawn.
            covered: whether all but its left side will be covered, so that its suit stands below
                its rank.
        """
        key = (self._key, card, size, covered)
        sprite = SPRITES.get(key)
        if sprite is None:
            art = self._back(size) if card is None else self._front(card, size, covered)
            sprite = self.indexed(self._on(_bare_ground(*self._key, size).copy(), art, size))
            SPRITES.keep(key, sprite)
        return sprite

    def _blank(self, size: Size) -> Image.Image:
        """A card without a face."""
        if size not in self._blanks:
            ground = self.ground(size, ())
            self._blanks[size] = self.indexed(self._on(ground, self._paper(size), size))
        return self._blanks[size]

    def seams(self, size: Size, beneath: Beneath) -> tuple[Seam, ...]:
        """What is pasted over a sprite where its card lies on others."""
        deep = self.of(_DEEP)
        key = size, tuple((right, down if right else min(down, deep)) for right, down in beneath)
        if key not in self._seams:
            self._seams[key] = tuple(self._cut_seams(*key))
        return self._seams[key]

    def paste(
        self,
        picture: Image.Image,
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
            picture: where to.
            corner: the card's upper left corner in it.
            card: the card; None for one face down.
            size: how much of it is drawn.
            covered: whether all but its left side will be covered.
            beneath: how far it lies from each card that it lies on.
            index_only: whether the rest of its face is left out, because only part would be seen.
        """
        x, y = corner[0] - self.margin, corner[1] - self.margin
        face = self.face(card, size, covered)
        if index_only:
            picture.paste(self._blank(size), (x, y))
            face = face.crop((0, 0, face.width, self.margin + self.of(self.index.fan)))
        picture.paste(face, (x, y))
        if beneath:
            for (right, down), piece in self.seams(size, beneath):
                picture.paste(piece, (x + right, y + down))

    @cached_property
    def veil(self) -> list[int]:
        """For each colour of the palette, the one it has in a chosen pile."""
        colours = palette_of(self.theme, self.suits)
        veiled = [nearest(colours, self.theme.veil(c)) for c in colours]
        return veiled + list(range(len(veiled), 256))

    def indexed(self, picture: Image.Image) -> Image.Image:
        """A picture brought to the palette."""
        return picture.quantize(palette=self._palette, dither=Image.Dither.NONE)

    def height(self, size: Size) -> int:
        """The height of a card in pixels."""
        return round(self.card * size.height(self.index))

    def of(self, share: float) -> int:
        """A share of the card's width in pixels."""
        return round(self.card * share)

    def _on(self, ground: Image.Image, art: Image.Image, size: Size) -> Image.Image:
        """The ground with a card on it."""
        ground.paste(art, (self.margin, self.margin), self.body(size))
        return ground

    def _cut_seams(self, size: Size, beneath: Beneath) -> Iterator[Seam]:
        """The strips round a card, and its corners, where they are not as on bare felt."""
        paper = self._paper(size)
        lying, bare = (
            self.indexed(self._on(self.ground(size, under), paper, size)) for under in (beneath, ())
        )
        m, (width, height) = self.margin, bare.size
        k = m + self.of(_SEAM)
        strips = [(0, 0, width, m), (0, height - m, width, height)]
        strips += [(0, m, m, height - m), (width - m, m, width, height - m)]
        strips += [
            (left, top, left + k - m, top + k - m)
            for left in (m, width - k)
            for top in (m, height - k)
        ]
        for left, top, right, bottom in strips:
            pieces = [picture.crop((left, top, right, bottom)) for picture in (lying, bare)]
            box = ImageChops.difference(*(piece.convert("RGB") for piece in pieces)).getbbox()
            if box:
                yield (left + box[0], top + box[1]), pieces[0].crop(box)

    def body(self, size: Size) -> Image.Image:
        """The outline of a card as a mask."""
        if size not in self._bodies:
            self._bodies[size] = rounded(self.card, self.height(size), self.card * CORNER)
        return self._bodies[size]

    def _paper(self, size: Size) -> Image.Image:
        """A card without a face."""
        paper = Image.new("RGB", (self.card, self.height(size)), self.theme.edge)
        inner = rounded(self.card, self.height(size), self.card * CORNER, inset=1.2)
        paper.paste(self.theme.card, (0, 0), inner)
        return paper

    def ground(self, size: Size, beneath: Beneath) -> Image.Image:
        """What lies round and under a card: felt, shadows, and the cards it lies on."""
        m, body, paper = self.margin, self.body(size), self._paper(size)
        extent = (self.card + 2 * m, self.height(size) + 2 * m)
        ground = Image.new("RGB", extent, self.theme.felt)
        under = Image.new("L", extent)
        for right, down in beneath:
            under.paste(255, (m - right, m - down), body)
        own = Image.new("L", extent)
        own.paste(255, (m, m), body)
        fall = max(1, self.of(0.012))
        soft = ImageFilter.GaussianBlur(self.card * 0.016)
        shade = ImageChops.offset(ImageChops.lighter(own, under), 0, fall).filter(soft)
        ground.paste(self.theme.shadow, mask=_faint(shade, _SHADOW_ON_FELT))
        for right, down in beneath:
            ground.paste(paper, (m - right, m - down), body)
        cast = ImageChops.multiply(own.filter(soft), under)
        ground.paste(_CAST, mask=_faint(cast, _SHADOW_ON_CARD))
        return ground

    def _front(self, card: Card, size: Size, covered: bool) -> Image.Image:
        art = self._paper(size)
        ink = self.inks[card.suit]
        large = self.index is Index.LARGE and not covered
        top, cap = self.of(_INDEX_TOP), self.of(self.index.value)
        side = self.of(_LARGE_SIDE if large else _INDEX_SIDE)
        rank = tight_text_mask(
            card.label[:-1],
            cap,
            max_width=self.of(_LARGE_TEN if large else _NARROW_TEN if covered else _TEN),
        )
        art.paste(ink, (side, top), rank)
        if covered:
            low = pip_mask(card.suit, self.of(_LOW_SUIT[size]))
            art.paste(ink, (side, top + cap + self.of(0.05)), low)
            return art
        suit = pip_mask(card.suit, self.of(_INDEX_SUIT))
        art.paste(ink, (self.card - side - suit.width, top + (cap - suit.height) // 2), suit)
        if size is not Size.INDEX:
            if card.rank >= Rank.JACK:
                self._paint_court(art, card)
            else:
                self._paint_pip(art, card)
        return art

    def _paint_court(self, art: Image.Image, card: Card) -> None:
        side, top = self.of(0.06), self.of(self.index.fan + 0.015)
        width, height = self.card - 2 * side, art.height - top - side
        picture = portrait(card.rank, card.suit, self.theme, self.inks[card.suit], width, height)
        art.paste(picture, (side, top), rounded(width, height, self.card * 0.04))

    def _paint_pip(self, art: Image.Image, card: Card) -> None:
        room = art.height - self.of(self.index.fan)
        ace = card.rank is Rank.ACE
        size = round(min(self.of(0.74 if ace else 0.64), room * (0.86 if ace else 0.76)))
        x, y = (self.card - size) // 2, self.of(self.index.fan) + (room - size) // 2 - self.of(0.02)
        art.paste(self.inks[card.suit], (x, y), pip_mask(card.suit, size))
        if ace:
            inner = round(size * 0.34)
            art.paste(
                self.theme.gold,
                ((self.card - inner) // 2, y + round(size * 0.34)),
                pip_mask(card.suit, inner),
            )

    def _back(self, size: Size) -> Image.Image:
        art = self._paper(size)
        side = self.of(0.05)
        width, height = self.card - 2 * side, art.height - 2 * side
        print_ = Image.new("RGB", (width, height), self.theme.back)
        line = mix(self.theme.back, self.theme.back_line, 0.55)
        field = rounded(width, height, self.card * 0.075, inset=self.card * 0.06)
        lattice = _lattice(width, height, self.of(0.13))
        print_.paste(line, (0, 0), ImageChops.multiply(lattice, field))
        inner = rounded(width, height, self.card * 0.075, inset=self.card * 0.05)
        print_.paste(self.theme.back_line, (0, 0), ImageChops.subtract(inner, field))
        art.paste(print_, (side, side), rounded(width, height, self.card * 0.045))
        return art


def _faint(shade: Image.Image, strength: float) -> Image.Image:
    return shade.point([round(level * strength) for level in range(256)])


def _lattice(width: int, height: int, pitch: int) -> Image.Image:
    """Crossing diagonal lines as a mask, a whole number of meshes about the middle."""
    fine = SUPERSAMPLING
    cell = Image.new("L", (pitch * fine, pitch * fine))
    pen = ImageDraw.Draw(cell)
    end = pitch * fine
    for start in (-end, 0, end):
        pen.line((start, 0, start + end, end), fill=255, width=round(0.11 * end))
        pen.line((start, end, start + end, 0), fill=255, width=round(0.11 * end))
    mesh = cell.reduce(fine)
    lattice = Image.new("L", (width, height))
    left, top = width // 2 % pitch - pitch, height // 2 % pitch - pitch
    for x in range(left, width, pitch):
        for y in range(top, height, pitch):
            lattice.paste(mesh, (x, y))
    return lattice


@lru_cache(maxsize=8)
def _bare_ground(theme_name: str, suits: int, card: int, index: Index, size: Size) -> Image.Image:
    """What lies round a card that lies on no other."""
    return sheet_of(theme_name, suits, card, index).ground(size, ())


@lru_cache(maxsize=128)
def sheet_of(theme_name: str, suits: int, card: int, index: Index = Index.NORMAL) -> Sheet:
    """The sheet of sprites in that theme, deck, width and index, always the same one."""
    return Sheet(theme_named(theme_name), suits, card, index)
