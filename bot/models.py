"""Plain values of the domain: what the store keeps and the services return."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

DELETED_PLAYER: Final = 0
"""Stands in a race for a player who has deleted what was kept of them. Nobody has that id."""


class GameState(StrEnum):
    """How far a game has come.

    A stuck game is unfinished: undo leads out of it.
    """

    PLAYING = "playing"
    STUCK = "stuck"
    WON = "won"
    GIVEN_UP = "given up"

    @property
    def is_final(self) -> bool:
        """Whether the game takes no more actions."""
        return self in (GameState.WON, GameState.GIVEN_UP)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in Discord a game was dealt.

    Attributes:
        channel_id: the channel, which may be a direct message's.
        guild_id: the guild; None in a direct message.
    """

    channel_id: int
    guild_id: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended.

    Attributes:
        game_id: the game.
        player_id: whose it is.
        rules_id: the id of its rules.
        deal_number: the number of the deal.
        guild_id: the guild it was dealt in; None elsewhere.
        state: won or given up.
        moves: how many moves stood on the board.
        played: how much of the time was spent playing.
        undos: how often a move was taken back.
        hints: how many hints were given.
        winnable: whether the deal was proven winnable before it was dealt.
        started_at: when it was dealt, in UTC.
        finished_at: when it ended.
        daily: the day whose daily result this is; None for any other game, and for a day's deal
            that was played once more for fun.
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
        """Whether it was won without a move taken back and without a hint."""
        return self.is_won and not self.undos and not self.hints


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a day, the same for everybody.

    Attributes:
        day: the day, in UTC.
        rules_id: the id of the game's rules.
        deal_number: the number of the deal.
        attempt: which number in line it was that could be proven winnable, from 1.
        par: how many moves the shortest winning line has that the solver found.
    """

    day: date
    rules_id: str
    deal_number: int
    attempt: int
    par: int


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A player's line in a table of daily results.

    Attributes:
        place: from 1; players who are the same in all that counts share one.
        player_id: the player.
        days: how many days they have a result for.
        won: how many of those they won.
        perfect: how many they won without a move taken back and without a hint.
        moves: how many moves they needed, over the days won.
        played: how much time they needed for those.
    """

    place: int
    player_id: int
    days: int
    won: int
    perfect: int
    moves: int
    played: timedelta


@dataclass(frozen=True, slots=True)
class DayRank:
    """How a daily result stands among those of all players on that day.

    Attributes:
        place: from 1; equal results share one.
        players: how many players have a result, this one included.
        behind: how many of them did worse.
    """

    place: int
    players: int
    behind: int

    @property
    def percent_behind(self) -> int | None:
        """How many in a hundred of the others did worse, rounded down; None without others.

        >>> DayRank(place=2, players=4, behind=2).percent_behind
        66
        """
        others = self.players - 1
        return self.behind * 100 // others if others else None


@dataclass(frozen=True, slots=True)
class GameStats:
    """What a number of finished games comes to; those in which nothing was done do not count.

    Attributes:
        played: how many were played to their end, or given up.
        won: how many of them were won.
        perfect: how many were won without a move taken back and without a hint.
        fewest_moves: the fewest moves of one that was won; None while none was.
        average_moves: how many moves those that were won took on average.
        shortest: the least time that one took that was won.
        average_time: how much time those that were won took on average.
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
        """Which part of the games was won, 0 to 1; None without games.

        >>> GameStats(played=4, won=3).rate
        0.75
        """
        return self.won / self.played if self.played else None


@dataclass(frozen=True, slots=True)
class WinCount:
    """How many games were played and won, of one kind.

    Attributes:
        played: how many were played to their end, or given up.
        won: how many of them were won.
    """

    played: int
    won: int


class ChallengeState(StrEnum):
    """How far a challenge has come."""

    ASKED = "asked"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """The challenger thought better of it."""
    EXPIRED = "expired"
    """It was not answered in time."""
    RUNNING = "running"
    FINISHED = "finished"


class Ending(StrEnum):
    """What decided a race."""

    WON = "won"
    """The winner won the deal, before the other and before the deadline."""
    FORFEIT = "forfeit"
    """The other left the race or gave the game up."""
    NO_MOVES = "no moves"
    """At the deadline the other had not a single move on the board."""
    CARDS = "cards"
    """At the deadline the winner had more cards on the foundations."""
    MOVES = "moves"
    """At the deadline both had as many cards there, and the winner had needed fewer moves."""
    DRAW = "draw"
    """At the deadline they were equal in all of it."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge of one player to another, and the race that came of it.

    Attributes:
        id: its number, never given to another.
        challenger_id: who asked; :data:`DELETED_PLAYER` once they have deleted their data.
        opponent_id: who was asked; the same.
        place: where it was asked, where that is known.
        rules_id: the id of the game's rules.
        time_limit: how long a race may go on.
        asked_at: when it was asked, in UTC to the millisecond, as are the others.
        deadline: until when it can be answered; once it runs, until when it can be won.
        state: how far it has come.
        deal_number: the number of the deal; None before it runs, as are the games.
        challenger_game_id: the challenger's game in the store; None once they have deleted their
            data, as is the opponent's.
        opponent_game_id: the number of the opponent's game in the store.
        ending: what decided the race; None before.
        winner_id: who won it; None before, and when nobody did.
        ended_at: when nothing could come of it any more; None before.
    """

    id: int
    challenger_id: int
    opponent_id: int
    place: Place | None
    rules_id: str
    time_limit: timedelta
    asked_at: datetime
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
        """Whether something can still come of it."""
        return self.state in (ChallengeState.ASKED, ChallengeState.RUNNING)

    def involves(self, player_id: int) -> bool:
        """Whether a player is one of the two."""
        return player_id in (self.challenger_id, self.opponent_id)

    def other(self, player_id: int) -> int:
        """Who is against one of the two."""
        return self.opponent_id if player_id == self.challenger_id else self.challenger_id

    def game_id_of(self, player_id: int) -> int | None:
        """The number of one player's game; None before the race runs."""
        return self.challenger_game_id if player_id == self.challenger_id else self.opponent_game_id


@dataclass(frozen=True, slots=True)
class DataSummary:
    """How much is stored about a player.

    Attributes:
        games: how many games.
        results: how many of them are finished.
        challenges: how many challenges they sent or received.
        choices: how many preferences.
    """

    games: int
    results: int
    challenges: int
    choices: int
