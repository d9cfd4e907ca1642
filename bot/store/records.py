"""What the store takes and gives: plain values, free of SQL."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum


class Outcome(StrEnum):
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
        return self in (Outcome.WON, Outcome.GIVEN_UP)


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
class Deal:
    """A game about to be created.

    Attributes:
        player_id: whose it is.
        game: the id of the game's rules.
        number: the number of the deal.
        at: the time, aware of its zone.
        place: where it is dealt, where that is known.
        stuck: whether it is stuck from the start.
        winnable: whether it was proven that it can be won.
        day: the day whose daily deal it is; None for any other.
    """

    player_id: int
    game: str
    number: int
    at: datetime
    place: Place | None = None
    stuck: bool = False
    winnable: bool = False
    day: date | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is kept, without its log.

    Attributes:
        id: its number, never given to another game.
        player_id: whose it is.
        game: the id of the game's rules.
        number: the number of the deal.
        place: where it was dealt, where that is known.
        version: how many actions its log holds.
        outcome: how far it has come.
        moves: how many moves stand on the board, without those taken back.
        played: how much of the time was spent playing.
        created_at: when it was dealt, in UTC to the millisecond, as are the others.
        updated_at: when the last action was taken, or when it was dealt.
        finished_at: when it was won or given up; None before.
        hints: how many hints were given in it.
        winnable: whether the deal was proven winnable before it was dealt.
        day: the day whose daily deal it is; None for any other.
        raced: whether it is part of a race that runs.
    """

    id: int
    player_id: int
    game: str
    number: int
    place: Place | None
    version: int
    outcome: Outcome
    moves: int
    played: timedelta
    created_at: datetime
    updated_at: datetime
    finished_at: datetime | None
    hints: int = 0
    winnable: bool = False
    day: date | None = None
    raced: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended.

    Attributes:
        game_id: the game.
        player_id: whose it is.
        game: the id of its rules.
        number: the number of the deal.
        guild_id: the guild it was dealt in; None elsewhere.
        outcome: won or given up.
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
    game: str
    number: int
    guild_id: int | None
    outcome: Outcome
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
        return self.outcome is Outcome.WON

    @property
    def is_perfect(self) -> bool:
        """Whether it was won without a move taken back and without a hint."""
        return self.is_won and not self.undos and not self.hints


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a day, the same for everybody.

    Attributes:
        day: the day, in UTC.
        game: the id of the game's rules.
        number: the number of the deal.
        attempt: which number in line it was that could be proven winnable, from 1.
        par: how many moves the shortest winning line has that the solver found.
    """

    day: date
    game: str
    number: int
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
class Tally:
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

        >>> Tally(played=4, won=3).rate
        0.75
        """
        return self.won / self.played if self.played else None


@dataclass(frozen=True, slots=True)
class Count:
    """How many games were played and won, of one kind.

    Attributes:
        played: how many were played to their end, or given up.
        won: how many of them were won.
    """

    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of a game's log.

    Attributes:
        n: its place in the log, from 1: the game's version after it.
        text: a move, such as ``3-5*2``, or ``undo``, ``redo`` or ``give up``.
        at: when it was taken, in UTC to the millisecond.
    """

    n: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Step:
    """An action about to be appended to a game's log, and what the game is after it.

    Attributes:
        game_id: the game.
        version: the version that the player acted on, which must still be the game's.
        text: the action, as in :class:`Action`.
        at: the time, aware of its zone.
        outcome: how far the game has come by it.
        moves: how many moves stand on the board after it.
        played: how much of the time was spent playing, this action included.
    """

    game_id: int
    version: int
    text: str
    at: datetime
    outcome: Outcome
    moves: int
    played: timedelta
