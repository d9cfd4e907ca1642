"""Searching slice by slice, with an eye on the clock and on memory."""

from __future__ import annotations

import logging
import time
from typing import Final, NamedTuple

import numpy as np

from engine.board import Board
from engine.solver.free_runs import layout
from engine.solver.free_runs.beam import search_beam
from engine.solver.free_runs.depth_first import empty_transpositions, rehash, search_slice
from engine.solver.free_runs.encode import Ints, encode
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.solution import UnplayableLine, board_moves
from engine.solver.verdict import Outcome, SearchResult

_log = logging.getLogger(__name__)

_FIRST_ROWS: Final = 1 << 12
_MOST_WORDS: Final = 1 << 26
"""How many words of eight bytes the largest table has at most; the one before is half as large."""
_SLICE: Final = 50_000
_FIRST_DEPTH: Final = 1 << 10
_FIRST_MOVES: Final = 1 << 14
_FIRST_STATES: Final = 100_000
"""How many positions are met before a narrow search is tried."""
_BEAMS: Final = ((2_000, 1 << 21), (20_000, 1 << 24))
"""How many positions of a level narrow searches keep, and the rows of their tables, which they fill
by half at most."""
_MAX_LEVELS: Final = 250


def search(board: Board, *, max_states: int, max_seconds: float) -> SearchResult:
    """Search from a board of a game that fits.

    Most boards are decided soon. For the others a narrow search looks for a win, before all is
    searched to the end.

    Args:
        board: where to begin.
        max_states: how many positions to look at before giving up.
        max_seconds: how long to look before giving up.
    """
    decided = decide(board, max_states=max_states, max_seconds=max_seconds)
    if decided.outcome is not Outcome.WON:
        return SearchResult(decided.outcome, (), decided.states)
    try:
        return SearchResult(Outcome.WON, board_moves(board, decided.line), decided.states)
    except UnplayableLine:
        _log.exception("%s: a line that was found cannot be played.", board.rules.id)
        return SearchResult(Outcome.UNKNOWN, (), decided.states)


class Decided(NamedTuple):
    """What a search found, its line still in the search's own terms.

    Attributes:
        outcome: what is known now.
        line: the moves of the search that win; empty unless it is won.
        states: how many positions were met.
    """

    outcome: Outcome
    line: list[int]
    states: int


def decide(board: Board, *, max_states: int, max_seconds: float) -> Decided:
    """Search like :func:`search`, without playing the line on the board."""
    begun = encode(board)
    if begun is None:
        return Decided(Outcome.UNKNOWN, [], 0)
    tables, position = begun
    ends = time.monotonic() + max_seconds
    deep = _DepthFirst(tables, position)
    outcome = deep.run(min(max_states, _FIRST_STATES), ends)
    met = 0
    for width, rows in _BEAMS:
        # A narrow search is not paused, so it is begun only where it has room to end.
        left = max_states - deep.states - met
        if outcome is not Outcome.UNKNOWN or left < rows or time.monotonic() > ends:
            break
        line, more = beam_search(tables, position, width=width, rows=rows)
        met += more
        if line:
            return Decided(Outcome.WON, line, deep.states + met)
    if outcome is Outcome.UNKNOWN:
        outcome = deep.run(max_states - met, ends)
    line = deep.line() if outcome is Outcome.WON else []
    return Decided(outcome, line, deep.states + met)


def prepare(board: Board) -> None:
    """Compile all that a search of any board may call, or load it where it is kept on disk."""
    begun = encode(board)
    if begun is not None:
        tables, position = begun
        _DepthFirst(tables, position).run(1, time.monotonic() + 1)
        rehash(tables, empty_transpositions(tables, 16), empty_transpositions(tables, 32))
        beam_search(tables, position, width=2, rows=16)


class _DepthFirst:
    """A search depth first, which can be gone on with."""

    def __init__(self, tables: Ints, position: Position) -> None:
        self._tables = tables
        self._table = empty_transpositions(tables, _FIRST_ROWS)
        self._frames = np.zeros((_FIRST_DEPTH, layout.FRAME_FIELDS), np.int64)
        self._moves = np.zeros(_FIRST_MOVES, np.int64)
        self._control = np.zeros(layout.CONTROL_FIELDS, np.int64)
        self._frames[0] = (*position, 0, 1)
        self._moves[0] = layout.NOTHING

    @property
    def states(self) -> int:
        """How many positions were met."""
        return int(self._control[layout.STATES])

    def line(self) -> list[int]:
        """The moves that led to the deepest frame; the first frame's leads nowhere."""
        depth = int(self._control[layout.DEPTH])
        return [int(self._moves[self._frames[at, layout.NEXT] - 1]) for at in range(1, depth)]

    def run(self, most: int, ends: float) -> Outcome:
        """Search until it is decided, so many positions were met, or the time has come."""
        while True:
            limit = min(_SLICE, most - self.states)
            if limit <= 0 or time.monotonic() > ends:
                return Outcome.UNKNOWN
            end = search_slice(
                self._tables, self._frames, self._moves, self._table, self._control, limit
            )
            if end == layout.WON:
                return Outcome.WON
            if end == layout.LOST:
                return Outcome.LOST
            if end == layout.DEEP:
                self._frames, self._moves = _doubled(self._frames), _doubled(self._moves)
            elif end == layout.FULL:
                rows = len(self._table)
                times = 8 if rows < 1 << 18 else 2
                if times * self._table.size > _MOST_WORDS:
                    return Outcome.UNKNOWN
                larger = empty_transpositions(self._tables, rows * times)
                rehash(self._tables, self._table, larger)
                self._table = larger


def beam_search(
    tables: Ints, position: Position, *, width: int, rows: int
) -> tuple[list[int], int]:
    """The line of a win that a narrow search finds, if any, and how many positions it met.

    Args:
        tables: what is the same for the whole search.
        position: where to begin.
        width: how many positions of each level are kept.
        rows: how many rows the table of positions has, which is filled by half at most.
    """
    parents, played = (np.zeros((_MAX_LEVELS, width), np.int64) for _ in range(2))
    table = empty_transpositions(tables, rows)
    level, place, states = search_beam(tables, position, width, parents, played, table)
    line = []
    while level >= 0:
        line.append(int(played[level, place]))
        level, place = level - 1, int(parents[level, place])
    return line[::-1], int(states)


def _doubled(array: Ints) -> Ints:
    """An array of twice the length that begins with what is in this one."""
    larger = np.zeros((2 * len(array), *array.shape[1:]), np.int64)
    larger[: len(array)] = array
    return larger
