"""The calendar: which games each day has, and a player's months of them.

Days are in UTC. A week goes from easy games on Monday to expert games on Sunday; see :data:`BANDS`.

The games of a band rotate, each once before any returns. The n-th day of a band, counted from the
week of Monday, 29 December 1969, has the game ``order[n * step % len(order)]``: ``order`` is the
band's games in catalogue order, and ``step`` the first number from ``len(order) * 3 // 5`` on that
is coprime to ``len(order)``, so that neighbours in the catalogue, which are related, do not follow
one another. Adding a game changes its band's rotation for days without a deal.

That is the headline; :func:`games_of_slot` has the games of a day's other deals.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from itertools import count
from math import gcd
from types import MappingProxyType
from typing import Final

from bot.models.daily import DailyDeal, Slot
from bot.models.play import GameState, Result, is_late
from bot.service.daily.streaks import Streak
from engine import CATALOGUE
from engine.games import FAMILIES
from engine.rules import Difficulty, Rules
from rendering.charts.day_marks import DayMark

BANDS: Final = (
    Difficulty.EASY,
    Difficulty.EASY,
    Difficulty.MEDIUM,
    Difficulty.MEDIUM,
    Difficulty.HARD,
    Difficulty.HARD,
    Difficulty.EXPERT,
)
"""The difficulty of each day's game, Monday to Sunday."""

_KLONDIKES: Final = ("klondike", "klondike-3")
_SPIDERS: Final = ("spider-2", "spider-1", "spider")
_FREECELLS: Final = ("freecell", "eight-off", "bakers-game")
_SPIDER_OF_DAY: Final = ("spider-1",) * 2 + ("spider-2",) * 3 + ("spider",) * 2
"""The game in the slot Spider, Monday to Sunday."""
_TITLE_KIN: Final = tuple(
    rules.id
    for family in FAMILIES
    if family[0].id in ("saratoga", "cassim", "phoenix", "saxony")
    for rules in family
)
"""The games in the slot of the title games: these and their kin, which rotate."""

_FIRST_MONDAY: Final = date(1969, 12, 29)
_WEEK: Final = 7


def rotation(day: date, catalogue: Mapping[str, Rules] = CATALOGUE) -> tuple[str, ...]:
    """The games of a day's band in rotation order, the day's own first.

    The others stand in when no deal of the day's game can be proven winnable.

    >>> from datetime import date
    >>> len(rotation(date(2026, 11, 22))) == sum(
    ...     rules.difficulty is Difficulty.EXPERT for rules in CATALOGUE.values()
    ... )
    True
    """
    band = BANDS[day.weekday()]
    order = [rules_id for rules_id, rules in catalogue.items() if rules.difficulty is band]
    weeks, weekday = divmod((day - _FIRST_MONDAY).days, _WEEK)
    turn = weeks * BANDS.count(band) + BANDS[:weekday].count(band)
    return _rotated(order, turn)


def game_of(day: date, catalogue: Mapping[str, Rules] = CATALOGUE) -> str:
    """The id of a day's game."""
    return rotation(day, catalogue)[0]


def games_of_slot(day: date, slot: Slot) -> tuple[str, ...]:
    """The games that a deal of a day may be of, its own first.

    The others stand in when that is the game of the headline, or cannot be proven winnable.

    >>> games_of_slot(date(2026, 11, 24), Slot.KLONDIKE)
    ('klondike-3', 'klondike')
    """
    match slot:
        case Slot.HEADLINE:
            return rotation(day)
        case Slot.KLONDIKE:
            return _KLONDIKES if day.weekday() % 2 == 0 else _KLONDIKES[::-1]
        case Slot.SPIDER:
            return tuple(dict.fromkeys((_SPIDER_OF_DAY[day.weekday()], *_SPIDERS)))
        case Slot.FREECELL:
            return _FREECELLS
        case Slot.TITLE:
            return _rotated(_TITLE_KIN, (day - _FIRST_MONDAY).days)


def week_of(day: date) -> tuple[date, ...]:
    """The seven days of a day's week, from Monday.

    >>> from datetime import date
    >>> [day.day for day in week_of(date(2028, 2, 29))]
    [28, 29, 1, 2, 3, 4, 5]
    """
    monday = day - timedelta(days=day.weekday())
    return tuple(monday + timedelta(days=later) for later in range(_WEEK))


