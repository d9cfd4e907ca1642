"""Run beam searches, level by level and stage by stage, checking the clock in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.board import Board
from engine.moves import Move
from engine.solver.general import layout as rules_layout
from engine.solver.general.beams import layout
from engine.solver.general.beams.encode import ZOBRIST, encode, fits
from engine.solver.general.beams.level import choose, expand, keep
from engine.solver.general.beams.position import rehash, write
from engine.solver.general.layout import Bytes, Ints
from engine.solver.general.solution import board_moves_of
from engine.solver.jit import free_memory_for
from engine.solver.limits import Limits

Order = npt.NDArray[np.int64]

_WIDTHS: Final = (
    (20_000, 100),
    (40_000, 400),
    (120_000, 1_600),
    (500_000, 6_400),
    (2_200_000, 25_600),
)
"""After so many states of the exhaustive search a beam search of such a width is tried."""
_SOONER: Final = 4
"""How many times sooner they are tried where whole suits leave and there is no stock: best-first
search wins few deals of such games that beams do not win sooner."""
_MOST_STATES: Final = 1 << 23
"""The most states that a beam search keeps; its table of keys then takes 128 MB, its trail 64."""
_MOVES_A_STATE: Final = 40
"""How many candidates of a level there is room for, for each of its states."""
_PATIENCE: Final = 12
"""After so many levels without a better state a stage ends, if anything was dealt in it."""
_LAST_PATIENCE: Final = 36
"""Likewise, if nothing was."""
_MOST_LEVELS: Final = 400
"""The levels of a stage."""


class _Pool:
    """The states that the stock was dealt to: those to begin the next stage with.

    Args:
        width: how many of them to begin with.
        size: the bytes of a state.
    """

    def __init__(self, width: int, size: int) -> None:
        self.width = width
        self.rows = np.zeros((3 * width, size), np.uint8)
        self.nodes = np.zeros(3 * width, np.int64)
        self.values = np.zeros(3 * width, np.int64)
        self.size = 0

    def best(self) -> Order:
        """The places of the best states, best first."""
        return np.argsort(self.values[: self.size], kind="stable")[: self.width]

    def make_room(self) -> None:
        """Leave out all but the best states if there is no room for another level's."""
        if self.size > 2 * self.width:
            kept = self.best()
            self.size = len(kept)
            for array in (self.rows, self.nodes, self.values):
                array[: self.size] = array[kept]


class _Trail:
    """How each state was reached: its parent's node and the move."""

    def __init__(self) -> None:
        self._links = np.zeros((1 << 14, 2), np.int32)
        self._links[0] = -1
        self.used = 1

    def add(self, parents: Ints, moves: Ints) -> Ints:
        """Add states; their nodes."""
        first, self.used = self.used, self.used + len(moves)
        while self.used > len(self._links):
            free_memory_for(2 * self._links.nbytes)
            self._links = np.concatenate([self._links, np.zeros_like(self._links)])
        self._links[first : self.used, 0] = parents
        self._links[first : self.used, 1] = moves
        return np.arange(first, self.used)

    def path(self, node: int) -> list[int]:
        """The moves that lead to a state."""
        moves = []
        while node > 0:
            moves.append(int(self._links[node, 1]))
            node = int(self._links[node, 0])
        return moves[::-1]


