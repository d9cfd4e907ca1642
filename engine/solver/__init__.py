"""The solver: whether a board can be won, and how.

There are six compiled searches, chosen by a game's declaration: :mod:`engine.solver.free_runs` for
games whose runs move freely, :mod:`engine.solver.clearing` for those that only take cards away,
:mod:`engine.solver.rows` for those in which places matter, :mod:`engine.solver.outranked` for cards
that leave where a higher one is in sight, :mod:`engine.solver.following` for foundations that
follow each other, and :mod:`engine.solver.general` for nearly all others. Not compiled are
:mod:`engine.solver.waiting`, for foundations built by steps, :mod:`engine.solver.divan`, for places
to keep cards of the waste in, and :mod:`engine.solver.plain` for what is left: declarations that
combine what none of them expects.
All see every card, face down or not.

Compiling takes time and memory that playing does not need. So the first search loads what is
compiled; the very first compiles it and caches the result on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Final

from engine.arguments import checked
from engine.board import Board
from engine.dealing import opening
from engine.games import rules_of
from engine.moves import Move
from engine.rules import Rules
from engine.solver import clocks, fitting, plain, simpler
from engine.solver.limits import MAX_SECONDS, MAX_STATES, Limits
from engine.solver.verdict import Outcome, SearchResult, Verdict
from engine.validity import error_of

__all__ = [
    "MAX_MEMORY",
    "MAX_SECONDS",
    "MAX_STATES",
    "Limits",
    "Outcome",
    "SearchResult",
    "Verdict",
    "prepare",
    "solve",
]

MAX_MEMORY: Final = 1_000_000_000
"""The most bytes that the arrays of a search take together, also while one of them grows."""
_FIRST_LOOK: Final = Fraction(1, 8)
"""How much of its part a board gets at first that a player's choice leads to."""


@checked
def solve(
    board: Board,
    *,
    max_states: int = MAX_STATES,
    max_seconds: float | None = None,
    max_processor_seconds: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    on_progress: Callable[[int], object] | None = None,
) -> Verdict:
    """Search for a solution of a board.

    The search is deterministic: the same board and state limit give the same verdict, unless time
    runs out first.

    Args:
        board: any board of any game, with any redeals left.
        max_states: how many states to visit before giving up.
        max_seconds: how long to search before giving up; if left out, ten seconds, or no limit if
            there is one of processor time.
        max_processor_seconds: the processor time of this thread to search for before giving up.
        cancelled: asked between parts of a search, of about a tenth of a second: give up now? An
            event's ``is_set`` will do.
        on_progress: told between parts how many states have been visited so far.

    Returns:
        The verdict. A solution is verified by the rules before it is returned.

    Raises:
        ImportError: if numba is not installed.
        InvalidBoard: if the board is not valid.
        TypeError: if it is no board.
        ValueError: if a time limit is not a number.

    >>> from engine import deal
    >>> verdict = solve(deal("saratoga", 42).board)
    >>> verdict.outcome, len(verdict.moves) > 52
    (<Outcome.WON: 'won'>, True)
    """
    board.check()
    if board.faults:
        raise error_of(board.compiled, board.faults)
    start, processor_start = clocks.seconds(), clocks.processor_seconds()
    limits = Limits(
        max_states=max_states,
        max_seconds=max_seconds,
        max_processor_seconds=max_processor_seconds,
        cancelled=cancelled,
        on_progress=on_progress,
    )
    result = _search_choices(board, limits) if board.chooses_base else _search(board, limits)
    if result.outcome is Outcome.WON and not _wins(board, result):
        # A bug in the search must not become a promise to a player.
        result = SearchResult(Outcome.UNKNOWN, (), result.states)
    return Verdict(
        result.outcome,
        result.moves,
        result.states,
        clocks.seconds() - start,
        clocks.processor_seconds() - processor_start,
    )


def prepare() -> None:
    """Load all searches now, compiling what is not cached, which may take a minute.

    Call this before a search whose caller must not wait for that; no limit counts it.
    """
    with _numba():
        from engine.solver import (  # noqa: PLC0415  # compiled
            clearing,
            fair_play,
            following,
            free_runs,
            general,
            outranked,
            rows,
        )

    clearing.prepare()
    rows.prepare()
    free_runs.prepare(opening(rules_of("saratoga"), 1))
    fair_play.prepare(opening(rules_of("klondike"), 1))
    general.prepare(opening(rules_of("freecell"), 1))
    outranked.prepare(opening(rules_of("aces-up"), 1))
    following.prepare(opening(rules_of("osmosis"), 1))


def _search_choices(board: Board, limits: Limits) -> SearchResult:
    """Search each board to which a choice leads, in equal parts of what time and states are left.

    A short look at each comes first, as most boards that can be won are won soon.
    """
    states, moves, lost = 0, board.foundation_moves(), set[Move]()
    for part in (_FIRST_LOOK, Fraction(1)):
        undecided = [move for move in moves if move not in lost]
        for place, move in enumerate(undecided):
            share = part / (len(undecided) - place)
            result = _search(board.apply(move), limits.part(share, states))
            states += result.states
            if result.outcome is Outcome.WON:
                return SearchResult(Outcome.WON, (move, *result.moves), states)
            if result.outcome is Outcome.LOST:
                lost.add(move)
    return SearchResult(Outcome.LOST if len(lost) == len(moves) else Outcome.UNKNOWN, (), states)


def _search(board: Board, limits: Limits) -> SearchResult:
    """Search a board; one that is won is given to no search, as some take it for lost."""
    if board.is_won:
        return SearchResult(Outcome.WON, (), 0)
    board = simpler.in_one_suit(board)
    with _numba(), clocks.untimed():
        search = _search_of(board.rules)
    return search(board, limits)


@contextmanager
def _numba() -> Iterator[None]:
    """Say what to install where the engine is there without its extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError("The solver needs numba; pip install ./engine[solver].") from error


def _search_of(rules: Rules) -> Callable[[Board, Limits], SearchResult]:
    """The search that fits a game, loaded."""
    from engine.solver import divan, waiting  # noqa: PLC0415  # need numpy, so loaded late

    if waiting.fits(rules):
        return waiting.search
    if divan.fits(rules):
        return divan.search
    if fitting.fits_free_runs(rules):
        from engine.solver import free_runs  # noqa: PLC0415  # compiled, so loaded late

        return free_runs.search
    from engine.solver import clearing  # noqa: PLC0415  # likewise

    if clearing.fits(rules):
        return clearing.search
    from engine.solver import rows  # noqa: PLC0415  # likewise

    if rows.fits(rules):
        return rows.search
    from engine.solver import outranked  # noqa: PLC0415  # likewise

    if outranked.fits(rules):
        return outranked.search
    from engine.solver import following  # noqa: PLC0415  # likewise

    return following.search if following.fits(rules) else plain.search_any


def _wins(board: Board, result: SearchResult) -> bool:
    """Whether the rules allow the moves found, and these win."""
    for move in result.moves:
        if not board.is_legal(move):
            return False
        board = board.apply(move)
    return board.is_won
