"""Winning lines made shorter. Runs in the solver's workers, as the questions do.

No search here finds the shortest line there is: what is found is the shortest of those that were
looked at.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine import Board, Move, deal
from engine.solver import Outcome, Verdict, solve

_MOST_STATES: Final = 20_000
"""How many positions one search looks at: lines are many, and hard ones are not the short ones."""


@dataclass(frozen=True, slots=True)
class ShorteningState:
    """How far the shortening of a line has come.

    Attributes:
        line: the moves, which win.
        place: how many of them have been looked at in this round.
        shorter: whether the line became shorter in this round, so that another is worth it.
    """

    line: tuple[Move, ...]
    place: int = 0
    shorter: bool = False

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to try."""
        return self.place >= len(self.line) and not self.shorter


def first_line(game: str, number: int, seconds: float) -> Verdict:
    """Search for any way to win a deal.

    Args:
        game: the id of the game's rules.
        number: the number of the deal.
        seconds: how long to search.
    """
    return solve(deal(game, number).board, max_seconds=seconds)


def shorten(game: str, number: int, so_far: ShorteningState, seconds: float) -> ShorteningState:
    """Make a line shorter: at each of its boards try every move, and search on from there.

    Args:
        game: the id of the game's rules.
        number: the number of the deal.
        so_far: a line that wins the deal.
        seconds: how long to search.

    Returns:
        The line, shorter or the same, and where to go on.
    """
    ends = time.monotonic() + seconds
    dealt = deal(game, number).board
    line, place, shorter = so_far.line, so_far.place, so_far.shorter
    if place >= len(line):
        line, place, shorter = without_detours(dealt, line), 0, False
    board = dealt
    for move in line[:place]:
        board = board.apply(move)
    while place < len(line) and time.monotonic() < ends:
        better = _better(board, line[place:], ends)
        if better is not None:
            line, shorter = (*line[:place], *without_detours(board, better)), True
        board = board.apply(line[place])
        place += 1
    return ShorteningState(line, place, shorter)


def without_detours(board: Board, line: Sequence[Move]) -> tuple[Move, ...]:
    """A line without the moves between two times that it comes to the same board.

    Args:
        board: the board that it begins at.
        line: the moves.
    """
    kept: list[Move] = []
    boards = [board]
    for move in line:
        board = board.apply(move)
        if board in boards:
            known = boards.index(board)
            del kept[known:], boards[known + 1 :]
        else:
            kept.append(move)
            boards.append(board)
    return tuple(kept)


def _better(board: Board, rest: tuple[Move, ...], ends: float) -> tuple[Move, ...] | None:
    """The shortest line found that begins with any move and is shorter than the rest of one."""
    best: tuple[Move, ...] | None = None
    for move in board.legal_moves():
        left = ends - time.monotonic()
        if left <= 0:
            break
        found = solve(board.apply(move), max_states=_MOST_STATES, max_seconds=left)
        if found.outcome is Outcome.WON and len(found.moves) + 1 < len(best or rest):
            best = (move, *found.moves)
    return best
