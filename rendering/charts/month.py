"""A month as a table of cards, a card for each day, and its streaks as lines from day to day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from rendering.cards.palette import palette_of
from rendering.charts.canvas import Canvas
from rendering.charts.day_marks import DayMark
from rendering.charts.faces import Face
from rendering.charts.streaks import MIN_STREAK, paint_streak
from rendering.shapes import SUPERSAMPLING, rounded_rectangle, star_mask
from rendering.strings import Strings
from rendering.style import Style
from rendering.text import BOLD, fit_cap_height, text_width, truncated
from rendering.theme import Colour, contrast, mix

_EDGE: Final = 0.045
_TITLE: Final = 0.046
_TEXT: Final = 0.0255
_HEAD: Final = 0.125
_LOW_HEAD: Final = 0.085
_WEEKDAYS: Final = 0.05
"""Shares of the width: the margin, cap heights, and the heights of the header, with a streak or
without, and of the weekdays."""

_ROW: Final = 0.092
_GRID: Final = 0.63
_CARD: Final = (0.062, 0.076)
_RADIUS: Final = 0.008
_LINE: Final = 0.012
_FRAME: Final = 0.006
_SIGN: Final = 0.02
_NUMBER: Final = 0.024
"""The height of a week, the width of seven days, a day's card, its corners, the line of a streak,
the frame of a card face down, a sign and the cap height of a day's number."""

_ABOVE: Final = 0.26
_BELOW: Final = 0.18
"""How far a sign is above the middle of a card, and the number below it then, in heights of it."""

_LEGEND: Final = 0.70
_LEGEND_ROW: Final = 0.066
_LEGEND_CARD: Final = (0.036, 0.044)

_BIG_ROW: Final = 0.125
_BIG_CARD: Final = (0.11, 0.11)
_SMALL: Final = 0.0225
_INSIDE: Final = 0.009
_FACE: Final = 0.064
"""Of a server's month, the height of a week, a day's card, the cap height of what is on it, the
padding inside it, and the face of who won the day."""

_Size = tuple[int, int]


def draw_month(
    title: str,
    days: Mapping[dt.date, DayMark | None],
    labels: Mapping[DayMark, str],
    streak: int | None,
    style: Style,
) -> Image.Image:
    """The weeks of a player's month, and beside them what the cards mean.

    Args:
        days: the days in order, each with its mark; one without has no card.
        labels: the meaning of each mark in the chart.
        streak: how many days in a row were won up to now; None for a month without its streaks.
    """
    canvas, top = _begun(title, days, _ROW, streak or 0, style)
    left = canvas.px(_EDGE)
    ends = left, left + canvas.px(_GRID)
    places = _places(canvas, days, ends, top, _ROW)
    _name_weekdays(canvas, ends, top, style.strings)
    if streak is not None:
        won = {day for day, mark in days.items() if mark in _GOING_ON}
        # Days on which nobody could play are passed over.
        played = (day for day, mark in days.items() if mark is not None)
        _join(canvas, places, played, won, ends)
    size = canvas.px(_CARD[0]), canvas.px(_CARD[1])
    for day, mark in days.items():
        _paint_day(canvas, mark, places[day], size, str(day.day))
    _paint_legend(canvas, labels, top)
    return canvas.finished()


_GOING_ON: Final = frozenset({DayMark.PERFECT, DayMark.WON, DayMark.FROZEN})
"""The marks of days between which a streak goes on."""


def draw_server_month(
    title: str,
    days: Mapping[dt.date, tuple[Face, int] | None],
    today: dt.date,
    streak: int,
    style: Style,
) -> Image.Image:
    """The weeks of a server's month, each day with the face of who won it best.

    Args:
        days: the days in order, each with the best and how many won; None for nobody.
        today: the day that is not over yet.
        streak: how many days in a row somebody won.
    """
    canvas, top = _begun(title, days, _BIG_ROW, streak, style)
    left = canvas.px(_EDGE)
    ends = left, canvas.image.width - left
    places = _places(canvas, days, ends, top, _BIG_ROW)
    _name_weekdays(canvas, ends, top, style.strings)
    won = {day for day, best in days.items() if best is not None}
    _join(canvas, places, days, won, ends)
    size = canvas.px(_BIG_CARD[0]), canvas.px(_BIG_CARD[1])
    for day, best in days.items():
        if best is None:
            mark = DayMark.TO_COME if day >= today else DayMark.MISSED
            _paint_day(canvas, mark, places[day], size, str(day.day))
        else:
            _paint_won_day(canvas, places[day], size, str(day.day), best)
    return canvas.finished()


