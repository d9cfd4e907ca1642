"""What players are shown of their games: values that nothing changes behind their back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.models import GameState, Place
from bot.store import StoredGame
from engine import Game


@dataclass(frozen=True, slots=True)
class BoardVersion:
    """Which board somebody acted on: what a button has to remember.

    Attributes:
        game_id: the game.
        version: how many actions had been taken in it.
    """

    game_id: int
    version: int


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A player at a game, at one moment.

    Attributes:
        game_id: the game's number in the store.
        player: whose game it is.
        version: how many actions have been taken, undo and redo among them.
        game: the game itself, a copy that the holder may do with as they please.
        deal_number: the number of the deal.
        state: how far it has come.
        undos: how often a move was taken back.
        elapsed: the time spent playing. Of a pause only the first five minutes count, so that a
            game put by overnight does not tell of the night.
        place: where it was dealt, where that is known.
        started_at: when it was dealt, in UTC, as are the others.
        updated_at: when the last action was taken, or when it was dealt.
        finished_at: when it was won or given up; None before.
        winnable: whether the deal was proven winnable before it was dealt.
        hints: how many hints were given in it.
        day: the day whose daily deal it is; None for any other.
        raced: whether it is part of a race that ran when it was last fetched.
    """

    game_id: int
    player: int
    version: int
    game: Game
    deal_number: int
    state: GameState
    undos: int
    elapsed: timedelta
    place: Place | None
    started_at: datetime
    updated_at: datetime
    finished_at: datetime | None
    winnable: bool = False
    hints: int = 0
    day: date | None = None
    raced: bool = False

    @property
    def board_version(self) -> BoardVersion:
        """Which board this is, to be given back with what the player does on it."""
        return BoardVersion(self.game_id, self.version)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A line in a list of games.

    Attributes:
        game_id: the game's number in the store.
        rules_id: the id of its rules, which this version may not know.
        deal_number: the number of the deal.
        state: how far it has come.
        moves: how many moves stand on its board.
        started_at: when it was dealt, in UTC.
        updated_at: when the last action was taken, or when it was dealt.
        is_active: whether it is the one on its player's table.
        day: the day whose daily deal it is; None for any other.
        raced: whether it is part of a race that runs.
    """

    game_id: int
    rules_id: str
    deal_number: int
    state: GameState
    moves: int
    started_at: datetime
    updated_at: datetime
    is_active: bool
    day: date | None = None
    raced: bool = False


def summary(stored: StoredGame, *, on_table: bool) -> GameSummary:
    """The line for a stored game."""
    return GameSummary(
        game_id=stored.id,
        rules_id=stored.rules_id,
        deal_number=stored.deal_number,
        state=stored.state,
        moves=stored.moves,
        started_at=stored.created_at,
        updated_at=stored.updated_at,
        is_active=on_table,
        day=stored.day,
        raced=stored.raced,
    )
