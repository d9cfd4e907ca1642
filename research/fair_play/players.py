"""Players who see only face-up cards: each says what to play next, or gives up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, TypeAlias

from engine import Board, Game, Move, Outcome, Rules, solve
from engine.hidden_cards import hidden_counts, sample_deals
from engine.solver import fair_play
from engine.solver.fitting import fits_fair_play

Player: TypeAlias = Callable[[Game, int, int], tuple[Move, ...]]
"""From a game, an effort and a seed to what is played; empty to give up.

The moves turn up nothing before the last of them.
"""

_SAMPLES: Final = 8
_CANDIDATES: Final = 3


def tree(game: Game, effort: int, seed: int) -> tuple[Move, ...]:
    """By a tree above playouts; the effort is their number."""
    choice = fair_play.choose(
        game.board, hidden_counts(game), playouts=effort, seed=seed, taken_back=game.taken_back
    )
    return () if choice is None else choice.moves


def average(game: Game, effort: int, seed: int) -> tuple[Move, ...]:
    """By the average of perfect play: the move that wins the most of eight arrangements.

    Each is solved as if its cards were known, visiting as many states as the effort. Of the moves
    with which solutions begin, the three most common are tried on all that can be won.
    """
    boards = list(sample_deals(game, _SAMPLES, f"{seed}:{len(game.moves)}"))
    back = set(game.boards)
    solved = [solve(board, max_states=effort).moves for board in boards]
    winnable = [(board, line[0]) for board, line in zip(boards, solved, strict=True) if line]
    firsts = Counter(first for board, first in winnable if game.board.apply(first) not in back)
    candidates = [move for move, _ in firsts.most_common(_CANDIDATES)]
    if not candidates:
        candidates = [move for move in game.legal_moves() if game.board.apply(move) not in back]
        if game.board.stock_move in candidates:
            return (game.board.stock_move,)
        return tuple(candidates[:1])

    def wins(move: Move) -> int:
        return sum(move == first or _wins(board, move, effort) for board, first in winnable)

    return (max(candidates, key=wins),)


def _wins(board: Board, move: Move, states: int) -> bool:
    return solve(board.apply(move), max_states=states).outcome is Outcome.WON


PLAYERS: Final[dict[str, Player]] = {"tree": tree, "average": average}
"""Every player by name."""


def can_play(player: str, rules: Rules) -> bool:
    """Whether a player plays a game."""
    return player != "tree" or fits_fair_play(rules)