def _begun(
    title: str, days: Mapping[dt.date, object], row: float, streak: int, style: Style
) -> tuple[Canvas, float]:
    """A canvas for a month, with its title and its streak, and where its weeks begin."""
    weeks = 1 + max(map(_week, days))
    top = _EDGE + (_HEAD if streak >= MIN_STREAK else _LOW_HEAD) + _WEEKDAYS
    height = round(style.width * (top + row * weeks + _EDGE))
    canvas = Canvas(palette_of(style.theme, style.suits), style.width, height)
    edge = canvas.px(_EDGE)
    right = canvas.image.width - edge
    taken = paint_streak(canvas, streak, (right, edge), style.strings)
    room = right - edge - taken
    cap = fit_cap_height(title, canvas.px(_TITLE), room, BOLD)
    canvas.write(truncated(title, cap, room, BOLD), (edge, edge), cap, canvas.theme.label, BOLD)
    return canvas, top


def _week(day: dt.date) -> int:
    """The week of its month that a day is in, from 0; weeks begin on Monday."""
    return (day.day - 1 + day.replace(day=1).weekday()) // 7


def _column(ends: tuple[int, int], weekday: int) -> float:
    """The middle of a weekday's column, of seven between two ends."""
    left, right = ends
    return left + (weekday + 0.5) * (right - left) / 7


def _places(
    canvas: Canvas, days: Iterable[dt.date], ends: tuple[int, int], top: float, row: float
) -> dict[dt.date, tuple[int, int]]:
    """The middle of each day's card, in weeks between two ends."""
    return {
        day: (round(_column(ends, day.weekday())), canvas.px(top + (_week(day) + 0.5) * row))
        for day in days
    }


def _name_weekdays(canvas: Canvas, ends: tuple[int, int], top: float, strings: Strings) -> None:
    """The names of the weekdays, above what begins there."""
    cap, y = canvas.px(_TEXT), canvas.px(top - _WEEKDAYS)
    for weekday, name in enumerate(strings.calendar_names.weekdays):
        at = round(_column(ends, weekday) - text_width(name, cap) / 2), y
        canvas.write(name, at, cap, canvas.theme.count)


def _join(
    canvas: Canvas,
    places: Mapping[dt.date, tuple[int, int]],
    days: Iterable[dt.date],
    won: Collection[dt.date],
    ends: tuple[int, int],
) -> None:
    """A line from each of some days to the next if both are won, also from week to week."""
    tall = canvas.px(_LINE)
    for day, following in pairwise(days):
        if day not in won or following not in won:
            continue
        (x, y), (next_x, next_y) = places[day], places[following]
        if y == next_y:
            _line(canvas, x, next_x, y, tall)
        else:
            _line(canvas, x, ends[1], y, tall)
            _line(canvas, ends[0], next_x, next_y, tall)


