"""Run the search slice by slice, checking the clock and growing memory in between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, permutations
from typing import Final

import numpy as np

from engine.board import Board
from engine.moves import Move
from engine.rules import Rules
from engine.solver.following import layout
from engine.solver.following.depth_first import search_slice
from engine.solver.following.layout import Ints
from engine.solver.following.states import settle, turned
from engine.solver.general.best_first import grown, rehash
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult

_FIRST_ROWS: Final = 1 << 12
MOST_ROWS: Final = 1 << 25
"""The most rows of the transposition table, half of which are used. While it grows there are two,
which take 805 MB."""
_SLICE: Final = 100_000


def fits(rules: Rules) -> bool:
    """Whether the search supports a game."""
    if not rules.foundations.follows_previous or rules.cells.deal or rules.reserve.deal:
        return False
    stock, tableau = rules.stock, rules.tableau
    is_closed = tableau.build is None and not (tableau.refilled or tableau.covered_by)
    return is_closed and stock is not None and rules.has_waste and stock.redeals is None


def search(board: Board, limits: Limits) -> SearchResult:
    """Search from any board of a game that fits.

    Args:
        board: the board.
        limits: when to give up.
    """
    deep = _DepthFirst(board)
    outcome = deep.run(limits)
    line = tuple(_played(board, deep.line())) if outcome is Outcome.WON else ()
    return SearchResult(outcome, line, deep.states)


def prepare(board: Board) -> None:
    """Load all compiled functions that any search may call, compiling those not cached."""
    _DepthFirst(board).run(Limits(max_states=2))
    rehash(np.zeros((16, 2), np.int64), np.zeros((32, 2), np.int64))


class _DepthFirst:
    """A depth-first search."""

    def __init__(self, board: Board) -> None:
        self._tables, self._begun, order = _encoded(board)
        self._frames = np.zeros((layout.MOST_DEPTH, 4), np.int64)
        self._frames[0, layout.HOME], rows = settle(self._tables, self._begun, order & layout.ROWS)
        self._frames[0, layout.ORDER] = rows | order & ~layout.ROWS
        self._steps = np.zeros(layout.MOST_DEPTH * layout.MOST_STEPS, np.int64)
        self._left = np.zeros(layout.CARDS, np.int64)
        self._table = np.zeros((_FIRST_ROWS, 2), np.int64)
        self._control = np.zeros(2, np.int64)

    @property
    def states(self) -> int:
        """How many states were visited."""
        return int(self._control[layout.STATES])

    def line(self) -> Iterator[int]:
        """The masks of the cards to play one after the other, those of a mask in any order."""
        home = self._begun
        for frame in self._frames[: int(self._control[layout.DEPTH])].tolist():
            yield frame[layout.HOME] & ~home
            home = frame[layout.HOME]
            card = int(self._steps[frame[layout.NEXT] - 1]) & layout.CARD
            if card != layout.REDEAL:
                yield 1 << card
                home |= 1 << card
        yield int(self._tables[layout.ALL]) & ~home

    def run(self, limits: Limits) -> Outcome:
        """Search until the board is decided or a limit is reached."""
        while self.states < limits.max_states and not limits.are_reached(self.states):
            pause = min(self.states + _SLICE, limits.max_states)
            end = search_slice(
                self._tables,
                self._frames,
                self._steps,
                self._left,
                self._table,
                self._control,
                pause,
            )
            if end == layout.WON:
                return Outcome.WON
            if end == layout.LOST:
                return Outcome.LOST
            if end == layout.FULL:
                if len(self._table) == MOST_ROWS:
                    return Outcome.UNKNOWN
                self._table = grown(self._table)
        return Outcome.UNKNOWN


def _encoded(board: Board) -> tuple[Ints, int, int]:
    """The tables of a board, and its state before anything is played."""
    compiled, stacks = board.compiled, board.stacks
    tables = np.zeros(layout.TABLES, np.int64)
    waste, stock = stacks[compiled.waste], stacks[compiled.stock]
    free = [int(card) for card in (*waste, *stock[::-1])]
    piles = [[int(card) for card in stacks[pile.index]] for pile in compiled.tableau]
    foundations = [stacks[index] for index in compiled.foundations if stacks[index]]
    dealt, home = [*chain(*piles)], _mask(map(int, chain(*foundations)))
    tables[layout.ALL] = home | _mask(free) | _mask(dealt)
    tables[layout.FREE] = _mask(free)
    tables[layout.BASES] = _mask(layout.RANKS * suit + board.base for suit in range(4))
    tables[layout.TURN] = 1 if board.rules.stock is None else board.rules.stock.turn
    tables[layout.COUNT], tables[layout.PILES] = len(free), len(piles)
    tables[layout.TURNED : layout.TURNED + len(free)] = free
    ends = [*accumulate(map(len, piles), initial=layout.DEALT)]
    tables[layout.ENDS : layout.ENDS + len(piles)] = ends[1:]
    tables[layout.DEALT : layout.DEALT + len(dealt)] = dealt
    tables[layout.ORDERS :] = [*map(_order, permutations(range(4)))]
    in_waste = turned(tables, len(waste), len(free))
    rows = _order(cards[0].suit for cards in foundations)
    return tables, home, rows | in_waste << layout.IN_WASTE_AT


def _mask(cards: Iterable[int]) -> int:
    """The mask of cards."""
    return sum(1 << card for card in cards)


def _order(suits: Iterable[int]) -> int:
    """The order of foundations of these suits."""
    return sum(suit + 1 << layout.ROW_BITS * row for row, suit in enumerate(suits))


def _played(board: Board, line: Iterable[int]) -> Iterator[Move]:
    """The moves that play the cards of masks, with the turns that they need."""
    compiled = board.compiled
    for mask in line:
        left = mask
        while left:
            tops = {
                move: 1 << board.stacks[compiled.index_of[move.source]][-1]
                for move in board.foundation_moves()
            }
            move = next((move for move in tops if tops[move] & left), board.stock_move)
            left &= ~tops.get(move, 0)
            yield move
            board = board.apply(move)
