"""What is known of players: figures of their games, and their reminders."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class GameStats:
    """Statistics over games that were played; without wins there are no bests and averages."""

    played: int = 0
    won: int = 0
    perfect: int = 0
    fewest_moves: int | None = None
    average_moves: float | None = None
    shortest: timedelta | None = None
    average_time: timedelta | None = None

    @property
    def rate(self) -> float | None:
        """The share of games won, 0 to 1; None without games.

        >>> GameStats(played=4, won=3).rate
        0.75
        """
        return self.won / self.played if self.played else None


@dataclass(frozen=True, slots=True)
class WinContext:
    """What a win is compared with; other wins are those of the same game.

    Attributes:
        fewest_moves: the fewest moves of the player's other wins; None without any.
        wins_in_a_row: how many times in a row the player has won the game, this win included.
        guild_wins: how many other wins the server has; of very many, only the last count.
        counts_for_day: whether the win is the player's result of a day, begun on that day.
        ended_day: the day whose result it is, if that was over when it was won; else None.
    """

    fewest_moves: int | None
    shortest: timedelta | None
    wins_in_a_row: int
    guild_wins: int
    guild_players: int
    guild_average: timedelta | None
    counts_for_day: bool
    has_played_today: bool
    ended_day: date | None = None


@dataclass(frozen=True, slots=True)
class WinCount:
    """How many games were played and won."""

    played: int
    won: int


@dataclass(frozen=True, slots=True)
class DataSummary:
    """How much is stored about a player, and what ``kinds`` of data about anybody."""

    games: int
    results: int
    preferences: int
    races: int
    kinds: tuple[str, ...] = field(default=(), compare=False)


class ReminderKind(StrEnum):
    """What a player is reminded of."""

    DAY = "day"
    """That the day's deal is unplayed, at an hour of their choice."""
    STREAK = "streak"
    """That a streak ends with the day, some hours before."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that a player has set.

    Attributes:
        hour: when it comes, by the clock of the time zone; None if it is off.
        channel_id: the channel of the direct messages, once it was opened.
        refused_at: when Discord refused to deliver it, which turned it off.
    """

    player_id: int
    kind: ReminderKind
    hour: int | None
    time_zone: str
    language: str
    channel_id: int | None = None
    refused_at: datetime | None = None
