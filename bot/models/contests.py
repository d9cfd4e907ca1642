"""Races, ratings and tournaments."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.models.contest_deals import Terms
from bot.models.daily import FINISHING
from bot.models.due import Subject
from bot.models.places import Place
from bot.models.results import Result

DELETED_PLAYER: Final = 0
"""Stands in a race for a player who has deleted their data. No user has this id."""


RACE: Final = "race"
"""The kind of what is due, and posted, of races."""
RACE_START: Final = "race start"
"""The kind of what is due to those who wait for a start: it waits for no message in a channel."""
TOLD: Final = "told"
"""What the message of a running race shows once its channel was told the results so far."""


COUNTED: Final = timedelta(seconds=3)
"""How much of the time before all start is counted down, second by second."""


class RaceState(StrEnum):
    """The state of a race."""

    OPEN = "open"
    """A table that players join, or a challenge that awaits its answer."""
    RUNNING = "running"
    FINISHED = "finished"
    CLOSED = "closed"
    """It never began: its time ran out, everybody left the table, or see :attr:`Race.refusal`."""


class RacerOutcome(StrEnum):
    """How a race went for one of its players."""

    WON = "won"
    """They won their game before their deadline."""
    UNFINISHED = "unfinished"
    """They did not win in their time, or the other player of a challenge gave up or left."""
    GIVEN_UP = "given up"
    """They gave their game up."""
    LEFT = "left"
    """They left the race, and their game may have gone on; or they withdrew their challenge."""
    DECLINED = "declined"
    """They declined the challenge."""


@dataclass(frozen=True, slots=True)
class RaceProgress:
    """A player's progress in a race, as :attr:`engine.Board.progress`, and their moves and help."""

    progress: int = 0
    moves: int = 0
    undos: int = 0
    hints: int = 0
    odds: int = 0

    @property
    def standing(self) -> tuple[bool, int, int]:
        """What compares those who have not won: any move, then progress, then fewer moves."""
        return self.moves > 0, self.progress, -self.moves


@dataclass(frozen=True, slots=True)
class Racer:
    """A player of a race.

    Attributes:
        game_id: their game; None before they look at the deal, and once they delete their data.
        started_at: when their time began to run: for all of a table at once, in a challenge when
            they first looked at the deal.
        deadline: when it ends; None before it begins.
        outcome: how the race went for them, which is final; None as long as it goes on for them.
        result: how their board stood then. None before, for those who never looked at the deal, and
            in challenges that were over before results were kept.
        ready_at: when they were ready: at a table for the start, in a race that is decided to end
            it before the others are done.
    """

    player_id: int
    joined_at: datetime | None
    game_id: int | None = None
    started_at: datetime | None = None
    deadline: datetime | None = None
    outcome: RacerOutcome | None = None
    result: RaceProgress | None = None
    ended_at: datetime | None = None
    place: int | None = None
    ready_at: datetime | None = None
    id: int = field(default=0, compare=False)

    @property
    def time(self) -> timedelta | None:
        """How long they took, from when their time ran to their end; None before either."""
        if self.started_at is None or self.ended_at is None:
            return None
        return self.ended_at - self.started_at


@dataclass(frozen=True, slots=True)
class Race:
    """A race: of those who join its table, or of a player and the one they challenged.

    Attributes:
        by_invitation: whether it is a challenge, which giving up or leaving decides.
        deadline: when it closes if it does not begin; once it has begun, when it ends, and in a
            challenge until when its players can look at the deal.
        racers: its players in the order in which they joined or were challenged, never empty.
        deal_number: the number of the deal, a secret until the race is over; None before it begins.
        message_id: the message that shows it, if the bot can bring that up to date by itself.
        shown: what that message shows: the race's state, or :data:`TOLD`, and its text in short.
    """

    id: int
    by_invitation: bool
    place: Place | None
    rules_id: str
    terms: Terms
    created_at: datetime
    deadline: datetime
    state: RaceState
    racers: tuple[Racer, ...]
    deal_id: int = field(default=0, compare=False)
    deal_number: int | None = None
    ended_at: datetime | None = None
    message_id: int | None = None
    shown: str = field(default="", compare=False)
    shown_at: datetime | None = field(default=None, compare=False)

    @property
    def guild_id(self) -> int | None:
        """The server it was opened in; None in a direct message."""
        return None if self.place is None else self.place.guild_id

    @property
    def time_limit(self) -> timedelta:
        """How long each player has."""
        return self.terms.time_limit

    @property
    def starts_at(self) -> datetime | None:
        """When the time of all begins at once; None until that is known, and in challenges."""
        return None if self.by_invitation else self.racers[0].started_at

    def seconds_to_start(self, at: datetime) -> int:
        """In how many seconds all start at once; 0 once they have, and where they do not."""
        if self.starts_at is None or at >= self.starts_at:
            return 0
        return math.ceil((self.starts_at - at).total_seconds())

    @property
    def left(self) -> tuple[Racer, ...]:
        """Those for whom it goes on."""
        return tuple(one for one in self.racers if one.outcome is None)

    @property
    def is_decided(self) -> bool:
        """Whether it runs and nobody left can be first: all started at once, and one has won."""
        has_winner = any(one.outcome is RacerOutcome.WON for one in self.racers)
        return self.state is RaceState.RUNNING and self.starts_at is not None and has_winner

    @property
    def organizer_id(self) -> int:
        """Who opened it or, of those who stayed at the table, joined it next."""
        return self.racers[0].player_id

    @property
    def is_over(self) -> bool:
        """Whether it has ended, or was closed."""
        return self.state in (RaceState.FINISHED, RaceState.CLOSED)

    @property
    def is_told(self) -> bool:
        """Whether its channel was told the results so far, as those left were silent."""
        return self.shown.startswith(TOLD)

    @property
    def refusal(self) -> RacerOutcome | None:
        """How a player closed a challenge: declined or, as the challenger, left; else None."""
        if self.state is not RaceState.CLOSED:
            return None
        return next((one.outcome for one in self.racers if one.outcome is not None), None)

    def due(self, racer: Racer) -> datetime:
        """When a running race is over for a racer at the latest, as they have it in hand so far."""
        return racer.deadline or self.deadline

    def overdue(self, at: datetime) -> tuple[Racer, ...]:
        """For whom a running race should be over at some time, and is not yet."""
        if self.state is not RaceState.RUNNING:
            return ()
        return tuple(one for one in self.racers if one.outcome is None and self.due(one) < at)

    def goes_on(self, at: datetime) -> bool:
        """Whether it is open or running, and at some time not past its deadline for all."""
        if self.state is not RaceState.RUNNING:
            return self.state is RaceState.OPEN and self.deadline >= at
        return any(one.outcome is None and self.due(one) >= at for one in self.racers)

    def racer(self, player_id: int) -> Racer | None:
        """One of the players; None if they are not in it."""
        return next((one for one in self.racers if one.player_id == player_id), None)

    def other(self, player_id: int) -> int:
        """The other player of a challenge."""
        return next(one.player_id for one in self.racers if one.player_id != player_id)


