"""Charts of statistics."""

from __future__ import annotations

import datetime as dt
import io
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from rendering import THEMES, InvalidStyle, Picture, Style, UnknownTheme
from rendering.charts.chart import (
    Chart,
    InvalidChart,
    MonthChart,
    WeeksChart,
    WinRateChart,
    Wins,
    draw_chart,
)
from rendering.charts.day_marks import DayMark
from rendering.theme import Colour, Theme, contrast
from tests.rendering.charts.charted import DAY, MONTH, RATES, SERVER_MONTH, WEEKS

EVERY_CHART = pytest.mark.parametrize(
    "chart", [RATES, WEEKS, MONTH, SERVER_MONTH], ids=["rates", "weeks", "month", "server"]
)
FULL = (
    WinRateChart("Rates", (("A game with a very long name indeed", Wins(10**6, 10**6)),) * 8),
    WeeksChart("Weeks", {DAY: Wins(10**6, 1)}, DAY),
    MonthChart("August", {dt.date(2026, 8, day): DayMark.WON for day in range(1, 32)}),
)
GOLD = THEMES["felt"].last
NARROW = Style(width=400)
EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def draw(chart: Chart, style: Style | None = None) -> Picture:
    return draw_chart(chart, style or Style())


def opened(chart: Picture) -> Image.Image:
    image = Image.open(io.BytesIO(chart.png))
    image.load()
    return image.convert("RGB")


def pixels(chart: Picture, colour: Colour) -> int:
    """How many pixels have exactly that colour."""
    counts = opened(chart).getcolors(1 << 20) or ()
    return sum(count for count, paint in counts if paint == colour)


def october(day: int, mark: DayMark | None) -> Image.Image:
    """The days of a month, all to come but one, without title and legend."""
    days: dict[dt.date, DayMark | None] = {
        dt.date(2026, 10, one): DayMark.TO_COME for one in range(1, 32)
    }
    days[dt.date(2026, 10, day)] = mark
    image = opened(draw(MonthChart("", days)))
    return image.crop((0, 0, round(image.width * 0.68), image.height))


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [400, 555, 1100])
@EVERY_CHART
def test_a_chart_is_a_png_of_its_size_on_the_themes_background(
    chart: Chart, theme: str, width: int
) -> None:
    picture = draw(chart, Style(theme, width=width))
    image = opened(picture)
    assert image.size == (picture.width, picture.height)
    assert picture.width == width
    assert image.getpixel((0, 0)) == THEMES[theme].felt
    assert pixels(picture, THEMES[theme].felt) > image.width * image.height / 3


@EVERY_THEME
def test_bars_stand_out_from_the_background(theme: Theme) -> None:
    assert contrast(theme.accent, theme.felt) >= 3
    assert pixels(draw(RATES, Style(theme.name)), theme.accent) > 10_000


@EVERY_THEME
def test_the_numbers_of_won_days_are_legible(theme: Theme) -> None:
    assert contrast(theme.ink_on(theme.accent), theme.accent) >= 4.5


def test_contrast_is_the_ratio_of_the_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def bars(chart: Chart, *, down: bool = False) -> list[int]:
    """The lengths of the golden bars of a chart, or of its columns, from the shortest."""
    image = opened(draw(chart))
    image = image.transpose(Image.Transpose.TRANSPOSE) if down else image
    lengths = Counter(
        sum(image.getpixel((x, y)) == GOLD for x in range(image.width)) for y in range(image.height)
    )
    return sorted(length for length, rows in lengths.items() if rows > 30 and length)


def test_a_bar_shows_the_win_rate_however_many_games_were_played() -> None:
    games = (("a", Wins(2, 2)), ("b", Wins(100, 50)), ("c", Wins(7, 0)))
    half, whole = bars(WinRateChart("", games))
    assert half == pytest.approx(whole / 2, abs=2)


def test_a_column_shows_the_games_won_in_its_week() -> None:
    days = {
        dt.date(2026, 11, 2): Wins(2, 2),  # a Monday
        dt.date(2026, 11, 8): Wins(2, 2),  # the Sunday of that week
        dt.date(2026, 11, 9): Wins(4, 2),
    }
    *_, half, whole = bars(WeeksChart("", days, dt.date(2026, 11, 9), weeks=2), down=True)
    assert half == pytest.approx(whole / 2, abs=2)


@pytest.mark.parametrize("chart", FULL[:2], ids=["rates", "weeks"])
def test_the_tallest_chart_is_shown_at_full_width(chart: Chart) -> None:
    """Chats show pictures at most 550 x 350 pixels large."""
    picture = draw(chart)
    assert picture.height / picture.width <= 350 / 550


