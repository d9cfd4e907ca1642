"""The solver: whether a board can be won, and how.

There are four compiled searches, chosen by a game's declaration: :mod:`engine.solver.free_runs` for
games whose runs move freely, :mod:`engine.solver.clearing` for those that only take cards away,
:mod:`engine.solver.rows` for those in which places matter, and :mod:`engine.solver.general` for
nearly all others. :mod:`engine.solver.plain` takes what is left: declarations that combine what
none of them expects. They see every card, face down or not.

Four of them are compiled, which takes time and memory that playing does not need. So the first
search loads them; the very first compiles them and caches the result on disk.
"""

from __future__ import annotations

import time
from typing import Final

from engine.board import Board
from engine.dealing import opening
from engine.games import rules_of
from engine.solver import plain
from engine.solver.verdict import Outcome, SearchResult, Verdict

__all__ = [
    "MAX_MEMORY",
    "MAX_SECONDS",
    "MAX_STATES",
    "Outcome",
    "SearchResult",
    "Verdict",
    "prepare",
    "solve",
]

MAX_MEMORY: Final = 1_000_000_000
"""The most bytes that the arrays of a search take together, also while one of them grows."""
MAX_STATES: Final = 10_000_000
"""The default limit on the states that a search visits."""
MAX_SECONDS: Final = 10.0
"""The default time limit of a search."""


def solve(
    board: Board, *, max_states: int = MAX_STATES, max_seconds: float = MAX_SECONDS
) -> Verdict:
    """Search for a solution of a board.

    The search is deterministic: the same board and state limit give the same verdict, unless time
    runs out first.

    Args:
        board: any board of any game, with any redeals left.
        max_states: how many states to visit before giving up.
        max_seconds: how long to search before giving up.

    Returns:
        The verdict. A solution is verified by the rules before it is returned.

    >>> from engine import deal
    >>> verdict = solve(deal("saratoga", 42).board)
    >>> verdict.outcome, len(verdict.moves) > 52
    (<Outcome.WON: 'won'>, True)
    """
    start = time.perf_counter()
    result = _search(board, max_states, max_seconds)
    if result.outcome is Outcome.WON and not _wins(board, result):
        # A bug in the search must not become a promise to a player.
        result = SearchResult(Outcome.UNKNOWN, (), result.states)
    return Verdict(result.outcome, result.moves, result.states, time.perf_counter() - start)


def prepare() -> None:
    """Load all searches now, compiling what is not cached, which may take a minute.

    Call this before a search whose caller waits for a limited time.
    """
    from engine.solver import clearing, free_runs, general, rows  # noqa: PLC0415  # compiled

    clearing.prepare()
    rows.prepare()
    free_runs.prepare(opening(rules_of("saratoga"), 1))
    general.prepare(opening(rules_of("freecell"), 1))


def _search(board: Board, max_states: int, max_seconds: float) -> SearchResult:
    if board.is_won:
        return SearchResult(Outcome.WON, (), 0)
    from engine.solver import free_runs  # noqa: PLC0415  # compiled, so loaded late

    if free_runs.fits(board.rules):
        return free_runs.search(board, max_states=max_states, max_seconds=max_seconds)
    from engine.solver import clearing  # noqa: PLC0415  # likewise

    if clearing.fits(board.rules):
        return clearing.search(board, max_states=max_states, max_seconds=max_seconds)
    from engine.solver import rows  # noqa: PLC0415  # likewise

    if rows.fits(board.rules):
        return rows.search(board, max_states=max_states, max_seconds=max_seconds)
    from engine.solver import general  # noqa: PLC0415  # likewise

    if general.fits(board.rules):
        return general.search(board, max_states=max_states, max_seconds=max_seconds)
    return plain.search(board, max_states=max_states, max_seconds=max_seconds)


def _wins(board: Board, result: SearchResult) -> bool:
    """Whether the rules allow the moves found, and these win."""
    for move in result.moves:
        if not board.is_legal(move):
            return False
        board = board.apply(move)
    return board.is_won
