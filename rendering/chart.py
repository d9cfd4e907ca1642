"""Charts for statistics, in the themes and the typeface of the boards.

The plotting library is loaded when the first chart is drawn, not before: few pictures are charts.
"""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Final

from PIL import Image

from rendering.alt import LONGEST
from rendering.picture import Picture, encode
from rendering.theme import theme_named
from rendering.typeface import readable
from rendering.wording import clock, long_day, month_of
from rendering.words import ENGLISH, Words

MOST_BARS: Final = 20
MOST_POINTS: Final = 2000
MOST_MONTHS: Final = 12

_NARROWEST, _WIDEST = 400, 2400
_LONGEST_TITLE: Final = 80
_LONGEST_LABEL: Final = 40
_LARGEST: Final = 1e12


class InvalidChart(ValueError):
    """There is no chart of this; the text says why."""


class Unit(Enum):
    """What the figures of a chart are."""

    NUMBER = "number"
    PERCENT = "percent"
    SECONDS = "seconds"

    def written(self, value: float, words: Words = ENGLISH) -> str:
        """A figure in words: whole numbers without decimals, others with one; times as a clock."""
        if self is Unit.SECONDS:
            return clock(round(value), words)
        figure = f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"
        figure = figure.replace(".", words.signs.decimal)
        return words.percent.format(number=figure) if self is Unit.PERCENT else figure


def bars(
    title: str,
    values: Sequence[tuple[str, float]],
    *,
    unit: Unit = Unit.NUMBER,
    theme: str = "felt",
    width: int = 1100,
    words: Words = ENGLISH,
) -> Picture:
    """A bar for each of some things, one below the other.

    Args:
        title: what the chart is of.
        values: what each bar is called and how long it is, 1 to 20 of them, none below zero.
        unit: what the figures are.
        theme: the name of the theme.
        width: the picture's width in pixels, 400 to 2400.
        words: the words of the language.

    Raises:
        InvalidChart: when there are too few or too many bars, or a number is out of range.
        UnknownTheme: when there is no such theme.
    """
    _check(width, unit, [value for _, value in values], MOST_BARS, "bars")
    if any(value < 0 for _, value in values):
        raise InvalidChart("A bar cannot be shorter than nothing; give values from 0 up.")
    from rendering import plotting  # noqa: PLC0415  # loads the plotting library

    title, named = _title(title), [(_label(name), value) for name, value in values]
    written = partial(unit.written, words=words)
    image = plotting.plot_bars(title, named, written, theme_named(theme), width)
    told = "; ".join(f"{name}: {written(value)}" for name, value in named)
    return _picture(image, title, f"{told}.")


def line(
    title: str,
    points: Sequence[tuple[dt.date, float]],
    *,
    unit: Unit = Unit.NUMBER,
    theme: str = "felt",
    width: int = 1100,
    words: Words = ENGLISH,
) -> Picture:
    """How a figure went over time.

    Args:
        title: what the chart is of.
        points: the figure on each of some days, in order of time, 1 to 2000 of them.
        unit: what the figures are.
        theme: the name of the theme.
        width: the picture's width in pixels, 400 to 2400.
        words: the words of the language.

    Raises:
        InvalidChart: when there are too few or too many points, they are not in order, or a
            number is out of range.
        UnknownTheme: when there is no such theme.
    """
    _check(width, unit, [value for _, value in points], MOST_POINTS, "points")
    if any(later <= earlier for (earlier, _), (later, _) in itertools.pairwise(points)):
        raise InvalidChart("The points of a line come in order of time, one for each day.")
    from rendering import plotting  # noqa: PLC0415  # loads the plotting library

    title = _title(title)
    written = partial(unit.written, words=words)
    image = plotting.plot_line(title, points, written, theme_named(theme), width, words)
    return _picture(image, title, _course(points, unit, words))


