"""A whole deck as one picture, from which a page in a browser cuts its cards.

Thirteen cards a row, a suit a row; a row with the back and what an empty pile shows for each suit;
then the upper parts of all cards with small indices, for columns in which little of a card shows.
Corners are square: the page rounds them.
"""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from engine import Suit
from engine.cards import CARDS
from rendering.cards.card_art import CardArt
from rendering.cards.card_design import Design
from rendering.cards.palette import palette_of
from rendering.metrics import Index, Size
from rendering.shapes import pip_mask

ACROSS: Final = 13
"""Cards in a row."""
_FACES: Final = -(-len(CARDS) // ACROSS)
BACK: Final = ACROSS * _FACES
"""The place of the back, counted in cards; the empty piles of the suits follow it."""
_SIGN: Final = 0.4


def strip_height(card: int, small: Index) -> int:
    """The height of the upper part of a card with a small index, in pixels."""
    return round(card * small.fan)


def draw_deck(
    theme_name: str, suits: int, design: Design, card: int, index: Index, small: Index
) -> bytes:
    """Draw a deck as a lossless WebP file.

    Args:
        card: the width of a card in pixels.
        index: the size of the indices.
        small: the size of those of the upper parts.
    """
    palette = palette_of(theme_name, suits)
    art = CardArt(palette.theme, suits, design, card, index)
    strips = CardArt(palette.theme, suits, design, card, small)
    height, low = art.height(Size.TALL), strip_height(card, small)
    below = (_FACES + 1) * height
    picture = Image.new("RGB", (ACROSS * card, below + _FACES * low), palette.theme.card)
    for place, one in enumerate(CARDS):
        row, column = divmod(place, ACROSS)
        picture.paste(art.front(one, Size.TALL), (column * card, row * height))
        strip = strips.front(one, Size.TALL, index_only=True).crop((0, 0, card, low))
        picture.paste(strip, (column * card, below + row * low))
    picture.paste(art.back(Size.TALL), (0, _FACES * height))
    for column, suit in enumerate(Suit, start=1):
        empty = Image.new("RGB", (card, height), palette.theme.empty_pile)
        sign = pip_mask(suit, art.px(_SIGN))
        corner = ((card - sign.width) // 2, (height - sign.height) // 2)
        empty.paste(palette.theme.mark, corner, sign)
        picture.paste(empty, (column * card, _FACES * height))
    file = io.BytesIO()
    palette.quantize(picture).convert("RGB").save(
        file, "WEBP", lossless=True, quality=100, method=4
    )
    return file.getvalue()
