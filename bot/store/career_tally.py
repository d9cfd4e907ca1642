"""Counting what a player has reached, result by result in the order in which their games ended."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from pydantic import TypeAdapter

from bot.models import Result, Slot, is_late
from bot.store.records import Career, GameRecord

VERSION: Final = 2
"""The version of what is counted; a tally of another version is counted again."""


@dataclass(frozen=True, slots=True)
class EarlierWins:
    """What a player had reached with a deal before a result.

    Attributes:
        won: whether they had won it.
        perfect: whether they had won it perfectly.
        without_undo: whether they had won it without an undo.
    """

    won: bool
    perfect: bool
    without_undo: bool


@dataclass(slots=True)
class Tally:
    """What a player has reached with the results counted so far.

    The attributes that :class:`bot.store.records.Career` has too mean the same.

    Attributes:
        games: what they have reached in each game they played, by rules id.
        wins_in_a_row: how many games they have won since the last they did not win.
        most_wins_in_a_row: how many they won in a row at most.
        unaided_in_a_row: how many they have won since with neither hints nor odds.
        most_unaided_in_a_row: how many they won so in a row at most.
        days_with_wins: on how many UTC days they won a game.
        last_day_with_wins: the last of them; None without wins.
        days_won: the days whose deal they began on its day, and won.
        daily_deals: how many days' deals they won, on the day or later.
        perfect_days: how many of those they won perfectly.
        goals_met: how many goals of days' deals they met.
        deals_of_days: how many deals they won of each day that they won some of, but not all.
        full_days: on how many days they won all of its deals.
    """

    games: dict[str, GameRecord] = field(default_factory=dict)
    wins_in_a_row: int = 0
    most_wins_in_a_row: int = 0
    unaided_in_a_row: int = 0
    most_unaided_in_a_row: int = 0
    days_with_wins: int = 0
    last_day_with_wins: date | None = None
    days_won: set[date] = field(default_factory=set)
    daily_deals: int = 0
    perfect_days: int = 0
    goals_met: int = 0
    deals_of_days: dict[date, int] = field(default_factory=dict)
    full_days: int = 0

    def add(self, result: Result, earlier: EarlierWins) -> None:
        """Count a result.

        Args:
            result: the result of a game that ended after all counted so far.
            earlier: what the player had reached with its deal before.
        """
        record = self.games.get(result.rules_id, GameRecord())
        record = replace(record, played=record.played + 1)
        is_unaided = result.is_won and not result.hints and not result.odds
        self.wins_in_a_row = self.wins_in_a_row + 1 if result.is_won else 0
        self.most_wins_in_a_row = max(self.most_wins_in_a_row, self.wins_in_a_row)
        self.unaided_in_a_row = self.unaided_in_a_row + 1 if is_unaided else 0
        self.most_unaided_in_a_row = max(self.most_unaided_in_a_row, self.unaided_in_a_row)
        if result.is_won:
            record = _with_win(record, result, earlier)
            self._add_day(result)
        self.games[result.rules_id] = record

    def career(self, races_won: int) -> Career:
        """What that makes, with the races they won."""
        return Career(
            games=dict(self.games),
            wins_in_a_row=self.wins_in_a_row,
            most_wins_in_a_row=self.most_wins_in_a_row,
            most_unaided_in_a_row=self.most_unaided_in_a_row,
            days_with_wins=self.days_with_wins,
            days_won=frozenset(self.days_won),
            daily_deals=self.daily_deals,
            perfect_days=self.perfect_days,
            goals_met=self.goals_met,
            full_days=self.full_days,
            races_won=races_won,
        )

    def _add_day(self, win: Result) -> None:
        day = win.finished_at.date()
        if day != self.last_day_with_wins:
            self.days_with_wins += 1
            self.last_day_with_wins = day
        if win.daily is not None:
            self.daily_deals += 1
            self.perfect_days += win.is_perfect
            self.goals_met += bool(win.goal_met)
            if not is_late(win.daily, win.started_at):
                self.days_won.add(win.daily)
        day_of_deal = win.daily or win.extra_day
        if day_of_deal is not None:
            # One result counts for each deal of a day.
            deals = self.deals_of_days.pop(day_of_deal, 0) + 1
            if deals == len(Slot):
                self.full_days += 1
            else:
                self.deals_of_days[day_of_deal] = deals


def _with_win(record: GameRecord, win: Result, earlier: EarlierWins) -> GameRecord:
    """A game's record with another win. A deal counts once, however often it is won."""
    moves, time = win.moves, win.played
    return replace(
        record,
        deals=record.deals + (not earlier.won),
        perfect=record.perfect + (win.is_perfect and not earlier.perfect),
        without_undo=record.without_undo + (not win.undos and not earlier.without_undo),
        fewest_moves=moves if record.fewest_moves is None else min(moves, record.fewest_moves),
        shortest=time if record.shortest is None else min(time, record.shortest),
        longest=time if record.longest is None else max(time, record.longest),
    )


TALLY: Final = TypeAdapter(Tally)
"""Writes and reads tallies as JSON."""
