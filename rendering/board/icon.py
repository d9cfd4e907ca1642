"""Games as icons: how one is laid out, in shapes that can be told apart at the size of a stamp."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from typing import Final

from PIL import Image, ImageDraw

from engine import deal
from rendering.board.layout import layout_of
from rendering.cards.palette import palette_of
from rendering.metrics import CORNER, Box
from rendering.shapes import SUPERSAMPLING
from rendering.theme import Colour, Theme, mix, theme_named

_DRAWN: Final = 512
"""The width of the boards that are made icons of."""
_DEAL: Final = 1
_PIP: Final = 0.3
"""The width of the dot on a card that is face up, in card widths."""
_PALE: Final = (0.2, 0.11, 0.04)
"""How much lighter than the felt a pale icon's cards are: face up, face down, and empty piles."""


@lru_cache(maxsize=512)
def icon(
    rules_id: str, size: tuple[int, int], theme_name: str, suits: int, *, is_pale: bool
) -> Image.Image:
    """A game's first deal on plain felt, in the palette of a theme; a pale one is a hint of it."""
    theme, scale = theme_named(theme_name), SUPERSAMPLING
    drawn = Image.new("RGB", (size[0] * scale, size[1] * scale), theme.felt)
    pen = ImageDraw.Draw(drawn)
    shapes, board = _shapes(rules_id)
    factor = min(drawn.width / board.width, drawn.height / board.height)
    left = (drawn.width - board.width * factor) / 2
    top = (drawn.height - board.height * factor) / 2
    for box, kind in shapes:
        x, y = left + (box.x - board.x) * factor, top + (box.y - board.y) * factor
        right, bottom = x + box.width * factor, y + box.height * factor
        fill, line, dot = _paints(kind, theme, suits, is_pale=is_pale)
        pen.rounded_rectangle(
            (x, y, right, bottom),
            box.width * factor * CORNER * 1.6,
            fill=fill,
            outline=line,
            width=max(1, scale // 2),
        )
        if dot is not None:
            across = box.width * factor * _PIP / 2
            middle, centre = (x + right) / 2, min(y + box.width * factor / 2, (y + bottom) / 2)
            edges = (middle - across, centre - across, middle + across, centre + across)
            pen.ellipse(edges, fill=dot)
    return palette_of(theme_name, suits).quantize(drawn.reduce(scale))


@lru_cache(maxsize=256)
def _shapes(rules_id: str) -> tuple[tuple[tuple[Box, int | None], ...], Box]:
    """The piles and cards of a game's first deal, as boxes and what is there, and the whole.

    What is there is the number of a card's suit, -1 for a card face down, and None for nothing.
    """
    board = deal(rules_id, _DEAL).board
    layout = layout_of(board, _DRAWN)

    def shapes() -> Iterator[tuple[Box, int | None]]:
        for pile, cards in zip(layout.piles, layout.cards, strict=True):
            stack, hidden = board.stacks[pile.pile.index], board.face_down(pile.pile)
            if pile.pile.index == board.compiled.stock and stack:
                yield pile.box, -1
            elif not cards and not stack:
                yield pile.box, None
            for card in cards:
                is_down = card.index < hidden
                yield card.box, -1 if is_down else stack[card.index].suit.value

    found = tuple(shapes())
    return found, reduce(Box.union, (box for box, _kind in found))


def _paints(
    kind: int | None, theme: Theme, suits: int, *, is_pale: bool
) -> tuple[Colour, Colour, Colour | None]:
    """The paint of a card or an empty pile, of its outline, and of the dot on it."""
    if is_pale:
        up, down, empty = (mix(theme.felt, theme.label, share) for share in _PALE)
        fill = empty if kind is None else down if kind < 0 else up
        return fill, theme.felt, None
    if kind is None:
        return theme.empty_pile, theme.empty_pile_line, None
    if kind < 0:
        return theme.back, theme.back_line, None
    return theme.card, theme.edge, theme.suit_inks(suits)[kind]
