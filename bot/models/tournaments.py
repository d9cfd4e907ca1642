"""Tournaments: the leagues of a server, over the days or over set games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from bot.models.daily import LeaderboardLine
from bot.models.games import Result
from bot.models.places import Place


class TournamentKind(StrEnum):
    """Which deals count in a tournament."""

    DAYS = "days"
    """The deal of each of its days."""
    GAMES = "games"
    """A deal of each game that was set, the same for everybody."""


@dataclass(frozen=True, slots=True)
class TournamentDeal:
    """A set deal of a tournament, secret until that is over.

    Attributes:
        id: its id, never reused.
        rules_id: the id of the game's rules.
        deal_number: the number of the deal.
    """

    id: int
    rules_id: str
    deal_number: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament of a server.

    Attributes:
        id: its id, never reused.
        place: where it was started and its end is announced; always in a server.
        kind: which deals count.
        started_at: when it was started, in UTC to the millisecond like all times.
        ends_at: when it is due to end.
        ended_at: when it ended, then or earlier; None while it runs.
        deals: its set deals, in the order in which they were chosen; none in a league of days.
    """

    id: int
    place: Place
    kind: TournamentKind
    started_at: datetime
    ends_at: datetime
    ended_at: datetime | None = None
    deals: tuple[TournamentDeal, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.ended_at is not None

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day, in UTC, that it touches."""
        last = (self.ended_at or self.ends_at) - timedelta(milliseconds=1)
        return self.started_at.date(), last.date()


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of a tournament's standings, best first.

    Attributes:
        lines: the lines of the page; each counts deals where that of a leaderboard counts days.
        page: the page number, from 1.
        pages: how many pages there are, at least one.
        players: how many players are ranked.
        own: the viewer's line, whichever page it is on; None when they are not ranked.
    """

    lines: tuple[LeaderboardLine, ...]
    page: int
    pages: int
    players: int
    own: LeaderboardLine | None


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """How a player stands with a set deal of a tournament.

    Attributes:
        deal: the deal.
        result: the result that counts; None before they have finished it.
        is_begun: whether they have an unfinished game of it.
    """

    deal: TournamentDeal
    result: Result | None = None
    is_begun: bool = False
