"""The moves that a player chooses from, and those that look best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import Board, Game, Move, PileKind
from engine.automatic import safe_moves
from engine.rules import DEALT
from rendering.board.scene import FOUNDATIONS

MovesByPile = Mapping[str, tuple[Move, ...]]
"""Moves by what is tapped to move from a pile; piles without moves are missing."""


def distinct_moves(game: Game) -> MovesByPile:
    """The legal moves by what is tapped, of empty piles that nothing tells apart only the first."""
    by_pile: dict[str, list[Move]] = {}
    seen = set[tuple[tuple[str, ...], PileKind | str, int]]()
    for move in game.legal_moves():
        key = (move.sources, _target_key(game.board, move), move.count)
        if key not in seen:
            seen.add(key)
            for source in dict.fromkeys(map(tapped_name, move.sources)):
                by_pile.setdefault(source, []).append(move)
    return {pile: tuple(moves) for pile, moves in by_pile.items()}


def tapped_name(pile: str) -> str:
    """What is tapped to move from a pile: its name, or that of all foundations.

    >>> tapped_name("f3"), tapped_name("3")
    ('f', '3')
    """
    return FOUNDATIONS if pile.startswith(FOUNDATIONS) else pile


def _target_key(board: Board, move: Move) -> PileKind | str:
    """The target's name, or its kind where it is empty and any pile of that kind would do."""
    if move.is_stock:
        return move.target
    index = board.compiled.index_of[move.target]
    kind = board.compiled.piles[index].kind
    if board.stacks[index] or kind not in DEALT or board.tells_apart(kind):
        return move.target
    return kind


def heuristic_move(game: Game) -> Move | None:
    """The best-looking move that leads to a new board; None when there is none.

    Safe foundation moves come first.

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
    """The best-looking of some moves: a safe one, else the first by rank."""
    safe = safe_moves(board)
    return min(moves, key=lambda move: (move not in safe, move_rank(board, move)))


def move_rank(board: Board, move: Move) -> int:
    """How good a move looks; lower is better.

    0. turns up a card, or empties a tableau pile onto cards;
    1. plays to a foundation;
    2. any other move;
    3. deals from the stock;
    4. fills an empty pile, or takes a card back from a foundation.
    """
    if move.is_stock:
        return 3
    if move.target.startswith("f"):
        return 1
    compiled = board.compiled
    source = compiled.index_of[move.source]
    left = len(board.stacks[source]) - move.count
    turns_up = bool(board.hidden) and left > 0 and board.hidden[source] == left
    fills = not board.stacks[compiled.index_of[move.target]]
    empties = compiled.piles[source].kind is PileKind.TABLEAU and not left and not fills
    if turns_up or empties:
        return 0
    return 4 if fills or move.source.startswith("f") else 2


def backward_moves(game: Game) -> tuple[Move, ...]:
    """The legal moves that lead back to an earlier board of the game."""
    history = set(game.boards)
    return tuple(move for move in game.legal_moves() if game.board.apply(move) in history)
