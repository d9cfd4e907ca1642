"""Plain values that the store takes and returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from bot.models import Contest, Experience, GameState, Place, Slot


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
        slot: which of the day's deals it is, if it is one.
        tournament_deal_id: the tournament's deal that it is; None for other games.
        foundation_count: the cards on the foundations; None if that is not asked for.
    """

    player_id: int
    rules_id: str
    deal_number: int
    at: datetime
    place: Place | None = None
    stuck: bool = False
    winnable: bool = False
    day: date | None = None
    slot: Slot = Slot.HEADLINE
    tournament_deal_id: int | None = None
    foundation_count: int | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game.

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
        slot: which of the day's deals it is, if it is one.
        tournament_deal_id: the tournament's deal that it is; None for other games.
        contest: the contest that it belongs to, while that is not over.
        race_id: the race for many that it belongs to, if any.
        experience: what its player had played before; not looked up for lists of games.
        goal: the goal of its day's deal; None without one. Not looked up for lists either.
        log: its packed log (:mod:`bot.store.logs`); None in a list, and for a game whose log is
            not packed yet.
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
    slot: Slot = Slot.HEADLINE
    tournament_deal_id: int | None = None
    contest: Contest | None = None
    race_id: int | None = None
    experience: Experience = Experience.SAME_GAME
    goal: str | None = None
    log: str | None = None


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
        since: when the action before it was taken; when the game was dealt, if there is none.
        state: the game's state after it.
        moves: the number of moves played after it, without those undone.
        played: the time spent playing up to it.
        foundation_count: the cards on the foundations after it.
        goal_met: whether a game that it ends has met the goal of its day's deal; None without a
            goal, and while the game goes on.
    """

    game_id: int
    version: int
    text: str
    at: datetime
    state: GameState
    moves: int
    played: timedelta
    foundation_count: int = 0
    goal_met: bool | None = None
    since: datetime = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What a player has reached in one game. A deal counts once, however often it is won.

    Attributes:
        played: how many games were won or given up.
        deals: how many deals were won.
        perfect: how many deals were won perfectly.
        without_undo: how many deals were won without an undo.
        fewest_moves: the fewest moves of a win; None without wins, as are the next two.
        shortest: the least time of a win.
        longest: the most time of a win.
    """

    played: int = 0
    deals: int = 0
    perfect: int = 0
    without_undo: int = 0
    fewest_moves: int | None = None
    shortest: timedelta | None = None
    longest: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Career:
    """All that a player has reached, in figures.

    Attributes:
        games: what they have reached in each game they played, by rules id.
        wins_in_a_row: how many games they have won since the last they did not win.
        most_wins_in_a_row: how many they won in a row at most.
        most_unaided_in_a_row: how many they won in a row at most with neither hints nor odds.
        days_with_wins: on how many UTC days they won a game.
        days_won: the days whose deal they began on its day, and won.
        daily_deals: how many days' deals they won, on the day or later.
        perfect_days: how many of those they won perfectly.
        goals_met: how many goals of days' deals they met.
        full_days: on how many days they won all of its deals.
        races_won: how many races they won.
    """

    games: Mapping[str, GameRecord] = field(default_factory=dict)
    wins_in_a_row: int = 0
    most_wins_in_a_row: int = 0
    most_unaided_in_a_row: int = 0
    days_with_wins: int = 0
    days_won: frozenset[date] = frozenset()
    daily_deals: int = 0
    perfect_days: int = 0
    goals_met: int = 0
    full_days: int = 0
    races_won: int = 0
