"""Plain values of the domain, stored by the store and returned by the services."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

DELETED_PLAYER: Final = 0
"""Stands in a race for a player who has deleted their data. No user has this id."""


class GameState(StrEnum):
    """The state of a game. A stuck game is unfinished: it can go on with an undo."""

    PLAYING = "playing"
    STUCK = "stuck"
    WON = "won"
    GIVEN_UP = "given up"

    @property
    def is_final(self) -> bool:
        """Whether the game takes no more actions."""
        return self in (GameState.WON, GameState.GIVEN_UP)


class Experience(StrEnum):
    """What a player had played before a game was dealt; deals they left untouched do not count."""

    NONE = "none"
    OTHER_GAMES = "other games"
    SAME_GAME = "the same game"


@dataclass(frozen=True, slots=True)
class Place:
    """A channel in Discord.

    Attributes:
        channel_id: the channel, which may be a direct message's.
        guild_id: the server; None in a direct message.
    """

    channel_id: int
    guild_id: int | None = None


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A message that shows a game's board.

    Attributes:
        place: the channel it is in.
        message_id: the message.
    """

    place: Place
    message_id: int


@dataclass(frozen=True, slots=True)
class ProgressPost:
    """A message to be sent or edited, which tells a channel how a daily game stands.

    Attributes:
        game_id: the game.
        place: the channel.
        message_id: the message; None before the first.
        told: the game's version when the channel was told last.
        version: its version now.
    """

    game_id: int
    place: Place
    message_id: int | None
    told: int
    version: int


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game.

    Attributes:
        game_id: the game.
        player_id: its player.
        rules_id: the id of its rules.
        deal_number: the number of the deal.
        guild_id: the server it was dealt in; None elsewhere.
        state: won or given up.
        moves: how many moves it took, without those undone.
        played: the time spent playing.
        undos: how many moves were undone.
        hints: how many hints were given.
        odds: how often the player asked whether the game could still be won.
        winnable: whether the deal was proven winnable before it was dealt.
        started_at: when it was dealt, in UTC.
        finished_at: when it ended.
        daily: the day it counts for; None for ordinary games, and for a daily deal played again.
    """

    game_id: int
    player_id: int
    rules_id: str
    deal_number: int
    guild_id: int | None
    state: GameState
    moves: int
    played: timedelta
    undos: int
    hints: int
    odds: int
    winnable: bool
    started_at: datetime
    finished_at: datetime
    daily: date | None = None

    @property
    def is_won(self) -> bool:
        """Whether the game was won."""
        return self.state is GameState.WON

    @property
    def is_perfect(self) -> bool:
        """Whether it was a :data:`PERFECT_GAME`."""
        return all(getattr(self, name) == value for name, value in PERFECT_GAME.items())


def is_late(day: date, begun: datetime) -> bool:
    """Whether a day's deal was begun after its day: then it counts for no streak.

    Args:
        day: the day, in UTC.
        begun: when the game was dealt.

    >>> is_late(date(2026, 5, 1), datetime(2026, 5, 1, 23, 59, tzinfo=UTC))
    False
    >>> is_late(date(2026, 5, 1), datetime(2026, 5, 2, 0, 1, tzinfo=UTC))
    True
    """
    return begun >= datetime.combine(day, time(), UTC) + timedelta(days=1) + _GRACE


_GRACE: Final = timedelta(minutes=1)
"""A deal that is asked for just before midnight may be dealt just after it."""

PERFECT_GAME: Final = MappingProxyType({"state": GameState.WON, "undos": 0, "hints": 0, "odds": 0})
"""What makes a result perfect, by its fields: won, with no undo, no hint and no odds asked."""


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a day, the same for everybody.

    Attributes:
        day: the day, in UTC.
        rules_id: the id of the game's rules.
        deal_number: the number of the deal.
        attempt: how many candidates were tried until one was proven winnable.
        par: the length of the shortest solution the solver found.
    """

    day: date
    rules_id: str
    deal_number: int
    attempt: int
    par: int


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A player's line in a leaderboard of daily results.

    Attributes:
        rank: from 1; ties share one.
        player_id: the player.
        days: on how many days they have a result.
        won: how many of those they won.
        unaided: how many of their wins took neither hints nor odds.
        perfect: how many of their wins were perfect.
        moves: how many moves their wins took.
        played: how long their wins took.
        hints: how many hints they were given in their wins.
        odds: how often they asked the odds in them.
        undos: how many moves they undid in them.
    """

    rank: int
    player_id: int
    days: int
    won: int
    unaided: int
    perfect: int
    moves: int
    played: timedelta
    hints: int = 0
    odds: int = 0
    undos: int = 0


@dataclass(frozen=True, slots=True)
class DayRank:
    """The rank of a daily result among all of its day.

    Attributes:
        rank: from 1; ties share one.
        players: how many players have a result, this one included.
        behind: how many results are worse.
    """

    rank: int
    players: int
    behind: int

    @property
    def percent_behind(self) -> int | None:
        """The percentage of the other players who did worse, rounded down; None without others.

        >>> DayRank(rank=2, players=4, behind=2).percent_behind
        66
        """
        others = self.players - 1
        return self.behind * 100 // others if others else None


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
        guild_wins: how many other wins the server has.
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


class ChallengeState(StrEnum):
    """The state of a challenge."""

    PENDING = "pending"
    """It awaits an answer."""
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """The challenger took it back."""
    EXPIRED = "expired"
    """It was not answered in time."""
    RUNNING = "running"
    FINISHED = "finished"


class Ending(StrEnum):
    """What decided a race."""

    WON = "won"
    """The winner won the game first, before the deadline."""
    FORFEIT = "forfeit"
    """The loser left the race or gave the game up."""
    NO_MOVES = "no moves"
    """At the deadline the loser had not made a move."""
    CARDS = "cards"
    """At the deadline the winner had more cards on the foundations."""
    MOVES = "moves"
    """At the deadline both had as many cards there, and the winner had made fewer moves."""
    DRAW = "draw"
    """At the deadline they were tied."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge from one player to another, and the race it became.

    Attributes:
        id: its id, never reused.
        challenger_id: who sent it; :data:`DELETED_PLAYER` once they delete their data.
        opponent_id: who received it; likewise.
        place: where it was sent, if known.
        rules_id: the id of the game's rules.
        time_limit: how long the race lasts at most.
        created_at: when it was sent, in UTC to the millisecond like all times.
        deadline: when it expires; of a race, when it ends.
        state: its state.
        deal_number: the number of the deal; None before the race, as are the games.
        challenger_game_id: the challenger's game; None once they delete their data.
        opponent_game_id: the opponent's game; likewise.
        ending: what decided the race; None before it ends.
        winner_id: who won the race; None before it ends, and in a draw.
        ended_at: when it ended, as a challenge or as a race; None before.
    """

    id: int
    challenger_id: int
    opponent_id: int
    place: Place | None
    rules_id: str
    time_limit: timedelta
    created_at: datetime
    deadline: datetime
    state: ChallengeState
    deal_number: int | None = None
    challenger_game_id: int | None = None
    opponent_game_id: int | None = None
    ending: Ending | None = None
    winner_id: int | None = None
    ended_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is pending or a running race."""
        return self.state in (ChallengeState.PENDING, ChallengeState.RUNNING)

    def involves(self, player_id: int) -> bool:
        """Whether a player is one of the two."""
        return player_id in (self.challenger_id, self.opponent_id)

    def other(self, player_id: int) -> int:
        """The opponent of one of the two."""
        return self.opponent_id if player_id == self.challenger_id else self.challenger_id

    def game_id_of(self, player_id: int) -> int | None:
        """One player's game; None before the race begins."""
        return self.challenger_game_id if player_id == self.challenger_id else self.opponent_game_id


@dataclass(frozen=True, slots=True)
class DataSummary:
    """How much is stored about a player.

    Attributes:
        games: how many games.
        results: how many of them are finished.
        challenges: how many challenges they sent or received.
        preferences: how many preferences they have set.
    """

    games: int
    results: int
    challenges: int
    preferences: int
