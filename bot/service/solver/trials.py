"""Hints from trial games: the hidden cards shuffled a few times, and each arrangement searched.

All arrangements are searched with a low limit first, and with higher ones only as long as that may
change the answer. So most hints take milliseconds, and a search may be interrupted at any time, for
its best answer so far.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.service.play.moves import move_rank
from engine import Board, Move
from engine.automatic import safe_moves
from engine.solver import Outcome, Verdict, solve

_LIMITS: Final = (5_000, 50_000, 500_000, 5_000_000)
"""How many states each search visits, pass by pass."""
_MIN_SECONDS: Final = 0.005
"""Less time than this is not worth starting a search."""
_MAX_CANDIDATES: Final = 3
_UNTRIED: Final = (Outcome.UNKNOWN, -1)


@dataclass(frozen=True, slots=True)
class SampledHint:
    """Results over sampled boards: the move that wins most, and how many boards are lost."""

    best: Move | None
    wins: int
    lost: int
    tried: int


@dataclass(slots=True)
class Trials:
    """Trial games, and what is known of them.

    Attributes:
        safe: a safe move, which wins whatever can be won; None when there is none.
        first_moves: the first move of a solution of each board that is won, by its number.
        outcomes: of each search, by the move played first, if any, and the board's number: what it
            found, and in which pass.
    """

    boards: tuple[Board, ...]
    excluded: frozenset[Move]
    safe: Move | None
    number_of_pass: int = 0
    first_moves: dict[int, Move] = field(default_factory=dict)
    outcomes: dict[tuple[Move | None, int], tuple[Outcome, int]] = field(default_factory=dict)

    @property
    def hint(self) -> SampledHint:
        """The best answer so far."""
        found = [outcome for (move, _), (outcome, _) in self.outcomes.items() if move is None]
        best = max(self._candidates(), key=self._wins, default=None)
        wins = 0 if best is None else self._wins(best)
        return SampledHint(best if wins else None, wins, found.count(Outcome.LOST), len(found))

    @property
    def is_settled(self) -> bool:
        """Whether the search is over, as more of it is unlikely to change the answer.

        It is if all boards are decided; or after two passes, if one move wins every board known to
        be won and those are at least as many as the undecided ones.
        """
        if self.next() is not None:
            return False
        undecided = sum(self._outcome(None, number) is Outcome.UNKNOWN for number in self._numbers)
        wins_all = self.hint.wins == len(self.first_moves) >= undecided
        return (
            not undecided
            or (wins_all and self.number_of_pass > 0)
            or self.number_of_pass + 1 == len(_LIMITS)
        )

    def next(self) -> tuple[Move | None, int] | None:
        """The move, if any, and the board that this pass is to search next; None when it is over.

        A line shows one of several winning moves, so each candidate is tried on every board that
        is won, until one wins them all.
        """
        for number in self._numbers:
            if self._is_open(None, number):
                return None, number
        most = 0
        for move in self._candidates():
            wins = self._wins(move)
            untried = [number for number in self.first_moves if self._is_open(move, number)]
            if untried and wins + len(untried) > most:
                return move, untried[0]
            most = max(most, wins)
        return None

    def note(self, move: Move | None, number: int, verdict: Verdict) -> None:
        """Note what a search found."""
        self.outcomes[move, number] = verdict.outcome, self.number_of_pass
        if move is None and verdict.moves:
            self.first_moves[number] = verdict.moves[0]
            for winning in {verdict.moves[0], self.safe} - {None}:
                self.outcomes[winning, number] = verdict.outcome, self.number_of_pass

    @property
    def _numbers(self) -> range:
        return range(len(self.boards))

    def _outcome(self, move: Move | None, number: int) -> Outcome:
        return self.outcomes.get((move, number), _UNTRIED)[0]

    def _is_open(self, move: Move | None, number: int) -> bool:
        """Whether this pass is to search a board after a move."""
        outcome, in_pass = self.outcomes.get((move, number), _UNTRIED)
        return outcome is Outcome.UNKNOWN and in_pass < self.number_of_pass

    def _wins(self, move: Move) -> int:
        """How many boards a move is known to win."""
        return sum(self._outcome(move, number) is Outcome.WON for number in self._numbers)

    def _candidates(self) -> list[Move]:
        """The moves that may be suggested, the best-looking first."""
        if not self.first_moves:
            return []
        if self.safe is not None:
            # A line may postpone it, which would surprise a player.
            return [self.safe]
        board = self.boards[0]
        common = Counter(
            move for move in self.first_moves.values() if move not in self.excluded
        ).most_common(_MAX_CANDIDATES)
        moves = [move for move, _ in common] or [
            move for move in board.legal_moves() if move not in self.excluded
        ]
        return sorted(moves, key=lambda move: move_rank(board, move))[:_MAX_CANDIDATES]


def begin_trials(boards: Sequence[Board], excluded: Iterable[Move]) -> Trials:
    """Trials that have yet to be searched."""
    left_out = frozenset(excluded)
    safe = (move for move in safe_moves(boards[0]) if move not in left_out)
    return Trials(tuple(boards), left_out, next(safe, None))


def search_trials(trials: Trials, seconds: float) -> Trials:
    """Search on, until more is unlikely to change the answer or time is up."""
    ends = time.monotonic() + seconds
    is_first = True
    while True:
        task = trials.next()
        if task is None:
            if trials.is_settled:
                return trials
            trials.number_of_pass += 1
            continue
        left = ends - time.monotonic()
        if left < _MIN_SECONDS:
            return trials
        move, number = task
        board = trials.boards[number]
        verdict = solve(
            board if move is None else board.apply(move),
            max_states=_LIMITS[trials.number_of_pass],
            max_seconds=left,
        )
        is_cut = verdict.outcome is Outcome.UNKNOWN and time.monotonic() >= ends
        if is_cut and not is_first:
            # It did not have its time, so it comes first when the search goes on.
            return trials
        is_first = False
        trials.note(move, number, verdict)
