"""Contests: several people play the same deals, which are secret until it ends, on its terms."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

_MILLISECOND: Final = timedelta(milliseconds=1)


class ContestKind(StrEnum):
    """The kinds of contests."""

    DAY = "day"
    """The deals of a day, in all servers."""
    TABLE = "table"
    """A race that begins at a table."""
    CHALLENGE = "challenge"
    """A race of two, one of whom challenges the other."""
    DAYS = "days"
    """A tournament in which the deal of each of its days counts; it has no deals of its own."""
    GAMES = "games"
    """A tournament with a deal of each game that was set."""

    @property
    def is_race(self) -> bool:
        """Whether players race, each with a clock of their own."""
        return self in (ContestKind.TABLE, ContestKind.CHALLENGE)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a contest allows its players; an option of a race is a field here.

    They are stored by the names of the fields, so that a field that is added later has its default
    in contests that were there before.

    Attributes:
        time_limit: how long each player has.
        hints: whether hints and odds may be asked for.
    """

    time_limit: timedelta = timedelta(hours=1)
    hints: bool = True

    @classmethod
    def from_text(cls, text: str) -> Terms:
        """The terms of a stored contest.

        >>> Terms.from_text('{"time_limit": 600000}') == Terms(timedelta(minutes=10))
        True
        """
        stored = json.loads(text)
        known = {one.name: stored[one.name] for one in fields(cls) if one.name in stored}
        return cls(**known | {"time_limit": known["time_limit"] * _MILLISECOND})

    def to_text(self) -> str:
        """The terms as they are stored: JSON by field, the time limit in milliseconds."""
        return json.dumps(asdict(self) | {"time_limit": self.time_limit // _MILLISECOND})


@dataclass(frozen=True, slots=True)
class ContestDeal:
    """A deal of a contest, as a game that is played of it knows it.

    Attributes:
        id: the id of the deal, which is one of those of its contest.
        slot: which of its contest's deals it is: for a day the name of its slot.
        ends_at: when its contest ends or has ended, until when it is secret; None while nobody
            knows, as a race ends with its last player.
        goal: what to reach on the way to winning it; None for nothing else.
    """

    id: int
    contest_id: int
    kind: ContestKind
    slot: str
    terms: Terms
    opens_at: datetime
    ends_at: datetime | None
    goal: str | None = None

    def is_secret(self, at: datetime) -> bool:
        """Whether nobody may be told its cards or its number: its contest is not over."""
        return self.ends_at is None or at < self.ends_at

    @property
    def day(self) -> date | None:
        """The day whose deal it is, in UTC; None for other contests."""
        return self.opens_at.date() if self.kind is ContestKind.DAY else None
