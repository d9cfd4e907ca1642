"""What the store takes and gives: plain values, free of SQL."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.models import GameState, Place


@dataclass(frozen=True, slots=True)
class Deal:
    """A game about to be created.

    Attributes:
        player_id: whose it is.
        rules_id: the id of the game's rules.
        deal_number: the number of the deal.
        at: the time, aware of its zone.
        place: where it is dealt, where that is known.
        stuck: whether it is stuck from the start.
        winnable: whether it was proven that it can be won.
        day: the day whose daily deal it is; None for any other.
    """

    player_id: int
    rules_id: str
    deal_number: int
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
        rules_id: the id of the game's rules.
        deal_number: the number of the deal.
        place: where it was dealt, where that is known.
        version: how many actions its log holds.
        state: how far it has come.
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
    rules_id: str
    deal_number: int
    place: Place | None
    version: int
    state: GameState
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
class Action:
    """One entry of a game's log.

    Attributes:
        version: the game's version after it, from 1.
        text: a move, such as ``3-5*2``, or ``undo``, ``redo`` or ``give up``.
        at: when it was taken, in UTC to the millisecond.
    """

    version: int
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
        state: how far the game has come by it.
        moves: how many moves stand on the board after it.
        played: how much of the time was spent playing, this action included.
    """

    game_id: int
    version: int
    text: str
    at: datetime
    state: GameState
    moves: int
    played: timedelta
