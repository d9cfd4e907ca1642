"""Replaying a stored game from its log, and what an action adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Final

from bot.models.play import GameFacts, GameSnapshot, GameState, Step, StoredGame
from bot.service.errors import UnreadableGame
from engine import Game, InvalidGoal, Move, PatienceError, Status, deal, parse_board
from engine.goals import Goal, GoalStatus, parse_goal, status_of

UNDO: Final = "undo"
REDO: Final = "redo"
GIVE_UP: Final = "give up"

LONGEST_PAUSE: Final = timedelta(minutes=5)
"""How much of a pause between two actions counts as time spent playing."""

_STATES: Final = {
    Status.PLAYING: GameState.PLAYING,
    Status.STUCK: GameState.STUCK,
    Status.WON: GameState.WON,
}


def restore(stored: StoredGame, texts: Sequence[str]) -> GameSnapshot:
    """Replay a stored game's log."""
    try:
        game = begin(stored.rules_id, stored.deal_number, stored.opening)
        for text in texts:
            apply(game, text)
    except PatienceError as error:
        raise UnreadableGame(stored) from error
    state = state_of(game, texts[-1] if texts else "")
    if state.is_final != stored.state.is_final or len(texts) != stored.version:
        raise UnreadableGame(stored)
    return GameSnapshot(
        game_id=stored.id,
        player=stored.player_id,
        game=game,
        state=state,
        undos=texts.count(UNDO),
        elapsed=stored.played,
        started_at=stored.created_at,
        goal=None if stored.contest is None else goal_of(stored.contest.goal),
        **{one.name: getattr(stored, one.name) for one in fields(GameFacts)},
    )


def begin(rules_id: str, deal_number: int, opening: str | None) -> Game:
    """A game as it is dealt, or with a board entered; a PatienceError if there is no such game."""
    if opening is None:
        return deal(rules_id, deal_number)
    return Game(parse_board(rules_id, opening))


def goal_of(text: str | None) -> Goal | None:
    """The goal of a day's deal; None for none, and for one of a newer version."""
    try:
        return None if text is None else parse_goal(text)
    except InvalidGoal:
        return None


def apply(game: Game, text: str) -> None:
    """Apply a log entry to a game."""
    if text == UNDO:
        game.undo()
    elif text == REDO:
        game.redo()
    elif text != GIVE_UP:
        # Logs hold only the canonical form, so that the accepted input can grow.
        move = Move.parse(text)
        game.play(game.board.stock_move if move.is_stock else move)


def record_of(game: Game, *, is_secret: bool) -> str:
    """A game's record; while its deal is secret, with the opening board instead of the number."""
    return (unnumbered(game) if is_secret else game).record()


def unnumbered(game: Game) -> Game:
    """A copy of a game that does not tell which deal it is."""
    copy = Game(game.boards[0])
    for move in game.moves:
        copy.play(move)
    return copy


def state_of(game: Game, last_entry: str) -> GameState:
    """The state of a game, given the last entry of its log."""
    return GameState.GIVEN_UP if last_entry == GIVE_UP else _STATES[game.status]


def play_time(before: timedelta, since: datetime, until: datetime) -> timedelta:
    """The time spent playing, including one more pause."""
    return before + min(until - since, LONGEST_PAUSE)


def step(snapshot: GameSnapshot, game: Game, text: str, now: datetime) -> Step:
    """The log entry of an action that ``game`` has already taken."""
    state, goal = state_of(game, text), snapshot.goal
    return Step(
        game_id=snapshot.game_id,
        version=snapshot.version,
        text=text,
        at=now,
        since=snapshot.updated_at,
        contest=snapshot.contest,
        state=state,
        moves=len(game.moves),
        played=play_time(snapshot.elapsed, snapshot.updated_at, now),
        progress=game.board.progress,
        goal_met=None
        if goal is None or not state.is_final
        else status_of(goal, game) is GoalStatus.MET,
    )


def advance(snapshot: GameSnapshot, step: Step) -> GameSnapshot:
    """The snapshot once the step is saved."""
    return replace(
        snapshot,
        version=step.version + 1,
        steps=snapshot.steps + 1,
        state=step.state,
        undos=snapshot.undos + (step.text == UNDO),
        elapsed=step.played,
        updated_at=step.at,
        finished_at=step.at if step.state.is_final else None,
    )