def calendar(
    title: str,
    days: Mapping[dt.date, bool],
    *,
    first: dt.date,
    last: dt.date,
    theme: str = "felt",
    width: int = 1100,
    words: Words = ENGLISH,
) -> Picture:
    """The days of some months: won, played but not won, or not played.

    The three are told apart by shape: a full square, an empty one, a dot or a bare number.

    Args:
        title: what the chart is of.
        days: for each day that was played, whether it was won; others than those shown may be
            among them.
        first: the first day to show.
        last: the last, at most in the eleventh month after.
        theme: the name of the theme.
        width: the picture's width in pixels, 400 to 2400.
        words: the words of the language.

    Raises:
        InvalidChart: when the days end before they begin or are too many, or the width is out of
            range.
        UnknownTheme: when there is no such theme.
    """
    _check_width(width)
    months = 12 * (last.year - first.year) + last.month - first.month + 1
    if last < first:
        raise InvalidChart(
            f"{long_day(last)} comes before {long_day(first)}; give the earlier day first."
        )
    if months > MOST_MONTHS:
        raise InvalidChart(f"A calendar has at most {MOST_MONTHS} months, not {months}.")
    from rendering import day_grid  # noqa: PLC0415  # loads the plotting library

    title = _title(title)
    image = day_grid.plot_calendar(title, days, first, last, theme_named(theme), width, words)
    return _picture(image, title, _months(days, first, last, words))


def _check(width: int, unit: Unit, values: Sequence[float], most: int, what: str) -> None:
    _check_width(width)
    if not 1 <= len(values) <= most:
        raise InvalidChart(f"A chart has 1 to {most} {what}, not {len(values)}.")
    if not all(abs(value) <= _LARGEST for value in values):
        raise InvalidChart("A figure of a chart is a number up to a million million.")
    if unit is Unit.SECONDS and min(values) < 0:
        raise InvalidChart("A time cannot be below zero.")


def _check_width(width: int) -> None:
    if not _NARROWEST <= width <= _WIDEST:
        raise InvalidChart(f"A chart is {_NARROWEST} to {_WIDEST} pixels wide, not {width}.")


def _title(text: str) -> str:
    return readable(text)[:_LONGEST_TITLE].rstrip()


def _label(text: str) -> str:
    """What a bar is called, as far as there is room; a name that cannot be shown is a dash."""
    shown = readable(text) or "–"
    if len(shown) <= _LONGEST_LABEL:
        return shown
    return shown[: _LONGEST_LABEL - 1].rstrip() + "…"


def _picture(image: Image.Image, title: str, told: str) -> Picture:
    alt = f"{title}. {told}" if title else told
    short = alt if len(alt) <= LONGEST else alt[: LONGEST - 1] + "…"
    return Picture(encode(image), image.width, image.height, short)


def _course(points: Sequence[tuple[dt.date, float]], unit: Unit, words: Words) -> str:
    """A line in words: where it begins and ends, and how far it goes."""
    (begin, first), (end, last) = points[0], points[-1]
    if len(points) == 1:
        return words.point.format(figure=unit.written(first, words), day=long_day(begin, words))
    low, high = min(points, key=_figure), max(points, key=_figure)
    return words.course.format(
        first=unit.written(first, words),
        begin=long_day(begin, words),
        last=unit.written(last, words),
        end=long_day(end, words),
        low=unit.written(low[1], words),
        low_day=long_day(low[0], words),
        high=unit.written(high[1], words),
        high_day=long_day(high[0], words),
    )


def _figure(point: tuple[dt.date, float]) -> float:
    return point[1]


def _months(days: Mapping[dt.date, bool], first: dt.date, last: dt.date, words: Words) -> str:
    """A calendar in words: how many days of each month were won, not won and not played."""
    told: dict[dt.date, list[bool | None]] = {}
    for number in range((last - first).days + 1):
        day = first + dt.timedelta(number)
        told.setdefault(day.replace(day=1), []).append(days.get(day))
    return " ".join(
        words.month_of_days.format(
            month=month_of(month, words),
            won=results.count(True),
            lost=results.count(False),
            missed=results.count(None),
        )
        for month, results in told.items()
    )
