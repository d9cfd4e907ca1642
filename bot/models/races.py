"""Races for many: the table where they begin, their racers, and who comes where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.models.places import Place


class RaceState(StrEnum):
    """The state of a race."""

    OPEN = "open"
    """A table that players join."""
    RUNNING = "running"
    FINISHED = "finished"
    CLOSED = "closed"
    """Nobody started it in time, or everybody left the table."""


class RacerOutcome(StrEnum):
    """How a race went for one of its players."""

    WON = "won"
    """They won their game before the deadline."""
    UNFINISHED = "unfinished"
    """They were still playing at the deadline."""
    GIVEN_UP = "given up"
    """They gave their game up."""
    LEFT = "left"
    """They left the race; their game may have gone on."""


@dataclass(frozen=True, slots=True)
class RaceProgress:
    """A player's progress in a race.

    Attributes:
        foundation_count: the cards on the foundations.
        moves: the moves on the board, without those undone.
        undos: how many moves were undone.
        hints: how many hints were given.
        odds: how often the odds were asked.
    """

    foundation_count: int = 0
    moves: int = 0
    undos: int = 0
    hints: int = 0
    odds: int = 0

    @property
    def standing(self) -> tuple[bool, int, int]:
        """How it compares with that of others who have not won; the greater, the better.

        Moves beat none; then more cards on the foundations win, then fewer moves.
        """
        return self.moves > 0, self.foundation_count, -self.moves


@dataclass(frozen=True, slots=True)
class Racer:
    """A player of a race.

    Attributes:
        player_id: the player; :data:`bot.models.DELETED_PLAYER` once they delete their data.
        joined_at: when they joined the table.
        game_id: their game; None before the race begins, and once they delete their data.
        outcome: how the race went for them; None as long as they race.
        result: how their board stood then, or at the deadline; None as long as they race.
        finished_at: when they won, gave up or left; None without, also at the deadline.
        place: their place, from 1, which ties share; None before the race is over.
    """

    player_id: int
    joined_at: datetime
    game_id: int | None = None
    outcome: RacerOutcome | None = None
    result: RaceProgress | None = None
    finished_at: datetime | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Race:
    """A race for many, from the open table on.

    Attributes:
        id: its id, never reused.
        place: the channel it was opened in.
        message_id: the message that shows it there; None until one is saved.
        rules_id: the id of the game's rules.
        time_limit: how long the race lasts at most.
        hints: whether hints and odds are allowed.
        created_at: when the table was opened, in UTC to the millisecond like all times.
        deadline: when the table closes; once the race has begun, when that ends.
        state: its state.
        racers: its players in the order in which they joined, never empty.
        deal_number: the number of the deal, a secret until the race is over; None before it begins.
        ended_at: when the race ended or the table closed; None before.
    """

    id: int
    place: Place
    message_id: int | None
    rules_id: str
    time_limit: timedelta
    hints: bool
    created_at: datetime
    deadline: datetime
    state: RaceState
    racers: tuple[Racer, ...]
    deal_number: int | None = None
    ended_at: datetime | None = None

    @property
    def organizer_id(self) -> int:
        """Who opened the table or, of those who stayed, joined it next."""
        return self.racers[0].player_id

    @property
    def is_over(self) -> bool:
        """Whether the race has ended, or the table was closed."""
        return self.state in (RaceState.FINISHED, RaceState.CLOSED)

    def racer(self, player_id: int) -> Racer | None:
        """One of the players; None if they are not in it."""
        return next((one for one in self.racers if one.player_id == player_id), None)


@dataclass(frozen=True, slots=True)
class RacePost:
    """How a running race stands now, which its message does not show yet.

    Attributes:
        race_id: the race.
        guild_id: the server that its message is in; None for a direct message.
        told: a number for what the message shows.
        current: the number for how the race stands.
    """

    race_id: int
    guild_id: int | None
    told: int
    current: int


def places(racers: Sequence[Racer]) -> tuple[int, ...]:
    """The places of the racers of a finished race, each with an outcome; ties share a place.

    Winners come first, by the time of their win. Then come those who played on until the deadline,
    by their :attr:`RaceProgress.standing`; then likewise those who gave up or left.
    """
    ranks = [_rank(racer) for racer in racers]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


_GROUPS: Final = {
    RacerOutcome.WON: 2,
    RacerOutcome.UNFINISHED: 1,
    RacerOutcome.GIVEN_UP: 0,
    RacerOutcome.LEFT: 0,
}


def _rank(racer: Racer) -> tuple[int, float, tuple[bool, int, int]]:
    """What places a racer; the greater, the better."""
    group = _GROUPS[racer.outcome] if racer.outcome else 0
    if racer.outcome is RacerOutcome.WON and racer.finished_at is not None:
        return group, -racer.finished_at.timestamp(), RaceProgress().standing
    return group, 0, (racer.result or RaceProgress()).standing
