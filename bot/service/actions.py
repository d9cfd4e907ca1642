"""Actions on a game: each changes the game step by step and yields the log entry of every step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bot.service.replay import GIVE_UP, REDO, UNDO
from engine import Game, Move, NothingToUndo
from engine.automatic import finish as finishing_moves
from engine.automatic import safe_moves

Action = Callable[[Game], Iterable[str]]
"""Changes a game step by step and yields the log entry of each step once it is taken."""


def play(game: Game, move: Move | str, *, autoplay: bool) -> Iterator[str]:
    """Play a move and, with autoplay, the safe foundation moves after it.

    Raises:
        IllegalMove, InvalidMove: if it is no legal move.
    """
    yield str(game.play(move))
    while autoplay and (safe := safe_moves(game.board)):
        yield str(game.play(safe[0]))


def undo(game: Game, *, autoplay: bool) -> Iterator[str]:
    """Take a move back and, with autoplay, the safe foundation moves that had followed it.

    Raises:
        NothingToUndo: if no move has been played.
    """
    undone = game.undo()
    yield UNDO
    while autoplay and game.moves and undone in safe_moves(game.board):
        undone = game.undo()
        yield UNDO


def redo(game: Game) -> Iterator[str]:
    """Play the move taken back last again.

    Raises:
        NothingToRedo: if no move has been taken back.
    """
    game.redo()
    yield REDO


def give_up(_: Game) -> Iterator[str]:
    """End the game as it stands."""
    yield GIVE_UP


def finish(game: Game) -> Iterator[str]:
    """Play foundation moves and deal from the stock until the game is won.

    Raises:
        CannotFinish: if that does not win the game.
    """
    for move in finishing_moves(game.board):
        yield str(game.play(move))


def undo_to(game: Game, moves: int) -> Iterator[str]:
    """Take moves back one by one until ``moves`` are left.

    Raises:
        NothingToUndo: if there are no more moves than that.
    """
    if len(game.moves) <= moves:
        raise NothingToUndo("There are no moves after that one to take back.")
    while len(game.moves) > moves:
        game.undo()
        yield UNDO
