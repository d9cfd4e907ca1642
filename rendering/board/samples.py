"""Samples of decks and backs, side by side, for a player to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine import Card
from rendering.board.felt import light_felt
from rendering.board.picture import Picture, picture_of
from rendering.cards.card_design import Back, Deck, Design
from rendering.cards.palette import palette_of
from rendering.cards.sprites import sheet_of
from rendering.encoding.pixels import Pixels
from rendering.metrics import Size, metrics_of
from rendering.style import Style
from rendering.text import MEDIUM, fit_cap_height, text_mask

_COLUMNS: Final = 7
_CAPTION: Final = 0.028
_CAPTION_ROW: Final = 0.065


@dataclass(frozen=True, slots=True)
class Sample:
    """Some cards of a deck.

    Attributes:
        title: what the sample shows, written below it.
        cards: its cards; None for one face down.
        deck: the pictures of its court cards.
        back: the pattern of its backs.
    """

    title: str
    cards: tuple[Card | None, ...]
    deck: Deck = Deck.PORTRAITS
    back: Back = Back.LATTICE


def draw_samples(samples: Sequence[Sample], style: Style) -> Picture:
    """Draw samples in one row; the alt text is their titles."""
    m = metrics_of(style.width, _COLUMNS, large_index=style.large_index)
    palette = palette_of(style.theme, style.suits)
    caption = round(style.width * _CAPTION_ROW)
    height = m.height(Size.TALL) + 2 * m.edge + caption
    picture = palette.canvas(style.width, height)
    cards = sum(len(sample.cards) for sample in samples)
    free = style.width - cards * m.card - (cards - len(samples)) * m.gap
    space = free / (len(samples) + 1)
    left = space
    for sample in samples:
        design = Design(sample.deck, sample.back, style.letters)
        sheet = sheet_of(style.theme, style.suits, m.card, m.index, design)
        for place, card in enumerate(sample.cards):
            x = round(left) + place * (m.card + m.gap)
            sheet.paste(Pixels.of(picture), (x, m.edge), card, Size.TALL)
        width = len(sample.cards) * (m.card + m.gap) - m.gap
        room = round(width + space * 0.9)
        cap = fit_cap_height(sample.title, round(style.width * _CAPTION), room, MEDIUM)
        mask = text_mask(sample.title, cap, MEDIUM)
        text = Image.new("RGB", mask.size, palette.theme.felt)
        text.paste(palette.theme.label, (0, 0), mask)
        middle = round(left + width / 2)
        picture.paste(palette.quantize(text), (middle - mask.width // 2, height - caption))
        left += width + space
    light_felt(picture, palette)
    return picture_of(picture, ", ".join(s.title for s in samples))
