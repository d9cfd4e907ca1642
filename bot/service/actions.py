"""What can be done to a game at the table: each act does it, and tells what goes into the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bot.service.replay import GIVE_UP, REDO, UNDO
from engine import Game, Move, NothingToUndo
from engine.automatic import finish as finishing_moves
from engine.automatic import safe_moves

Act = Callable[[Game], Iterable[str]]
"""Does things to a game one by one, and gives the text of each for the log when it is done."""


def play(game: Game, move: Move | str, *, tidies: bool) -> Iterator[str]:
    """Play a move and, where asked to, the foundation plays after it that can never hurt.

    Raises:
        IllegalMove, InvalidMove: when the move is none on this board.
    """
    yield str(game.play(move))
    while tidies and (safe := safe_moves(game.board)):
        yield str(game.play(safe[0]))


def undo(game: Game, *, tidies: bool) -> Iterator[str]:
    """Take a move back and, where asked to, the safe foundation plays that had followed it.

    Raises:
        NothingToUndo: when no move has been played.
    """
    undone = game.undo()
    yield UNDO
    while tidies and game.moves and undone in safe_moves(game.board):
        undone = game.undo()
        yield UNDO


def redo(game: Game) -> Iterator[str]:
    """Play the move last taken back again.

    Raises:
        NothingToRedo: when no move has been taken back.
    """
    game.redo()
    yield REDO


def give_up(_: Game) -> Iterator[str]:
    """End the game as it stands."""
    yield GIVE_UP


def finish(game: Game) -> Iterator[str]:
    """Play the rest of a game that plays itself.

    Raises:
        CannotFinish: when it does not.
    """
    for move in finishing_moves(game.board):
        yield str(game.play(move))


def undo_to(game: Game, moves: int) -> Iterator[str]:
    """Take moves back, one by one, until so many are left.

    Raises:
        NothingToUndo: when there are no more moves than that.
    """
    if len(game.moves) <= moves:
        raise NothingToUndo("The game has not gone beyond that move.")
    while len(game.moves) > moves:
        game.undo()
        yield UNDO
