"""Charts of statistics, in the themes and the font of the boards.

Matplotlib is imported when the first chart is drawn, not before: few pictures are charts.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rendering.alt import MAX_LENGTH
from rendering.picture import Picture, encode
from rendering.strings import ENGLISH, Strings
from rendering.style import InvalidStyle, Style
from rendering.text import displayable

_MAX_BARS: Final = 20
_MAX_MONTHS: Final = 6
_MAX_VALUE: Final = 10**12
_MAX_TITLE: Final = 80
_MAX_NAME: Final = 40
_MIN_WIDTH: Final = 400


class InvalidChart(ValueError):
    """Values that cannot be charted; the message says why."""


@dataclass(frozen=True, slots=True)
class BarChart:
    """A horizontal bar for each of some things.

    Attributes:
        title: the chart's title.
        values: 1 to 20 names and counts, none below zero.

    Raises:
        InvalidChart: if there are too few or too many bars, or a count is out of range.
    """

    title: str
    values: tuple[tuple[str, int], ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.values) <= _MAX_BARS:
            raise InvalidChart(f"A chart has 1 to {_MAX_BARS} bars, not {len(self.values)}.")
        if not all(0 <= value <= _MAX_VALUE for _, value in self.values):
            raise InvalidChart("A bar is 0 to a million million long.")


@dataclass(frozen=True, slots=True)
class CalendarChart:
    """The days of up to six months: won, played but not won, or not played.

    Attributes:
        title: the chart's title.
        won: for each day played, whether it was won; days outside the chart are ignored.
        first: the first day shown.
        last: the last day shown.

    Raises:
        InvalidChart: if the days end before they begin, or there are too many months.
    """

    title: str
    won: Mapping[dt.date, bool]
    first: dt.date
    last: dt.date

    def __post_init__(self) -> None:
        months = 12 * (self.last.year - self.first.year) + self.last.month - self.first.month + 1
        if self.last < self.first:
            last, first = map(ENGLISH.format_date, (self.last, self.first))
            raise InvalidChart(f"{last} comes before {first}; give the earlier day first.")
        if months > _MAX_MONTHS:
            raise InvalidChart(f"A calendar has at most {_MAX_MONTHS} months, not {months}.")


Chart = BarChart | CalendarChart


def draw_chart(chart: Chart, style: Style) -> Picture:
    """Draw a chart.

    Raises:
        InvalidStyle: if it would be narrower than 400 pixels.
    """
    if style.width < _MIN_WIDTH:
        raise InvalidStyle(f"A chart is at least {_MIN_WIDTH} pixels wide, not {style.width}.")
    from rendering import plotting  # noqa: PLC0415  # imports Matplotlib

    title = displayable(chart.title)[:_MAX_TITLE].rstrip()
    if isinstance(chart, BarChart):
        bars = [(_bar_name(name), value) for name, value in chart.values]
        image = plotting.plot_bars(title, bars, style)
        alt = "; ".join(f"{name}: {value}" for name, value in bars) + "."
    else:
        days = (chart.last - chart.first).days + 1
        dates = [chart.first + dt.timedelta(number) for number in range(days)]
        results = {date: chart.won.get(date) for date in dates}
        image = plotting.plot_calendar(title, results, style)
        alt = _calendar_alt(results, style.strings)
    alt = f"{title}. {alt}" if title else alt
    if len(alt) > MAX_LENGTH:
        alt = alt[: MAX_LENGTH - 1] + "…"
    return Picture(encode(image), image.width, image.height, alt)


def _bar_name(name: str) -> str:
    """The name of a bar, shortened; a dash if none of it can be displayed."""
    shown = displayable(name) or "–"
    return shown if len(shown) <= _MAX_NAME else shown[: _MAX_NAME - 1].rstrip() + "…"


def _calendar_alt(results: Mapping[dt.date, bool | None], strings: Strings) -> str:
    """How many days of each month were won, not won and not played."""
    months: dict[dt.date, list[bool | None]] = {}
    for day, won in results.items():
        months.setdefault(day.replace(day=1), []).append(won)
    return " ".join(
        strings.month_of_days.format(
            month=strings.format_month(month),
            won=days.count(True),
            lost=days.count(False),
            missed=days.count(None),
        )
        for month, days in months.items()
    )
