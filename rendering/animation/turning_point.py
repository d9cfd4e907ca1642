"""The move that lost a game, and a better one: a film of three seconds."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine import Game, Move
from rendering.animation.replay import MAX_BYTES, ReplayTooLarge
from rendering.board.layout import layout_of
from rendering.board.picture import compose
from rendering.board.scene import Scene, scene_of
from rendering.cards.palette import palette_of
from rendering.encoding.gif import Animation, Frame, animate
from rendering.shapes import SUPERSAMPLING
from rendering.style import Style
from rendering.theme import theme_named

_BEFORE: Final = 60
_AFTER: Final = 90
"""Hundredths of a second: how long a board is shown before a move, and after it."""

_RADIUS: Final = 0.34
_LINE: Final = 0.24
"""The radius of a mark as a part of a card's width, and the width of its lines, of the radius."""
_CROSS: Final = (((-0.4, -0.4), (0.4, 0.4)), ((-0.4, 0.4), (0.4, -0.4)))
_TICK: Final = (((-0.46, 0.02), (-0.12, 0.36), (0.48, -0.34)),)
"""The lines of the marks, in radii from the middle."""

_Lines = tuple[tuple[tuple[float, float], ...], ...]


def draw_turning_point(game: Game, better: Move, style: Style, *, alt: str) -> Animation:
    """Draw the last move of a game with a cross, then a better one with a tick; it loops for ever.

    Args:
        game: the game up to the move that lost it, which is its last.
        better: a move that could be played instead.
        alt: the alt text.

    Raises:
        ReplayTooLarge: if the file would be larger than Discord accepts.
    """
    before = game.copy()
    before.undo()
    instead = before.copy()
    instead.play(better)
    theme, palette = theme_named(style.theme), palette_of(style.theme, style.suits)
    pictures = (
        compose(scene_of(before), style, is_lit=True),
        _marked(scene_of(game), style, _CROSS, theme.suit_inks(style.suits)[1]),
        compose(scene_of(before, hint=better), style, is_lit=True),
        _marked(scene_of(instead), style, _TICK, theme.back),
    )
    times = (_BEFORE, _AFTER, _BEFORE, _AFTER)
    frames = (Frame(picture, time) for picture, time in zip(pictures, times, strict=True))
    gif = animate(frames, (*palette.colours, *palette.shades), max_bytes=MAX_BYTES)
    if gif is None:
        raise ReplayTooLarge(f"Four boards do not fit in {MAX_BYTES} bytes; draw them smaller.")
    width, height = pictures[0].size
    return Animation(gif, width, height, len(times), sum(times) / 100, alt)


def _marked(scene: Scene, style: Style, lines: _Lines, colour: tuple[int, int, int]) -> Image.Image:
    """A scene with a mark on what the last move brought."""
    picture = compose(scene, style, is_lit=True)
    plain = picture.convert("RGB")
    image = plain.copy()
    layout = layout_of(scene.board, style.width, style.large_index, is_wide=style.is_wide)
    pile, count = scene.last or ("", 0)
    index = scene.board.compiled.index_of[pile]
    box = layout.run_box(index, len(scene.board.stacks[index]) - count)
    radius = round(layout.metrics.card * _RADIUS)
    disc = _disc(radius)
    corner = (box.x + box.width // 2 - radius, box.y + box.height // 2 - radius)
    image.paste(colour, corner, disc)
    image.paste(theme_named(style.theme).card, corner, _strokes(radius, lines))
    # Only what was painted is quantized: Pillow confuses shades of the felt.
    painted = ImageChops.difference(image, plain).convert("L").point(bool, "1")
    picture.paste(image.quantize(palette=picture, dither=Image.Dither.NONE), mask=painted)
    return picture


def _disc(radius: int) -> Image.Image:
    mask = Image.new("L", (2 * radius * SUPERSAMPLING,) * 2)
    ImageDraw.Draw(mask).ellipse((0, 0, mask.width - 1, mask.height - 1), fill=255)
    return mask.reduce(SUPERSAMPLING)


def _strokes(radius: int, lines: _Lines) -> Image.Image:
    """The lines of a mark on a disc of that radius."""
    middle = radius * SUPERSAMPLING
    mask = Image.new("L", (2 * middle,) * 2)
    draw, width = ImageDraw.Draw(mask), round(middle * _LINE)
    for line in lines:
        points = [(middle + x * middle, middle + y * middle) for x, y in line]
        draw.line(points, fill=255, width=width, joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=255)
    return mask.reduce(SUPERSAMPLING)
