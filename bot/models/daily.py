"""The days: their deals, ranks and posts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from bot.models.due import Subject
from engine import rules_of
from engine.rules import Difficulty


class Slot(StrEnum):
    """The deals of a day.

    The headline is of a game that people know, and the leaderboard goes by it. The second is of a
    curious game; the others are named after their games.
    """

    HEADLINE = "headline"
    CURIOUS = "curious"
    KLONDIKE = "klondike"
    SPIDER = "spider"
    FREECELL = "freecell"


EXTRA_SLOTS: Final = tuple(slot for slot in Slot if slot is not Slot.HEADLINE)
"""The slots of a day's deals other than the headline."""


def start_of(day: date) -> datetime:
    """When a day begins, in UTC."""
    return datetime.combine(day, time(), UTC)


FINISHING: Final = timedelta(hours=1)
"""How long after a day a game that was begun on it can be finished and still counts for it."""


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """A deal of a day, the same for everybody.

    Attributes:
        attempt: how many candidates were tried until one was proven winnable.
        par: the length of the shortest solution the solver found.
        goal: what to reach on the way to winning it; None for nothing else.
        grade: how hard it is among others of its game; None if it was not compared.
        id: what it is known by once it is saved.
    """

    day: date
    rules_id: str
    deal_number: int
    attempt: int
    par: int
    slot: Slot = Slot.HEADLINE
    goal: str | None = None
    grade: Difficulty | None = None
    id: int = field(default=0, compare=False)

    @property
    def difficulty(self) -> Difficulty:
        """How hard it is: among others of its game, or else as games of it are."""
        return rules_of(self.rules_id).difficulty if self.grade is None else self.grade

    @property
    def ends_at(self) -> datetime:
        """When its day ends, and nobody begins it any more for what counts on its day."""
        return start_of(self.day + timedelta(days=1))

    @property
    def final_at(self) -> datetime:
        """From when on its results stay as they are and its cards are no secret."""
        return self.ends_at + FINISHING


@dataclass(frozen=True, slots=True)
class DayFigures:
    """How a server's players did with a day's deal; ``at_par`` is wins in at most par moves."""

    players: int
    won: int
    perfect: int
    at_par: int


DAY_MESSAGE: Final = "day"
"""The kind of what shows a server one of its days, among all that is due."""


def day_subject(guild: int, day: date) -> Subject:
    """The message of a server's day."""
    return Subject(DAY_MESSAGE, guild, day.isoformat())


@dataclass(frozen=True, slots=True)
class DayPlayer:
    """Somebody who plays the day's deal, for others to see, and how far by what wins it."""

    player_id: int
    progress: int


@dataclass(frozen=True, slots=True)
class DayWin:
    """A win that counts for a day: whose it is, in which game, and from when to when."""

    player_id: int
    game_id: int
    began_at: datetime
    won_at: datetime


@dataclass(frozen=True, slots=True)
class DayBest:
    """Who of a server won a day's deal best, and how many won it."""

    player_id: int
    won: int


FEWEST_COMPARED: Final = 20
"""Among fewer other players, how many did worse says nothing."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A result among those of all ``others`` who played the deal; ``worse`` of them did worse."""

    others: int
    worse: int

    @property
    def percent(self) -> int | None:
        """The percentage of the others who did worse, rounded down; None if it says nothing.

        >>> Comparison(others=1204, worse=750).percent, Comparison(others=19, worse=19).percent
        (62, None)
        """
        return self.worse * 100 // self.others if self.others >= FEWEST_COMPARED else None
