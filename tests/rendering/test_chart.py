"""Charts for statistics."""

from __future__ import annotations

import datetime as dt
import io
import subprocess
import sys

import matplotlib as mpl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from rendering import THEMES, Picture, UnknownTheme
from rendering.chart import InvalidChart, Unit, bars, calendar, line
from rendering.plotting import Drawing, contrast
from rendering.theme import Colour, Theme

DAY = dt.date(2026, 11, 21)
WINS = [("Saratoga", 23), ("Klondike", 112), ("Spider", 0)]
COURSE = [(DAY, 10.0), (DAY + dt.timedelta(1), 55.5), (DAY + dt.timedelta(9), 40.0)]
RESULTS = {DAY: True, DAY + dt.timedelta(1): False, DAY + dt.timedelta(40): True}


def opened(chart: Picture) -> Image.Image:
    image = Image.open(io.BytesIO(chart.png))
    image.load()
    return image.convert("RGB")


def pixels(chart: Picture, colour: Colour) -> int:
    """How many pixels have exactly that colour."""
    counts = opened(chart).getcolors(1 << 20) or ()
    return sum(count for count, paint in counts if paint == colour)


def strong(theme: Theme) -> Colour:
    """What the chart shows is in this colour."""
    return theme.last if contrast(theme.last, theme.felt) >= 3 else theme.label


def some_calendar(theme: str = "felt", width: int = 1100) -> Picture:
    return calendar("Daily", RESULTS, first=DAY, last=DAY.replace(day=30), theme=theme, width=width)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [400, 555, 1100])
def test_a_chart_is_a_png_of_the_size_it_says_on_the_ground_of_the_theme(
    theme: str, width: int
) -> None:
    charts = [
        bars("Wins", WINS, theme=theme, width=width),
        line("Won", COURSE, theme=theme, width=width),
        some_calendar(theme, width),
    ]
    for chart in charts:
        image = opened(chart)
        assert image.size == (chart.width, chart.height)
        assert chart.width == width
        assert image.getpixel((0, 0)) == THEMES[theme].felt
        assert pixels(chart, THEMES[theme].felt) > image.width * image.height / 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_what_a_chart_shows_stands_out_from_its_ground(theme: Theme) -> None:
    assert contrast(strong(theme), theme.felt) >= 3
    assert pixels(bars("Wins", WINS, theme=theme.name), strong(theme)) > 10_000


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_numbers_of_days_won_can_be_read(theme: Theme) -> None:
    assert contrast(Drawing(theme, 400, 300).on_strong, strong(theme)) >= 4.5


def test_contrast_is_counted_as_the_guidelines_do() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_bars_are_as_long_as_their_figures_ask() -> None:
    gold = THEMES["felt"].last
    lengths: dict[int, int] = {}
    image = opened(bars("Wins", [("a", 100), ("b", 50), ("c", 0)]))
    for y in range(image.height):
        length = sum(image.getpixel((x, y)) == gold for x in range(image.width))
        lengths[length] = lengths.get(length, 0) + 1
    common = sorted(length for length, rows in lengths.items() if rows > 20 and length)
    assert common[0] == pytest.approx(common[1] / 2, abs=2)
    assert len(common) == 2


def test_a_line_goes_from_its_first_to_its_last_figure() -> None:
    image = opened(line("Won", [(DAY, 0), (DAY + dt.timedelta(10), 10)]))
    gold = THEMES["felt"].last
    at = [
        (x, y)
        for x in range(image.width)
        for y in range(image.height)
        if image.getpixel((x, y)) == gold
    ]
    (left, lower), (right, upper) = min(at), max(at)
    assert right - left > image.width * 0.7
    assert lower - upper > image.height * 0.5


def test_days_won_not_won_and_not_played_differ_in_shape() -> None:
    first, last = dt.date(2026, 9, 1), dt.date(2026, 11, 30)

    def inked(days: dict[dt.date, bool]) -> int:
        image = opened(calendar("Daily", days, first=first, last=last))
        ground = THEMES["felt"].felt
        box = image.crop((0, 140, image.width, image.height - 90))
        return sum(paint != ground for paint in box.get_flattened_data())

    day = dt.date(2026, 10, 14)
    nothing, lost, won = inked({}), inked({day: False}), inked({day: True})
    assert nothing + 100 < lost < won - 200


def test_a_calendar_shows_each_day_in_its_column_of_the_week() -> None:
    def column(day: dt.date) -> int:
        first, last = dt.date(2026, 9, 1), dt.date(2026, 11, 30)
        image = opened(calendar("", {day: True}, first=first, last=last))
        box = image.crop((0, 140, image.width, image.height - 90))
        gold = THEMES["felt"].last
        at = [n % box.width for n, c in enumerate(box.get_flattened_data()) if c == gold]
        return min(at)

    monday = dt.date(2026, 10, 5)
    assert column(monday) == column(monday + dt.timedelta(7))
    assert column(monday) < column(monday + dt.timedelta(1)) < column(monday + dt.timedelta(6))


@pytest.mark.parametrize("months", range(1, 13))
def test_a_calendar_has_room_for_any_number_of_months_up_to_a_year(months: int) -> None:
    last = dt.date(2026, months, 28)
    chart = calendar("Daily", {last: True}, first=dt.date(2026, 1, 1), last=last)
    assert 1.0 < chart.width / chart.height < 2.7
    assert len(chart.alt) <= 1024


