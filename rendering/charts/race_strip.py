"""A running race: a small board for each racer, of which nothing but their progress can be read.

A board is blocks where the game's first deal has its cards, as many as are still to be brought
home. So it says nothing of the deal, nor of how anybody plays it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine import deal
from rendering.board.layout import layout_of
from rendering.board.picture import Picture, picture_of
from rendering.cards.palette import palette_of
from rendering.charts.canvas import Canvas
from rendering.charts.faces import Face
from rendering.metrics import Box
from rendering.shapes import rounded_rectangle, star_mask
from rendering.style import Style
from rendering.text import displayable, text_width, truncated
from rendering.theme import mix

_LEAST_COLUMNS: Final = 3
_COLUMNS: Final = 5
MAX_LANES: Final = 20
"""How many racers are shown."""

_GAP: Final = 0.03
_BOARD: Final = 0.62
_FACE: Final = 0.16
_BAR: Final = 0.05
_TEXT: Final = 0.068
"""Shares of the width of a cell: the gaps, the height of a board, a face, a bar, capitals."""
_LEAST_TEXT: Final = 0.021
"""The same, of the picture's width: smaller letters nobody reads on a phone."""
_DRAWN: Final = 600
"""The width of the boards whose cards become blocks."""


@dataclass(frozen=True, slots=True)
class Lane:
    """How far a racer is.

    Attributes:
        progress: how far they are, from 0 to 1 for a win.
        label: how far in a word, such as ``31/52`` or a time.
        is_out: whether they gave up or left.
    """

    face: Face
    progress: float
    label: str
    is_out: bool = False


def draw_race_strip(rules_id: str, lanes: tuple[Lane, ...], style: Style, alt: str) -> Picture:
    """Draw how far the racers are, the first twenty of them."""
    shown = lanes[:MAX_LANES]
    columns = min(_COLUMNS, max(_LEAST_COLUMNS, len(shown)))
    rows = max(1, -(-len(shown) // columns))
    cell = style.width // columns
    cap = max(round(cell * _TEXT), round(style.width * _LEAST_TEXT))
    gap, face, bar = round(cell * _GAP), round(cell * _FACE), round(cell * _BAR)
    height = round(cell * _BOARD) + bar + max(face, cap) + 5 * gap
    canvas = Canvas(palette_of(style.theme, style.suits), style.width, rows * height + gap)
    for number, lane in enumerate(shown):
        row, column = divmod(number, columns)
        in_row = min(columns, len(shown) - row * columns)
        left = (style.width - in_row * cell) // 2 + column * cell + gap
        top, room = row * height + 2 * gap, cell - 2 * gap
        _paint_board(canvas, rules_id, lane, Box(left, top, room, round(cell * _BOARD)))
        top += round(cell * _BOARD) + gap
        ink = canvas.theme.accent if lane.progress >= 1 else canvas.theme.label
        canvas.bar(Box(left, top, room, bar), (lane.progress, ink))
        top += bar + gap
        canvas.face(lane.face, (left, top), face)
        label_width, middle = text_width(lane.label, cap), top + (face - cap) // 2
        canvas.write(lane.label, (left + room - label_width, middle), cap, canvas.theme.count)
        name = truncated(displayable(lane.face.name), cap, room - face - label_width - 3 * gap)
        canvas.write(name, (left + face + gap, middle), cap, canvas.theme.label)
    return picture_of(canvas.finished(), alt)


def _paint_board(canvas: Canvas, rules_id: str, lane: Lane, box: Box) -> None:
    """The blocks of the cards that are still to be brought home, in the middle of a box."""
    theme = canvas.theme
    places, size = _places(rules_id)
    scale = min(box.width / size[0], box.height / size[1])
    left = box.x + round((box.width - size[0] * scale) / 2)
    ink = mix(theme.felt, theme.label, 0.3 if lane.is_out else 0.6)
    line = mix(theme.felt, theme.label, 0.2)
    still = round(len(places) * (1 - min(1.0, max(0.0, lane.progress))))
    for place in places[:still]:
        at = left + round(place.x * scale), box.y + round(place.y * scale)
        across, down = max(2, round(place.width * scale)), max(2, round(place.height * scale))
        canvas.paint(rounded_rectangle(across, down, across / 8), at, line)
        canvas.paint(rounded_rectangle(across, down, across / 8, inset=1), at, ink)
    if not still:
        star = star_mask(box.height // 2)
        at = box.x + (box.width - star.width) // 2, box.y + (box.height - star.height) // 2
        canvas.paint(star, at, theme.accent)


@cache
def _places(rules_id: str) -> tuple[tuple[Box, ...], tuple[int, int]]:
    """Where a game's first deal has its cards, those on top last in order; and how large it is."""
    layout = layout_of(deal(rules_id, 1).board, _DRAWN)
    places = [
        (place.index, pile, place.box) for pile, cards in enumerate(layout.cards) for place in cards
    ]
    boxes = tuple(box for _index, _pile, box in sorted(places, key=lambda one: one[:2]))
    left, top = min(one.x for one in boxes), min(one.y for one in boxes)
    moved = tuple(Box(one.x - left, one.y - top, one.width, one.height) for one in boxes)
    return moved, (max(one.right for one in moved), max(one.bottom for one in moved))
