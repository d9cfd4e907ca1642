"""Draws charts, larger and scaled down, in a theme's colours and the boards' font."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from PIL import Image

from rendering.cards.palette import palette_of
from rendering.style import Style
from rendering.text import ASCENT, CAP_HEIGHT, text_mask, text_width, truncated
from rendering.theme import Colour, mix

_MARGIN: Final = 0.035
_TITLE: Final = 0.05 * CAP_HEIGHT
_TEXT: Final = 0.036 * CAP_HEIGHT
_LINE: Final = 0.003
_GAP: Final = 0.012
"""Shares of the chart's width: its margin, cap heights, lines, and the gap beside a bar.

Chats show pictures 550 pixels wide on a desktop, and 326 on a phone, where text is 12 pixels tall.
"""

_TOP: Final = 0.097
"""Where what is below the title begins."""
_ROW: Final = 0.064
_MIN_ROWS: Final = 3
_BAR: Final = 0.66
_FEET: Final = 0.018
"""The height of a row of rates, how much of that its bar takes, and the room below the last."""
_WEEKS: Final = 0.5
_COLUMN: Final = 0.7
_MONTHS: Final = 0.041
_LEGEND: Final = 0.05
"""The height of a chart of weeks, how much of a week's width its column takes, and the heights of
the names of months and of the legend below them."""

_FAINT: Final = 0.12
_PALE: Final = 0.4
_MAX_NAME: Final = 0.42


def plot_rates(title: str, rates: Sequence[tuple[str, int, str]], style: Style) -> Image.Image:
    """One bar below the other, each on a track of 100 percent.

    Args:
        rates: the name of each bar, on its left; its length in percent; the label at its end.
    """
    rows = max(_MIN_ROWS, len(rates))
    plot = _Plot(title, style, _TOP + _ROW * rows + _FEET)
    cap, edge, gap = plot.px(_TEXT), plot.px(_MARGIN), plot.px(_GAP)
    names = [truncated(name, cap, plot.px(_MAX_NAME)) for name, *_ in rates]
    left = edge + gap + max(text_width(name, cap) for name in names)
    right = plot.width - edge - gap - max(text_width(label, cap) for *_, label in rates)
    for row, (name, (_, percent, label)) in enumerate(zip(names, rates, strict=True)):
        middle = plot.px(_TOP + _ROW * (row + 0.5))
        top, bottom = middle - plot.px(_ROW * _BAR / 2), middle + plot.px(_ROW * _BAR / 2)
        plot.fill((left, top, right, bottom), plot.faint)
        plot.fill((left, top, left + (right - left) * percent // 100, bottom), plot.accent)
        plot.write(name, (left - gap, middle), "r")
        plot.write(label, (right + gap, middle))
    return plot.image()


def plot_weeks(title: str, weeks: Mapping[dt.date, tuple[int, int]], style: Style) -> Image.Image:
    """One column beside the other: the games won in a week, and those not won on top.

    Args:
        weeks: how many games were won and not won in each week, by its Monday.
    """
    plot, strings = _Plot(title, style, _WEEKS), style.strings
    edge, cap, gap = plot.px(_MARGIN), plot.px(_TEXT), plot.px(_GAP)
    top = plot.px(_TOP) + cap + gap
    base = plot.height - edge - plot.px(_LEGEND + _MONTHS)
    most = max(1, *(sum(counts) for counts in weeks.values()))
    pitch = (plot.width - 2 * edge) / len(weeks)
    months, names = _first_weeks(weeks), strings.calendar_names.short
    for place, (won, lost) in enumerate(weeks.values()):
        middle = edge + pitch * (place + 0.5)
        left, right = round(middle - pitch * _COLUMN / 2), round(middle + pitch * _COLUMN / 2)
        won_top = base - round((base - top) * won / most)
        all_top = base - round((base - top) * (won + lost) / most)
        plot.fill((left, won_top, right, base), plot.accent)
        plot.fill((left, all_top, right, won_top), plot.pale)
        if won + lost:
            plot.write(str(won + lost), (round(middle), all_top - gap // 2 - cap // 2), "m")
        if place in months:
            below = base + plot.px(_MONTHS / 2) + gap // 2
            plot.write(names[months[place] - 1], (round(middle), below), "m")
    plot.fill((edge, base, plot.width - edge, base + max(1, plot.px(_LINE))), plot.line)
    total_won, total_lost = (sum(counts) for counts in zip(*weeks.values(), strict=True))
    legend = {
        strings.number_won.format(number=total_won): plot.accent,
        strings.number_not_won.format(number=total_lost): plot.pale,
    }
    x, middle = edge, plot.height - edge - cap // 2
    for label, colour in legend.items():
        plot.fill((x, middle - cap // 2 - 2, x + cap + 4, middle + cap // 2 + 2), colour)
        plot.write(label, (x + cap + 4 + gap, middle))
        x += cap + text_width(label, cap) + 4 * gap
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


_Box = tuple[int, int, int, int]


class _Plot:
    """A picture with a title, in a theme's colours.

    Attributes:
        width: its width in pixels.
        height: its height.
        accent: the colour of what the chart shows.
        faint: the colour of what is missing from it.
        pale: the colour of games not won.
        line: the colour of lines.
    """

    def __init__(self, title: str, style: Style, aspect: float) -> None:
        """Begin a chart ``aspect`` times as tall as wide."""
        self.width, self.height = style.width, round(style.width * aspect)
        self._palette = palette_of(style.theme, style.suits)
        theme = self._palette.theme
        self.accent, self.line, self._ink = theme.accent, theme.empty_pile_line, theme.label
        self.faint = mix(theme.felt, theme.label, _FAINT)
        self.pale = mix(theme.felt, theme.label, _PALE)
        self._image = Image.new("RGB", (self.width, self.height), theme.felt)
        edge, cap = self.px(_MARGIN), self.px(_TITLE)
        title = truncated(title, cap, self.width - 2 * edge)
        self.write(title, (edge, edge + cap // 2), cap=cap)

    def px(self, share: float) -> int:
        """A share of the chart's width in pixels."""
        return round(share * self.width)

    def fill(self, box: _Box, colour: Colour) -> None:
        """Fill a rectangle."""
        self._image.paste(colour, box)

    def write(
        self,
        text: str,
        at: tuple[int, int],
        anchor: str = "l",
        ink: Colour | None = None,
        cap: int = 0,
    ) -> None:
        """Write a line, its capitals around a point's height.

        Args:
            anchor: whether the point is at the left of the text, in its middle or at its right.
        """
        x, y = at
        cap = cap or self.px(_TEXT)
        width = text_width(text, cap)
        left = x - {"l": 0, "m": width // 2, "r": width}[anchor]
        corner = left, y - cap // 2 - round(cap * ASCENT)
        self._image.paste(ink or self._ink, corner, text_mask(text, cap))

    def image(self) -> Image.Image:
        """The chart in the theme's palette."""
        return self._palette.quantize(self._image)