def last_month(day: date) -> date:
    """The first day of the month before a day's.

    >>> last_month(date(2028, 3, 31))
    datetime.date(2028, 2, 1)
    """
    return (day.replace(day=1) - timedelta(days=1)).replace(day=1)


def _rotated(order: Sequence[str], turn: int) -> tuple[str, ...]:
    """Games in the order of their rotation, from a turn on."""
    step = _step(len(order))
    return tuple(order[(turn + later) * step % len(order)] for later in range(len(order)))


def _step(games: int) -> int:
    return next(step for step in count(max(1, games * 3 // 5)) if gcd(step, games) == 1)


class Badge(StrEnum):
    """A badge for the days won in a month, from the lowest."""

    BRONZE = "bronze"
    SILVER = "silver"
    GOLD = "gold"
    DIAMOND = "diamond"
    """For every day of the month that could be played."""


BADGE_DAYS: Final = MappingProxyType({Badge.BRONZE: 7, Badge.SILVER: 14, Badge.GOLD: 21})
"""How many days won earn each badge but the highest."""


@dataclass(frozen=True, slots=True)
class Month:
    """How a player stands with a month's deals; ``missed`` can still be played, latest first."""

    marks: Mapping[date, DayMark | None]
    missed: tuple[DailyDeal, ...]
    streak: Streak
    goals_met: int
    has_previous: bool
    has_next: bool

    @property
    def first(self) -> date:
        """Its first day."""
        return min(self.marks)

    @property
    def days(self) -> int:
        """How many of its days could be played, or are to come."""
        return sum(mark is not None for mark in self.marks.values())

    @property
    def won(self) -> int:
        """How many of its days were won."""
        return sum(mark.is_won for mark in self.marks.values() if mark)


def badge_of(won: int, days: int) -> Badge | None:
    """The badge for a number of days won in a month of that many days; None for too few.

    >>> badge_of(20, 30), badge_of(30, 30), badge_of(30, 31)
    (<Badge.SILVER: 'silver'>, <Badge.DIAMOND: 'diamond'>, <Badge.GOLD: 'gold'>)
    """
    reached = [badge for badge, least in _least_days(days).items() if won >= least]
    return reached[-1] if reached else None


def next_badge(won: int, days: int) -> tuple[Badge, int] | None:
    """The next badge, and how many more days it takes; None with the last that so many days allow.

    >>> next_badge(19, 30)
    (<Badge.GOLD: 'gold'>, 2)
    """
    ahead = ((badge, least - won) for badge, least in _least_days(days).items() if won < least)
    return next(ahead, None)


def days_of_month(day: date) -> tuple[date, ...]:
    """The days of a day's month."""
    _, count = monthrange(day.year, day.month)
    return tuple(day.replace(day=1) + timedelta(days=number) for number in range(count))


def marks_of(
    days: Iterable[date],
    results: Iterable[Result],
    frozen: Collection[date],
    today: date,
    earliest: date,
    passed_over: Collection[date],
) -> dict[date, DayMark | None]:
    """The mark of each of some days; None if nobody could play, as before the earliest deal."""
    played = {result.day: _mark(result) for result in results}
    missed = {
        day: DayMark.TO_COME
        if day >= today
        else DayMark.FROZEN
        if day in frozen
        else DayMark.MISSED
        if day >= earliest and day not in passed_over
        else None
        for day in days
    }
    return {day: played.get(day, mark) for day, mark in missed.items()}


def _mark(result: Result) -> DayMark:
    if result.state is not GameState.WON:
        return DayMark.GIVEN_UP
    if result.day is not None and is_late(result.day, result.started_at):
        return DayMark.LATE
    return DayMark.PERFECT if result.is_perfect else DayMark.WON


def _least_days(days: int) -> dict[Badge, int]:
    least = {badge: needed for badge, needed in BADGE_DAYS.items() if needed <= days}
    return {**least, Badge.DIAMOND: days} if days > max(BADGE_DAYS.values()) else least
