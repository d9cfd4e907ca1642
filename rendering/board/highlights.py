"""Highlights: the rings around the last move, selected cards, where these can go, and a hint.

They differ in shape as well as in colour: a plain ring for the last move, a ring and a tint for
selected cards, four corners where they can go, a dashed ring where a hint comes from and a double
one where it goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from rendering.board.felt import light_part, rim_of
from rendering.cards.sprites import Sheet
from rendering.encoding.pixels import Area, Pixels
from rendering.metrics import CORNER, Box
from rendering.shapes import SUPERSAMPLING
from rendering.theme import Colour, Theme

Band = tuple[Colour, Pixels]
"""A colour and a mask of where it is painted."""

_OUTSET: Final = 0.042
_DASH: Final = 0.15
_BRACKET: Final = 0.3
_FLIP_X: Final = Image.Transpose.FLIP_LEFT_RIGHT
_FLIP_Y: Final = Image.Transpose.FLIP_TOP_BOTTOM


class Highlight(Enum):
    """The kinds of highlights."""

    LAST = "the last move"
    SELECTED = "selected cards"
    TARGET = "where selected cards can go"
    FROM = "where a hint comes from"
    TO = "where a hint goes"


def outset(card: int) -> int:
    """How far a ring extends beyond its box, in pixels, for cards of that width."""
    return max(2, round(card * _OUTSET))


def draw_highlight(
    picture: Pixels,
    highlight: Highlight,
    box: Box,
    sheet: Sheet,
    felt: Pixels | None = None,
) -> None:
    """Draw a ring around a box of a picture that is in the sheet's palette.

    Args:
        highlight: the kind of ring.
        felt: the lit felt of the picture; None if it is plain.
    """
    out, palette = outset(sheet.card), sheet.palette
    left, top = box.x - out, box.y - out
    width, height = box.width + 2 * out, box.height + 2 * out

    def part(area: Area) -> Pixels:
        near, upper, far, lower = area
        cut = picture.crop((left + near, top + upper, left + far, top + lower))
        return cut if felt is None else cut.looked_up(palette.unlit)

    def put(changed: Pixels, area: Area) -> None:
        x, y = left + area[0], top + area[1]
        if felt is not None:
            light_part(changed, x, y, felt)
        picture.paste(changed, x, y)

    if highlight is Highlight.SELECTED:
        within = (out, out, width - out, height - out)
        put(part(within).looked_up(sheet.veil), within)
    middle, sides = _ring(highlight, sheet.theme, width, height, sheet.card)
    for side, bands in sides:
        ring = part(side).rgb()
        for colour, band in bands:
            ring.fill(colour, band)
        put(ring.in_palette(palette.sample), side)
    if palette.is_confused:
        # All within a ring looks as if it were quantized like the ring.
        put(part(middle).looked_up(palette.quantized), middle)


@lru_cache(maxsize=32)
def _ring(
    highlight: Highlight, theme: Theme, width: int, height: int, card: int
) -> tuple[Area, tuple[tuple[Area, tuple[Band, ...]], ...]]:
    """What is inside a ring, and its four sides with their bands: less than a tenth of a column."""
    bands = tuple(_bands(highlight, theme, width, height, card))
    corner, thick = _corner(card, 0, 1).width, outset(card) + 2
    middle = (thick, corner, width - thick, height - corner)
    sides = rim_of(width, height, thick, corner)
    return middle, tuple(
        (side, tuple((colour, Pixels.of(band.crop(side))) for colour, band in bands))
        for side in sides
    )


def _bands(
    highlight: Highlight, theme: Theme, width: int, height: int, card: int
) -> Iterator[tuple[Colour, Image.Image]]:
    """The bands of a ring in painting order, each a colour and a mask."""
    thick = outset(card) + 2
    thin = max(1, round(card * 0.008))
    whole = _frame(width, height, card, 0, thick)
    band = _frame(width, height, card, thin, thick - thin)
    if highlight is Highlight.TARGET:
        brackets = _brackets(width, height, card)
        yield theme.outline, ImageChops.multiply(whole, brackets)
        yield theme.selected, ImageChops.multiply(band, brackets)
        return
    yield theme.outline, whole
    match highlight:
        case Highlight.LAST:
            yield theme.last, band
        case Highlight.SELECTED:
            yield theme.selected, band
        case Highlight.FROM:
            yield theme.card, band
            yield theme.hint, ImageChops.multiply(band, _dashes(width, height, card))
        case Highlight.TO:
            yield theme.card, whole
            yield theme.hint, _frame(width, height, card, 0, thick - 2 * thin)


def _frame(width: int, height: int, card: int, outer: int, inner: int) -> Image.Image:
    """A rounded frame as a mask, between two distances from the edge of the image."""
    corner = _corner(card, outer, inner)
    size = corner.width
    frame = Image.new("L", (width, height))
    for near, far in ((outer, inner), (width - inner, width - outer)):
        frame.paste(255, (near, size, far, height - size))
    for near, far in ((outer, inner), (height - inner, height - outer)):
        frame.paste(255, (size, near, width - size, far))
    for x, flipped in ((0, corner), (width - size, corner.transpose(_FLIP_X))):
        frame.paste(flipped, (x, 0))
        frame.paste(flipped.transpose(_FLIP_Y), (x, height - size))
    return frame


@cache
def _corner(card: int, outer: int, inner: int) -> Image.Image:
    """The upper left corner of a frame as a mask."""
    radius = card * CORNER + outset(card)
    size = round(radius) + 2
    scale = SUPERSAMPLING
    drawn = Image.new("L", (size * scale, size * scale))
    pen = ImageDraw.Draw(drawn)
    for distance, fill in ((outer, 255), (inner, 0)):
        near, far = distance * scale, 4 * size * scale
        pen.rounded_rectangle((near, near, far, far), max(0, radius - distance) * scale, fill=fill)
    return drawn.reduce(scale)


def _brackets(width: int, height: int, card: int) -> Image.Image:
    """The corners of a ring as a mask."""
    reach = round(card * _BRACKET)
    brackets = Image.new("L", (width, height), 255)
    brackets.paste(0, (reach, 0, width - reach, height))
    brackets.paste(0, (0, reach, width, height - reach))
    return brackets


def _dashes(width: int, height: int, card: int) -> Image.Image:
    """The dashes of a ring as a mask: solid corners, evenly dashed sides."""
    corner = round(card * (CORNER + _OUTSET)) + 2
    dashes = Image.new("L", (width, height), 255)
    band = 2 * outset(card)
    for near, far in _gaps(corner, width - corner, card):
        dashes.paste(0, (near, 0, far, band))
        dashes.paste(0, (near, height - band, far, height))
    for near, far in _gaps(corner, height - corner, card):
        dashes.paste(0, (0, near, band, far))
        dashes.paste(0, (width - band, near, width, far))
    return dashes


def _gaps(start: int, end: int, card: int) -> Iterator[tuple[int, int]]:
    """The gaps between dashes from one point to another, with a gap at either end."""
    count = max(1, round((end - start) / (card * _DASH)) // 2)
    step = (end - start) / (2 * count + 1)
    for number in range(count + 1):
        yield round(start + 2 * number * step), round(start + (2 * number + 1) * step)
