"""Rankings of players: a page of one, and a line of daily results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Generic, TypeVar

Line = TypeVar("Line")
_Other = TypeVar("_Other")


@dataclass(frozen=True, slots=True)
class Ranking(Generic[Line]):
    """A page of a ranking, best first.

    Attributes:
        page: its number, from 1.
        asked: the number that was asked for; there may be no such page.
        players: how many are ranked on all pages.
        own: the viewer's line, whichever page it is on; None when they are not ranked.
    """

    lines: tuple[Line, ...] = ()
    page: int = 1
    pages: int = 1
    players: int = 0
    own: Line | None = None
    asked: int = 1

    def with_lines(self, line_of: Callable[[Line], _Other]) -> Ranking[_Other]:
        """The same page with lines made of these."""
        own = None if self.own is None else line_of(self.own)
        lines = tuple(map(line_of, self.lines))
        return Ranking(lines, self.page, self.pages, self.players, own, self.asked)


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A player's line in a leaderboard of daily results.

    Attributes:
        rank: from 1; ties share one.
        unaided: how many of their wins took neither hints nor odds.
    """

    rank: int
    player_id: int
    days: int
    won: int
    unaided: int
    perfect: int
    moves: int
    played: timedelta
    hints: int = 0
    odds: int = 0
    undos: int = 0
