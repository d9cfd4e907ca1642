"""Rings round what moved, what is chosen, and what is suggested.

They differ in shape as well as in colour: the last move has a plain ring, a chosen pile is veiled
too, a suggestion has a broken ring where it comes from and a double one where it goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from rendering.metrics import Box
from rendering.shapes import SUPERSAMPLING
from rendering.sprites import CORNER, Sheet
from rendering.theme import Colour, Theme

_REACH: Final = 0.042
_DASH: Final = 0.15


class Highlight(Enum):
    """What a ring is for."""

    LAST = "the last move"
    SELECTED = "a chosen pile"
    FROM = "where a suggested move comes from"
    TO = "where a suggested move goes"


def reach(card: int) -> int:
    """How far a ring lies outside of what it is round, in pixels, for cards of that width."""
    return max(2, round(card * _REACH))


def draw_highlight(picture: Image.Image, ring: Highlight, box: Box, sheet: Sheet) -> None:
    """Draw a ring round a box of a picture that is in the sheet's palette."""
    out = reach(sheet.card)
    left, top = box.x - out, box.y - out
    patch = picture.crop((left, top, box.right + out, box.bottom + out))
    if ring is Highlight.SELECTED:
        inside = (out, out, patch.width - out, patch.height - out)
        patch.paste(patch.crop(inside).point(sheet.veil), inside[:2])
    patch = patch.convert("RGB")
    for colour, band in _bands(ring, sheet.theme, patch.width, patch.height, sheet.card):
        patch.paste(colour, (0, 0), band)
    picture.paste(sheet.indexed(patch), (left, top))


def _bands(
    ring: Highlight, theme: Theme, width: int, height: int, card: int
) -> Iterator[tuple[Colour, Image.Image]]:
    """The bands of a ring, painted one on the other: colour and mask."""
    thick = reach(card) + 2
    fine = max(1, round(card * 0.008))
    yield theme.outline, _frame(width, height, card, 0, thick)
    band = _frame(width, height, card, fine, thick - fine)
    match ring:
        case Highlight.LAST:
            yield theme.last, band
        case Highlight.SELECTED:
            yield theme.selected, band
        case Highlight.FROM:
            yield theme.card, band
            yield theme.hint, ImageChops.multiply(band, _dashes(width, height, card))
        case Highlight.TO:
            yield theme.card, _frame(width, height, card, 0, thick)
            yield theme.hint, _frame(width, height, card, 0, thick - 2 * fine)


@lru_cache(maxsize=32)
def _frame(width: int, height: int, card: int, outer: int, inner: int) -> Image.Image:
    """A rounded frame as a mask, between two distances from the edge of the whole."""
    corner = _corner(card, outer, inner)
    size = corner.width
    frame = Image.new("L", (width, height))
    for near, far in ((outer, inner), (width - inner, width - outer)):
        frame.paste(255, (near, size, far, height - size))
    for near, far in ((outer, inner), (height - inner, height - outer)):
        frame.paste(255, (size, near, width - size, far))
    for x, turned in ((0, corner), (width - size, corner.transpose(_ACROSS))):
        frame.paste(turned, (x, 0))
        frame.paste(turned.transpose(_OVER), (x, height - size))
    return frame


_ACROSS: Final = Image.Transpose.FLIP_LEFT_RIGHT
_OVER: Final = Image.Transpose.FLIP_TOP_BOTTOM


@cache
def _corner(card: int, outer: int, inner: int) -> Image.Image:
    """The upper left corner of a frame as a mask."""
    radius = card * CORNER + reach(card)
    size = round(radius) + 2
    fine = SUPERSAMPLING
    drawn = Image.new("L", (size * fine, size * fine))
    pen = ImageDraw.Draw(drawn)
    for distance, fill in ((outer, 255), (inner, 0)):
        near, far = distance * fine, 4 * size * fine
        pen.rounded_rectangle((near, near, far, far), max(0, radius - distance) * fine, fill=fill)
    return drawn.reduce(fine)


@lru_cache(maxsize=32)
def _dashes(width: int, height: int, card: int) -> Image.Image:
    """Where the dashes of a broken ring are, as a mask: corners whole, the sides in even parts."""
    corner = round(card * (CORNER + _REACH)) + 2
    dashes = Image.new("L", (width, height), 255)
    band = 2 * reach(card)
    for near, far in _gaps(corner, width - corner, card):
        dashes.paste(0, (near, 0, far, band))
        dashes.paste(0, (near, height - band, far, height))
    for near, far in _gaps(corner, height - corner, card):
        dashes.paste(0, (0, near, band, far))
        dashes.paste(0, (width - band, near, width, far))
    return dashes


def _gaps(start: int, end: int, card: int) -> Iterator[tuple[int, int]]:
    """The gaps between dashes from one point to another, a gap at either end."""
    count = max(1, round((end - start) / (card * _DASH)) // 2)
    step = (end - start) / (2 * count + 1)
    for number in range(count + 1):
        yield round(start + 2 * number * step), round(start + (2 * number + 1) * step)
