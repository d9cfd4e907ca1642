"""Signs of the suits for texts and buttons: a pip on a square of card."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from PIL import Image

from rendering.shapes import pip_mask, rounded_rectangle
from rendering.theme import theme_named

if TYPE_CHECKING:
    from engine.cards import Suit

SIZE: Final = 96
"""Twice the width at which Discord shows emoji at most."""
_CORNER: Final = 18
_MARGIN: Final = 13


def draw_suit_sign(suit: Suit, suits: int = 2) -> bytes:
    """A suit's sign as a PNG, in the colours of the pictures.

    It has paper behind it, as black is not to be seen on a dark page.

    Args:
        suits: 2 or 4 suit colours.
    """
    theme = theme_named("felt")
    sign = Image.new("RGBA", (SIZE, SIZE), (*theme.card, 0))
    sign.putalpha(rounded_rectangle(SIZE, SIZE, _CORNER))
    pip = pip_mask(suit, SIZE - 2 * _MARGIN)
    sign.paste((*theme.suit_inks(suits)[suit], 255), (_MARGIN, _MARGIN), pip)
    file = io.BytesIO()
    sign.save(file, "PNG")
    return file.getvalue()
