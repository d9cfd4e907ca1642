"""The results of finished games, and what a player has reached with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from typing import Final

from bot.models.daily import Slot
from bot.models.play import GameState
from engine.house_rules import is_house_rules


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game.

    Attributes:
        odds: how often the player asked whether the game could still be won.
        contest_deal_id: the contest's deal whose result it is; None for other games, and for a
            deal that is played again.
        day: the day whose deal that is; None for other contests.
        slot: which of the day's deals; None for other contests.
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
    contest_deal_id: int | None = None
    day: date | None = None
    slot: Slot | None = None
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

    >>> is_late(date(2026, 5, 1), datetime(2026, 5, 1, 23, 59, tzinfo=UTC))
    False
    >>> is_late(date(2026, 5, 1), datetime(2026, 5, 2, 0, 1, tzinfo=UTC))
    True
    """
    return begun >= datetime.combine(day, time(), UTC) + BEGINNING


BEGINNING: Final = timedelta(days=1, minutes=1)
"""How long from its beginning on a day's deals can be begun for it: one that is asked for just
before midnight may be dealt just after it."""


PERFECT_GAME: Final = MappingProxyType({"state": GameState.WON, "undos": 0, "hints": 0, "odds": 0})
"""What makes a result perfect, by its fields: won, with no undo, no hint and no odds asked."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What a player has reached in one game. A deal counts once, however often it is won.

    Attributes:
        fewest_moves: the fewest moves of a win; None without wins, as are the next two.
    """

    played: int = 0
    won: int = 0
    perfect_wins: int = 0
    total_moves: int = 0
    total_time: timedelta = timedelta()
    wins_in_a_row: int = 0
    most_wins_in_a_row: int = 0
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
        most_unaided_in_a_row: how many they won in a row at most with neither hints nor odds.
        days_won: the days of which they began a deal on its day, and won it.
        days_nobody_could_play: the days on which the bot was down.
        daily_deals: how many days' deals they won, on the day or later.
    """

    games: Mapping[str, GameRecord] = field(default_factory=dict)
    wins_in_a_row: int = 0
    most_wins_in_a_row: int = 0
    most_unaided_in_a_row: int = 0
    days_with_wins: int = 0
    days_won: frozenset[date] = frozenset()
    days_nobody_could_play: frozenset[date] = frozenset()
    daily_deals: int = 0
    perfect_days: int = 0
    goals_met: int = 0
    full_days: int = 0
    races_won: int = 0

    @property
    def counting(self) -> dict[str, GameRecord]:
        """The games that count for levels and badges: not those by house rules."""
        return {name: one for name, one in self.games.items() if not is_house_rules(name)}
