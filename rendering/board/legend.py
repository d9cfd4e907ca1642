"""A board with numbers on its parts, for a text that explains them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine import Board
from rendering.board.layout import Layout, layout_of
from rendering.board.picture import Picture, compose, picture_of
from rendering.board.scene import Scene
from rendering.metrics import Box
from rendering.shapes import SUPERSAMPLING
from rendering.style import Style
from rendering.text import BOLD, tight_text_mask
from rendering.theme import theme_named

_LINE: Final = 0.05
_ROOM: Final = 0.055
_ROUND: Final = 0.12
_BADGE: Final = 0.23
_DIGIT: Final = 0.23
"""The widths of lines and of the room around cards, and the radii of frames and of badges, and how
tall numbers are, all as parts of a card's width."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a board: some piles, or cards of one.

    Attributes:
        piles: their names.
        cards: how many cards at the top; 0 for all of the piles.
    """

    piles: tuple[str, ...]
    cards: int = 0


def draw_legend(board: Board, parts: Sequence[Part], alt: str, style: Style) -> Picture:
    """Draw a board with a frame around each of some parts, numbered from 1 in their order."""
    picture = compose(Scene(board), style, is_lit=True)
    layout = layout_of(board, style.width, style.large_index)
    plain = picture.convert("RGB")
    image = plain.copy()
    boxes = [_box(board, layout, part) for part in parts]
    for box in boxes:
        _frame(image, box, layout.metrics.card, style)
    for number, box in enumerate(boxes, start=1):
        _badge(image, str(number), box, layout.metrics.card, style)
    # Only what was painted is quantized: Pillow confuses shades of the felt.
    painted = ImageChops.difference(image, plain).convert("L").point(bool, "1")
    picture.paste(image.quantize(palette=picture, dither=Image.Dither.NONE), mask=painted)
    return picture_of(picture, alt)


def _box(board: Board, layout: Layout, part: Part) -> Box:
    """The box around a part."""
    indices = [board.compiled.index_of[name] for name in part.piles]
    firsts = [max(0, len(board.stacks[at]) - part.cards) if part.cards else 0 for at in indices]
    boxes = [layout.run_box(at, first) for at, first in zip(indices, firsts, strict=True)]
    if not part.cards:
        boxes += [layout.piles[at].box for at in indices]
    return reduce(Box.union, boxes)


def _frame(image: Image.Image, box: Box, card: int, style: Style) -> None:
    theme, room, scale = theme_named(style.theme), round(card * _ROOM), SUPERSAMPLING
    size = (box.width + 2 * room, box.height + 2 * room)
    mask = Image.new("L", (size[0] * scale, size[1] * scale))
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, mask.width - 1, mask.height - 1),
        radius=round(card * _ROUND) * scale,
        outline=255,
        width=max(2, round(card * _LINE)) * scale,
    )
    image.paste(theme.selected, (box.x - room, box.y - room), mask.reduce(scale))


def _badge(image: Image.Image, number: str, box: Box, card: int, style: Style) -> None:
    """Put a number into a disc at the middle of the lower side of a box, within it."""
    theme, radius, scale = theme_named(style.theme), round(card * _BADGE), SUPERSAMPLING
    disc = Image.new("L", (2 * radius * scale, 2 * radius * scale))
    ImageDraw.Draw(disc).ellipse((0, 0, disc.width - 1, disc.height - 1), fill=255)
    middle = (box.x + box.width // 2, box.bottom - radius)
    image.paste(theme.outline, (middle[0] - radius, middle[1] - radius), disc.reduce(scale))
    inner = radius - max(2, round(card * _LINE))
    small = disc.resize((2 * inner, 2 * inner), Image.Resampling.LANCZOS)
    image.paste(theme.selected, (middle[0] - inner, middle[1] - inner), small)
    digit = tight_text_mask(number, round(card * _DIGIT), BOLD)
    place = (middle[0] - digit.width // 2, middle[1] - round(card * _DIGIT) // 2)
    image.paste(theme.outline, place, digit)
