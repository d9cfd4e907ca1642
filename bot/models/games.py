"""Games: their states and their results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.models.daily import Slot


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
        daily: the day whose headline deal it counts for; None for other games, and for a daily
            deal played again.
        extra_day: the day of whose further deals it counts for one; None for other games, and for
            one of these deals played again.
        extra_slot: which of them.
        goal_met: whether it met the goal of its day's deal; None where that has none.
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
    extra_day: date | None = None
    extra_slot: Slot | None = None
    goal_met: bool | None = None

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
