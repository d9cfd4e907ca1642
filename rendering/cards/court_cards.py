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
_PORTRAIT_HEIGHT: Final = 92
"""The least part of a figure that a portrait shows, in units."""

_EDGE: Final = 2.0
"""How thick the edge of white is, in units: half of it shows."""

_HALF_HEIGHT: Final = 112
_HALF_WIDTH: Final = 116
"""How many units high and wide at least is a picture that two heads share."""

_HALF_MIDDLE: Final = 0.28
"""Where the middle of the upper head is, in widths of the picture."""

_SLANT: Final = 0.2
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
    """A figure without its hands beside a slanting band, and the same upside down beyond it."""
    width, height = extent
    picture = Image.new("RGB", extent, paints[Paint.TINT])
    unit = min(width / _HALF_WIDTH, height / _HALF_HEIGHT)
    place = (width * _HALF_MIDDLE - 50 * unit, unit, unit)
    _paint_figure(picture, rank, suit, paints, place, has_hands=False)
    pen = ImageDraw.Draw(picture)
    turned = picture.transpose(Image.Transpose.ROTATE_180)

    def slant(offset: float) -> list[tuple[float, float]]:
        middle = width / 2 + offset
        return [(middle + width * _SLANT, 0), (middle - width * _SLANT, height)]

    right = Image.new("1", extent)
    ImageDraw.Draw(right).polygon([*slant(0), (width, height), (width, 0)], fill=1)
    picture.paste(turned, mask=right)
    for half, paint in ((_BAND, Paint.INK), (_BAND - _BAND_EDGE, Paint.GOLD)):
        thick = half * width
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
    *,
    has_hands: bool = True,
) -> None:
    """Paint a figure at a place: its left edge, its upper edge and the pixels of a unit.

    Args:
        has_hands: whether its hands are seen, and what it holds.
    """
    pen = ImageDraw.Draw(picture)
    for layer in figure(rank, suit):
        if layer.is_held and not has_hands:
            continue
        for polygon in layer.polygons:
            outline = moved(polygon, *place)
            if layer.paint is Paint.WHITE:
                edge = round(_EDGE * place[2])
                pen.line([*outline, *outline[:2]], paints[Paint.PALE], edge, joint="curve")
            pen.polygon(outline, fill=paints[layer.paint])