def race_subject(race_id: int) -> Subject:
    """A race, as it is due and shown."""
    return Subject(RACE, race_id)


def race_start(race_id: int) -> Subject:
    """The start of a race, as it is due."""
    return Subject(RACE_START, race_id)


def places(racers: Sequence[Racer], *, by_invitation: bool) -> tuple[int | None, ...]:
    """The places of the racers of a finished race, each with an outcome; ties share a place.

    Those who won are placed by the time that they took, and nobody else: a race that nobody won has
    no winner. But a challenge whose other player gave up or left is won without play.
    """
    won = [_time_of(one) for one in racers if one.outcome is RacerOutcome.WON]
    stayed = [one for one in racers if one.outcome is RacerOutcome.UNFINISHED]
    if by_invitation and not won and len(stayed) == 1:
        return tuple(1 if one is stayed[0] else None for one in racers)
    return tuple(
        1 + sum(time < _time_of(one) for time in won) if one.outcome is RacerOutcome.WON else None
        for one in racers
    )


def _time_of(racer: Racer) -> timedelta:
    return racer.time or timedelta()


OVERALL: Final = 0
"""The scope of races wherever they took place. No server has this id."""


@dataclass(frozen=True, slots=True)
class FinishedRace:
    """The outcome of a race in a server or None: each player's place, which ties share.

    Those who did not win share the one after the last who did. ``winners`` are the others.
    """

    id: int
    guild_id: int | None
    ended_at: datetime
    places: Mapping[int, int]
    winners: frozenset[int] = frozenset()

    @property
    def scopes(self) -> tuple[int, ...]:
        """What it counts for: all races, and those of its server."""
        return (OVERALL,) if self.guild_id is None else (OVERALL, self.guild_id)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength as estimated after some rated races, the last of them ``at`` a time.

    They have won as many of those as ``wins`` says.
    """

    mu: float
    sigma: float
    races: int = 0
    at: datetime | None = None
    wins: int = 0


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A line of a server's ratings; equal estimates share a rank, and who won no race has none."""

    rank: int | None
    player_id: int
    rating: Rating


class TournamentKind(StrEnum):
    """Which deals count in a tournament."""

    DAYS = "days"
    """The deal of each of its days."""
    GAMES = "games"
    """A deal of each game that was set, the same for everybody."""


@dataclass(frozen=True, slots=True)
class TournamentDeal:
    """A set deal of a tournament, secret until that is over."""

    id: int
    rules_id: str
    deal_number: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament of a server.

    Attributes:
        place: where it was started and its end is announced; always in a server.
        ends_at: when it ends, or has ended if somebody ended it before.
        deals: its set deals, in the order in which they were chosen; none in a league of days.
    """

    id: int
    place: Place
    kind: TournamentKind
    started_at: datetime
    ends_at: datetime
    is_over: bool = False
    deals: tuple[TournamentDeal, ...] = ()

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day, in UTC, that end before it does, or with it."""
        last = self.ends_at - FINISHING - timedelta(milliseconds=1)
        return self.started_at.date(), last.date()


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """What a player has reached with a set deal: a result, or an unfinished game, or nothing."""

    deal: TournamentDeal
    result: Result | None = None
    is_begun: bool = False
