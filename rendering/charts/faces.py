"""Faces of players in a grid, each over a bar that says how far they are."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageOps

from rendering.board.picture import Picture
from rendering.cards.palette import palette_of
from rendering.charts.canvas import Canvas
from rendering.shapes import rounded_rectangle
from rendering.style import Style
from rendering.text import BOLD, displayable, text_width, truncated
from rendering.theme import mix

MAX_FACES: Final = 20
"""How many faces are shown."""
_COLUMNS: Final = 5
_MAX_PIXELS: Final = 1024 * 1024
"""How large an avatar may be, in pixels."""
_FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")

_CELL: Final = 0.2
_FACE: Final = 0.125
_BAR: Final = 0.016
_NAME: Final = 0.024
_GAP: Final = 0.016
"""Shares of the width: a cell, a face, a bar, the cap height of a name, and the gaps between."""


@dataclass(frozen=True, slots=True)
class Face:
    """A player's face.

    Attributes:
        name: the player's name.
        picture: their avatar, an image file; None for none, in whose place stands an initial.
        progress: how far they are, from 0 to 1 for a win.
    """

    name: str
    picture: bytes | None
    progress: float


def draw_faces(faces: tuple[Face, ...], style: Style, alt: str) -> Picture:
    """Draw the faces of players, the first twenty of them."""
    shown = faces[:MAX_FACES]
    rows = max(1, -(-len(shown) // _COLUMNS))
    row = _FACE + _BAR + _NAME + 4 * _GAP
    canvas = Canvas(
        palette_of(style.theme, style.suits), style.width, round(style.width * (row * rows + _GAP))
    )
    avatars = []
    for number, face in enumerate(shown):
        left = canvas.px(_CELL * (number % _COLUMNS))
        top = canvas.px(_GAP + row * (number // _COLUMNS))
        avatars.append((_paint(canvas, face, left, top), face.picture))
    image = canvas.image.convert("RGB")
    size = canvas.px(_FACE)
    for at, content in avatars:
        avatar = None if content is None else _opened(content, size)
        if avatar is not None:
            image.paste(avatar, at, rounded_rectangle(size, size, size / 2))
    file = io.BytesIO()
    image.save(file, "PNG")
    return Picture(file.getvalue(), image.width, image.height, alt)


def _paint(canvas: Canvas, face: Face, left: int, top: int) -> tuple[int, int]:
    """Paint an initial, a bar and a name; where the avatar belongs."""
    theme, name = canvas.theme, displayable(face.name)
    cell, size, bar = canvas.px(_CELL), canvas.px(_FACE), canvas.px(_BAR)
    track = mix(theme.felt, theme.label, 0.25)
    at = left + (cell - size) // 2, top
    canvas.paint(rounded_rectangle(size, size, size / 2), at, track)
    initial, cap = name[:1].upper() or "?", size // 3
    middle = at[0] + (size - text_width(initial, cap, BOLD)) // 2
    canvas.write(initial, (middle, top + (size - cap) // 2), cap, theme.label, BOLD)
    top += size + canvas.px(_GAP)
    canvas.paint(rounded_rectangle(size, bar, bar / 2), (at[0], top), track)
    done = round(size * min(1.0, max(0.0, face.progress)))
    if done:
        ink = theme.accent if face.progress >= 1 else theme.label
        # A bar shorter than its height would have no round ends.
        canvas.paint(rounded_rectangle(max(done, bar), bar, bar / 2), (at[0], top), ink)
    top += bar + canvas.px(_GAP)
    cap = canvas.px(_NAME)
    text = truncated(name, cap, cell - canvas.px(_GAP))
    canvas.write(text, (left + (cell - text_width(text, cap)) // 2, top), cap, theme.label)
    return at


def _opened(content: bytes, size: int) -> Image.Image | None:
    """An avatar as a square; None if the file is none that can be read."""
    try:
        with Image.open(io.BytesIO(content), formats=_FORMATS) as image:
            if image.width * image.height > _MAX_PIXELS:
                return None
            return ImageOps.fit(image.convert("RGB"), (size, size))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        # Pillow raises errors of several kinds for files that are damaged.
        return None
