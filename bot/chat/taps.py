"""Tap to move: which piles can be tapped, and what a tap leaves to choose.

A tap on a pile plays at once when only one move leaves it; otherwise a second tap chooses. So every
legal move is at most two taps away, piles that are empty and alike counted as one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import PileKind

if TYPE_CHECKING:
    from engine import Board, Move

Moves = dict[str, tuple["Move", ...]]
"""The moves of a board by the pile they leave."""

_ALIKE_WHEN_EMPTY = (PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE)


def moves_by_pile(board: Board) -> Moves:
    """The moves worth telling apart, by the pile they leave, in the order of the legal moves.

    Of moves into several empty piles of one kind only the one into the first is kept. Piles that
    nothing can leave are missing.
    """
    found: dict[str, list[Move]] = {}
    seen = set[tuple[str, PileKind | str, int]]()
    for move in board.legal_moves():
        key = (move.source, _target(board, move), move.count)
        if key not in seen:
            seen.add(key)
            found.setdefault(move.source, []).append(move)
    return {pile: tuple(moves) for pile, moves in found.items()}


def _target(board: Board, move: Move) -> PileKind | str:
    """What tells the move's target from others: its name, or its kind where it is empty."""
    if move.is_stock:
        return move.target
    number = board.compiled.index_of[move.target]
    kind = board.compiled.piles[number].kind
    return kind if not board.stacks[number] and kind in _ALIKE_WHEN_EMPTY else move.target
