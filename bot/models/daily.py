"""The days: their deals, ranks and posts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from bot.models.places import Place


class Slot(StrEnum):
    """The deals of a day: the headline, which all that is counted by days rests on, and the rest.

    Each but the headline is named after its games; ``TITLE`` stands for the title games.
    """

    HEADLINE = "headline"
    KLONDIKE = "klondike"
    SPIDER = "spider"
    FREECELL = "freecell"
    TITLE = "title"


EXTRA_SLOTS: Final = tuple(slot for slot in Slot if slot is not Slot.HEADLINE)
"""The slots of a day's deals other than the headline."""


@dataclass(frozen=True, slots=True)
class ProgressPost:
    """A message to be sent or edited, which tells a channel how a daily game stands.

    Attributes:
        told: the game's version when the channel was told last.
    """

    game_id: int
    place: Place
    message_id: int | None
    told: int
    version: int


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """A deal of a day, the same for everybody.

    Attributes:
        attempt: how many candidates were tried until one was proven winnable.
        par: the length of the shortest solution the solver found.
        goal: what to reach on the way to winning it; None for nothing else.
    """

    day: date
    rules_id: str
    deal_number: int
    attempt: int
    par: int
    slot: Slot = Slot.HEADLINE
    goal: str | None = None

    @property
    def ends_at(self) -> datetime:
        """When its day ends."""
        return datetime.combine(self.day + timedelta(days=1), time(), UTC)


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A player's line in a leaderboard of daily results.

    Attributes:
        rank: from 1; ties share one.
        unaided: how many of their wins took neither hints nor odds.
        moves: how many moves their wins took.
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


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a leaderboard.

    Attributes:
        own: the viewer's line, whichever page it is on; None when they are not ranked.
    """

    lines: tuple[LeaderboardLine, ...]
    own: LeaderboardLine | None
    players: int


@dataclass(frozen=True, slots=True)
class DayFigures:
    """How a server's players did with a day's deal.

    Attributes:
        at_par: how many of the wins took no more moves than par.
    """

    players: int
    won: int
    perfect: int
    at_par: int


@dataclass(frozen=True, slots=True)
class DayRank:
    """The rank of a daily result among all of its day.

    Attributes:
        rank: from 1; ties share one.
        behind: how many results are worse.
    """

    rank: int
    players: int
    behind: int

    @property
    def percent_behind(self) -> int | None:
        """The percentage of the other players who did worse, rounded down; None without others.

        >>> DayRank(rank=2, players=4, behind=2).percent_behind
        66
        """
        others = self.players - 1
        return self.behind * 100 // others if others else None
