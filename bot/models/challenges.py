"""Challenges between two players, and the races they become."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.models.places import Place

DELETED_PLAYER: Final = 0
"""Stands in a race for a player who has deleted their data. No user has this id."""


class ChallengeState(StrEnum):
    """The state of a challenge."""

    PENDING = "pending"
    """It awaits an answer."""
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """The challenger took it back."""
    EXPIRED = "expired"
    """It was not answered in time."""
    RUNNING = "running"
    FINISHED = "finished"


class Ending(StrEnum):
    """What decided a race."""

    WON = "won"
    """The winner won the game first, before the deadline."""
    FORFEIT = "forfeit"
    """The loser left the race or gave the game up."""
    NO_MOVES = "no moves"
    """At the deadline the loser had not made a move."""
    CARDS = "cards"
    """At the deadline the winner had more cards on the foundations."""
    MOVES = "moves"
    """At the deadline both had as many cards there, and the winner had made fewer moves."""
    DRAW = "draw"
    """At the deadline they were tied."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge from one player to another, and the race it became.

    Attributes:
        id: its id, never reused.
        challenger_id: who sent it; :data:`DELETED_PLAYER` once they delete their data.
        opponent_id: who received it; likewise.
        place: where it was sent, if known.
        rules_id: the id of the game's rules.
        time_limit: how long the race lasts at most.
        created_at: when it was sent, in UTC to the millisecond like all times.
        deadline: when it expires; of a race, when it ends.
        state: its state.
        deal_number: the number of the deal; None before the race, as are the games.
        challenger_game_id: the challenger's game; None once they delete their data.
        opponent_game_id: the opponent's game; likewise.
        ending: what decided the race; None before it ends.
        winner_id: who won the race; None before it ends, and in a draw.
        ended_at: when it ended, as a challenge or as a race; None before.
        message_id: the message that shows it in its channel, if known.
    """

    id: int
    challenger_id: int
    opponent_id: int
    place: Place | None
    rules_id: str
    time_limit: timedelta
    created_at: datetime
    deadline: datetime
    state: ChallengeState
    deal_number: int | None = None
    challenger_game_id: int | None = None
    opponent_game_id: int | None = None
    ending: Ending | None = None
    winner_id: int | None = None
    ended_at: datetime | None = None
    message_id: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is pending or a running race."""
        return self.state in (ChallengeState.PENDING, ChallengeState.RUNNING)

    def involves(self, player_id: int) -> bool:
        """Whether a player is one of the two."""
        return player_id in (self.challenger_id, self.opponent_id)

    def other(self, player_id: int) -> int:
        """The opponent of one of the two."""
        return self.opponent_id if player_id == self.challenger_id else self.challenger_id

    def game_id_of(self, player_id: int) -> int | None:
        """One player's game; None before the race begins."""
        return self.challenger_game_id if player_id == self.challenger_id else self.opponent_game_id
