"""What simulated players did, kept apart from the bot, and what follows by plain counting."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from tests.e2e.simulated.server import DAY


@dataclass(frozen=True)
class Played:
    """What a player made of a day's deal on its day.

    Attributes:
        won: whether they won it.
        moves: how many moves a win of it takes.
        hints: how many hints they took.
        took: how long it took.
    """

    won: bool
    moves: int
    hints: int
    took: timedelta


@dataclass
class Diary:
    """What the players did, kept apart from the bot.

    Attributes:
        played: by day and player.
        caught_up: the days that were won later, with the player.
        by_others: the days of which another deal than the headline was won, with the player.
        badges: how often each player was told of a badge.
    """

    played: dict[date, dict[int, Played]] = field(default_factory=lambda: defaultdict(dict))
    caught_up: set[tuple[date, int]] = field(default_factory=set)
    by_others: set[tuple[date, int]] = field(default_factory=set)
    badges: Counter[tuple[int, str]] = field(default_factory=Counter)

    def won_by(self, player: int) -> set[date]:
        """The days that a player won on time."""
        won = {day for day, one in self.played.items() if player in one and one[player].won}
        return won | {day for day, who in self.by_others if who == player}

    def forget(self, player: int) -> None:
        """Leave out a player who deleted everything."""
        for players in self.played.values():
            players.pop(player, None)
        self.caught_up = {one for one in self.caught_up if one[1] != player}
        self.by_others = {one for one in self.by_others if one[1] != player}
        self.badges = Counter({one: told for one, told in self.badges.items() if one[0] != player})


def standings(diary: Diary, days: Iterable[date]) -> list[int]:
    """Who ranks where over some days: days won, unaided wins, moves, time."""
    totals: dict[int, list[float]] = {}
    for day in days:
        for player, one in diary.played[day].items():
            total = totals.setdefault(player, [0, 0, 0, 0])
            if one.won:
                gained = (-1, -int(one.hints == 0), one.moves, one.took.total_seconds())
                totals[player] = [a + b for a, b in zip(total, gained, strict=True)]
    return sorted(totals, key=lambda player: (totals[player], player))


def streak(won: set[date], today: date) -> int:
    """The longest run that reaches today or yesterday with at most a frozen day a month."""
    end = today if today in won else today - DAY
    best = 0
    for begin in sorted(won):
        span = [begin + number * DAY for number in range((end - begin).days + 1)]
        missed = [day for day in span if day not in won]
        earned = all({day - number * DAY for number in range(1, 8)} <= won for day in missed)
        monthly = Counter((day.year, day.month) for day in missed)
        if span and earned and max(monthly.values(), default=0) <= 1:
            best = max(best, len(span) - len(missed))
    return best
