"""Actions on a game: each changes the game step by step and yields the log entry of every step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from bot.service.play.replay import GIVE_UP, REDO, UNDO
from engine import Game, Move, NothingToUndo, PatienceError, Status
from engine.automatic import finish as finishing_moves
from engine.automatic import safe_moves
from engine.goals import Goal, GoalStatus, status_of, would_fail
from engine.goals import finish as finish_with_goal

Action = Callable[[Game, Goal | None], Iterable[str]]
"""Changes a game step by step and yields the log entry of each step once it is taken.

The goal is that of the game's deal, if it has one.
"""


def play(game: Game, goal: Goal | None, move: Move | str, *, autoplay: bool) -> Iterator[str]:
    """Play a move and safe ones after it with autoplay, unless the move fails the goal."""
    was_possible = goal is not None and status_of(goal, game) is not GoalStatus.FAILED
    yield str(game.play(move))
    if goal is not None and was_possible and status_of(goal, game) is GoalStatus.FAILED:
        return
    while autoplay and (safe := _safe_move(game, goal)):
        yield str(game.play(safe))


def play_all(
    game: Game,
    goal: Goal | None,
    moves: Sequence[str],
    refused: list[PatienceError],
    *,
    autoplay: bool,
) -> Iterator[str]:
    """Play typed moves up to the first that cannot be played; ``refused`` takes the reason."""
    refused.clear()
    for number, move in enumerate(moves, start=1):
        if game.status is Status.WON:
            return
        try:
            yield from play(game, goal, move, autoplay=autoplay and number == len(moves))
        except PatienceError as error:
            if number == 1:
                raise
            refused.append(error)
            return


def _safe_move(game: Game, goal: Goal | None) -> Move | None:
    """The first safe foundation move that does not fail the goal."""
    moves = safe_moves(game.board)
    return next((one for one in moves if goal is None or not would_fail(goal, game, one)), None)


def undo(game: Game, *, autoplay: bool) -> Iterator[str]:
    """Take a move back and, with autoplay, the safe foundation moves that had followed it."""
    undone = game.undo()
    yield UNDO
    while autoplay and game.moves and undone in safe_moves(game.board):
        undone = game.undo()
        yield UNDO


def redo(game: Game, _goal: Goal | None) -> Iterator[str]:
    """Play the move taken back last again."""
    game.redo()
    yield REDO


def give_up(_game: Game, _goal: Goal | None) -> Iterator[str]:
    """End the game as it stands."""
    yield GIVE_UP


def finish(game: Game, goal: Goal | None) -> Iterator[str]:
    """Play foundation moves and deal from the stock until the game is won."""
    moves = finishing_moves(game.board) if goal is None else finish_with_goal(goal, game)
    for move in moves:
        yield str(game.play(move))


def undo_to(game: Game, moves: int) -> Iterator[str]:
    """Take moves back one by one until ``moves`` are left."""
    if len(game.moves) <= moves:
        raise NothingToUndo("There are no moves after that one to take back.")
    while len(game.moves) > moves:
        game.undo()
        yield UNDO