class _Beam:
    """One beam search.

    Args:
        tables: the constants of the search.
        start: the position to begin with.
        weights: those of the evaluation.
        width: how many states of a level are kept.
    """

    def __init__(self, tables: Ints, start: Ints, weights: Ints, width: int) -> None:
        self.states = 0
        self._tables, self._weights, self._width = tables, weights, width
        self._position = start.copy()
        self._scratch = np.zeros(layout.SCRATCH_SIZE, np.int64)
        size = layout.row_size(
            int(tables[rules_layout.RESERVE_END]), int(tables[rules_layout.CARDS])
        )
        self._rows, self._next = (np.zeros((width, size), np.uint8) for _ in range(2))
        self._nodes = np.zeros(1, np.int64)
        self._candidates = np.zeros((width * _MOVES_A_STATE, layout.CANDIDATE), np.int64)
        self._dealt = np.zeros((width, layout.CANDIDATE), np.int64)
        self._counts = np.zeros(layout.BUCKETS + 1, np.int64)
        self._order = np.zeros(len(self._candidates), np.int64)
        self._table = np.zeros(1 << 16, np.int64)
        self._trail = _Trail()
        write(tables, self._rows, 0, self._position)

    def search(self, most_states: int, limits: Limits, before: int = 0) -> list[int] | None:
        """Search for a win; the moves that lead to it, or None.

        Args:
            most_states: how many states it keeps at most.
            limits: when to give up.
            before: how many states other searches have visited.
        """
        while True:
            pool = _Pool(self._width, self._rows.shape[1])
            best, stale = layout.BUCKETS, 0
            for _ in range(_MOST_LEVELS):
                is_full = self.states + 2 * self._width > most_states
                if is_full or limits.are_reached(before + self.states):
                    return None
                won, value = self._go_on(pool)
                if won is not None:
                    return won
                stale = 0 if value < best else stale + 1
                best = min(best, value)
                if not len(self._nodes) or stale == (_PATIENCE if pool.size else _LAST_PATIENCE):
                    break
            if not pool.size:
                return None
            chosen = pool.best()
            self._rows[: len(chosen)] = pool.rows[chosen]
            self._nodes = pool.nodes[chosen]

    def _go_on(self, pool: _Pool) -> tuple[list[int] | None, int]:
        """Go on to the next level; the moves to a win, and the value of the best state."""
        end, deals, won = expand(
            self._tables,
            self._weights,
            ZOBRIST,
            self._rows,
            len(self._nodes),
            self._position,
            self._scratch,
            self._candidates,
            self._dealt,
            self._table,
        )
        if won:
            _, _, parent, move = self._candidates[end - 1].tolist()
            return [*self._trail.path(int(self._nodes[parent])), move], 0
        self._make_room()
        pool.make_room()
        chosen, nodes = self._keep(self._dealt, deals, pool.rows, pool.size)
        pool.nodes[pool.size : pool.size + len(nodes)] = nodes
        pool.values[pool.size : pool.size + len(nodes)] = chosen[:, layout.VALUE]
        pool.size += len(nodes)
        chosen, self._nodes = self._keep(self._candidates, end, self._next, 0)
        self._rows, self._next = self._next, self._rows
        return None, int(chosen[0, layout.VALUE]) if len(chosen) else layout.BUCKETS

    def _keep(self, candidates: Ints, end: int, into: Bytes, at: int) -> tuple[Ints, Ints]:
        """Write the best candidates into rows; those candidates, and their nodes."""
        count = choose(candidates, end, self._counts, self._order, self._table, self._width)
        keep(self._tables, self._rows, candidates, self._order, count, self._position, into, at)
        chosen = candidates[self._order[:count]]
        self.states += count
        parents = self._nodes[chosen[:, layout.PARENT]]
        return chosen, self._trail.add(parents, chosen[:, layout.MOVE])

    def _make_room(self) -> None:
        """Keep the table of keys at most half full, even if two levels' states are added."""
        while 2 * (self.states + 2 * self._width) > len(self._table):
            free_memory_for(2 * self._table.nbytes)
            table = np.zeros(2 * len(self._table), np.int64)
            rehash(self._table, table)
            self._table = table


class Beams:
    """The beam searches from a board, of rising width; none if they do not fit its game.

    Args:
        board: the board.
        weights: those of the evaluation, a row of them.

    Attributes:
        states: how many states they have kept, all in all.
    """

    def __init__(self, board: Board, weights: Sequence[int]) -> None:
        self.states = 0
        # In the search whole suits leave at once, so that it could not go through with one lying.
        self._suits = tuple(_whole_suits(board))
        for move in self._suits:
            board = board.apply(move)
        self._board, self._weights = board, np.array(weights, np.int64)
        self._left = list(_WIDTHS) if fits(board.rules) else []
        is_dealt = board.rules.foundations.whole_suits and board.rules.stock is None
        self._sooner = _SOONER if is_dealt else 1

    def are_due(self, visited: int) -> bool:
        """Whether the next one is to be tried after an exhaustive search visited some states."""
        return bool(self._left) and visited * self._sooner >= self._left[0][0]

    def search(self, limits: Limits, visited: int) -> tuple[Move, ...]:
        """Try the next beam search.

        Args:
            limits: when to give up.
            visited: how many states the exhaustive search has visited.

        Returns:
            The moves that win; empty if no win is found.
        """
        _, width = self._left.pop(0)
        beam = _Beam(*encode(self._board), self._weights, width)
        before = visited + self.states
        path = beam.search(min(limits.max_states - before, _MOST_STATES), limits, before)
        self.states += beam.states
        return () if path is None else (*self._suits, *_moves(self._board, path))


def prepare(board: Board, weights: Sequence[int]) -> None:
    """Load all compiled functions that a search may call, compiling those not cached.

    Args:
        board: a board of a game that fits.
        weights: those of the evaluation.
    """
    _Beam(*encode(board), np.array(weights, np.int64), 1).search(4, Limits())
    rehash(np.zeros(1, np.int64), np.zeros(1, np.int64))


def _moves(board: Board, path: Sequence[int]) -> Iterator[Move]:
    """The moves on the board for a path of the search, in which whole suits leave unasked."""
    for number in path:
        for move in board_moves_of(board.compiled, number):
            yield move
            board = board.apply(move)
        for move in _whole_suits(board):
            yield move
            board = board.apply(move)


def _whole_suits(board: Board) -> Iterator[Move]:
    """The moves that take whole suits from a board, one after the other."""
    while board.rules.foundations.whole_suits and (suits := board.foundation_moves()):
        yield suits[0]
        board = board.apply(suits[0])
