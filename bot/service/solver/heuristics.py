"""Moves that a careful player would make, without any search."""

from __future__ import annotations

from collections.abc import Sequence

from bot.service.solver.hidden_cards import board_history
from engine import Board, Game, Move, PileKind
from engine.automatic import safe_moves


def heuristic_move(game: Game) -> Move | None:
    """A move that a careful player would make; None when there is none.

    A foundation play that cannot hurt, else a move that turns a card up or empties a pile of the
    tableau, else any foundation play, else one that leads to a board that has not been there, the
    stock's last of all.

    >>> from engine import deal
    >>> str(heuristic_move(deal("phoenix", 2)))
    'r1-f1'
    """
    safe = safe_moves(game.board)
    if safe:
        return safe[0]
    back = set(backward_moves(game))
    moves = [move for move in game.legal_moves() if move not in back]
    return min(moves, key=lambda move: move_rank(game.board, move), default=None)


def best_move(board: Board, moves: Sequence[Move]) -> Move:
    """Of some moves the one that a careful player would make."""
    safe = safe_moves(board)
    return min(moves, key=lambda move: (move not in safe, move_rank(board, move)))


def move_rank(board: Board, move: Move) -> int:
    """How far down the list of sensible moves a move stands."""
    if move.is_stock:
        return 3
    if move.target.startswith("f"):
        return 1
    number = board.compiled.index_of[move.source]
    left = len(board.stacks[number]) - move.count
    turns_up = bool(board.hidden) and left > 0 and board.hidden[number] == left
    # One that fills an empty pile again has gained nothing.
    fills = not board.stacks[board.compiled.index_of[move.target]]
    empties = board.compiled.piles[number].kind is PileKind.TABLEAU and not left and not fills
    if turns_up or empties:
        return 0
    return 4 if fills or move.source.startswith("f") else 2


def backward_moves(game: Game) -> tuple[Move, ...]:
    """The legal moves that lead to a board that has been there before."""
    been = set(board_history(game))
    return tuple(move for move in game.legal_moves() if game.board.apply(move) in been)
