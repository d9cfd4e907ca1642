"""The tasks of the solver's workers; only those processes load the searches.

Lines are shortened without proof that one is the shortest.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from engine import Board, IllegalMove, Move, deal, rules_of
from engine.cards import Card
from engine.dealing import opening
from engine.goals import Goal, GoalStatus, status_of
from engine.solver import Outcome, Verdict, solve

_MIN_SECONDS: Final = 0.02
"""Less time than this is not worth starting a search."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The verdict on a game's last board and, if it is lost, where it was lost.

    Attributes:
        winnable: the index of the last board known to be winnable; None when there is none, or
            when the last board is not lost.
        lost: the index of the first board known to be lost; None when there is none.
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


NO_ANALYSIS: Final = Analysis(Verdict(Outcome.UNKNOWN, (), 0, 0.0, 0.0))
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


Cancelled: TypeAlias = Callable[[], bool]


def find_losing_move(
    boards: Sequence[Board], seconds: float, cancelled: Cancelled | None = None
) -> Analysis:
    """Bisect for the move that lost a game, which stays lost; half the time is for the end."""
    ends = time.monotonic() + seconds
    last = len(boards) - 1
    verdict = solve(boards[last], max_seconds=seconds / 2, cancelled=cancelled)
    if verdict.outcome is not Outcome.LOST:
        return Analysis(verdict, line=verdict.moves)
    winnable, lost, below = None, last, last
    above, line = -1, verdict.moves
    while below - above > 1:
        left = ends - time.monotonic()
        if left < _MIN_SECONDS:
            break
        middle = (above + below) // 2
        found = solve(boards[middle], max_seconds=left / 2, cancelled=cancelled)
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


_LIMITS: Final = (5_000, 50_000, 500_000, 5_000_000)
"""How many states each search of an arrangement visits, pass by pass."""


def search_arrangements(
    boards: Sequence[Board], seconds: float, cancelled: Cancelled | None = None
) -> tuple[Outcome, ...]:
    """Whether each of some boards can be won: all with a low limit first, then with higher ones."""
    ends = time.monotonic() + seconds
    found = [Outcome.UNKNOWN] * len(boards)
    for limit in _LIMITS:
        for number, board in enumerate(boards):
            left = ends - time.monotonic()
            if left < _MIN_SECONDS:
                return tuple(found)
            if found[number] is Outcome.UNKNOWN:
                found[number] = solve(
                    board, max_states=limit, max_seconds=left, cancelled=cancelled
                ).outcome
    return tuple(found)


_Found = TypeVar("_Found")

Flag: TypeAlias = ctypes.c_bool
"""Whether somebody waits for a worker: a long search in one looks at it, and gives way."""
_flags: Final[list[Flag]] = []
"""In a worker, the flag of its pool."""


def new_flag() -> Flag:
    """A flag that this process and its workers share; without a lock, which a kill would keep."""
    return multiprocessing.get_context("spawn").RawValue(Flag, False)  # its value


def watch(flag: Flag) -> None:
    """Let this process, a worker, look at a flag."""
    _flags[:] = [flag]


def giving_way(
    search: Callable[[Sequence[Board], float, Cancelled | None], _Found],
    boards: Sequence[Board],
    seconds: float,
) -> tuple[_Found, bool]:
    """What a search finds, and whether it ended because somebody waits for the worker."""
    gave_way = False

    def cancelled() -> bool:
        nonlocal gave_way
        gave_way = gave_way or any(flag.value for flag in _flags)
        return gave_way

    return search(boards, seconds, cancelled), gave_way


_MAX_STATES: Final = 20_000
"""Positions per search: there are many boards to try, and hard ones have no short lines."""


@dataclass(frozen=True, slots=True)
class ShorteningState:
    """How many positions of a line this pass has tried, and whether any was shortened."""

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
    """Shorten a winning line: at each of its boards try every move, and search on from there."""
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


@dataclass(frozen=True, slots=True)
class FairChoice:
    """What a fair player would play, as a value that loads no search.

    Attributes:
        playouts: how many playouts began with it; 0 if there was nothing to choose.
    """

    moves: tuple[Move, ...]
    playouts: int


_PLAYOUTS: Final = 4_000
"""For each choice of a fair player, which takes some hundredths of a second."""


def choose_fairly(
    board: Board, hidden: tuple[int, ...], taken_back: frozenset[Card], seed: int, seconds: float
) -> FairChoice | None:
    """What a fair player would play in a game that fits; None if no playout was won."""
    from engine.solver import fair_play  # noqa: PLC0415  # loads the compiler

    choice = fair_play.choose(
        board, hidden, playouts=_PLAYOUTS, seconds=seconds, seed=seed, taken_back=taken_back
    )
    if choice is None or (choice.playouts and not choice.wins):
        return None
    return FairChoice(choice.moves, choice.playouts)


_TRY_PLAYOUTS: Final = 500
"""For each choice in a try at a finished deal, which takes a tenth of a second."""


def wins_fairly(board: Board, seed: int, _seconds: float) -> bool:
    """Whether a fair player wins a deal of a game that fits in one try."""
    from engine.solver import fair_play  # noqa: PLC0415  # loads the compiler

    return fair_play.wins(board, playouts=_TRY_PLAYOUTS, seed=seed)
