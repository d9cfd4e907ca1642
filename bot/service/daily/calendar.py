"""The calendar: which games each day has.

Days are in UTC. A week goes from easy games on Monday to expert games on Sunday; see :data:`BANDS`.

The games of a band rotate, each once before any returns. The n-th day of a band, counted from the
week of Monday, 29 December 1969, has the game ``order[n * step % len(order)]``: ``order`` is the
band's games in catalogue order, and ``step`` the first number from ``len(order) * 3 // 5`` on that
is coprime to ``len(order)``, so that neighbours in the catalogue, which are related, do not follow
one another. Adding a game changes its band's rotation for days without a deal.

That is the headline; :func:`games_of_slot` has the games of a day's other deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import count
from math import gcd
from typing import Final

from bot.models.daily import Slot
from engine import CATALOGUE
from engine.games import FAMILIES
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
