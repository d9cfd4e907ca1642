"""The palette that a picture is stored in, at most 256 colours.

It holds the theme's own colours exactly, and short ramps between those that meet at anti-aliased
edges. It is computed from the theme alone, so that a board always has the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import Final

from PIL import Image

from rendering.cards.court_paints import PIGMENTS
from rendering.cards.court_parts import Paint
from rendering.encoding.pixels import Pixels
from rendering.theme import Colour, Theme, mix, theme_named

_HAIR: Final = tuple(
    PIGMENTS[paint] for paint in (Paint.BROWN, Paint.AUBURN, Paint.BLOND, Paint.GREY)
)
_LIGHT: Final = ((1.11, 0.89), (0.62, 0.92))
_PALE_LIGHT: Final = ((1.04, 0.955), (0.82, 0.95))
"""How bright the felt is in the light and far from it, and at its edges and inside them."""

_MIN_DISTANCE: Final = 40
"""Squared. Pillow looks colours up in boxes of four steps a side and confuses closer ones."""


FELT_SHADES: Final = 12
EDGE_SHADES: Final = 10
"""How many shades the felt has from the light outwards, and at its edges."""


class Palette:
    """The colours of one theme and number of suit colours.

    Attributes:
        theme: the theme.
        suits: 2 or 4 suit colours.
        colours: the colours, the felt first.
        shades: the shades of the felt, which follow them: from the light outwards, then from the
            edges inwards. Nothing else is painted in these.
    """

    def __init__(self, theme: Theme, suits: int) -> None:
        self.theme = theme
        self.suits = suits
        self.colours = tuple(_distinct(_wanted(theme, suits)))
        self.shades = tuple(_felt_shades(theme))
        self._nearest: dict[Colour, int] = {}

    def canvas(self, width: int, height: int) -> Image.Image:
        """A blank image in the palette: nothing but felt."""
        return _blank(width, height, (*self.colours, *self.shades))

    def quantize(self, image: Image.Image) -> Image.Image:
        """The image with each colour replaced by the nearest of the palette."""
        return image.quantize(palette=self._sample, dither=Image.Dither.NONE)

    def nearest(self, colour: Colour) -> int:
        """The index of the colour nearest to another."""
        if colour not in self._nearest:
            distances = [_distance(one, colour) for one in self.colours]
            self._nearest[colour] = distances.index(min(distances))
        return self._nearest[colour]

    @cached_property
    def quantized(self) -> list[int]:
        """For each index, that of its colour as :meth:`quantize` finds it, mostly the same one."""
        colours = len(self.colours)
        row = self.canvas(colours, 1)
        row.putdata(range(colours))
        return [*self.quantize(row.convert("RGB")).tobytes(), *range(colours, 256)]

    @cached_property
    def is_confused(self) -> bool:
        """Whether some colour of the palette becomes another when it is quantized."""
        return self.quantized != list(range(256))

    @cached_property
    def sample(self) -> Pixels:
        """The palette without the shades, for :meth:`Pixels.in_palette`."""
        return Pixels.of(self._sample)

    @cached_property
    def unlit(self) -> list[int]:
        """For each index, that which it is before the felt is lit."""
        first, shades = len(self.colours), len(self.shades)
        return [*range(first), *[0] * shades, *range(first + shades, 256)]

    @cached_property
    def _sample(self) -> Image.Image:
        return _blank(1, 1, self.colours)


@cache
def palette_of(theme_name: str, suits: int) -> Palette:
    """The palette of a theme and number of suit colours, always the same object."""
    return Palette(theme_named(theme_name), suits)


def _blank(width: int, height: int, colours: Iterable[Colour]) -> Image.Image:
    image = Image.new("P", (width, height), 0)
    image.putpalette(bytes(channel for colour in colours for channel in colour))
    image.load()  # only now does Pillow's core know the palette
    return image


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _distinct(colours: Iterable[Colour]) -> Iterator[Colour]:
    """The colours without those too close to an earlier one."""
    kept: list[Colour] = []
    for colour in colours:
        if all(_distance(colour, other) > _MIN_DISTANCE for other in kept):
            kept.append(colour)
            yield colour


def _felt_shades(theme: Theme) -> Iterator[Colour]:
    """The shades of the felt; pale felt varies less."""
    light = _PALE_LIGHT if theme.is_pale else _LIGHT
    for (start, end), steps in zip(light, (FELT_SHADES, EDGE_SHADES), strict=True):
        for step in range(steps):
            brightness = start + (end - start) * step / (steps - 1)
            red, green, blue = (min(255, round(level * brightness)) for level in theme.felt)
            yield red, green, blue


def _ramp(colour: Colour, other: Colour, steps: int) -> Iterator[Colour]:
    """Evenly spaced colours between two others."""
    return (mix(colour, other, step / (steps + 1)) for step in range(1, steps + 1))


def _wanted(theme: Theme, suits: int) -> Iterator[Colour]:
    """The colours of a theme, first those that must be exact."""
    inks = tuple(dict.fromkeys(theme.suit_inks(suits)))
    tints = tuple(theme.tint(ink) for ink in inks)
    yield from (
        theme.felt,
        theme.card,
        theme.empty_pile,
        theme.empty_pile_line,
        theme.mark,
        theme.label,
    )
    yield from (theme.count, theme.edge, theme.gold, theme.skin, theme.back, theme.back_line)
    yield from (theme.last, theme.selected, theme.hint, theme.outline, *inks, *tints)
    yield from PIGMENTS.values()
    yield theme.veiled
    yield theme.dim(theme.card)
    for ink, tint in zip(inks, tints, strict=True):
        yield from _ramp(theme.card, ink, 10)
        yield from _ramp(tint, ink, 3)
        yield from _ramp(theme.gold, ink, 2)
        yield from _ramp(theme.skin, ink, 1)
        yield mix(tint, theme.gold, 0.5)
        yield theme.veil(tint)
        yield theme.veil(ink)
        yield from _ramp(theme.veiled, theme.veil(ink), 4)
        yield from _ramp(theme.dim(theme.card), theme.dim(ink), 3)
    yield from _ramp(theme.skin, PIGMENTS[Paint.DARK], 3)
    yield from _ramp(tints[0], PIGMENTS[Paint.DARK], 2)
    yield from (mix(theme.skin, hair, 0.5) for hair in _HAIR)
    yield from (mix(theme.card, hair, 0.5) for hair in _HAIR)
    yield from (mix(PIGMENTS[Paint.DARK], hair, 0.5) for hair in _HAIR)
    yield from (theme.veil(paint) for paint in (theme.gold, theme.skin, theme.edge, theme.back))
    yield from (theme.veil(paint) for paint in PIGMENTS.values())
    yield from _ramp(theme.felt, theme.shadow, 7)
    yield from _ramp(theme.card, theme.edge, 6)
    yield from _ramp(theme.edge, theme.shadow, 8)
    yield from _ramp(theme.felt, theme.label, 9)
    yield from _ramp(theme.felt, theme.count, 6)
    yield from _ramp(theme.empty_pile, theme.mark, 4)
    yield from _ramp(theme.empty_pile, theme.empty_pile_line, 3)
    yield from _ramp(theme.felt, theme.empty_pile_line, 3)
    yield from _ramp(theme.back, theme.back_line, 7)
    yield from _ramp(theme.back, theme.card, 5)
    yield from _ramp(theme.card, theme.gold, 4)
    for highlight in (theme.last, theme.selected, theme.hint):
        yield from _ramp(theme.card, highlight, 3)
        yield from _ramp(theme.felt, highlight, 3)
        yield from _ramp(theme.outline, highlight, 3)
    yield from _ramp(theme.card, theme.outline, 4)
