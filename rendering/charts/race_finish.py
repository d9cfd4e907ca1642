"""A race that is over: the boards of the first side by side, and how each of them got there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image, ImageDraw

from engine import Board
from rendering.board.picture import Picture, compose, picture_of
from rendering.board.scene import Scene
from rendering.cards.palette import palette_of
from rendering.charts.canvas import Canvas
from rendering.charts.faces import Face
from rendering.metrics import Box
from rendering.shapes import SUPERSAMPLING, Point, rounded_rectangle
from rendering.style import Style
from rendering.text import BOLD, displayable, fit_cap_height, text_width, truncated
from rendering.theme import Colour, Theme, mix

MAX_BOARDS: Final = 4
"""How many boards are shown."""
_DRAWN: Final = 480
"""The width that a board is drawn in before it is made smaller."""

_EDGE: Final = 0.025
_FACE: Final = 0.06
_TEXT: Final = 0.021
_HEAD: Final = 0.105
_CHART: Final = 0.26
_LINE: Final = 0.005
_DOT: Final = 0.016
_WIDEST: Final = 0.36
"""Shares of the width: the margin, a face, capitals, the names and times above a board, the chart,
its lines, the dot of the decisive moment, and a board where few are shown."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """A racer, as their race ended.

    Attributes:
        place: their place; None without a win.
        label: their time, or how far they came.
        board: their board at their end; None if they never had one.
        course: how far they were, from 0 to 1, and after how many seconds, in order.
    """

    face: Face
    place: int | None
    label: str
    board: Board | None
    course: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """When the first got ahead for good: after how many seconds, how far they were, in words."""

    seconds: float
    progress: float
    text: str


def draw_race_finish(
    finishers: tuple[Finisher, ...], decision: Decision | None, style: Style, alt: str
) -> Picture:
    """Draw a race that is over; of its racers the first four."""
    shown = finishers[:MAX_BOARDS]
    edge, above = round(style.width * _EDGE), round(style.width * _HEAD)
    column = (style.width - edge) // len(shown)
    room = min(column - edge, round(style.width * _WIDEST))
    boards = [_board(one.board, style, room) for one in shown]
    top = edge + above + max((one.height for one in boards if one is not None), default=0) + edge
    height = top + round(style.width * _CHART) + edge
    canvas = Canvas(palette_of(style.theme, style.suits), style.width, height)
    inks = _inks(canvas.theme)[: len(shown)]
    lefts = [edge + number * column + (column - edge - room) // 2 for number in range(len(shown))]
    for one, left, ink in zip(shown, lefts, inks, strict=True):
        _paint_head(canvas, one, (left, edge), room, ink)
    # The text stands above the lines.
    chart = Box(edge, top + 2 * canvas.px(_TEXT), style.width - 2 * edge, 0)
    chart = replace(chart, height=height - edge - chart.y)
    scale = _Scale(chart, max([one.course[-1][0] for one in shown if one.course] + [1.0]))
    if decision is not None:
        _write_decision(canvas, decision, scale, top)
    for left, board in zip(lefts, boards, strict=True):
        if board is not None:
            at = left + (room - board.width) // 2, edge + above
            canvas.image.paste(canvas.palette.quantize(board), at)
    _draw_courses(canvas, list(zip(shown, inks, strict=True)), decision, scale)
    return picture_of(canvas.finished(), alt)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a moment of the race is in the chart."""

    box: Box
    seconds: float

    def at(self, seconds: float, progress: float) -> Point:
        """The point of so much progress after so many seconds."""
        box = self.box
        return box.x + box.width * seconds / self.seconds, box.bottom - box.height * progress


def _inks(theme: Theme) -> tuple[Colour, ...]:
    """The colours of the racers' lines."""
    pale = mix(theme.felt, theme.label, 0.4)
    return theme.accent, theme.label, mix(theme.felt, theme.back_line, 0.9), pale


def _board(board: Board | None, style: Style, width: int) -> Image.Image | None:
    if board is None:
        return None
    small = replace(style, width=_DRAWN, large_index=True, is_wide=False)
    image = compose(Scene(board), small, is_lit=False).convert("RGB")
    image.thumbnail((width, width * 2), Image.Resampling.LANCZOS)
    return image


def _paint_head(canvas: Canvas, one: Finisher, at: tuple[int, int], room: int, ink: Colour) -> None:
    """A racer's face and name, their place and time, and the colour of their line."""
    left, top = at
    face, cap, gap = canvas.px(_FACE), canvas.px(_TEXT), canvas.px(_EDGE) // 2
    name = displayable(one.face.name)
    canvas.face(one.face, at, face)
    beside, theme = left + face + gap, canvas.theme
    place = "–" if one.place is None else f"{one.place}."
    canvas.write(place, (beside, top), cap, theme.label, BOLD)
    after = beside + text_width(place, cap, BOLD) + gap // 2
    fitting = truncated(name, cap, left + room - after, BOLD)
    canvas.write(fitting, (after, top), cap, theme.label, BOLD)
    small = fit_cap_height(one.label, cap, room - face - gap)
    canvas.write(one.label, (beside, top + face - small), small, theme.count)
    line = rounded_rectangle(room, max(2, canvas.px(_LINE)), 1)
    canvas.paint(line, (left, top + face + gap), ink)


def _write_decision(canvas: Canvas, decision: Decision, scale: _Scale, top: int) -> None:
    """Write what decided the race above its moment, as far as there is room."""
    box = scale.box
    cap = fit_cap_height(decision.text, canvas.px(_TEXT), box.width)
    width = text_width(decision.text, cap)
    middle = scale.at(decision.seconds, 0)[0]
    left = min(max(box.x, round(middle) - width // 2), box.x + box.width - width)
    canvas.write(decision.text, (left, top), cap, canvas.theme.label)


def _draw_courses(
    canvas: Canvas,
    courses: list[tuple[Finisher, Colour]],
    decision: Decision | None,
    scale: _Scale,
) -> None:
    """Draw a line for how each racer got on over time, the first one's on top, and the moment."""
    theme, many, box = canvas.theme, SUPERSAMPLING // 2, scale.box
    top, image = box.y - canvas.px(_DOT), canvas.image
    part = image.crop((0, top, image.width, image.height)).convert("RGB")
    part = part.resize((part.width * many, part.height * many))
    pen = ImageDraw.Draw(part)

    def at(seconds: float, progress: float) -> Point:
        x, y = scale.at(seconds, progress)
        return x * many, (y - top) * many

    for progress in (0.0, 1.0):
        pen.line(
            [at(0, progress), at(scale.seconds, progress)],
            fill=mix(theme.felt, theme.label, 0.2),
            width=many,
        )
    for one, ink in reversed(courses):
        points = [at(*point) for point in _steps(one.course)]
        if points:
            pen.line(points, fill=ink, width=max(2, canvas.px(_LINE)) * many, joint="curve")
    if decision is not None:
        x, y = at(decision.seconds, decision.progress)
        radius = canvas.px(_DOT) * many / 2
        dot = (x - radius, y - radius, x + radius, y + radius)
        pen.ellipse(dot, fill=theme.accent, outline=theme.felt, width=2 * many)
    image.paste(canvas.palette.quantize(part.reduce(many)), (0, top))


def _steps(course: tuple[tuple[float, float], ...]) -> Iterator[tuple[float, float]]:
    """A line that rises where progress is made, rather than on the way there."""
    before = 0.0
    for seconds, progress in course:
        yield seconds, before
        yield seconds, progress
        before = progress
