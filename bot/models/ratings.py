"""Ratings of players, and the finished races that they follow from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

OVERALL: Final = 0
"""The scope of races wherever they took place. No server has this id."""


class RaceKind(StrEnum):
    """The kinds of races, each with ids of its own."""

    CHALLENGE = "challenge"
    RACE = "race"


@dataclass(frozen=True, slots=True)
class FinishedRace:
    """The outcome of a race.

    Attributes:
        kind: its kind.
        id: its id.
        guild_id: the server where it took place; None in a direct message.
        ended_at: when it ended.
        places: the place of each player who is known, from 1; equal for those who tied.
    """

    kind: RaceKind
    id: int
    guild_id: int | None
    ended_at: datetime
    places: Mapping[int, int]

    @property
    def scopes(self) -> tuple[int, ...]:
        """What it counts for: all races, and those of its server."""
        return (OVERALL,) if self.guild_id is None else (OVERALL, self.guild_id)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength in races as it is estimated after a race.

    Attributes:
        mu: the estimate.
        sigma: its standard deviation.
        races: how many rated races it follows from.
        at: when the last of them ended; None without any.
    """

    mu: float
    sigma: float
    races: int = 0
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A line of a server's ratings.

    Attributes:
        rank: the player's rank; those with the same estimate share it.
        player_id: the player.
        rating: their rating there.
    """

    rank: int
    player_id: int
    rating: Rating
