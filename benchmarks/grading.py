"""How well grades agree with what players reach: ``python -m benchmarks.grading GAME …``.

Three kinds of players play winnable deals, blind to hidden cards: one plays nearly at random, one
takes what looks best at once, one looks two moves ahead. For each kind are printed the rank
correlation of what it reaches with what sampled games reach, and its means in the quarter of the
deals graded easiest and in the quarter graded hardest.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable, Iterable
from itertools import count, islice
from typing import Final

from bot.service.solver.grading import reached
from engine import Board, Move, deal, solve
from engine.solver import Outcome

DEALS: Final = 40
PLAYS: Final = {"at random": 6, "greedy": 6, "ahead": 2}
"""How many games each kind of player plays of a deal."""
_MOST_MOVES: Final = 250
_MOST_IDLE: Final = 80


def main(games: Iterable[str]) -> None:
    """Print the agreement for some games."""
    print(f"{'game':12} {'player':10} agreement  easiest  hardest")
    for game in games:
        numbers = list(islice(filter(lambda number: _is_winnable(game, number), count(1)), DEALS))
        grades = [reached(deal(game, number).board, str(number)) for number in numbers]
        for kind, player in _PLAYERS.items():
            results = [_mean_result(game, number, kind, player) for number in numbers]
            order = sorted(range(DEALS), key=lambda place: -grades[place])
            easiest, hardest = order[: DEALS // 4], order[-DEALS // 4 :]
            print(
                f"{game:12} {kind:10} {_agreement(grades, results):9.2f}"
                f"  {statistics.mean(results[place] for place in easiest):7.0%}"
                f"  {statistics.mean(results[place] for place in hardest):7.0%}",
                flush=True,
            )


def _is_winnable(game: str, number: int) -> bool:
    verdict = solve(deal(game, number).board, max_states=200_000, max_seconds=60)
    return verdict.outcome is Outcome.WON


def _agreement(grades: list[float], results: list[float]) -> float:
    """Spearman's rank correlation."""
    return statistics.correlation(_ranks(grades), _ranks(results))


def _ranks(values: list[float]) -> list[float]:
    """The rank of each value; equal ones share theirs."""
    return [
        sum(other < value for other in values) + sum(other == value for other in values) / 2
        for value in values
    ]


_Player = Callable[[Board, list[Move], set[object], random.Random], Move]


def _mean_result(game: str, number: int, kind: str, player: _Player) -> float:
    """How far a player gets in a deal on average, from 0 to 1."""
    return statistics.mean(
        _result(deal(game, number).board, player, random.Random(f"{kind} {number} {play}"))
        for play in range(PLAYS[kind])
    )


def _result(board: Board, player: _Player, rng: random.Random) -> float:
    best, idle, last = board.progress, 0, Move("", "")
    seen: set[object] = set()
    for _ in range(_MOST_MOVES):
        moves = [move for move in board.legal_moves() if not _reverses(move, last)]
        if not moves or idle > _MOST_IDLE or board.is_won:
            break
        last = player(board, moves, seen, rng)
        board = board.apply(last)
        seen.add((board.stacks, board.redeals))
        idle = 0 if board.progress > best else idle + 1
        best = max(best, board.progress)
    return 1.0 if board.is_won else best / board.rules.progress_to_win


def _reverses(move: Move, last: Move) -> bool:
    return (move.source, move.target, move.count) == (last.target, last.source, last.count)


def _at_random(_board: Board, moves: list[Move], _seen: set[object], rng: random.Random) -> Move:
    up = [move for move in moves if move.target.startswith("f")]
    cards = [move for move in moves if not move.is_stock]
    if up and rng.random() < 0.6:
        return rng.choice(up)
    return rng.choice(cards if cards and rng.random() < 0.7 else moves)


def _greedy(board: Board, moves: list[Move], _seen: set[object], rng: random.Random) -> Move:
    return max(moves, key=lambda move: _gain(board, move) + 2 * rng.random())


def _ahead(board: Board, moves: list[Move], seen: set[object], rng: random.Random) -> Move:
    def worth(move: Move) -> float:
        after = board.apply(move)
        if (after.stacks, after.redeals) in seen:
            return -99.0
        then = (_value(after.apply(one)) for one in after.legal_moves() if not _reverses(one, move))
        best = max(_value(after), max(then, default=_value(after) - 6) - 0.5)
        return best + 0.1 * _gain(board, move) + 0.3 * rng.random()

    return max(moves, key=worth)


def _gain(board: Board, move: Move) -> float:
    """What a move gains at a glance."""
    if move.is_stock:
        return 0
    if move.target.startswith("f"):
        return 10
    source, target = (board.compiled.index_of[name] for name in (move.source, move.target))
    left = len(board.stacks[source]) - move.count
    if board.hidden and board.hidden[source] == left > 0:
        return 8
    if move.source == "w":
        return 5
    if not left:
        return 3
    return 1 if board.stacks[target] else -1


def _value(board: Board) -> float:
    empty = sum(not board.stacks[pile.index] for pile in board.compiled.tableau)
    return 4 * board.progress - 3 * sum(board.hidden) + empty


_PLAYERS: Final[dict[str, _Player]] = {
    "at random": _at_random,
    "greedy": _greedy,
    "ahead": _ahead,
}

if __name__ == "__main__":
    main(sys.argv[1:])
