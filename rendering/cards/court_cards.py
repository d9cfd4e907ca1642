"""The pictures of jack, queen and king: portraits, or figures with a head at either end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from engine import Rank, Suit
from rendering.cards import court_jacks, court_kings, court_queens
from rendering.cards.card_design import Deck
from rendering.cards.court_paints import court_paints
from rendering.cards.court_parts import Layer, Paint
from rendering.shapes import SUPERSAMPLING, moved
from rendering.theme import Colour, Theme

_FIGURES: Final[Mapping[tuple[Rank, Suit], Callable[[], Iterator[Layer]]]] = MappingProxyType(
    {
        (Rank.JACK, Suit.SPADES): court_jacks.jack_of_spades,
        (Rank.JACK, Suit.HEARTS): court_jacks.jack_of_hearts,
        (Rank.JACK, Suit.DIAMONDS): court_jacks.jack_of_diamonds,
        (Rank.JACK, Suit.CLUBS): court_jacks.jack_of_clubs,
        (Rank.QUEEN, Suit.SPADES): court_queens.queen_of_spades,
        (Rank.QUEEN, Suit.HEARTS): court_queens.queen_of_hearts,
        (Rank.QUEEN, Suit.DIAMONDS): court_queens.queen_of_diamonds,
        (Rank.QUEEN, Suit.CLUBS): court_queens.queen_of_clubs,
        (Rank.KING, Suit.SPADES): court_kings.king_of_spades,
        (Rank.KING, Suit.HEARTS): court_kings.king_of_hearts,
        (Rank.KING, Suit.DIAMONDS): court_kings.king_of_diamonds,
        (Rank.KING, Suit.CLUBS): court_kings.king_of_clubs,
    }
)
_PORTRAIT_HEIGHT: Final = 74
"""The least part of a figure that a portrait shows, in units."""

_HALF_HEIGHT: Final = 142
_HALF_WIDTH: Final = 150
"""How many units high and wide at least is a picture that two heads share."""

_HALF_MIDDLE: Final = 0.32
"""Where the middle of the upper head is, in widths of the picture."""

_SLANT: Final = 0.27
_BAND: Final = 0.035
_BAND_EDGE: Final = 0.014


def court_picture(
    rank: Rank, suit: Suit, deck: Deck, theme: Theme, ink: Colour, width: int, height: int
) -> Image.Image:
    """The picture of a court card in RGB."""
    paints = court_paints(theme, ink)
    extent = (width * SUPERSAMPLING, height * SUPERSAMPLING)
    paint = _portrait if deck is Deck.PORTRAITS else _two_headed
    return paint(rank, suit, paints, extent).reduce(SUPERSAMPLING)


@cache
def figure(rank: Rank, suit: Suit) -> tuple[Layer, ...]:
    """The figure of a court card."""
    return tuple(_FIGURES[rank, suit]())


def _portrait(
    rank: Rank, suit: Suit, paints: Mapping[Paint, Colour], extent: tuple[int, int]
) -> Image.Image:
    """A bust, looking over the lower edge."""
    width, height = extent
    picture = Image.new("RGB", extent, paints[Paint.CARD])
    unit = min(width / 100, height / _PORTRAIT_HEIGHT)
    _paint_figure(picture, rank, suit, paints, ((width - 100 * unit) / 2, 0, unit))
    return picture


def _two_headed(
    rank: Rank, suit: Suit, paints: Mapping[Paint, Colour], extent: tuple[int, int]
) -> Image.Image:
    """A figure above a slanting band, and the same upside down below it."""
    width, height = extent
    picture = Image.new("RGB", extent, paints[Paint.TINT])
    unit = min(width / _HALF_WIDTH, height / _HALF_HEIGHT)
    place = (width * _HALF_MIDDLE - 50 * unit, unit, unit)
    _paint_figure(picture, rank, suit, paints, place)
    pen = ImageDraw.Draw(picture)
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    rise = height * _SLANT

    def slant(offset: float) -> list[tuple[float, float]]:
        return [(0, height / 2 + rise + offset), (width, height / 2 - rise + offset)]

    lower = Image.new("1", extent)
    ImageDraw.Draw(lower).polygon([*slant(0), (width, height), (0, height)], fill=1)
    picture.paste(turned, mask=lower)
    for half, paint in ((_BAND, Paint.INK), (_BAND - _BAND_EDGE, Paint.GOLD)):
        thick = half * height
        pen.polygon([*slant(-thick), *slant(thick)[::-1]], fill=paints[paint])
    # Rounding would leave the halves a pixel apart.
    upper = picture.crop((0, 0, width, height // 2))
    picture.paste(upper.transpose(Image.Transpose.ROTATE_180), (0, height // 2))
    return picture


def _paint_figure(
    picture: Image.Image,
    rank: Rank,
    suit: Suit,
    paints: Mapping[Paint, Colour],
    place: tuple[float, float, float],
) -> None:
    """Paint a figure at a place: its left edge, its upper edge and the pixels of a unit."""
    pen = ImageDraw.Draw(picture)
    for layer in figure(rank, suit):
        for polygon in layer.polygons:
            pen.polygon(moved(polygon, *place), fill=paints[layer.paint])
