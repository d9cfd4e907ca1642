"""Boards as small squares beside lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PIL import Image

from rendering.board.picture import Picture, compose, picture_of
from rendering.board.scene import Scene
from rendering.style import Style

SIDE: Final = 256
"""Pixels of a side: three for each that Discord shows."""
_DRAWN: Final = 512
"""The width that a board is drawn in: twice as large, so that its edges get smooth."""
_COLOURS: Final = 64


def draw_thumbnails(scenes: Sequence[Scene], style: Style) -> tuple[Picture, ...]:
    """Draw boards, each in the middle of a square; the alt text is its title."""
    style = replace(style, width=_DRAWN, large_index=True, is_wide=False)
    return tuple(_draw(scene, style) for scene in scenes)


def _draw(scene: Scene, style: Style) -> Picture:
    board = compose(scene, style, is_lit=False).convert("RGB")
    square = Image.new("RGB", (SIDE, SIDE), board.getpixel((0, 0)))
    board.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    square.paste(board, ((SIDE - board.width) // 2, (SIDE - board.height) // 2))
    small = square.quantize(_COLOURS, dither=Image.Dither.NONE)
    return picture_of(small, scene.title)
