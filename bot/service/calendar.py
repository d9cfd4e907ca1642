"""The calendar of the daily deals: which game each day has, known for all days to come.

Days are those of UTC. The week goes from easy to hard: Monday and Tuesday have games that are
mostly won, Wednesday and Thursday those won about every other time, Friday and Saturday those won
about one time in five, and Sunday those rarely won.

The games of a band take turns, each once before any comes again. The n-th day of a band, counted
from the week that began on Monday, 29 December 1969, has the game ``order[n * step % len(order)]``:
``order`` is the band's games in the order of the catalogue, and ``step`` the first number from
``len(order) * 3 // 5`` on that has no divisor in common with ``len(order)``. So games that stand
side by side in the catalogue, which are akin, do not follow one another. A game added to the
catalogue shifts the turns of its band in the days not chosen yet.
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
"""How hard each day's game is, from Monday to Sunday."""

_FIRST_MONDAY: Final = date(1969, 12, 29)
_WEEK: Final = 7


def turns(day: date, catalogue: Mapping[str, Rules] = CATALOGUE) -> tuple[str, ...]:
    """The games of a day's band by whose turn it is: the day's game first.

    The others follow in case that no deal of the day's game can be proven winnable.

    Args:
        day: the day.
        catalogue: the games.

    >>> from datetime import date
    >>> len(turns(date(2026, 11, 22))) == sum(
    ...     rules.difficulty is Difficulty.EXPERT for rules in CATALOGUE.values()
    ... )
    True
    """
    band = BANDS[day.weekday()]
    order = [game for game, rules in catalogue.items() if rules.difficulty is band]
    weeks, weekday = divmod((day - _FIRST_MONDAY).days, _WEEK)
    turn = weeks * BANDS.count(band) + BANDS[:weekday].count(band)
    step = _step(len(order))
    return tuple(order[(turn + later) * step % len(order)] for later in range(len(order)))


def game_of(day: date, catalogue: Mapping[str, Rules] = CATALOGUE) -> str:
    """The id of the game whose turn it is on a day.

    Args:
        day: the day.
        catalogue: the games.
    """
    return turns(day, catalogue)[0]


def week_of(day: date) -> tuple[date, ...]:
    """The seven days, Monday to Sunday, of the week that a day is in.

    >>> from datetime import date
    >>> [one.day for one in week_of(date(2028, 2, 29))]
    [28, 29, 1, 2, 3, 4, 5]
    """
    monday = day - timedelta(days=day.weekday())
    return tuple(monday + timedelta(days=later) for later in range(_WEEK))


def _step(games: int) -> int:
    return next(step for step in count(max(1, games * 3 // 5)) if gcd(step, games) == 1)
