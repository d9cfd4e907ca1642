"""The search for every other game: best first over boards, by the rules themselves.

Nothing of it is compiled, so it visits thousands of states a second rather than millions; but there
is no declaration that it does not fit.
"""

from __future__ import annotations

import heapq
from hashlib import blake2b
from typing import Final

from engine.board import Board
from engine.moves import Move
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult

_MOST_STATES: Final = 200_000
"""Boards that wait take up to 3 kB each; so many stay below ``MAX_MEMORY``."""
_SLICE: Final = 50
"""How many boards are expanded between two looks at the clock."""


def search_any(board: Board, limits: Limits) -> SearchResult:
    """Search from a board that no search of its own fits: in general, or else plainly.

    Args:
        board: the board.
        limits: when to give up.
    """
    from engine.solver import general  # noqa: PLC0415  # compiled, so loaded late

    return (general.search if general.fits(board.rules) else search)(board, limits)


def search(board: Board, limits: Limits) -> SearchResult:
    """Search from any board.

    Boards with the most progress go first, and of these the one reached last.

    Args:
        board: the board.
        limits: when to give up.
    """
    most = min(limits.max_states, _MOST_STATES)
    seen = {_key(board)}
    paths: list[tuple[int, Move | None]] = [(-1, None)]
    waiting = [(-board.progress, 0, board)]
    expanded = 0
    while waiting:
        if expanded % _SLICE == 0 and limits.are_reached(len(seen)):
            return SearchResult(Outcome.UNKNOWN, (), len(seen))
        expanded += 1
        _, negative, board = heapq.heappop(waiting)
        for move in reversed(board.legal_moves()):
            after = board.apply(move)
            key = _key(after)
            if key in seen:
                continue
            if after.is_won:
                paths.append((-negative, move))
                return SearchResult(Outcome.WON, _line(paths), len(seen))
            if len(seen) >= most:
                return SearchResult(Outcome.UNKNOWN, (), len(seen))
            seen.add(key)
            heapq.heappush(waiting, (-after.progress, -len(paths), after))
            paths.append((-negative, move))
    return SearchResult(Outcome.LOST, (), len(seen))


def _key(board: Board) -> bytes:
    """A digest of all that distinguishes boards of a game, of 128 bits."""
    state = repr((tuple(map(bytes, board.stacks)), board.redeals, board.hidden))
    return blake2b(state.encode(), digest_size=16).digest()


def _line(paths: list[tuple[int, Move | None]]) -> tuple[Move, ...]:
    """The moves that led to the last of the boards."""
    line: list[Move] = []
    at, move = paths[-1]
    while move is not None:
        line.append(move)
        at, move = paths[at]
    return tuple(reversed(line))
