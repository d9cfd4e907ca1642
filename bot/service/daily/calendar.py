"""The calendar: which games each day has, and a player's months of them.

Days are in UTC. The headline is a game that people know: :data:`HEADLINES`, one after the other.
Its deal goes from easy on Monday to expert on Sunday; see :data:`GRADES`.

The second deal is of a curious game. On Wednesdays and Saturdays the :data:`FOUNDING` games take
turns, on other days those of a difficulty, each once before any returns. The n-th day of a
difficulty, counted from the week of Monday, 29 December 1969, has the game
``order[n * step % len(order)]``: ``order`` is these games in catalogue order, and ``step`` the
first number from ``len(order) * 3 // 5`` on that is coprime to ``len(order)``, so that neighbours
in the catalogue, which are related, do not follow one another. Adding a game changes the rotation
for days without a deal.
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
from bot.models.play import GameState
from bot.models.results import Result, is_late
from bot.service.daily.streaks import Streak
from engine import CATALOGUE
from engine.rules import Difficulty, Rules
from rendering.charts.day_marks import DayMark

HEADLINES: Final = (
    "klondike",
    "pyramid",
    "freecell",
    "golf",
    "spider-1",
    "yukon",
    "tri-peaks",
    "klondike-3",
    "canfield",
    "spider-2",
)
"""The games of the headline, in their turn."""
GRADES: Final = (
    Difficulty.EASY,
    Difficulty.EASY,
    Difficulty.MEDIUM,
    Difficulty.MEDIUM,
    Difficulty.HARD,
    Difficulty.HARD,
    Difficulty.EXPERT,
)
"""How hard the deal of each day's headline is among others of its game, Monday to Sunday."""
FOUNDING: Final = ("saratoga", "cassim", "phoenix", "saxony", "saratoga-aisleriot")
"""The games with which Patience began."""
CURIOUS_BANDS: Final = (
    Difficulty.EASY,
    Difficulty.EASY,
    None,
    Difficulty.MEDIUM,
    Difficulty.HARD,
    None,
    Difficulty.EXPERT,
)
"""The difficulty of each day's curious game, Monday to Sunday; None for the founding games."""

_KLONDIKES: Final = ("klondike", "klondike-3")
_SPIDERS: Final = ("spider-2", "spider-1", "spider")
_FREECELLS: Final = ("freecell", "eight-off", "bakers-game")
_WELL_KNOWN: Final = frozenset({*HEADLINES, *_KLONDIKES, *_SPIDERS, *_FREECELLS, *FOUNDING})
_SPIDER_OF_DAY: Final = ("spider-1",) * 2 + ("spider-2",) * 3 + ("spider",) * 2
"""The game in the slot Spider, Monday to Sunday."""
_FIRST_MONDAY: Final = date(1969, 12, 29)
_WEEK: Final = 7


def game_of(day: date) -> str:
    """The id of a day's headline game.

    >>> game_of(date(2026, 11, 29)), game_of(date(2026, 11, 30))
    ('spider-2', 'klondike')
    """
    return _headlines(day)[0]


def grade_of(day: date) -> Difficulty:
    """How hard the deal of a day's headline is among others of its game."""
    return GRADES[day.weekday()]


@dataclass(frozen=True, slots=True)
class Turn:
    """The game of a day's headline and how hard its deal is, which are no secret before the day."""

    day: date
    rules_id: str
    difficulty: Difficulty


def turns_of(days: Iterable[date], chosen: Iterable[DailyDeal]) -> tuple[Turn, ...]:
    """What comes on some days: what was chosen or, before that, the game whose turn it is."""
    deals = {deal.day: deal for deal in chosen}
    return tuple(
        Turn(day, deal.rules_id, deal.difficulty)
        if (deal := deals.get(day)) is not None
        else Turn(day, game_of(day), grade_of(day))
        for day in days
    )


def _headlines(day: date) -> tuple[str, ...]:
    """The games of the headline, a day's own first, then those of the days to come."""
    turn = (day - _FIRST_MONDAY).days % len(HEADLINES)
    return HEADLINES[turn:] + HEADLINES[:turn]


def curious_games(day: date, catalogue: Mapping[str, Rules] = CATALOGUE) -> tuple[str, ...]:
    """The curious games that a day may have, in rotation order, its own first."""
    weeks, weekday = divmod((day - _FIRST_MONDAY).days, _WEEK)
    band = CURIOUS_BANDS[weekday]
    turn = weeks * CURIOUS_BANDS.count(band) + CURIOUS_BANDS[:weekday].count(band)
    if band is None:
        turn %= len(FOUNDING)
        return FOUNDING[turn:] + FOUNDING[:turn]
    order = [
        rules_id
        for rules_id, rules in catalogue.items()
        if rules.difficulty is band and rules_id not in _WELL_KNOWN
    ]
    return _rotated(order, turn)


def games_of_slot(day: date, slot: Slot) -> tuple[str, ...]:
    """The games that a deal of a day may be of, its own first.

    The others stand in when that is the game of the headline, or cannot be proven winnable.

    >>> games_of_slot(date(2026, 11, 24), Slot.KLONDIKE)
    ('klondike-3', 'klondike')
    """
    match slot:
        case Slot.HEADLINE:
            return _headlines(day)
        case Slot.KLONDIKE:
            return _KLONDIKES if day.weekday() % 2 == 0 else _KLONDIKES[::-1]
        case Slot.SPIDER:
            return tuple(dict.fromkeys((_SPIDER_OF_DAY[day.weekday()], *_SPIDERS)))
        case Slot.FREECELL:
            return _FREECELLS
        case Slot.CURIOUS:
            return curious_games(day)


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
    """The mark of each of some days; None if nobody could play, as before the earliest deal.

    A win of any of its deals counts for a day.
    """
    counting = (one for one in results if one.slot is Slot.HEADLINE or one.is_won)
    marks = sorted((_RANKED.index(_mark(one)), one.day) for one in counting if one.day is not None)
    played = {day: _RANKED[rank] for rank, day in marks}
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


_RANKED: Final = (DayMark.GIVEN_UP, DayMark.LATE, DayMark.WON, DayMark.PERFECT)
"""The marks of results, the best last."""


def _mark(result: Result) -> DayMark:
    if result.state is not GameState.WON:
        return DayMark.GIVEN_UP
    if result.day is not None and is_late(result.day, result.started_at):
        return DayMark.LATE
    return DayMark.PERFECT if result.is_perfect else DayMark.WON


def _least_days(days: int) -> dict[Badge, int]:
    least = {badge: needed for badge, needed in BADGE_DAYS.items() if needed <= days}
    return {**least, Badge.DIAMOND: days} if days > max(BADGE_DAYS.values()) else least
