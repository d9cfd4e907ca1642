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