def _line(canvas: Canvas, left: int, right: int, y: int, tall: int) -> None:
    mask = rounded_rectangle(right - left, tall, tall / 2)
    canvas.paint(mask, (left, y - tall // 2), canvas.theme.accent)


def _paint_day(
    canvas: Canvas, mark: DayMark | None, middle: tuple[int, int], size: _Size, number: str
) -> None:
    """A day's card; marks differ in colour, in outline and by a sign above the number."""
    x, y = middle[0] - size[0] // 2, middle[1] - size[1] // 2
    paper, ink = canvas.theme.felt, canvas.theme.count
    if mark is not None:
        paper, ink = _paint_card(canvas, mark, (x, y), size)
    cap = canvas.px(_NUMBER)
    sign = None if mark is None else _sign(mark, canvas.px(_SIGN))
    at = middle[1] - cap // 2
    if sign is not None:
        high = middle[1] - (round(size[1] * _ABOVE) if number else 0)
        canvas.paint(sign, (middle[0] - sign.width // 2, high - sign.height // 2), ink, paper)
        at += round(size[1] * _BELOW)
    if number:
        canvas.write(
            number, (middle[0] - text_width(number, cap, BOLD) // 2, at), cap, ink, BOLD, paper
        )


def _paint_card(
    canvas: Canvas, mark: DayMark, at: tuple[int, int], size: _Size
) -> tuple[Colour, Colour]:
    """A card in the colours of a mark; returns those of its paper and of what is written on it."""
    theme = canvas.theme
    edges: dict[DayMark, tuple[Colour, Colour]] = {
        DayMark.PERFECT: (theme.accent, theme.accent),
        DayMark.WON: (theme.card, theme.edge),
        DayMark.LATE: (theme.felt, theme.card),
        DayMark.GIVEN_UP: (mix(theme.felt, theme.card, 0.35), theme.edge),
        DayMark.FROZEN: (mix(theme.card, theme.selected, 0.7), theme.edge),
        DayMark.MISSED: (theme.empty_pile, theme.empty_pile_line),
        DayMark.TO_COME: (theme.back, theme.card),
    }
    paper, edge = edges[mark]
    radius, line = canvas.px(_RADIUS), max(2, canvas.px(_FRAME) // 2)
    canvas.paint(rounded_rectangle(*size, radius), at, edge)
    canvas.paint(rounded_rectangle(*size, radius, inset=line), at, paper, edge)
    if mark is DayMark.TO_COME:
        return paper, theme.back_line
    return paper, theme.count if mark is DayMark.MISSED else _ink_on(canvas, paper)


def _ink_on(canvas: Canvas, paper: Colour) -> Colour:
    theme = canvas.theme
    inks = theme.label, theme.ink_on(paper)
    return max(inks, key=lambda ink: contrast(ink, paper))


def _paint_won_day(
    canvas: Canvas, middle: tuple[int, int], size: _Size, number: str, best: tuple[Face, int]
) -> None:
    """A day's card with the face of who won it best, and how many more won."""
    face, won = best
    x, y = middle[0] - size[0] // 2, middle[1] - size[1] // 2
    paper, ink = _paint_card(canvas, DayMark.WON, (x, y), size)
    cap, gap = canvas.px(_SMALL), canvas.px(_INSIDE)
    canvas.write(number, (x + gap, y + gap), cap, ink, BOLD, paper)
    if won > 1:
        others = f"+{won - 1}"
        right = x + size[0] - gap - text_width(others, cap)
        canvas.write(others, (right, y + gap), cap, ink, on=paper)
    disc = canvas.px(_FACE)
    at = middle[0] - disc // 2, y + size[1] - gap - disc
    canvas.face(face, at, disc, on=paper)


def _paint_legend(canvas: Canvas, labels: Mapping[DayMark, str], top: float) -> None:
    """What the cards mean."""
    size = canvas.px(_LEGEND_CARD[0]), canvas.px(_LEGEND_CARD[1])
    left, first = canvas.px(_LEGEND), canvas.px(top)
    for number, (mark, meaning) in enumerate(labels.items()):
        middle = left + size[0] // 2, first + round((number + 0.5) * canvas.px(_LEGEND_ROW))
        _paint_day(canvas, mark, middle, size, "")
        x = left + size[0] + canvas.px(0.018)
        room = canvas.image.width - canvas.px(_EDGE) - x
        cap = canvas.px(_TEXT)
        text = truncated(meaning, cap, room)
        canvas.write(text, (x, middle[1] - cap // 2), cap, canvas.theme.label)


_ARMS: Final[Mapping[DayMark, Sequence[tuple[float, float]]]] = {
    DayMark.GIVEN_UP: ((0.5, 0.5), (0.5, -0.5)),
    DayMark.FROZEN: ((0.0, 0.5), (0.433, 0.25), (0.433, -0.25)),
}
"""The directions of the lines through the middle of a sign, in sizes of it."""
_THICK: Final = 0.16
"""How thick these lines are, likewise."""


@cache
def _sign(mark: DayMark, size: int) -> Image.Image | None:
    """The sign of a mark as a mask: a star, a cross or a flake."""
    if mark is DayMark.PERFECT:
        return star_mask(round(1.2 * size))
    if mark not in _ARMS:
        return None
    scale = SUPERSAMPLING
    side = (size + 4) * scale
    drawn = Image.new("L", (side, side))
    pen = ImageDraw.Draw(drawn)
    for x, y in _ARMS[mark]:
        across, down = x * size * scale, y * size * scale
        ends = (side / 2 - across, side / 2 - down, side / 2 + across, side / 2 + down)
        pen.line(ends, fill=255, width=max(scale, round(size * scale * _THICK)))
    return drawn.reduce(scale)
