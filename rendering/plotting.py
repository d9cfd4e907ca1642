"""Charts drawn with Matplotlib, without a window and without touching its settings."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable, Collection, Sequence
from typing import Final, Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import MaxNLocator
from PIL import Image

from rendering.sprites import palette_image
from rendering.strings import Strings
from rendering.text import ASCENT, BOLD, FONT_FILE, fit_cap_height, text_mask, text_width, truncated
from rendering.theme import Colour, Theme

_DPI: Final = 100
_POINTS_OF_PIXEL: Final = 72 / _DPI
_EM_OF_CAP: Final = 2048 / 1456
_PLAIN: Final = 400
_LEAST_CONTRAST: Final = 3.0

EDGE: Final = 0.04
_TITLE: Final = 0.042
HEAD: Final = 0.125
TEXT: Final = 0.0255
"""Shares of a chart's width: what is free at the sides, the title, the room from the upper edge to
what is drawn, and the height of a capital elsewhere."""

_BESIDE: Final = 0.016
"""Between what is drawn and the text beside it."""

_LONGEST_NAME: Final = 0.42
_ROW: Final = 0.058
_BAR: Final = 0.66
_FEWEST_ROWS: Final = 4

_ASPECT: Final = 0.62
_MOST_DOTS: Final = 40
_MOST_DAYS: Final = 5
_LONG: Final = 300
"""From how many days on an axis names months instead of days."""

Written = Callable[[float], str]


def plot_bars(
    title: str, values: Sequence[tuple[str, float]], written: Written, theme: Theme, width: int
) -> Image.Image:
    """Bars one below the other, each with its name at the left and its figure at its end."""
    rows = max(_FEWEST_ROWS, len(values))
    drawing = Drawing(theme, width, round(width * (HEAD + _ROW * rows + EDGE)))
    room = round(width * _LONGEST_NAME)
    names = [truncated(name, round(width * TEXT), room, _PLAIN) for name, _ in values]
    figures = [written(value) for _, value in values]
    axes = drawing.axes(names, figures, foot=EDGE)
    axes.barh(range(len(values)), [value for _, value in values], _BAR, color=drawing.strong)
    axes.set_xlim(0, max(*(value for _, value in values), 1e-9))
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_xticks([])
    axes.set_yticks(range(len(values)), names)
    for row, ((_, value), figure) in enumerate(zip(values, figures, strict=True)):
        drawing.note(axes, figure, (value, row))
    drawing.dress(axes)
    return drawing.finished(title)


def plot_line(
    title: str,
    points: Sequence[tuple[dt.date, float]],
    written: Written,
    theme: Theme,
    width: int,
    strings: Strings,
) -> Image.Image:
    """A line over days, its last figure written at its end."""
    drawing = Drawing(theme, width, round(width * _ASPECT))
    days = [day.toordinal() for day, _ in points]
    values = [value for _, value in points]
    whole = all(float(value).is_integer() for value in values)
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1 if low >= 1 or low < 0 else 0, high + 1
    steps = MaxNLocator(5, integer=whole).tick_values(low, high)
    levels = {float(step): written(float(step)) for step in steps}
    axes = drawing.axes(levels.values(), [written(values[-1])], foot=EDGE + 2 * TEXT)
    axes.grid(axis="y", color=rgb(theme.slot_line), linewidth=drawing.points(0.0018))
    axes.plot(days, values, color=drawing.strong, linewidth=drawing.points(0.0045), clip_on=False)
    dots = slice(0 if len(points) <= _MOST_DOTS else -1, None)
    size = drawing.points(0.011)
    axes.plot(days[dots], values[dots], "o", markersize=size, color=drawing.strong, clip_on=False)
    axes.set_yticks(list(levels), list(levels.values()))
    axes.set_ylim(min(levels), max(levels))
    alone = days[0] == days[-1]
    axes.set_xlim(days[0] - alone, days[-1] + alone)
    marked = _marked_days(days[0], days[-1])
    dates = map(dt.date.fromordinal, marked)
    if days[-1] - days[0] >= _LONG:
        names = [strings.format_month(date, short=True) for date in dates]
    else:
        names = [strings.format_short_date(date) for date in dates]
    axes.set_xticks(marked, names)
    drawing.note(axes, written(values[-1]), (days[-1], values[-1]))
    drawing.dress(axes)
    return drawing.finished(title)


def _marked_days(first: int, last: int) -> list[int]:
    """Some days from the first to the last, evenly spread, as numbers of days."""
    steps = max(1, min(_MOST_DAYS - 1, last - first))
    return sorted({first + (last - first) * step // steps for step in range(steps + 1)})


class Drawing:
    """A chart in the making, in a theme's colours and the typeface.

    Attributes:
        theme: the theme.
        width: the chart's width in pixels.
        height: its height.
        strong: the colour of what the chart shows, as Matplotlib takes it: the theme's brightest
            where that stands out from the board, else that of its letters.
        on_strong: the colour of letters on that.
        font: the typeface in the size of all text but the title.
    """

    def __init__(self, theme: Theme, width: int, height: int) -> None:
        """Begin a chart of that size in pixels."""
        self.theme = theme
        self.width = width
        self.height = height
        shown = contrast(theme.last, theme.felt) >= _LEAST_CONTRAST
        strong = theme.last if shown else theme.label
        self.strong = rgb(strong)
        self.on_strong = max(theme.felt, theme.outline, key=lambda ink: contrast(ink, strong))
        self.font = FontProperties(fname=str(FONT_FILE), size=self.points(TEXT * _EM_OF_CAP))
        # A hundredth of a pixel more, for what is not whole is cut off.
        inches = ((width + 0.01) / _DPI, (height + 0.01) / _DPI)
        self._figure = Figure(figsize=inches, dpi=_DPI, facecolor=rgb(theme.felt))

    def points(self, share: float) -> float:
        """A share of the width in points, in which Matplotlib counts text and lines."""
        return share * self.width * _POINTS_OF_PIXEL

    def axes(self, left: Collection[str], right: Collection[str], *, foot: float) -> Axes:
        """What the figures are drawn in, with room at both sides for texts there.

        Args:
            left: the texts at its left.
            right: the texts at its right.
            foot: what is left free below, in widths of the chart.
        """
        begin = EDGE + max(map(self.text_width, left)) + _BESIDE
        end = 1 - EDGE - max(map(self.text_width, right)) - _BESIDE
        high, low = self.width * HEAD / self.height, self.width * foot / self.height
        axes = self._figure.add_axes((begin, low, end - begin, 1 - high - low))
        axes.set_facecolor(rgb(self.theme.felt))
        return axes

    def whole(self) -> Axes:
        """All of the picture, measured in pixels from its upper left corner."""
        axes = self._figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, self.width)
        axes.set_ylim(self.height, 0)
        axes.set_axis_off()
        return axes

    def text_width(self, text: str) -> float:
        """The room that a text takes, in widths of the chart."""
        return text_width(text, round(TEXT * self.width), _PLAIN) / self.width

    def dress(self, axes: Axes) -> None:
        """Give axes the theme's lines and letters."""
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.spines["left"].set_color(rgb(self.theme.slot_line))
        axes.spines["left"].set_linewidth(self.points(0.0025))
        axes.tick_params("y", length=0, pad=self.points(_BESIDE * 0.8))
        axes.tick_params("x", length=0, pad=self.points(_BESIDE * 1.4))
        for text in (*axes.get_xticklabels(), *axes.get_yticklabels()):
            text.set_fontproperties(self.font)
            text.set_color(rgb(self.theme.label))
            text.set_parse_math(False)

    def note(self, axes: Axes, text: str, at: tuple[float, float]) -> None:
        """Write a figure beside a point."""
        axes.annotate(
            text,
            at,
            (self.points(_BESIDE * 0.8), 0),
            textcoords="offset points",
            verticalalignment="center_baseline",
            color=rgb(self.theme.label),
            fontproperties=self.font,
            annotation_clip=False,
            parse_math=False,
        )

    def write(
        self,
        axes: Axes,
        text: str,
        at: tuple[float, float],
        ink: Colour | None = None,
        align: Literal["left", "center"] = "center",
    ) -> None:
        """Write a line about the height of a point."""
        axes.text(
            *at,
            text,
            color=rgb(ink or self.theme.label),
            fontproperties=self.font,
            horizontalalignment=align,
            verticalalignment="center_baseline",
            parse_math=False,
        )

    def finished(self, title: str) -> Image.Image:
        """The chart with its title, in the theme's palette."""
        file = io.BytesIO()
        self._figure.savefig(file, format="rgba", dpi=_DPI)
        size = (self.width, self.height)
        drawn = Image.frombytes("RGBA", size, file.getvalue()).convert("RGB")
        edge = round(EDGE * self.width)
        cap = fit_cap_height(title, round(_TITLE * self.width), self.width - 2 * edge, BOLD)
        letters = text_mask(title, cap, BOLD)
        drawn.paste(self.theme.label, (edge, edge - round(cap * ASCENT)), letters)
        palette = palette_image(self.theme.name, 2)
        return drawn.quantize(palette=palette, dither=Image.Dither.NONE)


def contrast(one: Colour, other: Colour) -> float:
    """How well two colours can be told apart, 1 to 21, as web content's guidelines count it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def rgb(colour: Colour) -> tuple[float, float, float]:
    """A colour as Matplotlib takes it: each part 0 to 1."""
    red, green, blue = colour
    return (red / 255, green / 255, blue / 255)
