"""The player: from a board as it is seen to the move to play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.arguments import checked
from engine.board import Board
from engine.moves import Move
from engine.solver import clocks
from engine.solver.fair_play.playouts import UNCOVERING, WEIGHTS, Unseen
from engine.solver.fair_play.tree import Tree, empty_tree, rate_moves, search
from engine.solver.fitting import fits_fair_play
from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import Ints, encode
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.solution import board_moves
from engine.solver.free_runs.states import MOST_MOVES
from engine.validity import error_of

MAX_PLAYOUTS: Final = 1_000_000
"""The most playouts of a choice."""
_PRIME: Final = 2**32 - 5
_SLICE: Final = 250
"""Playouts between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What to play.

    Attributes:
        moves: the moves on the board, which turn up nothing before the last of them.
        playouts: how many playouts began with them; 0 if there was nothing to choose.
        wins: how many of those were won.
    """

    moves: tuple[Move, ...]
    playouts: int = 0
    wins: int = 0


@checked
def choose(
    board: Board,
    hidden: tuple[int, ...],
    *,
    playouts: int = 2_000,
    seconds: float | None = None,
    seed: int = 1,
    taken_back: Iterable[int] = (),
) -> Choice | None:
    """What a player plays who does not know the hidden cards; None if nothing but to give up.

    It is the same however the hidden cards lie, and the same each time unless time runs out.

    Args:
        board: a board of a game that :func:`engine.solver.fitting.fits_fair_play` accepts.
        hidden: how many cards at the bottom of each pile the player has not seen, as
            :func:`engine.hidden_cards.hidden_counts` counts them.
        playouts: how many playouts to choose by.
        seconds: how long to play them at most.
        seed: of the random numbers.
        taken_back: cards not to be taken back from foundations, so that play ends: those that were
            taken back before.

    Raises:
        InvalidBoard: if the board is not valid.
        ValueError: if the game is not accepted, the counts are not those of the board, or there are
            to be more than ``MAX_PLAYOUTS`` playouts.
    """
    board.check()
    if board.faults:
        raise error_of(board.compiled, board.faults)
    if not fits_fair_play(board.rules):
        raise ValueError(f"The fair player does not play {board.rules.title}.")
    if len(hidden) != len(board.stacks) or not all(
        0 <= count <= len(stack) for count, stack in zip(hidden, board.stacks, strict=True)
    ):
        raise ValueError("Of each pile, between none and all of its cards are hidden.")
    if not 0 < playouts <= MAX_PLAYOUTS:
        raise ValueError(f"There may be 1 to {MAX_PLAYOUTS} playouts, not {playouts}.")
    stock = board.compiled.stock
    if stock >= 0 and hidden[stock] and board.can_play_stock:
        # To look through the stock costs nothing.
        return Choice((board.stock_move,))
    encoded = encode(board)
    if encoded is None:
        return None
    tables, root = encoded
    tree = empty_tree(playouts)
    kept = frozenset(taken_back)
    rated = _rated(tables, root, tree, kept)
    if len(rated) > 1:
        _search(tables, root, _unseen(board, hidden), tree, playouts, seconds, seed)
        rated = _rated(tables, root, tree, kept)
    if not rated:
        return None
    move, tried, won = max(rated, key=lambda each: each[1])
    return Choice(board_moves(board, tables, [move]), tried, won)


def prepare(board: Board) -> None:
    """Load all compiled functions that a choice calls, compiling those not cached."""
    encoded = encode(board)
    if encoded is not None:
        tables, root = encoded
        hidden = board.hidden or (0,) * len(board.stacks)
        _search(tables, root, _unseen(board, hidden), empty_tree(1), 1, None, 1)
        _rated(tables, root, empty_tree(1), frozenset())
        board_moves(board, tables, [])


def _search(
    tables: Ints,
    root: Position,
    unseen: Unseen,
    tree: Tree,
    playouts: int,
    seconds: float | None,
    seed: int,
) -> None:
    """Play out until there are enough playouts, or time is up."""
    ends = None if seconds is None else clocks.seconds() + seconds
    weights = _weights()
    random = np.array([_mixed(seed)], np.int64)
    for left in range(playouts, 0, -_SLICE):
        search(tables, root, unseen, weights, random, tree, min(_SLICE, left))
        if ends is not None and clocks.seconds() >= ends:
            return


def _weights() -> Ints:
    weights = np.zeros(UNCOVERING + 1, np.int64)
    for kind, weight in WEIGHTS.items():
        weights[kind] = weight
    return weights


def _mixed(seed: int) -> int:
    """A first state of the random numbers: seeds that are alike give others, and none gives 0."""
    return (seed * 2_654_435_761 + 1) % _PRIME + 1


def _unseen(board: Board, hidden: tuple[int, ...]) -> Unseen:
    """The cards of the tableau that the player has not seen, sorted, and their places."""
    places, cards = list[tuple[int, int]](), list[int]()
    for column, pile in enumerate(board.compiled.tableau):
        places += [(column, count) for count in range(1, hidden[pile.index] + 1)]
        cards += board.stacks[pile.index][: hidden[pile.index]]
    columns, counts = zip(*places, strict=True) if places else ((), ())
    return Unseen(*(np.array(each, np.int64) for each in (columns, counts, sorted(cards))))


def _rated(
    tables: Ints, root: Position, tree: Tree, kept: frozenset[int]
) -> list[tuple[int, int, int]]:
    """The moves to choose from, with their playouts and wins."""
    found = np.zeros((MOST_MOVES, 3), np.int64)
    count = rate_moves(tables, root, tree, found)
    rows = [(int(move), int(tried), int(won)) for move, tried, won in found[:count]]
    return [row for row in rows if not _takes_back(row[0], kept)]


def _takes_back(move: int, cards: frozenset[int]) -> bool:
    """Whether a move takes one of some cards back from its foundation."""
    return move & 15 == layout.FOUNDATION_TO_TABLEAU and move >> 4 & 63 in cards
