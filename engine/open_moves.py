"""What is still open after a move: the way back, and the other moves of the same cards."""

from __future__ import annotations

from collections.abc import Iterable

from engine.board import Board
from engine.moves import Move


def comes_back(board: Board, move: Move) -> bool:
    """Whether another move leads back to the board before a move, so that it cannot lose.

    >>> from engine import deal
    >>> comes_back(deal("freecell", 6).board, Move("2", "a"))
    True
    """
    return _after(board.apply(move), _part(move.target, move.source, move.count)) == board


def keeps_open(board: Board, move: Move, others: Iterable[Move]) -> bool:
    """Whether all other moves of a pile are still open after one of them, which is no mistake then.

    They are if it comes back, or if for each there are moves that lead to the same board.

    Args:
        others: legal moves of the same pile, none of them a discard.
    """
    if comes_back(board, move):
        return True
    after = board.apply(move)
    return all(_leads_to(after, move, other, board.apply(other)) for other in others)


def _leads_to(after: Board, move: Move, other: Move, wanted: Board) -> bool:
    """Whether what a move took, and what it left, can still be put together elsewhere."""
    more = other.count - move.count
    if more > 0:
        first = _part(move.source, other.target, more)
        then = _part(move.target, other.target, move.count)
    else:
        first = _part(move.target, other.target, other.count)
        then = _part(move.target, move.source, -more)
    return _after(after, first, then) == wanted


def _part(source: str, target: str, count: int) -> Move | None:
    """A move of a number of cards; None if there are none."""
    return Move(source, target, count) if count else None


def _after(board: Board, *moves: Move | None) -> Board | None:
    """The board after some moves; None if one of them is not legal."""
    for move in moves:
        if move is not None:
            if not board.is_legal(move):
                return None
            board = board.apply(move)
    return board
