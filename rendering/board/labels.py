"""The names of piles and their numbers of cards, as sprites on the felt."""

from __future__ import annotations

from typing import Final

from PIL import Image

from rendering.cards.palette import Palette
from rendering.cards.sprite_cache import BACKGROUNDS
from rendering.metrics import Box, Metrics
from rendering.text import BOLD, MEDIUM, tight_text_mask
from rendering.theme import Colour

_COUNT_CAP: Final = 0.74
_BASELINE: Final = 0.25


def name_sprite(name: str, cap: int, palette: Palette) -> Image.Image:
    """A pile's name, its top edge at the cap height."""
    return _sprite(name, cap, BOLD, palette, palette.theme.label)


def count_sprite(count: str, cap: int, palette: Palette) -> Image.Image:
    """A pile's number of cards, or the rank that comes next, its top edge at the cap height."""
    return _sprite(count, cap, MEDIUM, palette, palette.theme.count)


def count_cap(m: Metrics) -> int:
    """The cap height of a number of cards."""
    return round(m.label_cap * _COUNT_CAP)


def baseline(box: Box, m: Metrics) -> int:
    """The baseline of the labels above a pile."""
    return box.y - round(m.label_cap * _BASELINE)


def baseline_below(box: Box, m: Metrics) -> int:
    """The baseline of the label below a pile that lies on others."""
    return box.bottom + round(m.label_cap * (1 + _BASELINE))


def _sprite(text: str, cap: int, weight: int, palette: Palette, ink: Colour) -> Image.Image:
    key = (text, cap, weight, palette)
    return BACKGROUNDS.drawn(key, lambda: _drawn(text, cap, weight, palette, ink))


def _drawn(text: str, cap: int, weight: int, palette: Palette, ink: Colour) -> Image.Image:
    mask = tight_text_mask(text, cap, weight)
    sprite = Image.new("RGB", mask.size, palette.theme.felt)
    sprite.paste(ink, (0, 0), mask)
    return palette.quantize(sprite)
