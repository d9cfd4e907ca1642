"""Draws charts with Matplotlib, without a window and without changing its settings."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Rectangle
from PIL import Image

from rendering.cards.palette import palette_of
from rendering.charts.day_marks import DayMark
from rendering.style import Style
from rendering.text import CAP_HEIGHT, FONT_FILE, truncated
from rendering.theme import Colour, mix

_DPI: Final = 72
"""So that one point is one pixel."""

_MARGIN: Final = 0.035
_TITLE: Final = 0.05
_TEXT: Final = 0.036
_LINE: Final = 0.003
_GAP: Final = 0.012
"""Shares of the chart's width: its margin, font sizes, lines, and the gap beside a bar.

Chats show pictures 550 pixels wide on a desktop, and 326 on a phone, where text is 12 pixels tall.
"""

_WEEKS: Final = 0.5
"""The height of a chart of weeks as a share of its width."""

_FAINT: Final = 0.12
_PALE: Final = 0.4
_MIN_ROWS: Final = 3
_BAR: Final = 0.66
_COLUMN: Final = 0.7
_MAX_NAME: Final = 0.42
_SQUARE: Final = 0.86

_MONTH_WIDTH: Final = 12.4
_LEGEND: Final = 7.2
"""The width of a month with its legend, and where that begins, in days."""
_MAX_LABEL: Final = 0.335
"""The width of its labels, as a share of the chart's."""
_SIGNS: Final[Mapping[DayMark, str | tuple[int, int, int]]] = {
    DayMark.PERFECT: "*",
    DayMark.GIVEN_UP: "x",
    DayMark.FROZEN: (6, 2, 0),
}
_SIGN: Final = 0.018
_SIGN_PLACE: Final = 0.3
_NUMBER_DOWN: Final = 0.08
"""The signs of days, their size as a share of the chart's width, how far from the middle of a day
they are, and how far below it the number is then."""


def plot_rates(title: str, rates: Sequence[tuple[str, int, str]], style: Style) -> Image.Image:
    """One bar below the other, each on a track of 100 percent.

    Args:
        rates: the name of each bar, on its left; its length in percent; the label at its end.
    """
    rows = max(_MIN_ROWS, len(rates))
    plot = _Plot(title, style, 0.115 + 0.064 * rows)
    axes = plot.add_axes()
    places = range(len(rates))
    cap, room = round(plot.px(_TEXT) * CAP_HEIGHT), round(plot.px(_MAX_NAME))
    tracks = axes.barh(places, [100] * len(rates), _BAR, color=plot.faint)
    axes.barh(places, [percent for _, percent, _ in rates], _BAR, color=plot.accent)
    labels = axes.bar_label(
        tracks, [label for *_, label in rates], padding=plot.px(_GAP), **plot.text
    )
    for label in labels:
        label.set_verticalalignment("center_baseline")
    axes.set_yticks(places, [truncated(name, cap, room) for name, *_ in rates], **plot.text)
    axes.set_xticks([])
    axes.set(xlim=(0, 100), ylim=(rows - 0.5, -0.5))
    return plot.image()


def plot_weeks(title: str, weeks: Mapping[dt.date, tuple[int, int]], style: Style) -> Image.Image:
    """One column beside the other: the games won in a week, and those not won on top.

    Args:
        weeks: how many games were won and not won in each week, by its Monday.
    """
    plot = _Plot(title, style, _WEEKS)
    axes = plot.add_axes()
    places = range(len(weeks))
    won, lost = zip(*weeks.values(), strict=True)
    played = [sum(counts) for counts in weeks.values()]
    axes.bar(places, won, _COLUMN, color=plot.accent)
    tops = axes.bar(places, lost, _COLUMN, won, color=plot.pale)
    labels = [str(count or "") for count in played]
    axes.bar_label(tops, labels, padding=plot.px(_GAP) / 2, **plot.text)
    months, names = _first_weeks(weeks), style.strings.month_names.short
    axes.set_xticks(list(months), [names[month - 1] for month in months.values()], **plot.text)
    axes.set_yticks([])
    axes.spines["bottom"].set(visible=True, color=plot.line, linewidth=plot.px(_LINE))
    axes.set(xlim=(-0.5, len(weeks) - 0.5), ylim=(0, max(1, *played)))
    strings = style.strings
    plot.add_legend(
        {
            strings.number_won.format(number=sum(won)): Rectangle((0, 0), 1, 1, color=plot.accent),
            strings.number_not_won.format(number=sum(lost)): Rectangle(
                (0, 0), 1, 1, color=plot.pale
            ),
        }
    )
    return plot.image()


def _first_weeks(weeks: Iterable[dt.date]) -> dict[int, int]:
    """The number of each month by the place of its first week; none for a month before another."""
    months: dict[int, int] = {}
    for place, monday in enumerate(weeks):
        if monday.month not in months.values():
            # A month that is almost over has no room for its name beside the next.
            months.pop(place - 1, None)
            months[place] = monday.month
    return months


def plot_month(
    title: str, days: Mapping[dt.date, DayMark], labels: Mapping[DayMark, str], style: Style
) -> Image.Image:
    """The weeks of a month from Monday to Sunday, and beside them what the marks mean.

    Args:
        days: the days in order, each with its mark.
        labels: the meaning of each mark in the chart.
    """
    weeks = 1 + max(map(_week, days))
    plot = _Plot(title, style, 0.135 + 0.072 * weeks)
    axes = plot.add_axes()
    axes.set(xlim=(-0.5, _MONTH_WIDTH), ylim=(weeks - 0.5, -0.5), aspect="equal", anchor="NW")
    axes.set_axis_off()
    for day, mark in days.items():
        plot.add_day(axes, (day.weekday(), _week(day)), mark, str(day.day))
    pitch = min(0.9, weeks / len(labels))
    cap, room = round(plot.px(_TEXT) * CAP_HEIGHT), round(plot.px(_MAX_LABEL))
    for place, (mark, meaning) in enumerate(labels.items()):
        y = -0.5 + pitch * (place + 0.5)
        plot.add_day(axes, (_LEGEND, y), mark, size=0.6 * pitch)
        label = truncated(meaning, cap, room)
        text = axes.text(_LEGEND + 0.5, y, label, va="center_baseline", **plot.text)
        text.set_in_layout(False)
    return plot.image()


