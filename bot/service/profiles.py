"""A player's profile: their level, streaks, best games and badges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Final

from bot.service.achievements import Achievement, earned
from bot.service.career_figures import deals_won
from bot.service.streaks import Streak, daily_streak
from bot.store import Career, GameRecord
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
    """A player's level.

    Attributes:
        number: the level, from 1.
        points: the points they have.
        start: the points at which the level begins.
        end: the points at which the next begins.
    """

    number: int
    points: int
    start: int
    end: int

    @property
    def progress(self) -> float:
        """How much of the way to the next level is done, from 0 to 1.

        >>> level_of(9).progress
        0.4
        """
        return (self.points - self.start) / (self.end - self.start)


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player's page shows.

    Attributes:
        player: the player's id.
        level: their level.
        deals: how many deals they have won.
        streak: games won in a row.
        daily: daily deals won in a row.
        games: their records in the games they have won, the most deals won first.
        badges: the badges they have, the most demanding first.
        career: what the badges are computed from.
    """

    player: int
    level: Level
    deals: int
    streak: Streak
    daily: Streak
    games: Mapping[str, GameRecord]
    badges: tuple[Achievement, ...]
    career: Career


def profile_of(player: int, career: Career, today: date) -> Profile:
    """The profile of a player who has reached so much."""
    won = [(rules_id, record) for rules_id, record in career.games.items() if record.deals]
    won.sort(key=lambda game: (-game[1].deals, game[0]))
    return Profile(
        player=player,
        level=level_of(_points(career)),
        deals=deals_won(career),
        streak=Streak(career.wins_in_a_row, career.most_wins_in_a_row),
        daily=daily_streak(career.days_won, today),
        games=dict(won),
        badges=earned(career),
        career=career,
    )


def level_of(points: int) -> Level:
    """The level that so many points reach.

    >>> [level_of(points).number for points in (0, 4, 5, 14, 15, 30)]
    [1, 1, 2, 2, 3, 4]
    """
    number, start = 1, 0
    while points >= start + number * LEVEL_STEP:
        start += number * LEVEL_STEP
        number += 1
    return Level(number, points, start, start + number * LEVEL_STEP)


def _points(career: Career) -> int:
    return sum(
        POINTS[CATALOGUE[rules_id].difficulty] * record.deals
        for rules_id, record in career.games.items()
        if rules_id in CATALOGUE
    )
