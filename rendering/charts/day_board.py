"""The picture of a day that goes on: its game, and below it in a row the faces of those in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rendering.board.layout import layout_of
from rendering.board.picture import Picture, compose, picture_of
from rendering.board.scene import Scene
from rendering.cards.palette import palette_of
from rendering.charts.canvas import Canvas
from rendering.charts.faces import Face
from rendering.metrics import Box
from rendering.style import Style
from rendering.text import MEDIUM, displayable, text_width, truncated

MAX_FACES: Final = 8
"""How many faces are shown, or one fewer and how many there are besides."""
_FEWEST: Final = 5
"""For how many faces there is room at least, so that a single one is not lost in the middle."""

_EDGE: Final = 0.03
_FACE: Final = 0.085
_BAR: Final = 0.012
_NAME: Final = 0.0255
_GAP: Final = 0.016
"""Shares of the width: the margin, a face, its bar, the cap height of a name, and gaps."""


def draw_day_board(
    scene: Scene, faces: Sequence[tuple[Face, float]], others: int, style: Style, alt: str
) -> Picture:
    """Draw a board with a row of faces below it.

    Args:
        faces: each with how far the player is, from 0 to 1 for a win.
        others: how many are in it whose faces are not among these.
        alt: the alt text.
    """
    board = compose(scene, style)
    layout = layout_of(scene.board, style.width, style.large_index)
    shown = (index for index in range(len(layout.cards)) if layout.shows(index))
    dealt = max(layout.box_of(index).bottom for index in shown)
    if board.height - dealt > layout.metrics.card:
        # Room for piles to grow; any less may have the names of piles in it.
        board = board.crop((0, 0, board.width, dealt + layout.metrics.edge))
    strip = _FACE + _BAR + _NAME + 4 * _GAP if faces else 0.0
    height = board.height + round(style.width * strip)
    canvas = Canvas(palette_of(style.theme, style.suits), style.width, height)
    canvas.image.paste(board, (0, 0))
    if len(faces) > MAX_FACES or (others and len(faces) == MAX_FACES):
        others += len(faces) - MAX_FACES + 1
        faces = faces[: MAX_FACES - 1]
    cells = max(_FEWEST, len(faces) + bool(others))
    edge = canvas.px(_EDGE)
    cell = (style.width - 2 * edge) // cells
    left = (style.width - cell * (len(faces) + bool(others))) // 2
    top = board.height + canvas.px(_GAP)
    for number, (face, done) in enumerate(faces):
        _paint_player(canvas, face, done, (left + number * cell, top), cell)
    if others:
        _paint_others(canvas, others, (left + len(faces) * cell, top), cell)
    return picture_of(canvas.finished(is_lit=True), alt)


def _paint_player(canvas: Canvas, face: Face, done: float, at: tuple[int, int], cell: int) -> None:
    """A face in its cell, and below it a bar and a name; in a ring once the game is won."""
    left, top = at
    theme, size, bar = canvas.theme, canvas.px(_FACE), canvas.px(_BAR)
    has_won = done >= 1
    middle = left + (cell - size) // 2
    canvas.face(face, (middle, top), size, theme.accent if has_won else None)
    top += size + canvas.px(_GAP)
    ink = theme.accent if has_won else theme.label
    canvas.bar(Box(middle, top, size, bar), (done, ink))
    cap = canvas.px(_NAME)
    text = truncated(displayable(face.name), cap, cell - canvas.px(_GAP))
    place = left + (cell - text_width(text, cap)) // 2, top + bar + canvas.px(_GAP)
    canvas.write(text, place, cap, theme.label)


def _paint_others(canvas: Canvas, others: int, at: tuple[int, int], cell: int) -> None:
    """How many more there are."""
    left, top = at
    size, text, cap = canvas.px(_FACE), f"+{others}", canvas.px(_NAME)
    middle = left + (cell - text_width(text, cap, MEDIUM)) // 2
    canvas.write(text, (middle, top + (size - cap) // 2), cap, canvas.theme.count, MEDIUM)
