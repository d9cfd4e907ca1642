"""Charts of statistics."""

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

from rendering import THEMES, InvalidStyle, Picture, Style, UnknownTheme
from rendering.chart import BarChart, CalendarChart, Chart, InvalidChart, draw_chart
from rendering.theme import Colour, Theme, contrast

DAY = dt.date(2026, 11, 21)
WINS = BarChart("Wins", (("Saratoga", 23), ("Klondike", 112), ("Spider", 0)))
RESULTS = {DAY: True, DAY + dt.timedelta(1): False, DAY + dt.timedelta(40): True}
DAILY = CalendarChart("Daily", RESULTS, DAY, DAY.replace(day=30))
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


def autumn(won: dict[dt.date, bool]) -> Image.Image:
    """The months of a calendar, without its title and legend."""
    chart = CalendarChart("", won, dt.date(2026, 9, 1), dt.date(2026, 11, 30))
    image = opened(draw(chart))
    return image.crop((0, 140, image.width, image.height - 90))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [400, 555, 1100])
@pytest.mark.parametrize("chart", [WINS, DAILY], ids=["bars", "calendar"])
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
    assert pixels(draw(WINS, Style(theme.name)), theme.accent) > 10_000


@EVERY_THEME
def test_the_numbers_of_won_days_are_legible(theme: Theme) -> None:
    assert contrast(theme.ink_on(theme.accent), theme.accent) >= 4.5


def test_contrast_is_the_ratio_of_the_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_bars_are_proportional_to_their_values() -> None:
    lengths: dict[int, int] = {}
    image = opened(draw(BarChart("Wins", (("a", 100), ("b", 50), ("c", 0)))))
    for y in range(image.height):
        length = sum(image.getpixel((x, y)) == GOLD for x in range(image.width))
        lengths[length] = lengths.get(length, 0) + 1
    common = sorted(length for length, rows in lengths.items() if rows > 20 and length)
    assert common[0] == pytest.approx(common[1] / 2, abs=2)
    assert len(common) == 2


def test_won_lost_and_unplayed_days_differ_in_shape() -> None:
    def bright(won: dict[dt.date, bool]) -> int:
        """How many pixels are much brighter than the background."""
        histogram = autumn(won).convert("L").histogram()
        return sum(histogram[histogram.index(max(histogram)) + 60 :])

    day = dt.date(2026, 10, 14)
    nothing, lost, won = bright({}), bright({day: False}), bright({day: True})
    assert nothing + 100 < lost < won - 200


def test_each_day_is_in_the_column_of_its_weekday() -> None:
    def column(day: dt.date) -> int:
        box = autumn({day: True})
        return min(n % box.width for n, c in enumerate(box.get_flattened_data()) if c == GOLD)

    monday = dt.date(2026, 10, 5)
    assert column(monday) == column(monday + dt.timedelta(7))
    assert column(monday) < column(monday + dt.timedelta(1)) < column(monday + dt.timedelta(6))


@pytest.mark.parametrize("months", range(1, 7))
def test_a_calendar_of_any_number_of_months_has_the_shape_of_a_chat_picture(months: int) -> None:
    last = dt.date(2026, months, 28)
    chart = draw(CalendarChart("Daily", {last: True}, dt.date(2026, 1, 1), last))
    assert 1.0 < chart.width / chart.height < 2.7
    assert len(chart.alt) <= 1024


def test_the_alt_text_gives_the_values() -> None:
    assert draw(WINS).alt == "Wins. Saratoga: 23; Klondike: 112; Spider: 0."
    assert draw(DAILY).alt == "Daily. November 2026: 1 won, 1 not won, 8 not played."


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.tuples(st.text(max_size=60), st.integers(0, 10**12)), min_size=1, max_size=20).map(
        tuple
    )
)
def test_any_names_and_counts_make_a_chart(values: tuple[tuple[str, int], ...]) -> None:
    chart = draw(BarChart("Any", values), NARROW)
    assert opened(chart).size == (chart.width, chart.height)
    assert len(chart.alt) <= 1024


@pytest.mark.parametrize("name", ["$x^2$", r"$\frac{", "a $ b", "W" * 100, "🌸", "A\nB", ""])
def test_names_are_not_parsed_as_formulas(name: str) -> None:
    assert opened(draw(BarChart(name, ((name, 5), (name, 10**12))))).width == 1100


def test_dollar_signs_are_shown() -> None:
    assert draw(BarChart("", (("$a$", 1),))).png != draw(BarChart("", (("a", 1),))).png


def test_matplotlib_is_imported_for_the_first_chart_only_and_without_pyplot() -> None:
    code = (
        "import sys; from rendering import Style; from rendering.chart import *; "
        "assert 'matplotlib' not in sys.modules; "
        "draw_chart(BarChart('Wins', (('Saratoga', 1),)), Style()); "
        "assert 'matplotlib' in sys.modules; assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_drawing_leaves_the_settings_of_matplotlib_alone() -> None:
    before = dict(mpl.rcParams)
    draw(WINS)
    assert dict(mpl.rcParams) == before


def test_the_same_values_make_the_same_picture() -> None:
    assert draw(WINS) == draw(WINS)


@pytest.mark.parametrize("count", [0, 21])
def test_too_few_or_too_many_bars_are_rejected(count: int) -> None:
    with pytest.raises(InvalidChart, match=f"1 to 20 bars, not {count}"):
        BarChart("Wins", (("a", 1),) * count)


@pytest.mark.parametrize("value", [-1, 2 * 10**12])
def test_values_out_of_range_are_rejected(value: int) -> None:
    with pytest.raises(InvalidChart, match="0 to a million million"):
        BarChart("Wins", (("a", value),))


def test_days_in_the_wrong_order_or_too_many_months_are_rejected() -> None:
    with pytest.raises(InvalidChart, match="20 November 2026 comes before 21 November 2026"):
        CalendarChart("Daily", {}, DAY, DAY - dt.timedelta(1))
    with pytest.raises(InvalidChart, match="at most 6 months, not 7"):
        CalendarChart("Daily", {}, dt.date(2026, 5, 31), DAY)


def test_an_unknown_theme_or_a_width_out_of_range_is_rejected() -> None:
    with pytest.raises(UnknownTheme, match="no theme called “plaid”"):
        Style("plaid")
    with pytest.raises(InvalidStyle, match="at least 400 pixels wide, not 399"):
        draw(WINS, Style(width=399))
    with pytest.raises(InvalidStyle, match="240 to 2400 pixels wide, not 2401"):
        Style(width=2401)