def test_a_chart_in_words_tells_its_figures() -> None:
    assert bars("Wins", WINS).alt == "Wins. Saratoga: 23; Klondike: 112; Spider: 0."
    assert line("Won", COURSE, unit=Unit.PERCENT).alt == (
        "Won. From 10 % on 21 November 2026 to 40 % on 30 November 2026, "
        "lowest 10 % on 21 November 2026, highest 55.5 % on 22 November 2026."
    )
    assert line("Won", COURSE[:1]).alt == "Won. 10 on 21 November 2026."
    assert some_calendar().alt == "Daily. November 2026: 1 won, 1 not won, 8 not played."


@pytest.mark.parametrize(
    ("unit", "value", "written"),
    [
        (Unit.NUMBER, 3, "3"),
        (Unit.NUMBER, 2.25, "2.2"),
        (Unit.PERCENT, 100, "100 %"),
        (Unit.SECONDS, 754.4, "12:34"),
    ],
)
def test_figures_are_written_in_their_unit(unit: Unit, value: float, written: str) -> None:
    assert unit.written(value) == written


@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.tuples(st.text(max_size=60), st.floats(0, 1e12)),
        min_size=1,
        max_size=20,
    ),
    st.sampled_from(Unit),
)
def test_any_names_and_figures_can_be_bars(values: list[tuple[str, float]], unit: Unit) -> None:
    chart = bars("Any", values, unit=unit, width=400)
    assert opened(chart).size == (chart.width, chart.height)
    assert len(chart.alt) <= 1024


@settings(max_examples=20, deadline=None)
@given(
    st.dictionaries(st.dates(dt.date(1990, 1, 1)), st.floats(0, 1e12), min_size=1, max_size=80),
    st.sampled_from(Unit),
)
def test_any_course_can_be_a_line(points: dict[dt.date, float], unit: Unit) -> None:
    chart = line("Any", sorted(points.items()), unit=unit, width=400)
    assert opened(chart).size == (chart.width, chart.height)


@pytest.mark.parametrize("name", ["$x^2$", r"$\frac{", "a $ b", "W" * 100, "🌸", "A\nB", ""])
def test_a_name_is_written_as_it_is_and_never_read_as_a_formula(name: str) -> None:
    assert opened(bars(name, [(name, 5), (name, 10**12)])).width == 1100


def test_dollar_signs_are_seen() -> None:
    assert bars("", [("$a$", 1)]).png != bars("", [("a", 1)]).png


def test_the_plotting_library_is_loaded_only_when_a_chart_is_drawn_and_never_its_windows() -> None:
    code = (
        "import sys, rendering, rendering.chart; assert 'matplotlib' not in sys.modules; "
        "rendering.chart.bars('Wins', [('Saratoga', 1)]); assert 'matplotlib' in sys.modules; "
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_drawing_leaves_the_settings_of_the_plotting_library_as_they_were() -> None:
    before = dict(mpl.rcParams)
    bars("Wins", WINS)
    assert dict(mpl.rcParams) == before


def test_the_same_figures_have_the_same_picture() -> None:
    assert bars("Wins", WINS) == bars("Wins", WINS)


def test_too_few_or_too_many_things_are_refused() -> None:
    with pytest.raises(InvalidChart, match="1 to 20 bars, not 0"):
        bars("Wins", [])
    with pytest.raises(InvalidChart, match="1 to 20 bars, not 21"):
        bars("Wins", [("a", 1)] * 21)
    with pytest.raises(InvalidChart, match="1 to 2000 points, not 0"):
        line("Won", [])


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2e12])
def test_figures_that_are_none_are_refused(value: float) -> None:
    with pytest.raises(InvalidChart, match="up to a million million"):
        bars("Wins", [("a", value)])


def test_figures_below_zero_are_refused_where_they_mean_nothing() -> None:
    with pytest.raises(InvalidChart, match="cannot be shorter than nothing"):
        bars("Wins", [("a", -1)])
    with pytest.raises(InvalidChart, match="time cannot be below zero"):
        line("Times", [(DAY, -1)], unit=Unit.SECONDS)


def test_points_out_of_order_are_refused() -> None:
    with pytest.raises(InvalidChart, match="in order of time, one for each day"):
        line("Won", [COURSE[1], COURSE[0]])
    with pytest.raises(InvalidChart, match="in order of time, one for each day"):
        line("Won", [COURSE[0], COURSE[0]])


def test_days_that_end_before_they_begin_or_after_a_year_are_refused() -> None:
    with pytest.raises(InvalidChart, match="20 November 2026 comes before 21 November 2026"):
        calendar("Daily", {}, first=DAY, last=DAY - dt.timedelta(1))
    with pytest.raises(InvalidChart, match="at most 12 months, not 13"):
        calendar("Daily", {}, first=dt.date(2025, 11, 30), last=DAY)


def test_a_theme_or_width_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownTheme, match="no theme called “plaid”"):
        bars("Wins", WINS, theme="plaid")
    with pytest.raises(InvalidChart, match="400 to 2400 pixels wide, not 399"):
        line("Won", COURSE, width=399)
    with pytest.raises(InvalidChart, match="400 to 2400 pixels wide, not 2401"):
        some_calendar(width=2401)
