"""Charts of games played and won, in the themes and the font of the boards."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from PIL import Image

from rendering.board.alt import shortened
from rendering.board.picture import Picture, picture_of
from rendering.charts import plotting
from rendering.charts.day_marks import DayMark
from rendering.charts.faces import Face
from rendering.charts.month import draw_month, draw_server_month
from rendering.charts.streaks import MIN_STREAK
from rendering.strings import Strings
from rendering.style import InvalidStyle, Style
from rendering.text import displayable

MAX_GAMES: Final = 8
MAX_WEEKS: Final = 12
"""So that a chart is no taller than a chat shows at full width, and its texts stay legible."""

_MAX_VALUE: Final = 10**12
_MAX_TITLE: Final = 80
_MAX_NAME: Final = 40
_MIN_WIDTH: Final = 400


class InvalidChart(ValueError):
    """Values that cannot be charted; the message says why."""


@dataclass(frozen=True, slots=True)
class Wins:
    """Some games played.

    Attributes:
        played: how many.
        won: how many of them were won.

    Raises:
        InvalidChart: if they are out of range, or more were won than played.
    """

    played: int
    won: int

    def __post_init__(self) -> None:
        if not 0 <= self.won <= self.played <= _MAX_VALUE:
            raise InvalidChart("Games are 0 to a million million, and no more won than played.")

    @property
    def percent(self) -> int:
        """How many percent were won; 0 or 100 only for none or all, and 0 without games."""
        if self.won in (0, self.played):
            return 100 if self.won else 0
        return min(max(round(100 * self.won / self.played), 1), 99)


@dataclass(frozen=True, slots=True)
class WinRateChart:
    """A bar for each of some games: the share of its deals that were won.

    Attributes:
        title: the chart's title.
        games: 1 to 8 titles of games, and how often each was played and won.

    Raises:
        InvalidChart: if there are too few or too many games.
    """

    title: str
    games: tuple[tuple[str, Wins], ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.games) <= MAX_GAMES:
            raise InvalidChart(f"A chart has 1 to {MAX_GAMES} games, not {len(self.games)}.")


@dataclass(frozen=True, slots=True)
class WeeksChart:
    """A column for each of some weeks: the games won and not won.

    Attributes:
        title: the chart's title.
        days: how many games were played and won on each day; days outside the chart are ignored.
        last: a day of the last week shown.
        weeks: how many weeks are shown, 1 to 12. They begin on Monday.

    Raises:
        InvalidChart: if there are too few or too many weeks.
    """

    title: str
    days: Mapping[dt.date, Wins]
    last: dt.date
    weeks: int = MAX_WEEKS

    def __post_init__(self) -> None:
        if not 1 <= self.weeks <= MAX_WEEKS:
            raise InvalidChart(f"A chart has 1 to {MAX_WEEKS} weeks, not {self.weeks}.")

    def totals(self) -> dict[dt.date, Wins]:
        """The games of each week shown, by its Monday."""
        monday = self.last - dt.timedelta(self.last.weekday())
        mondays = [monday - dt.timedelta(7 * ago) for ago in reversed(range(self.weeks))]
        counts = {first: [0, 0] for first in mondays}
        for day, wins in self.days.items():
            count = counts.get(day - dt.timedelta(day.weekday()))
            if count is not None:
                count[0] += wins.played
                count[1] += wins.won
        return {first: Wins(*count) for first, count in counts.items()}


@dataclass(frozen=True, slots=True)
class MonthChart:
    """The days of a month, each with the player's result.

    Attributes:
        title: the chart's title.
        days: the days in order; a day without a deal has no mark.
        streak: how many days in a row were won up to now; None to show no streaks.
    """

    title: str
    days: Mapping[dt.date, DayMark | None]
    streak: int | None = None


@dataclass(frozen=True, slots=True)
class ServerMonthChart:
    """The days of a month, each with who of a server won its deal best.

    Attributes:
        title: the chart's title.
        days: the days in order; each with the best and how many won, or None for nobody.
        today: the day that is not over yet.
        streak: how many days in a row somebody won up to now.
    """

    title: str
    days: Mapping[dt.date, tuple[Face, int] | None]
    today: dt.date
    streak: int


Chart = WinRateChart | WeeksChart | MonthChart | ServerMonthChart


def draw_chart(chart: Chart, style: Style) -> Picture:
    """Draw a chart.

    Raises:
        InvalidStyle: if it would be narrower than 400 pixels.
    """
    if style.width < _MIN_WIDTH:
        raise InvalidStyle(f"A chart is at least {_MIN_WIDTH} pixels wide, not {style.width}.")
    title = displayable(chart.title)[:_MAX_TITLE].rstrip()
    image, alt = _plotted(chart, title, style)
    return picture_of(image, shortened(f"{title}. {alt}" if title else alt))


def _plotted(chart: Chart, title: str, style: Style) -> tuple[Image.Image, str]:
    """The picture of a chart, and what it shows in words."""
    strings = style.strings
    match chart:
        case WinRateChart():
            games = [(_name(game), wins) for game, wins in chart.games]
            rates = [
                (
                    name,
                    wins.percent,
                    strings.win_rate.format(percent=wins.percent, played=wins.played),
                )
                for name, wins in games
            ]
            return plotting.plot_rates(title, rates, style), _games_alt(games, strings)
        case WeeksChart():
            totals = chart.totals()
            weeks = {day: (wins.won, wins.played - wins.won) for day, wins in totals.items()}
            return plotting.plot_weeks(title, weeks, style), _weeks_alt(totals, strings)
        case MonthChart(days=days, streak=streak):
            labels = _month_labels(days, strings)
            alt = _month_alt(days, labels, streak, strings)
            return draw_month(title, days, labels, streak, style), alt
        case ServerMonthChart(days=won, today=today, streak=streak):
            image = draw_server_month(title, won, today, streak, style)
            return image, _server_month_alt(won, streak, strings)


def _name(game: str) -> str:
    """The title of a game, shortened; a dash if none of it can be displayed."""
    shown = displayable(game) or "–"
    return shown if len(shown) <= _MAX_NAME else shown[: _MAX_NAME - 1].rstrip() + "…"


def _games_alt(games: Iterable[tuple[str, Wins]], strings: Strings) -> str:
    """How many deals of each game were won."""
    return " ".join(
        strings.games_won.of(wins.played, game=game, won=wins.won) for game, wins in games
    )


def _weeks_alt(totals: Mapping[dt.date, Wins], strings: Strings) -> str:
    """How many games were played and won in each week that has any."""
    return " ".join(
        strings.week_of_games.of(wins.played, day=strings.format_date(monday), won=wins.won)
        for monday, wins in totals.items()
        if wins.played
    )


def _month_alt(
    days: Mapping[dt.date, DayMark | None],
    labels: Mapping[DayMark, str],
    streak: int | None,
    strings: Strings,
) -> str:
    """How many days of a month have each mark, and which those are that are over."""
    facts = []
    for mark, label in labels.items():
        marked = ", ".join(str(day.day) for day, other in days.items() if other is mark)
        facts.append(label if mark is DayMark.TO_COME else f"{label} ({marked})")
    return " ".join([f"{', '.join(facts)}.", *_streak_alt(streak or 0, strings)])


def _server_month_alt(
    days: Mapping[dt.date, tuple[Face, int] | None], streak: int, strings: Strings
) -> str:
    """Who won each day best, and how many won it."""
    best = (
        f"{day.day} {best[0].name} ({strings.day_won.format(number=best[1])})"
        for day, best in days.items()
        if best is not None
    )
    return " ".join([f"{', '.join(best)}.", *_streak_alt(streak, strings)])


def _streak_alt(streak: int, strings: Strings) -> Iterator[str]:
    if streak >= MIN_STREAK:
        yield f"{strings.days_together.of(streak)}."


def _month_labels(days: Mapping[dt.date, DayMark | None], strings: Strings) -> dict[DayMark, str]:
    """Each mark of a month, and how many days have it."""
    count = Counter(days.values())
    texts = {
        DayMark.PERFECT: strings.number_perfect,
        DayMark.WON: strings.number_won,
        DayMark.LATE: strings.number_won_later,
        DayMark.GIVEN_UP: strings.number_given_up,
        DayMark.FROZEN: strings.number_frozen,
        DayMark.MISSED: strings.number_missed,
        DayMark.TO_COME: strings.number_to_come,
    }
    return {mark: texts[mark].format(number=count[mark]) for mark in DayMark if count[mark]}
