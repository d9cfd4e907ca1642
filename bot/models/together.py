"""Shared boards: one game in a channel, which everybody there may play.

A shared board takes a player's place: its games belong to it as those of a player do, under an id
that nobody on Discord has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.models.places import Place
from bot.models.play import GameSnapshot

RECENT: Final = timedelta(minutes=10)
"""For how long those who played have a say in what is agreed on."""
_UNDO_NEEDS: Final = 2
"""How many people have to want a move taken back."""


class Mode(StrEnum):
    """Who may play next on a shared board."""

    FREE = "free"
    TURNS = "in turn"
    VOTE = "by vote"


class Wish(StrEnum):
    """What several people have to want."""

    MOVE = "move"
    UNDO = "undo"
    HINT = "hint"
    GIVE_UP = "give up"


@dataclass(frozen=True, slots=True)
class SharedBoard:
    """A board that everybody in a channel may play on; ``vote_until`` is None without votes."""

    id: int
    place: Place
    mode: Mode
    vote_until: datetime | None = None

    @property
    def owner(self) -> int:
        """The id under which its games belong to it."""
        return -self.id


@dataclass(frozen=True, slots=True)
class SharedPlayer:
    """Somebody who has played in a shared game, how often, and at which version last."""

    player_id: int
    actions: int
    version: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Vote:
    """What somebody wants in a shared game, and its version that they saw."""

    player_id: int
    wish: Wish
    choice: str
    version: int
    at: datetime


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A shared board's game, its players, most actions first, and votes, oldest first."""

    board: SharedBoard
    snapshot: GameSnapshot
    players: tuple[SharedPlayer, ...] = ()
    votes: tuple[Vote, ...] = ()

    @property
    def last(self) -> tuple[SharedPlayer, ...]:
        """Who took the last action: several if it was voted for; nobody if they were deleted."""
        version = self.snapshot.version
        return tuple(one for one in self.players if version and one.version == version)

    def votes_for(self, wish: Wish, now: datetime) -> tuple[Vote, ...]:
        """The votes that count for a wish: for the board as it is, or to give up just now."""
        return tuple(
            vote
            for vote in self.votes
            if vote.wish is wish
            and (
                vote.at > now - RECENT
                if wish is Wish.GIVE_UP
                else vote.version == self.snapshot.version
            )
        )

    def needed(self, wish: Wish, player: int, now: datetime) -> int:
        """How many votes a wish takes, that of a player included.

        Those have a say who played within the last minutes, and the player. A move is taken back if
        two want it, a hint is shown and the game is given up if most do: whoever plays alone needs
        nobody else.
        """
        having_a_say = {one.player_id for one in self.players if one.at > now - RECENT} | {player}
        if wish is Wish.UNDO:
            return min(_UNDO_NEEDS, len(having_a_say))
        return len(having_a_say) // 2 + 1

    def move_votes(self, now: datetime) -> Iterator[tuple[str, int]]:
        """The moves voted for with their votes, the leading one first; of equals, the earlier."""
        yield from Counter(vote.choice for vote in self.votes_for(Wish.MOVE, now)).most_common()
