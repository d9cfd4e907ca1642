"""A deck as one picture."""

from __future__ import annotations

import io

from PIL import Image, ImageChops

from rendering.cards.card_art import CardArt
from rendering.cards.card_design import STANDARD
from rendering.cards.palette import palette_of
from rendering.cards.sheet import ACROSS, BACK, draw_deck, strip_height
from rendering.metrics import Index, Size

CARD = 104


def part(deck: Image.Image, column: int, top: int, height: int) -> Image.Image:
    return deck.crop((column * CARD, top, (column + 1) * CARD, top + height))


def test_a_deck_has_every_card_the_back_and_cards_with_small_indices() -> None:
    drawn = draw_deck("felt", 2, STANDARD, CARD, Index.NORMAL, Index.TIGHT)
    deck = Image.open(io.BytesIO(drawn)).convert("RGB")
    palette = palette_of("felt", 2)
    art = CardArt(palette.theme, 2, STANDARD, CARD, Index.NORMAL)
    height, low = art.height(Size.TALL), strip_height(CARD, Index.TIGHT)
    assert deck.size == (ACROSS * CARD, 5 * height + 4 * low)
    back = palette.quantize(art.back(Size.TALL)).convert("RGB")
    row, column = divmod(BACK, ACROSS)
    assert not ImageChops.difference(part(deck, column, row * height, height), back).getbbox()
    parts = {part(deck, at % ACROSS, at // ACROSS * height, height).tobytes() for at in range(52)}
    strips = {
        part(deck, at % ACROSS, 5 * height + at // ACROSS * low, low).tobytes() for at in range(52)
    }
    assert (len(parts), len(strips)) == (52, 52)
    assert len(drawn) < 60_000
