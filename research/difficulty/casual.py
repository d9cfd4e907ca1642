"""A casual player: somebody who looks a few moves ahead, and knows only what is seen.

They look at boards that they can reach without turning a card up, the best looking first, until
they have looked at a number of them; then they play on to the best of these. What a board looks
like is worth what most games of patience reward: cards home, cards turned up, cards joined, free
piles, and nothing on top of a lower card of its suit.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine import Board, Move, PileKind

ATTENTION: Final = 40
"""How many boards are looked at before some moves are played."""
_MOST_MOVES: Final = 400
_MOST_IDLE: Final = 40
"""After how many plans that lead to nothing better a game is given up."""
_HOME, _TURNED, _JOINED, _SUITED, _FREE, _HELD, _BLOCKING = 2.0, 2.5, 0.7, 0.5, 1.5, 0.5, 0.5
"""What a card home, one turned up, one joined, one joined in suit, a free pile, and a card in a
cell or on a lower card of its suit are worth or cost."""
_NOISE: Final = 0.5
"""How much chance adds to what a board seems worth."""

_Key: TypeAlias = "tuple[object, int | None]"


@dataclass(frozen=True, slots=True)
class CasualGame:
    """How a game went: whether it was won, the share of its progress to a win, its moves."""

    won: bool
    progress: float
    moves: int


@dataclass(frozen=True, slots=True)
class _Plan:
    """Some moves, the board after them, and what it is worth."""

    board: Board
    moves: int
    worth: float


def play_casually(board: Board, seed: str, attention: int = ATTENTION) -> CasualGame:
    """Play a game from a board."""
    rng, seen, best = random.Random(seed), {_key(board)}, 0
    worth, idle, moves = _worth(board), 0, 0
    while not board.is_won and moves < _MOST_MOVES and idle < _MOST_IDLE:
        plan = _planned(board, seen, rng, attention)
        turned = board.can_play_stock
        if turned and (plan is None or plan.worth <= worth + _NOISE):
            plan = _Plan(board.apply(board.stock_move), 1, worth)
            turned = _key(plan.board) not in seen
        if plan is None or not (turned or _key(plan.board) not in seen):
            break
        board, moves = plan.board, moves + plan.moves
        seen.add(_key(board))
        after = _worth(board)
        idle = 0 if after > worth or board.progress > best else idle + 1
        worth, best = after, max(best, board.progress)
    return CasualGame(board.is_won, min(1.0, best / board.rules.progress_to_win), moves)


def _planned(board: Board, seen: set[_Key], rng: random.Random, attention: int) -> _Plan | None:
    """The best of the boards that are looked at; None if there is no new one."""
    looked, best = {_key(board)}, None
    queue: list[tuple[float, int, _Plan]] = [(0.0, 0, _Plan(board, 0, 0.0))]
    while queue and len(looked) <= attention:
        at = heapq.heappop(queue)[2]
        for after, turns_up in _reached(at.board):
            if _key(after) in looked or _key(after) in seen:
                continue
            looked.add(_key(after))
            worth = _worth(after) + rng.random() * _NOISE
            plan = _Plan(after, at.moves + 1, worth)
            if best is None or worth > best.worth:
                best = plan
            if not turns_up and not after.is_won:
                heapq.heappush(queue, (-worth, len(looked), plan))
    return best


def _reached(board: Board) -> Iterator[tuple[Board, bool]]:
    """The boards after each move but that of the stock, and whether it turns a card up."""
    for move in board.legal_moves():
        if not move.is_stock:
            yield board.apply(move), _turns_up(board, move)


def _turns_up(board: Board, move: Move) -> bool:
    if not board.hidden:
        return False
    index = board.compiled.index_of
    return (
        any(
            len(board.stacks[index[name]]) - move.count == board.hidden[index[name]] > 0
            for name in move.sources
        )
        or board.compiled.is_layered
    )


def _key(board: Board) -> _Key:
    return board.stacks, board.redeals


def _worth(board: Board) -> float:
    compiled, stacks = board.compiled, board.stacks
    worth = _HOME * board.progress - _TURNED * sum(board.hidden)
    for pile in compiled.tableau:
        cards, down = stacks[pile.index], board.face_down(pile)
        if not cards:
            worth += _FREE * bool(pile.fill_from)
            continue
        lowest: dict[int, int] = {}
        below = None
        for card in cards[down:]:
            if below is not None and pile.build_masks[below] >> card & 1:
                worth += _JOINED + _SUITED * (below // 13 == card // 13)
            elif lowest.get(card // 13, 99) < card % 13:
                worth -= _BLOCKING
            lowest[card // 13] = min(lowest.get(card // 13, 99), card % 13)
            below = card
    held = compiled.piles_of(PileKind.CELL)
    return worth - _HELD * sum(len(stacks[pile.index]) for pile in held)
