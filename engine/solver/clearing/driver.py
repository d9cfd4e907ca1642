"""Run the search slice by slice, checking the clock and growing memory in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from engine.board import Board
from engine.cards import Card
from engine.moves import Move
from engine.notation import moved_cards
from engine.solver import plain
from engine.solver.clearing import layout
from engine.solver.clearing.depth_first import begin, is_dead, rehash, search_slice
from engine.solver.clearing.encode import encode
from engine.solver.clearing.layout import Ints
from engine.solver.clearing.moves import normalize
from engine.solver.jit import free_memory_for
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult

_FIRST_ROWS: Final = 1 << 12
_MOST_ROWS: Final = 1 << 26
"""The most rows of the transposition table, half of which are used. While it grows there are two,
which take 805 MB; frames and moves take 44 MB, so that all stay below ``MAX_MEMORY``."""
_SLICE: Final = 200_000


def search(board: Board, limits: Limits) -> SearchResult:
    """Search from any board of a game that fits.

    Args:
        board: the board.
        limits: when to give up.
    """
    encoded = encode(board)
    if encoded is None:
        return plain.search_any(board, limits)
    position = normalize(encoded.tables, encoded.position)
    if is_dead(encoded.tables, position):
        return SearchResult(Outcome.LOST, (), 1)
    deep = _DepthFirst(encoded.tables, position)
    outcome = deep.run(limits)
    line = tuple(_played(board, deep.line(), encoded.cards)) if outcome is Outcome.WON else ()
    return SearchResult(outcome, line, deep.states)


def prepare() -> None:
    """Load all compiled functions that any search may call, compiling those not cached."""
    tables = np.zeros(layout.TABLES_SIZE, np.int64)
    is_dead(tables, normalize(tables, 0))
    _DepthFirst(tables, 0).run(Limits(max_states=2))
    rehash(np.zeros(16, np.int64), np.zeros(32, np.int64))


class _DepthFirst:
    """A depth-first search."""

    def __init__(self, tables: Ints, position: int) -> None:
        self._tables = tables
        self._frames = np.zeros((layout.MOST_DEPTH, 3), np.int64)
        self._moves = np.zeros(layout.MOST_DEPTH * layout.MOST_MOVES, np.int64)
        self._table = np.zeros(_FIRST_ROWS, np.int64)
        self._control = np.zeros(2, np.int64)
        self._frames[0, layout.POSITION] = position
        begin(tables, self._frames, self._moves, self._table, self._control)

    @property
    def states(self) -> int:
        """How many states were visited."""
        return int(self._control[layout.STATES])

    def line(self) -> list[int]:
        """The moves last tried in each frame."""
        depth = int(self._control[layout.DEPTH])
        return [int(self._moves[self._frames[at, layout.NEXT] - 1]) for at in range(depth)]

    def run(self, limits: Limits) -> Outcome:
        """Search until the board is decided or a limit is reached."""
        while self.states < limits.max_states and not limits.are_reached(self.states):
            pause = min(self.states + _SLICE, limits.max_states)
            end = search_slice(
                self._tables, self._frames, self._moves, self._table, self._control, pause
            )
            if end == layout.WON:
                return Outcome.WON
            if end == layout.LOST:
                return Outcome.LOST
            if end == layout.FULL:
                rows = 2 * len(self._table)
                if rows > _MOST_ROWS:
                    return Outcome.UNKNOWN
                free_memory_for(8 * rows)
                larger = np.zeros(rows, np.int64)
                rehash(self._table, larger)
                self._table = larger
        return Outcome.UNKNOWN


def _played(board: Board, line: Sequence[int], cards: Sequence[Card]) -> Iterator[Move]:
    """The moves on the board for those of the search."""
    for code in line:
        if code == layout.TURN:
            move = board.stock_move
        else:
            slots = [code >> shift & 63 for shift in (0, 6, 12)]
            wanted = sorted(cards[slot] for slot in slots if slot != layout.NO_SLOT)
            move = next(
                move
                for move in board.foundation_moves()
                if sorted(moved_cards(board, move)) == wanted
            )
        yield move
        board = board.apply(move)
