"""Players' levels and profiles, and what they have earned.

A badge or a level that a player has reached is kept, so that neither games added to a family nor
difficulties measured anew take it away.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Final

from bot.models.results import Career, GameRecord
from bot.service.daily.streaks import Streak, streak_of_career
from bot.service.players.achievements import ACHIEVEMENTS, Achievement, badges_of, deals_won
from engine import CATALOGUE
from engine.rules import Difficulty

POINTS: Final[Mapping[Difficulty, int]] = MappingProxyType(
    {Difficulty.EASY: 1, Difficulty.MEDIUM: 2, Difficulty.HARD: 4, Difficulty.EXPERT: 8}
)
"""The points for a deal won, once for each deal."""
LEVEL_STEP: Final = 5
"""Level 2 takes that many points; each level that many more than the one before."""


@dataclass(frozen=True, slots=True)
class Level:
    """A player's level."""

    number: int
    points: int
    start: int
    end: int

    @property
    def done(self) -> int:
        """How many of the points on the way to the next level are there.

        >>> level_of(9).done, level_of(9).length
        (4, 10)
        """
        return self.points - self.start

    @property
    def length(self) -> int:
        """How many points the next level takes."""
        return self.end - self.start


_LEVEL: Final = "level-"
"""What the ids of levels among what a player has earned begin with."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player's page shows: streaks of games and days, badges, the hardest first."""

    player: int
    level: Level
    deals: int
    streak: Streak
    daily: Streak
    games: Mapping[str, GameRecord]
    badges: tuple[Achievement, ...]
    career: Career


def profile_of(player: int, career: Career, earned: Collection[str], today: date) -> Profile:
    """The profile of a player who has reached so much, and earned that."""
    won = [(rules_id, record) for rules_id, record in career.counting.items() if record.deals]
    won.sort(key=lambda game: (-game[1].deals, game[0]))
    levels = (int(one.removeprefix(_LEVEL)) for one in earned if one.startswith(_LEVEL))
    return Profile(
        player=player,
        level=level_of(_points(career), max(levels, default=1)),
        deals=deals_won(career),
        streak=Streak(career.wins_in_a_row, career.most_wins_in_a_row),
        daily=streak_of_career(career, today),
        games=dict(won),
        badges=badges_of(earned),
        career=career,
    )


def reached(career: Career) -> frozenset[str]:
    """The ids of the badges and of the level that a player's games come to as of today."""
    badges = {badge.id for badge in ACHIEVEMENTS if badge.is_earned(career)}
    level = level_of(_points(career)).number
    return frozenset(badges | {f"{_LEVEL}{level}"} if level > 1 else badges)


def level_of(points: int, earned: int = 1) -> Level:
    """The level that so many points reach, or a higher one earned when a deal gave more of them.

    >>> [level_of(points).number for points in (0, 4, 5, 14, 15, 30)]
    [1, 1, 2, 2, 3, 4]
    >>> level_of(40)
    Level(number=4, points=40, start=30, end=50)
    >>> level_of(14, earned=3)
    Level(number=3, points=15, start=15, end=30)
    """
    number, start = 1, 0
    while points >= start + number * LEVEL_STEP or number < earned:
        start += number * LEVEL_STEP
        number += 1
    return Level(number, max(points, start), start, start + number * LEVEL_STEP)


def _points(career: Career) -> int:
    return sum(
        POINTS[CATALOGUE[rules_id].difficulty] * record.deals
        for rules_id, record in career.games.items()
        if rules_id in CATALOGUE
    )
