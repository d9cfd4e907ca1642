"""The tasks of the solver's workers; only those processes load the searches."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine import Board, IllegalMove, Move, deal, rules_of
from engine.dealing import opening
from engine.goals import Goal, GoalStatus, status_of
from engine.solver import Outcome, Verdict, solve

_MIN_SECONDS: Final = 0.02
"""Less time than this is not worth starting a search."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The verdict on a game's last board and, if it is lost, where it was lost.

    Attributes:
        verdict: the verdict on the last board.
        winnable: the index of the last board known to be winnable; None when there is none, or
            when the last board is not lost.
        lost: the index of the first board known to be lost; None when there is none.
        line: moves that win from the last board known to be winnable.
    """

    verdict: Verdict
    winnable: int | None = None
    lost: int | None = None
    line: tuple[Move, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether a longer search would find no more."""
        if self.verdict.outcome is Outcome.LOST:
            return self.lost == (0 if self.winnable is None else self.winnable + 1)
        return self.verdict.outcome is Outcome.WON


NO_ANALYSIS: Final = Analysis(Verdict(Outcome.UNKNOWN, (), 0, 0.0))
"""Stands for a search that failed."""


def is_winnable(rules_id: str, deal_number: int, seconds: float) -> bool:
    """Whether a deal is proven winnable within a time limit."""
    board = deal(rules_id, deal_number).board
    return solve(board, max_seconds=seconds).outcome is Outcome.WON


def find_winnable(rules_id: str, deal_numbers: Sequence[int], seconds: float) -> int | None:
    """The first of some deals that is proven winnable, within a time limit for all of them."""
    ends = time.monotonic() + seconds
    for deal_number in deal_numbers:
        left = ends - time.monotonic()
        if left < _MIN_SECONDS:
            break
        # Most winnable deals are proven at once, so a slow search gives way to the next deal.
        if is_winnable(rules_id, deal_number, min(left, seconds / 3)):
            return deal_number
    return None


def meets_goal(rules_id: str, deal_number: int, goal: Goal, line: Sequence[Move]) -> bool:
    """Whether a line is legal in a deal, wins it and meets a goal."""
    game = deal(rules_id, deal_number)
    try:
        for move in line:
            game.play(move)
    except IllegalMove:
        return False
    return status_of(goal, game) is GoalStatus.MET


def can_meet_goal(rules_id: str, deal_number: int, goal: Goal, seconds: float) -> bool:
    """Whether a search by rules restricted to a goal finds a line that meets it."""
    restricted = goal.restricted(rules_of(rules_id))
    if restricted is None:
        return False
    found = solve(opening(restricted, deal_number), max_seconds=seconds)
    return meets_goal(rules_id, deal_number, goal, found.moves)


def find_losing_move(boards: Sequence[Board], seconds: float) -> Analysis:
    """Find the move that lost a game, by bisection: a lost game stays lost.

    Boards without a verdict leave a gap between the last winnable and the first lost board.

    Args:
        boards: the boards of the game, from the deal on.
        seconds: how long to search in all; half of it is for the last board alone.
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
        if left < _MIN_SECONDS:
            break
        middle = (above + below) // 2
        found = solve(boards[middle], max_seconds=left / 2)
        if found.outcome is Outcome.WON:
            winnable = above = middle
            line = found.moves
            # As far as the game goes on as the line does, it stays winnable.
            while line and boards[above].apply(line[0]) == boards[above + 1]:
                winnable = above = above + 1
                line = line[1:]
        else:
            # Without a verdict, look further back, where more games can be won.
            below = middle
            lost = middle if found.outcome is Outcome.LOST else lost
    return Analysis(verdict, winnable, lost, line)
