"""Grade deals of one game: how far sampled games get in each, compared with others that can be won.

A deal is as hard as games played in it without knowing its cards turn out. They are sampled by one
player who takes whatever move seems best, a little at random, and looks one move ahead. What such
games reach says more than the search does of its own: the states it visits, and how many moves
there are along its line, agree with what players reach in some games and not in others
(docs/solver.md).
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final

from bot.service.solver.tasks import is_winnable
from engine import Board, Move, deal
from engine.rules import Difficulty

SAMPLES: Final = 6
"""How many games are sampled of a deal."""
MOST_COMPARED: Final = 8
"""How many deals are compared at most."""
MIN_COMPARED: Final = 4
"""How many deals are compared at least, so that there is one of each grade."""
_MOST_MOVES: Final = 250
_MOST_IDLE: Final = 60
"""How many moves without progress end a sampled game."""
_TURNED: Final = 1e-4
"""What all cards turned up count beside a win: less than a card that comes home."""
_CHANCE: Final = 2.0
"""How much chance adds to what a move seems worth."""


def reached(board: Board, seed: str, *, samples: int = SAMPLES) -> float:
    """How far sampled games get on average, from 0 to 1 for a win.

    Where they get as far, as in most of Spider, it tells a little how many cards they turned up.
    """
    most, hidden = board.rules.progress_to_win, max(1, sum(board.hidden))
    total = 0.0
    for number in range(samples):
        progress, turned = _sample(board, random.Random(f"{seed}:{number}"))
        total += min(1.0, progress / most + _TURNED * turned / hidden)
    return total / samples


def graded(reaches: Sequence[float], grade: Difficulty) -> int:
    """The place of the deal that has a grade among some: the easiest is the one most is reached in.

    >>> [graded((0.9, 0.1, 0.5, 0.3), grade) for grade in Difficulty]
    [0, 2, 3, 1]
    """
    order = sorted(range(len(reaches)), key=lambda place: -reaches[place])
    grades = list(Difficulty)
    return order[round(grades.index(grade) * (len(order) - 1) / (len(grades) - 1))]


def reach_of(rules_id: str, deal_number: int, _seconds: float) -> float:
    """As :func:`reached`, of a deal, for a worker."""
    return reached(deal(rules_id, deal_number).board, str(deal_number))


def grade_deals(
    rules_id: str, deal_numbers: Sequence[int], grade: Difficulty, seconds: float
) -> int | None:
    """The deal of a grade among some, as many as can be sampled in time; None for too few."""
    ends = time.monotonic() + seconds
    reaches: list[float] = []
    for deal_number in deal_numbers:
        if time.monotonic() > ends:
            break
        reaches.append(reached(deal(rules_id, deal_number).board, str(deal_number)))
    return None if len(reaches) < MIN_COMPARED else deal_numbers[graded(reaches, grade)]


def find_graded(
    rules_id: str, deal_numbers: Sequence[int], grade: Difficulty, seconds: float
) -> int | None:
    """The deal of a grade among those that are proven winnable in half of the time."""
    start = time.monotonic()
    winnable = _winnable(rules_id, deal_numbers, seconds)
    return grade_deals(rules_id, winnable, grade, start + seconds - time.monotonic())


def find_harder(
    rules_id: str, deal_numbers: Sequence[int], than: int, seconds: float
) -> int | None:
    """The deal that is the least harder than another, in time; None if none is known to be."""
    ends = time.monotonic() + seconds
    bound = reached(deal(rules_id, than).board, str(than))
    found: tuple[float, int] | None = None
    for deal_number in _winnable(rules_id, deal_numbers, seconds):
        if time.monotonic() > ends:
            break
        reach = reached(deal(rules_id, deal_number).board, str(deal_number))
        if reach < bound and (found is None or reach > found[0]):
            found = reach, deal_number
    return None if found is None else found[1]


def _winnable(rules_id: str, deal_numbers: Sequence[int], seconds: float) -> list[int]:
    """The first of some deals that are proven winnable in half of the time."""
    start = time.monotonic()
    winnable: list[int] = []
    for deal_number in deal_numbers:
        left = start + seconds / 2 - time.monotonic()
        if left <= 0 or len(winnable) == MOST_COMPARED:
            break
        if is_winnable(rules_id, deal_number, min(left, seconds / 6)):
            winnable.append(deal_number)
    return winnable


def _sample(board: Board, rng: random.Random) -> tuple[int, int]:
    """The most progress in one sampled game, and how many face-down cards were turned up."""
    best, idle = board.progress, 0
    hidden = fewest = sum(board.hidden)
    seen = {(board.stacks, board.redeals)}
    last: Move | None = None
    for _ in range(_MOST_MOVES):
        moves = [move for move in board.legal_moves() if not _takes_back(move, last)]
        if not moves or idle > _MOST_IDLE or board.is_won:
            break
        options = [(_worth(board, move) + _CHANCE * rng.random(), move) for move in moves]
        for _value, last in sorted(options, key=lambda option: -option[0]):
            after = board.apply(last)
            if (after.stacks, after.redeals) not in seen:
                break
        else:
            break
        board = after
        seen.add((board.stacks, board.redeals))
        idle = 0 if board.progress > best else idle + 1
        best, fewest = max(best, board.progress), min(fewest, sum(board.hidden))
    return best, hidden - fewest


def _takes_back(move: Move, last: Move | None) -> bool:
    return (
        last is not None
        and not move.is_stock
        and (move.source, move.target, move.count) == (last.target, last.source, last.count)
    )


def _worth(board: Board, move: Move) -> float:
    """What a move seems worth to a player who cannot see the hidden cards."""
    if move.is_stock:
        return 0.0
    if move.target.startswith("f"):
        return 10.0
    if move.source.startswith("f"):
        return -3.0
    compiled = board.compiled
    source, target = compiled.index_of[move.source], compiled.index_of[move.target]
    left = len(board.stacks[source]) - move.count
    if board.hidden and board.hidden[source] == left > 0:
        return 8.0
    follow = board.apply(move)
    opens = len(follow.foundation_moves()) - len(board.foundation_moves())
    onto_cards = bool(board.stacks[target])
    return 3.0 * opens + (2.0 if move.source == "w" else 0.0) + (2.0 if onto_cards else -1.5)
