"""A calendar of results: months as blocks of weeks, each day with a sign."""

from __future__ import annotations

import datetime as dt
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from matplotlib.axes import Axes
from PIL import Image

from rendering.plotting import EDGE, HEAD, TEXT, Drawing, rgb
from rendering.strings import Strings
from rendering.theme import Theme

_TALLEST: Final = 0.078
_WIDEST: Final = 0.1
_NUMBERED: Final = 0.055
_NAME: Final = 0.042
_BETWEEN: Final = 0.025
_LEGEND: Final = 0.08
_APART: Final = 0.04
"""Shares of a chart's width: a day's height and width at most, the height from which on it has its
number, the room for a month's name, under a month, for what the signs mean, and between two of
these at most."""

_SIGN: Final = 0.76
_DOT: Final = 0.26
"""How large the sign of a day is, and the dot of one not played beside that of the others."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the days of some months are, in pixels.

    Attributes:
        months: the first day of each month, with the upper left corner of its name.
        step: from a day to the next.
        tall: from a week to the next.
        name: the room for a month's name.
        bottom: where the last month ends.
    """

    months: tuple[tuple[dt.date, float, float], ...]
    step: float
    tall: float
    name: float
    bottom: float


def plot_calendar(
    title: str,
    days: Mapping[dt.date, bool],
    first: dt.date,
    last: dt.date,
    theme: Theme,
    width: int,
    strings: Strings,
) -> Image.Image:
    """Months as blocks of weeks that begin on Monday, and under them what the signs mean."""
    grid = _grid(list(_firsts(first, last)), width)
    drawing = Drawing(theme, width, round(grid.bottom + width * _LEGEND))
    axes = drawing.whole()
    numbered = grid.tall >= width * _NUMBERED
    places: dict[bool | None, list[tuple[float, float]]] = {True: [], False: [], None: []}
    for month, left, top in grid.months:
        name = strings.format_month(month, short=len(grid.months) > 2)
        drawing.write(axes, name, (left, top + width * TEXT / 2), align="left")
        for day in _days_of(month):
            if first <= day <= last:
                x = left + grid.tall * _SIGN / 2 + day.weekday() * grid.step
                y = top + grid.name + (_week(day) + 0.5) * grid.tall
                places[days.get(day)].append((x, y))
                if numbered:
                    ink = drawing.on_strong if days.get(day) else theme.label
                    drawing.write(axes, str(day.day), (x, y), ink)
    for won, where in places.items():
        if won is not None or not numbered:
            _mark(drawing, axes, won, where, grid.tall * _SIGN)
    meanings = {
        True: strings.days_won.format(number=len(places[True])),
        False: strings.days_not_won.format(number=len(places[False])),
        None: strings.days_not_played.format(number=len(places[None])),
    }
    _write_legend(drawing, axes, meanings, grid.bottom, numbered=numbered)
    return drawing.finished(title)


def _write_legend(
    drawing: Drawing,
    axes: Axes,
    meanings: Mapping[bool | None, str],
    top: float,
    *,
    numbered: bool,
) -> None:
    """What each sign means; days with numbers may go without one."""
    x, y = drawing.width * EDGE, top + drawing.width * (_LEGEND - EDGE) / 2
    size = drawing.width * TEXT * 1.1
    signs = {won: size * 1.5 if won is not None or not numbered else 0.0 for won in meanings}
    lengths = {won: drawing.text_width(text) * drawing.width for won, text in meanings.items()}
    left = drawing.width * (1 - 2 * EDGE) - sum(signs.values()) - sum(lengths.values())
    apart = min(drawing.width * _APART, left / (len(meanings) - 1))
    for won, text in meanings.items():
        if signs[won]:
            _mark(drawing, axes, won, [(x + size / 2, y)], size)
        drawing.write(axes, text, (x + signs[won], y), align="left")
        x += signs[won] + lengths[won] + apart


def _mark(
    drawing: Drawing,
    axes: Axes,
    won: bool | None,
    places: Sequence[tuple[float, float]],
    size: float,
) -> None:
    """Mark days, ``size`` pixels tall: a full square, an empty one, or a dot."""
    line = drawing.points(0.003)
    share = size / drawing.width
    across = {
        True: drawing.points(share),
        False: drawing.points(share) - line,
        None: drawing.points(share * _DOT),
    }
    paint = {True: drawing.strong, False: "none", None: rgb(drawing.theme.count)}
    axes.scatter(
        [x for x, _ in places],
        [y for _, y in places],
        s=across[won] ** 2,
        marker="o" if won is None else "s",
        facecolors=paint[won],
        edgecolors=rgb(drawing.theme.label) if won is False else "none",
        linewidths=line,
        clip_on=False,
    )


def _grid(firsts: Sequence[dt.date], width: int) -> _Grid:
    """Where some months are: three or four side by side, with as many weeks as they need."""
    across = _across(len(firsts))
    step = min(width * (1 - 2 * EDGE) / (8 * across - 1), width * _WIDEST)
    tall = min(step, width * _TALLEST)
    y, months = width * HEAD, []
    for row in range(0, len(firsts), across):
        beside = firsts[row : row + across]
        months += [(first, width * EDGE + 8 * step * at, y) for at, first in enumerate(beside)]
        weeks = max(1 + _week(list(_days_of(first))[-1]) for first in beside)
        y += width * (_NAME + _BETWEEN) + weeks * tall
    return _Grid(tuple(months), step, tall, width * _NAME, y)


def _across(months: int) -> int:
    """How many months stand side by side."""
    if months <= 3:
        return months
    return 3 if months in (5, 6) else 4


def _firsts(first: dt.date, last: dt.date) -> Iterator[dt.date]:
    """The first day of each month from that of one day to that of another."""
    for number in range(12 * first.year + first.month - 1, 12 * last.year + last.month):
        yield dt.date(number // 12, number % 12 + 1, 1)


def _days_of(first: dt.date) -> Iterator[dt.date]:
    """The days of a month, given its first."""
    for number in range(1, monthrange(first.year, first.month)[1] + 1):
        yield first.replace(day=number)


def _week(day: dt.date) -> int:
    """In which week of its month a day is, from 0; weeks begin on Monday."""
    return (day.day - 1 + day.replace(day=1).weekday()) // 7
