"""What the solver's workers are asked. Runs in them, so that only they load the searches."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.service.solver.heuristics import move_rank
from engine import Board, Move, deal
from engine.automatic import safe_moves
from engine.solver import Outcome, Verdict, prepare, solve

_LEAST_SECONDS: Final = 0.02
"""The time below which a search is not worth beginning."""
_MOST_CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a game's last board, and where on the way there it was lost.

    Attributes:
        verdict: what is known of the last board.
        winnable: the number of the last board that is known to be winnable; None when none is
            known, or when the last board is not lost.
        lost: the number of the first board that is known to be lost; None when none is.
        line: moves that win from the last board that is known to be winnable.
    """

    verdict: Verdict
    winnable: int | None = None
    lost: int | None = None
    line: tuple[Move, ...] = ()


NO_ANALYSIS: Final = Analysis(Verdict(Outcome.UNKNOWN, (), 0, 0.0))
"""What is known where the search failed."""


@dataclass(frozen=True, slots=True)
class SampledHint:
    """What is known of a board some of whose cards are not, from several ways these may lie.

    Attributes:
        best: the first move that wins most of them; None when none could be won.
        wins: how many it wins.
        lost: how many are lost.
        tried: how many were looked at.
    """

    best: Move | None
    wins: int
    lost: int
    tried: int


def warm() -> None:
    """Load both searches, and compile what is not on disk yet."""
    prepare()


def is_winnable(game: str, number: int, seconds: float) -> bool:
    """Whether a deal was found to be winnable in that time."""
    board = deal(game, number).board
    return solve(board, max_seconds=seconds).outcome is Outcome.WON


def some_winnable(game: str, numbers: Sequence[int], seconds: float) -> int | None:
    """The first of some deals that was found to be winnable, in that time altogether."""
    ends = time.monotonic() + seconds
    for number in numbers:
        left = ends - time.monotonic()
        if left < _LEAST_SECONDS:
            break
        # Most deals that can be won show it at once; one that does not makes room for the next.
        if is_winnable(game, number, min(left, seconds / 3)):
            return number
    return None


def find_losing_move(boards: Sequence[Board], seconds: float) -> Analysis:
    """What is known of the last of the boards of a game, and where it was lost.

    What is lost stays lost, so halving finds the place. Boards that could not be decided leave it
    open between the two that were.

    Args:
        boards: the boards, from the deal on.
        seconds: how long to search altogether; half of it is for the last board alone.
    """
    ends = time.monotonic() + seconds
    last = len(boards) - 1
    verdict = solve(boards[last], max_seconds=seconds / 2)
    if verdict.outcome is not Outcome.LOST:
        return Analysis(verdict, line=verdict.moves)
    winnable, lost, below = None, last, last
    above, line = -1, verdict.moves
    while below - above > 1:
        left = ends - time.monotonic()
        if left < _LEAST_SECONDS:
            break
        middle = (above + below) // 2
        found = solve(boards[middle], max_seconds=left / 2)
        if found.outcome is Outcome.WON:
            winnable = above = middle
            line = found.moves
        else:
            # Of one that is not decided, look further back: there is less to lose there.
            below = middle
            lost = middle if found.outcome is Outcome.LOST else lost
    return Analysis(verdict, winnable, lost, line)


def sampled_hint(boards: Sequence[Board], shunned: Iterable[Move], seconds: float) -> SampledHint:
    """The first move that wins most of the boards that a player may have before them.

    Args:
        boards: the boards, which differ only in cards that the player cannot see.
        shunned: moves not to be suggested.
        seconds: how long to search altogether.
    """
    ends = time.monotonic() + seconds
    avoided = frozenset(shunned)
    first, lost, looked_at = Counter[Move](), 0, []
    for number, board in enumerate(boards):
        left = ends - seconds / 2 - time.monotonic()
        if left < _LEAST_SECONDS:
            break
        verdict = solve(board, max_seconds=left / (len(boards) - number))
        looked_at.append(board)
        lost += verdict.outcome is Outcome.LOST
        if verdict.moves and verdict.moves[0] not in avoided:
            first[verdict.moves[0]] += 1
    if not first:
        return SampledHint(None, 0, lost, len(looked_at))
    candidates = [move for move, _ in first.most_common(_MOST_CANDIDATES)]
    # A line may put off what can never hurt; a player would be surprised to be told to.
    candidates += [move for move in safe_moves(boards[0])[:1] if move not in candidates]
    if len(candidates) == 1:
        return SampledHint(candidates[0], first[candidates[0]], lost, len(looked_at))
    # A line begins with one of several moves that win; so each is tried against all boards.
    wins = Counter(first)
    searches = len(candidates) * len(looked_at)
    for move in candidates:
        count = 0
        for board in looked_at:
            left = max(0.0, ends - time.monotonic())
            after = board.apply(move)
            verdict = solve(after, max_seconds=max(_LEAST_SECONDS, left / searches))
            count += verdict.outcome is Outcome.WON
            searches = max(1, searches - 1)
        wins[move] = max(count, first[move])
    chosen = max(candidates, key=lambda move: (wins[move], -move_rank(boards[0], move)))
    return SampledHint(chosen, wins[chosen], lost, len(looked_at))
