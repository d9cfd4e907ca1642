"""Brute force: an exhaustive search that is simple enough to be right."""

from __future__ import annotations

from engine.board import Board


def is_winnable(board: Board, max_boards: int = 1_500) -> bool | None:
    """Whether a board can be won; None if that takes more than ``max_boards`` boards."""
    seen, waiting = {(board.stacks, board.hidden, board.redeals)}, [board]
    while waiting:
        board = waiting.pop()
        if board.is_won:
            return True
        if len(seen) > max_boards:
            return None
        for move in reversed(board.legal_moves()):
            after = board.apply(move)
            position = (after.stacks, after.hidden, after.redeals)
            if position not in seen:
                seen.add(position)
                waiting.append(after)
    return False