def _week(day: dt.date) -> int:
    """The week of its month that a day is in, from 0; weeks begin on Monday."""
    return (day.day - 1 + day.replace(day=1).weekday()) // 7


class _Plot:
    """A figure in a theme's colours and the boards' font, laid out by Matplotlib.

    Attributes:
        figure: the figure.
        accent: the colour of what the chart shows.
        faint: the colour of what is missing from it.
        line: the colour of lines.
        text: the properties of its text.
        pale: the colour of games not won.
    """

    def __init__(self, title: str, style: Style, aspect: float) -> None:
        """Create a figure ``aspect`` times as tall as wide."""
        self._size = style.width, round(style.width * aspect)
        self._palette = palette_of(style.theme, style.suits)
        theme = self._palette.theme
        accent = theme.accent
        self.accent, self.line = _rgb(accent), _rgb(theme.empty_pile_line)
        self.faint = _rgb(mix(theme.felt, theme.label, _FAINT))
        self.pale = _rgb(mix(theme.felt, theme.label, _PALE))
        self._ink = _rgb(theme.label)
        self._on_accent = _rgb(theme.ink_on(accent))
        self.text = self._text_properties(_TEXT)
        # A hundredth of a pixel more, since Matplotlib truncates sizes.
        width, height = ((length + 0.01) / _DPI for length in self._size)
        self.figure = Figure((width, height), _DPI, facecolor=_rgb(theme.felt))
        margin = self.px(_MARGIN) / _DPI
        layout = ConstrainedLayoutEngine(
            w_pad=margin / 2, h_pad=margin * 0.65, rect=(_MARGIN / 2, 0, 1 - _MARGIN, 1)
        )
        self.figure.set_layout_engine(layout)
        room = round(style.width * (1 - 2 * _MARGIN))
        title = truncated(title, round(self.px(_TITLE) * CAP_HEIGHT), room)
        self.figure.suptitle(title, x=_MARGIN, ha="left", **self._text_properties(_TITLE))

    def px(self, share: float) -> float:
        """A share of the chart's width in pixels."""
        return share * self._size[0]

    def add_axes(self) -> Axes:
        """Add the axes of a chart that fills the figure, without lines or marks."""
        axes = self.figure.add_subplot(facecolor="none")
        axes.tick_params(length=0, pad=self.px(_GAP))
        axes.spines[:].set_visible(False)
        return axes

    def add_day(
        self,
        axes: Axes,
        at: tuple[float, float],
        mark: DayMark,
        number: str = "",
        size: float = _SQUARE,
    ) -> None:
        """Add a day: marks differ in fill, outline and the sign in the corner."""
        x, y = at
        is_filled = mark in (DayMark.PERFECT, DayMark.WON)
        ink = self._on_accent if is_filled else self._ink
        if mark is not DayMark.TO_COME:
            corner = x - size / 2, y - size / 2
            is_outlined = mark is DayMark.LATE
            fill = self.accent if is_filled else "none" if is_outlined else self.faint
            width = self.px(2 * _LINE) if is_outlined else 0
            axes.add_patch(Rectangle(corner, size, size, fc=fill, ec=self.accent, linewidth=width))
        if mark in _SIGNS:
            apart = _SIGN_PLACE * size if number else 0
            axes.plot(
                [x + apart],
                [y - apart],
                marker=_SIGNS[mark],
                markersize=self.px(_SIGN),
                color=ink,
                markeredgewidth=0 if mark is DayMark.PERFECT else self.px(_LINE),
            )
        down = _NUMBER_DOWN if mark in _SIGNS else 0
        text = axes.text(
            x, y + down, number, ha="center", va="center_baseline", **self.text | {"color": ink}
        )
        text.set_in_layout(False)

    def add_legend(self, squares: Mapping[str, Rectangle]) -> None:
        """Draw the legend below the chart: the meaning of each colour."""
        self.figure.legend(
            list(squares.values()),
            list(squares),
            loc="outside lower left",
            ncols=len(squares),
            prop=self.text["fontproperties"],
            labelcolor=self._ink,
            frameon=False,
            handlelength=1,
            handleheight=1,
            handletextpad=0.4,
            columnspacing=1.2,
            borderpad=0,
            borderaxespad=_MARGIN / _TEXT,
        )

    def image(self) -> Image.Image:
        """The chart, drawn, in the theme's palette."""
        file = io.BytesIO()
        self.figure.savefig(file, format="rgba", dpi=_DPI)
        drawn = Image.frombytes("RGBA", self._size, file.getvalue()).convert("RGB")
        return self._palette.quantize(drawn)

    def _text_properties(self, size: float) -> dict[str, Any]:
        font = FontProperties(fname=str(FONT_FILE), size=self.px(size))
        return {"fontproperties": font, "color": self._ink, "parse_math": False}


def _rgb(colour: Colour) -> tuple[float, float, float]:
    """A colour as Matplotlib takes it, each channel 0 to 1."""
    red, green, blue = colour
    return red / 255, green / 255, blue / 255
