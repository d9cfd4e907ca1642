"""Challenges to a race as the store gives them: plain values, free of SQL."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.store.records import Place

GONE: Final = 0
"""Stands in a race for a player who has deleted what was kept of them. Nobody has that id."""


class ChallengeState(StrEnum):
    """How far a challenge has come."""

    ASKED = "asked"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """The challenger thought better of it."""
    EXPIRED = "expired"
    """It was not answered in time."""
    RUNNING = "running"
    FINISHED = "finished"


class Ending(StrEnum):
    """What decided a race."""

    WON = "won"
    """The winner won the deal, before the other and before the deadline."""
    LEFT = "left"
    """The other left the race or gave the game up."""
    SILENCE = "silence"
    """At the deadline the other had not a single move on the board."""
    CARDS = "cards"
    """At the deadline the winner had more cards on the foundations."""
    MOVES = "moves"
    """At the deadline both had as many cards there, and the winner had needed fewer moves."""
    DRAW = "draw"
    """At the deadline they were equal in all of it."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge of one player to another, and the race that came of it.

    Attributes:
        id: its number, never given to another.
        challenger_id: who asked; :data:`GONE` once they have deleted what was kept of them.
        opponent_id: who was asked; the same.
        place: where it was asked, where that is known.
        game: the id of the game's rules.
        lasts: how long a race may go on.
        asked_at: when it was asked, in UTC to the millisecond, as are the others.
        deadline: until when it can be answered; once it runs, until when it can be won.
        state: how far it has come.
        number: the number of the deal; None before it runs, as are the games.
        challenger_game: the number of the challenger's game in the store; None for one who is gone,
            as is the opponent's.
        opponent_game: the number of the opponent's game in the store.
        ending: what decided the race; None before.
        winner_id: who won it; None before, and when nobody did.
        ended_at: when nothing could come of it any more; None before.
    """

    id: int
    challenger_id: int
    opponent_id: int
    place: Place | None
    game: str
    lasts: timedelta
    asked_at: datetime
    deadline: datetime
    state: ChallengeState
    number: int | None = None
    challenger_game: int | None = None
    opponent_game: int | None = None
    ending: Ending | None = None
    winner_id: int | None = None
    ended_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether something can still come of it."""
        return self.state in (ChallengeState.ASKED, ChallengeState.RUNNING)

    def concerns(self, player_id: int) -> bool:
        """Whether a player is one of the two."""
        return player_id in (self.challenger_id, self.opponent_id)

    def other(self, player_id: int) -> int:
        """Who is against one of the two."""
        return self.opponent_id if player_id == self.challenger_id else self.challenger_id

    def game_of(self, player_id: int) -> int | None:
        """The number of one player's game; None before the race runs."""
        return self.challenger_game if player_id == self.challenger_id else self.opponent_game
