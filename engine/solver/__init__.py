"""Search: whether a board can be won, and how.

Two searches share the games between them, by what their declarations allow: one for games whose
runs move freely, :mod:`engine.solver.free_runs`, and one for all others,
:mod:`engine.solver.general`. All cards are known to them, face down or not.

They are compiled, which takes time and memory that somebody who only plays has no use for. So they
are loaded by the first search; the first one ever compiles them and keeps that on disk.
"""

from __future__ import annotations

import time
from typing import Final

from engine.board import Board
from engine.dealing import opening
from engine.games import rules_of
from engine.solver.verdict import Outcome, SearchResult, Verdict

__all__ = ["MAX_SECONDS", "MAX_STATES", "Outcome", "SearchResult", "Verdict", "prepare", "solve"]

MAX_STATES: Final = 10_000_000
"""How many positions a search looks at before it gives up, unless it is told."""
MAX_SECONDS: Final = 10.0
"""How many seconds it takes, unless it is told."""


def solve(
    board: Board, *, max_states: int = MAX_STATES, max_seconds: float = MAX_SECONDS
) -> Verdict:
    """Search for a way to win from a board.

    The same board and number of positions give the same verdict, unless time runs out before.

    Args:
        board: any board of any game, with whatever redeals are left.
        max_states: how many positions to look at before giving up.
        max_seconds: how long to look before giving up.

    Returns:
        The verdict. The moves of one that is won were played by the rules before it is given.

    >>> from engine import deal
    >>> verdict = solve(deal("saratoga", 42).board)
    >>> verdict.outcome, len(verdict.moves) > 52
    (<Outcome.WON: 'won'>, True)
    """
    began = time.perf_counter()
    found = _search(board, max_states, max_seconds)
    if found.outcome is Outcome.WON and not _wins(board, found):
        # A fault of the search must not become a promise to a player.
        found = SearchResult(Outcome.UNKNOWN, (), found.states)
    return Verdict(found.outcome, found.moves, found.states, time.perf_counter() - began)


def prepare() -> None:
    """Load both searches now, and compile what is not kept on disk yet, which may take a minute.

    Whoever waits for a search for a limited time does that before.
    """
    # Loaded here because they are compiled: see above.
    from engine.solver import free_runs, general  # noqa: PLC0415

    free_runs.prepare(opening(rules_of("saratoga"), 1))
    general.prepare(opening(rules_of("freecell"), 1))


def _search(board: Board, max_states: int, max_seconds: float) -> SearchResult:
    if board.is_won:
        return SearchResult(Outcome.WON, (), 0)
    # Loaded here because they are compiled: see above.
    from engine.solver import free_runs  # noqa: PLC0415

    if free_runs.fits(board.rules):
        return free_runs.search(board, max_states=max_states, max_seconds=max_seconds)
    from engine.solver import general  # noqa: PLC0415

    return general.search(board, max_states=max_states, max_seconds=max_seconds)


def _wins(board: Board, found: SearchResult) -> bool:
    """Whether the moves that were found win by the rules."""
    for move in found.moves:
        if not board.is_legal(move):
            return False
        board = board.apply(move)
    return board.is_won
