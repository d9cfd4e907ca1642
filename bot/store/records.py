"""Plain values that the store takes and returns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.models import Experience, GameState, Place


@dataclass(frozen=True, slots=True)
class Deal:
    """A game to create.

    Attributes:
        player_id: its player.
        rules_id: the id of the game's rules.
        deal_number: the number of the deal.
        at: the time, timezone-aware.
        place: where it is dealt, if known.
        stuck: whether it is stuck from the start.
        winnable: whether the deal is proven winnable.
        day: the day whose daily deal it is; None for ordinary games.
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
    """A stored game without its log.

    Attributes:
        id: its id, never reused.
        player_id: its player.
        rules_id: the id of the game's rules.
        deal_number: the number of the deal.
        place: where it was dealt, if known.
        version: the number of actions in its log.
        state: its state.
        moves: the number of moves played, without those undone.
        played: the time spent playing.
        created_at: when it was dealt, in UTC to the millisecond like all times.
        updated_at: when the last action was taken; when it was dealt, if there is none.
        finished_at: when it was won or given up; None before.
        hints: the number of hints given.
        odds: how often the odds were asked.
        winnable: whether the deal was proven winnable before it was dealt.
        day: the day whose daily deal it is; None for ordinary games.
        raced: whether it belongs to a running race.
        experience: what its player had played before; not looked up for lists of games.
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
    odds: int = 0
    winnable: bool = False
    day: date | None = None
    raced: bool = False
    experience: Experience = Experience.SAME_GAME


@dataclass(frozen=True, slots=True)
class Action:
    """An entry of a game's log.

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
    """An action to append to a game's log, and the game's state after it.

    Attributes:
        game_id: the game.
        version: the version the player acted on, which must still be current.
        text: the action, as in :class:`Action`.
        at: the time, timezone-aware.
        state: the game's state after it.
        moves: the number of moves played after it, without those undone.
        played: the time spent playing up to it.
    """

    game_id: int
    version: int
    text: str
    at: datetime
    state: GameState
    moves: int
    played: timedelta
