"""On what terms a contest is played."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from enum import StrEnum
from typing import Final

_MILLISECOND: Final = timedelta(milliseconds=1)


class ContestKind(StrEnum):
    """The kinds of contests: several people play the same deals, which are secret until it ends."""

    RACE = "race"
    TOURNAMENT = "tournament"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a contest allows its players; an option of a race is a field here.

    They are stored by the names of the fields, so that a field that is added later has its default
    in contests that were there before.

    Attributes:
        time_limit: how long each player has, from their first look at the deal.
        hints: whether hints and odds may be asked for.
    """

    time_limit: timedelta = timedelta(hours=1)
    hints: bool = True

    @classmethod
    def from_text(cls, text: str) -> Terms:
        """The terms of a stored contest.

        >>> Terms.from_text('{"time_limit": 600000}')
        Terms(time_limit=datetime.timedelta(seconds=600), hints=True)
        """
        stored = json.loads(text)
        known = {one.name: stored[one.name] for one in fields(cls) if one.name in stored}
        return cls(**known | {"time_limit": known["time_limit"] * _MILLISECOND})

    def to_text(self) -> str:
        """The terms as they are stored: JSON by field, the time limit in milliseconds."""
        return json.dumps(asdict(self) | {"time_limit": self.time_limit // _MILLISECOND})


@dataclass(frozen=True, slots=True)
class Contest:
    """The contest that a game belongs to, while it is not over."""

    kind: ContestKind
    terms: Terms
