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
from rendering.strings import ENGLISH, Strings
from rendering.text import displayable
from rendering.theme import theme_named

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

    def written(self, value: float, strings: Strings = ENGLISH) -> str:
        """A figure in words: whole numbers without decimals, others with one; times as a clock."""
        if self is Unit.SECONDS:
            return strings.format_duration(round(value))
        figure = f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"
        figure = figure.replace(".", strings.signs.decimal)
        return strings.percent.format(number=figure) if self is Unit.PERCENT else figure


def bars(
    title: str,
    values: Sequence[tuple[str, float]],
    *,
    unit: Unit = Unit.NUMBER,
    theme: str = "felt",
    width: int = 1100,
    strings: Strings = ENGLISH,
) -> Picture:
    """A bar for each of some things, one below the other.

    Args:
        title: what the chart is of.
        values: what each bar is called and how long it is, 1 to 20 of them, none below zero.
        unit: what the figures are.
        theme: the name of the theme.
        width: the picture's width in pixels, 400 to 2400.
        strings: the texts of the language.

    Raises:
        InvalidChart: when there are too few or too many bars, or a number is out of range.
        UnknownTheme: when there is no such theme.
    """
    _check(width, unit, [value for _, value in values], MOST_BARS, "bars")
    if any(value < 0 for _, value in values):
        raise InvalidChart("A bar cannot be shorter than nothing; give values from 0 up.")
    from rendering import plotting  # noqa: PLC0415  # loads the plotting library

    title, named = _title(title), [(_label(name), value) for name, value in values]
    written = partial(unit.written, strings=strings)
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
    strings: Strings = ENGLISH,
) -> Picture:
    """How a figure went over time.

    Args:
        title: what the chart is of.
        points: the figure on each of some days, in order of time, 1 to 2000 of them.
        unit: what the figures are.
        theme: the name of the theme.
        width: the picture's width in pixels, 400 to 2400.
        strings: the texts of the language.

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
    written = partial(unit.written, strings=strings)
    image = plotting.plot_line(title, points, written, theme_named(theme), width, strings)
    return _picture(image, title, _course(points, unit, strings))


def calendar(
    title: str,
    days: Mapping[dt.date, bool],
    *,
    first: dt.date,
    last: dt.date,
    theme: str = "felt",
    width: int = 1100,
    strings: Strings = ENGLISH,
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
        strings: the texts of the language.

    Raises:
        InvalidChart: when the days end before they begin or are too many, or the width is out of
            range.
        UnknownTheme: when there is no such theme.
    """
    _check_width(width)
    months = 12 * (last.year - first.year) + last.month - first.month + 1
    if last < first:
        raise InvalidChart(
            f"{strings.format_date(last)} comes before {strings.format_date(first)}; "
            "give the earlier day first."
        )
    if months > MOST_MONTHS:
        raise InvalidChart(f"A calendar has at most {MOST_MONTHS} months, not {months}.")
    from rendering import calendar_chart  # noqa: PLC0415  # loads the plotting library

    title = _title(title)
    image = calendar_chart.plot_calendar(
        title, days, first, last, theme_named(theme), width, strings
    )
    return _picture(image, title, _months(days, first, last, strings))


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
    return displayable(text)[:_LONGEST_TITLE].rstrip()


def _label(text: str) -> str:
    """What a bar is called, as far as there is room; a name that cannot be shown is a dash."""
    shown = displayable(text) or "–"
    if len(shown) <= _LONGEST_LABEL:
        return shown
    return shown[: _LONGEST_LABEL - 1].rstrip() + "…"


def _picture(image: Image.Image, title: str, told: str) -> Picture:
    alt = f"{title}. {told}" if title else told
    short = alt if len(alt) <= LONGEST else alt[: LONGEST - 1] + "…"
    return Picture(encode(image), image.width, image.height, short)


def _course(points: Sequence[tuple[dt.date, float]], unit: Unit, strings: Strings) -> str:
    """A line in words: where it begins and ends, and how far it goes."""
    (begin, first), (end, last) = points[0], points[-1]
    if len(points) == 1:
        return strings.point.format(
            figure=unit.written(first, strings), day=strings.format_date(begin)
        )
    low, high = min(points, key=_figure), max(points, key=_figure)
    return strings.course.format(
        first=unit.written(first, strings),
        begin=strings.format_date(begin),
        last=unit.written(last, strings),
        end=strings.format_date(end),
        low=unit.written(low[1], strings),
        low_day=strings.format_date(low[0]),
        high=unit.written(high[1], strings),
        high_day=strings.format_date(high[0]),
    )


def _figure(point: tuple[dt.date, float]) -> float:
    return point[1]


def _months(days: Mapping[dt.date, bool], first: dt.date, last: dt.date, strings: Strings) -> str:
    """A calendar in words: how many days of each month were won, not won and not played."""
    told: dict[dt.date, list[bool | None]] = {}
    for number in range((last - first).days + 1):
        day = first + dt.timedelta(number)
        told.setdefault(day.replace(day=1), []).append(days.get(day))
    return " ".join(
        strings.month_of_days.format(
            month=strings.format_month(month),
            won=results.count(True),
            lost=results.count(False),
            missed=results.count(None),
        )
        for month, results in told.items()
    )
