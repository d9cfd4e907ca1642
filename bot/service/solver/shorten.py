"""Tasks that shorten winning lines, without proof that a line is the shortest."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine import Board, Move, deal
from engine.solver import Outcome, Verdict, solve

_MAX_STATES: Final = 20_000
"""Positions per search: there are many boards to try, and hard ones have no short lines."""


@dataclass(frozen=True, slots=True)
class ShorteningState:
    """How far the shortening of a line has come.

    Attributes:
        line: the winning moves.
        position: how many of them this pass has tried.
        improved: whether this pass has shortened the line, so that another is worthwhile.
    """

    line: tuple[Move, ...]
    position: int = 0
    improved: bool = False

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to try."""
        return self.position >= len(self.line) and not self.improved


def find_line(rules_id: str, deal_number: int, seconds: float) -> Verdict:
    """Search for any line that wins a deal."""
    return solve(deal(rules_id, deal_number).board, max_seconds=seconds)


def shorten(
    rules_id: str, deal_number: int, state: ShorteningState, seconds: float
) -> ShorteningState:
    """Shorten a winning line: at each of its boards try every move, and search on from there.

    Args:
        rules_id: the game.
        deal_number: the deal.
        state: a line that wins it, and how far it has been tried.
        seconds: how long to search.

    Returns:
        The line, shorter or the same, and where to continue.
    """
    ends = time.monotonic() + seconds
    dealt = deal(rules_id, deal_number).board
    line, position, improved = state.line, state.position, state.improved
    if position >= len(line):
        line, position, improved = without_detours(dealt, line), 0, False
    board = dealt
    for move in line[:position]:
        board = board.apply(move)
    first = position
    while position < len(line) and time.monotonic() < ends:
        better = _better(board, line[position:], ends)
        if better is not None:
            line, improved = (*line[:position], *without_detours(board, better)), True
        elif time.monotonic() >= ends and position > first:
            # Too late to try all of its moves: it is the first of the next slice.
            break
        board = board.apply(line[position])
        position += 1
    return ShorteningState(line, position, improved)


def without_detours(board: Board, line: Sequence[Move]) -> tuple[Move, ...]:
    """A line without the moves between two visits to the same board."""
    short: list[Move] = []
    boards = [board]
    for move in line:
        board = board.apply(move)
        if board in boards:
            visit = boards.index(board)
            del short[visit:], boards[visit + 1 :]
        else:
            short.append(move)
            boards.append(board)
    return tuple(short)


def _better(board: Board, rest: tuple[Move, ...], ends: float) -> tuple[Move, ...] | None:
    """The shortest line found from a board that beats the known one; None if none does."""
    best: tuple[Move, ...] | None = None
    for move in board.legal_moves():
        left = ends - time.monotonic()
        if left <= 0:
            break
        found = solve(board.apply(move), max_states=_MAX_STATES, max_seconds=left)
        if found.outcome is Outcome.WON and len(found.moves) + 1 < len(best or rest):
            best = (move, *found.moves)
    return best
