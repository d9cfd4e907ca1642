"""From a game's log to the game, and what an action adds to it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from bot.models import GameState
from bot.service.errors import Unreadable
from bot.service.models import GameSnapshot
from bot.store import Action, StoredGame
from engine import Game, Move, PatienceError, Status, deal

UNDO: Final = "undo"
REDO: Final = "redo"
GIVE_UP: Final = "give up"

LONGEST_PAUSE: Final = timedelta(minutes=5)
"""How much of the time between two actions counts as time spent playing."""

_OUTCOMES: Final = {
    Status.PLAYING: GameState.PLAYING,
    Status.STUCK: GameState.STUCK,
    Status.WON: GameState.WON,
}


def restore(stored: StoredGame, log: Iterable[Action]) -> GameSnapshot:
    """A stored game as it stands, by playing its log again.

    Raises:
        Unreadable: when the rules do not lead where the log says.
    """
    texts = [action.text for action in log]
    try:
        game = deal(stored.rules_id, stored.deal_number)
        for text in texts:
            apply(game, text)
    except PatienceError as error:
        raise Unreadable(stored) from error
    outcome = outcome_of(game, texts[-1] if texts else "")
    if outcome.is_final != stored.state.is_final or len(texts) != stored.version:
        raise Unreadable(stored)
    return GameSnapshot(
        game_id=stored.id,
        player=stored.player_id,
        version=stored.version,
        game=game,
        deal_number=stored.deal_number,
        state=outcome,
        undos=texts.count(UNDO),
        elapsed=stored.played,
        place=stored.place,
        started_at=stored.created_at,
        updated_at=stored.updated_at,
        finished_at=stored.finished_at,
        winnable=stored.winnable,
        hints=stored.hints,
        day=stored.day,
        raced=stored.raced,
    )


def apply(game: Game, text: str) -> None:
    """Do to a game what an entry of its log says.

    Raises:
        PatienceError: when that cannot be done; the game is unchanged.
    """
    if text == UNDO:
        game.undo()
    elif text == REDO:
        game.redo()
    elif text != GIVE_UP:
        # Only the exact form is read here, so that what people may type can grow.
        move = Move.parse(text)
        game.play(game.board.stock_move if move.is_stock else move)


def outcome_of(game: Game, last: str) -> GameState:
    """How far a game has come, given the last entry of its log."""
    return GameState.GIVEN_UP if last == GIVE_UP else _OUTCOMES[game.status]


def played(before: timedelta, since: datetime, until: datetime) -> timedelta:
    """The time spent playing, one pause later."""
    return before + min(until - since, LONGEST_PAUSE)
