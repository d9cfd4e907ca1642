"""The calendar: which game each day has.

Days are in UTC. A week goes from easy games on Monday to expert games on Sunday; see :data:`BANDS`.

The games of a band rotate, each once before any returns. The n-th day of a band, counted from the
week of Monday, 29 December 1969, has the game ``order[n * step % len(order)]``: ``order`` is the
band's games in catalogue order, and ``step`` the first number from ``len(order) * 3 // 5`` on that
is coprime to ``len(order)``, so that neighbours in the catalogue, which are related, do not follow
one another. Adding a game changes its band's rotation for days without a deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from itertools import count
from math import gcd
from typing import Final

from engine import CATALOGUE
from engine.rules import Difficulty, Rules

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
    step = _step(len(order))
    return tuple(order[(turn + later) * step % len(order)] for later in range(len(order)))


def game_of(day: date, catalogue: Mapping[str, Rules] = CATALOGUE) -> str:
    """The id of a day's game."""
    return rotation(day, catalogue)[0]


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


def _step(games: int) -> int:
    return next(step for step in count(max(1, games * 3 // 5)) if gcd(step, games) == 1)
