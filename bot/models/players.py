"""Figures over games and players."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class GameStats:
    """Statistics over finished games; games given up before any action do not count.

    Attributes:
        played: how many were won or given up.
        won: how many of them were won.
        perfect: how many of the wins were perfect.
        fewest_moves: the fewest moves of a win; None without wins, as are the next three.
        average_moves: the average moves of a win.
        shortest: the least time of a win.
        average_time: the average time of a win.
    """

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
        shortest: the least time of those; None without any.
        wins_in_a_row: how many times in a row the player has won the game, this win included.
        guild_wins: how many other wins the server has; of very many, only the last count.
        guild_players: how many players won those.
        guild_average: the average time of those; None without any.
        counts_for_day: whether the win is the player's result of a day, begun on that day.
        has_played_today: whether the player has a result for today's deal.
    """

    fewest_moves: int | None
    shortest: timedelta | None
    wins_in_a_row: int
    guild_wins: int
    guild_players: int
    guild_average: timedelta | None
    counts_for_day: bool
    has_played_today: bool


@dataclass(frozen=True, slots=True)
class WinCount:
    """How many games were played and won.

    Attributes:
        played: how many were won or given up.
        won: how many of them were won.
    """

    played: int
    won: int


@dataclass(frozen=True, slots=True)
class DataSummary:
    """How much is stored about a player.

    Attributes:
        games: how many games.
        results: how many of them are finished.
        challenges: how many challenges they sent or received.
        preferences: how many preferences they have set.
        races: how many races for many they joined.
    """

    games: int
    results: int
    challenges: int
    preferences: int
    races: int