def test_each_mark_looks_different_and_so_does_a_day_without_one() -> None:
    pictures = {october(14, mark).tobytes() for mark in (*DayMark, None)}
    assert len(pictures) == len(DayMark) + 1


def test_each_day_is_in_the_column_of_its_weekday() -> None:
    def column(day: int) -> int:
        box = october(day, DayMark.PERFECT)
        return min(n % box.width for n, c in enumerate(box.get_flattened_data()) if c == GOLD)

    assert column(5) == column(12)
    assert column(5) < column(6) < column(11)


def test_the_alt_text_gives_the_values() -> None:
    assert draw(RATES).alt == (
        "Rates. Saratoga: 10 of 23 games won. Klondike: 112 of 112 games won."
    )
    assert draw(WEEKS).alt == (
        "Weeks. Week of 9 November 2026: 1 of 1 game won. "
        "Week of 16 November 2026: 1 of 3 games won."
    )
    assert draw(MONTH).alt == (
        "November. perfect 1 (21), won 1 (22), won later 1 (23), given up 1 (24), frozen 1 (25), "
        "missed 1 (26), to come 1. 12 days in a row."
    )
    assert draw(SERVER_MONTH).alt == "November. 21 Ada (3 won), 23 Ben (1 won). 2 days in a row."


def test_a_line_joins_the_days_of_a_streak_that_is_shown() -> None:
    days: dict[dt.date, DayMark | None] = {
        dt.date(2026, 11, day): DayMark.WON if day in (3, 4, 6) else DayMark.MISSED
        for day in range(1, 31)
    }
    without, joined = (draw(MonthChart("", days, streak)) for streak in (None, 0))
    assert pixels(without, GOLD) == 0
    apart = dict(days) | {dt.date(2026, 11, 4): DayMark.LATE}
    assert pixels(joined, GOLD) > pixels(draw(MonthChart("", apart, 0)), GOLD) == 0
    passed_over = dict(days) | {dt.date(2026, 11, 5): None}
    assert pixels(draw(MonthChart("", passed_over, 0)), GOLD) > pixels(joined, GOLD)


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.tuples(st.text(max_size=60), st.integers(0, 10**12).map(lambda n: Wins(n, n // 3))),
        min_size=1,
        max_size=8,
    ).map(tuple)
)
def test_any_names_and_counts_make_a_chart(games: tuple[tuple[str, Wins], ...]) -> None:
    chart = draw(WinRateChart("Any", games), NARROW)
    assert opened(chart).size == (chart.width, chart.height)
    assert len(chart.alt) <= 1024


@pytest.mark.parametrize("name", ["W" * 100, "🌸", "A\nB", ""])
def test_odd_names_make_a_chart(name: str) -> None:
    assert opened(draw(WinRateChart(name, ((name, Wins(5, 1)),)))).width == 1100


def test_the_same_values_make_the_same_picture() -> None:
    assert draw(RATES) == draw(RATES)


@pytest.mark.parametrize("count", [0, 9])
def test_too_few_or_too_many_games_are_rejected(count: int) -> None:
    with pytest.raises(InvalidChart, match=f"1 to 8 games, not {count}"):
        WinRateChart("Rates", (("a", Wins(1, 1)),) * count)


@pytest.mark.parametrize("count", [0, 13])
def test_too_few_or_too_many_weeks_are_rejected(count: int) -> None:
    with pytest.raises(InvalidChart, match=f"1 to 12 weeks, not {count}"):
        WeeksChart("Weeks", {}, DAY, weeks=count)


@pytest.mark.parametrize(("played", "won"), [(-1, -1), (2 * 10**12, 0), (1, 2), (1, -1)])
def test_impossible_counts_are_rejected(played: int, won: int) -> None:
    with pytest.raises(InvalidChart, match="no more won than played"):
        Wins(played, won)


def test_an_unknown_theme_or_a_width_out_of_range_is_rejected() -> None:
    with pytest.raises(UnknownTheme, match="no theme called “plaid”"):
        Style("plaid")
    with pytest.raises(InvalidStyle, match="at least 400 pixels wide, not 399"):
        draw(RATES, Style(width=399))
    with pytest.raises(InvalidStyle, match="240 to 2400 pixels wide, not 2401"):
        Style(width=2401)


def test_only_none_and_all_are_nothing_and_everything_in_percent() -> None:
    counts = [(0, 0), (7, 0), (1000, 1), (1000, 999), (7, 7)]
    assert [Wins(*count).percent for count in counts] == [0, 0, 1, 99, 100]


def test_a_month_of_days_without_deals_is_drawn_without_meanings() -> None:
    without: dict[dt.date, DayMark | None] = {dt.date(2026, 12, day): None for day in range(1, 32)}
    chart = draw(MonthChart("December", without))
    assert opened(chart).width == chart.width
