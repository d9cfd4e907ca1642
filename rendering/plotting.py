"""Draws charts with Matplotlib, without a window and without changing its settings."""

from __future__ import annotations

import datetime as dt
import io
import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Rectangle
from PIL import Image

from rendering.palette import palette_of
from rendering.style import Style
from rendering.text import CAP_HEIGHT, FONT_FILE, truncated
from rendering.theme import Colour, mix

_DPI: Final = 72
"""So that one point is one pixel."""

_MARGIN: Final = 0.04
_TITLE: Final = 0.055
_TEXT: Final = 0.036
_DAY: Final = 0.027
_LINE: Final = 0.003
_GAP: Final = 0.012
"""Shares of the chart's width: its margin, font sizes, lines, and the gap beside a bar."""

_FAINT: Final = 0.12
_MIN_ROWS: Final = 4
_BAR: Final = 0.66
_MAX_NAME: Final = 0.42
_SQUARE: Final = 0.84
_MONTHS_A_ROW: Final = 3


def plot_bars(title: str, values: Sequence[tuple[str, int]], style: Style) -> Image.Image:
    """One bar below the other, each with its name on the left and its value at its end."""
    rows = max(_MIN_ROWS, len(values))
    plot = _Plot(title, style, 0.13 + 0.06 * rows)
    axes = plot.figure.add_subplot(facecolor="none")
    cap, room = round(plot.px(_TEXT) * CAP_HEIGHT), round(plot.px(_MAX_NAME))
    names = [truncated(name, cap, room) for name, _ in values]
    counts = [value for _, value in values]
    bars = axes.barh(range(len(values)), counts, _BAR, color=plot.accent)
    for label in axes.bar_label(bars, counts, padding=plot.px(_GAP), **plot.text):
        label.set_verticalalignment("center_baseline")
    axes.set_yticks(range(len(values)), names, **plot.text)
    axes.set_xticks([])
    axes.tick_params("y", length=0, pad=plot.px(_GAP))
    axes.set(xlim=(0, max(1, *counts)), ylim=(rows - 0.5, -0.5))
    axes.spines[:].set_visible(False)
    axes.spines["left"].set(visible=True, color=plot.line, linewidth=plot.px(_LINE))
    return plot.image()


def plot_calendar(title: str, results: Mapping[dt.date, bool | None], style: Style) -> Image.Image:
    """Months side by side, their weeks from Monday to Sunday.

    Args:
        title: the chart's title.
        results: the days in order, each with whether it was won; None if it was not played.
        style: how the chart looks.
    """
    months = [list(days) for _, days in itertools.groupby(results, lambda day: day.replace(day=1))]
    weeks = 1 + max(map(_week, results))
    rows = -(-len(months) // _MONTHS_A_ROW)
    plot = _Plot(title, style, 0.22 + rows * (0.075 + 0.044 * weeks))
    grid = plot.figure.subplots(rows, _MONTHS_A_ROW, squeeze=False)
    for axes in grid.flat:
        axes.set(xlim=(-0.5, 6.5), ylim=(weeks - 0.5, -0.5), aspect="equal", anchor="NW")
        axes.set_axis_off()
    for axes, days in zip(grid.flat, months, strict=False):
        axes.set_title(style.strings.format_month(days[0], short=True), loc="left", **plot.text)
        for day in days:
            plot.add_day(axes, (day.weekday(), _week(day)), str(day.day), results[day])
    strings, count = style.strings, list(results.values()).count
    plot.add_legend(
        {
            True: strings.days_won.format(number=count(True)),
            False: strings.days_not_won.format(number=count(False)),
            None: strings.days_not_played.format(number=count(None)),
        }
    )
    return plot.image()


def _week(day: dt.date) -> int:
    """The week of its month that a day is in, from 0; weeks begin on Monday."""
    return (day.day - 1 + day.replace(day=1).weekday()) // 7


class _Plot:
    """A figure in a theme's colours and the boards' font, laid out by Matplotlib.

    Attributes:
        figure: the figure.
        accent: the colour of what the chart shows.
        line: the colour of lines.
        text: the properties of its text.
    """

    def __init__(self, title: str, style: Style, aspect: float) -> None:
        """Begin a figure ``aspect`` times as tall as wide."""
        self._size = style.width, round(style.width * aspect)
        self._palette = palette_of(style.theme, style.suits)
        theme = self._palette.theme
        accent = theme.accent
        self.accent, self.line = _rgb(accent), _rgb(theme.empty_pile_line)
        self._ink, self._faint = _rgb(theme.label), _rgb(mix(theme.felt, theme.label, _FAINT))
        self._on_accent = _rgb(theme.ink_on(accent))
        self.text = self._text_properties(_TEXT)
        # A hundredth of a pixel more, since Matplotlib truncates sizes.
        width, height = ((length + 0.01) / _DPI for length in self._size)
        self.figure = Figure((width, height), _DPI, facecolor=_rgb(theme.felt))
        margin = self.px(_MARGIN) / _DPI
        layout = ConstrainedLayoutEngine(
            w_pad=margin / 2, h_pad=margin * 0.8, rect=(_MARGIN / 2, 0, 1 - _MARGIN, 1)
        )
        self.figure.set_layout_engine(layout)
        room = round(style.width * (1 - 2 * _MARGIN))
        title = truncated(title, round(self.px(_TITLE) * CAP_HEIGHT), room)
        self.figure.suptitle(title, x=_MARGIN, ha="left", **self._text_properties(_TITLE))

    def px(self, share: float) -> float:
        """A share of the chart's width in pixels."""
        return share * self._size[0]

    def add_day(self, axes: Axes, at: tuple[int, int], day: str, won: bool | None) -> None:
        """Add a day with the square of its result."""
        x, y = at
        square = self._square(won, (x - _SQUARE / 2, y - _SQUARE / 2), _SQUARE)
        axes.add_patch(square)
        properties = self._text_properties(_DAY) | {"color": self._on_accent if won else self._ink}
        text = axes.text(x, y, day, ha="center", va="center_baseline", **properties)
        text.set_in_layout(False)

    def add_legend(self, labels: Mapping[bool | None, str]) -> None:
        """Draw the legend below the chart."""
        self.figure.legend(
            [self._square(won, (0, 0), 1) for won in labels],
            list(labels.values()),
            loc="outside lower left",
            ncols=len(labels),
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

    def _square(self, won: bool | None, corner: tuple[float, float], size: float) -> Rectangle:
        """A bright square for a win, an outlined one for a loss, a faint one for neither."""
        fill = {True: self.accent, False: "none", None: self._faint}[won]
        line = self.px(_LINE) if won is False else 0
        return Rectangle(corner, size, size, fc=fill, ec=self._ink, linewidth=line)

    def _text_properties(self, size: float) -> dict[str, Any]:
        font = FontProperties(fname=str(FONT_FILE), size=self.px(size))
        return {"fontproperties": font, "color": self._ink, "parse_math": False}


def _rgb(colour: Colour) -> tuple[float, float, float]:
    """A colour as Matplotlib takes it, each channel 0 to 1."""
    red, green, blue = colour
    return red / 255, green / 255, blue / 255
