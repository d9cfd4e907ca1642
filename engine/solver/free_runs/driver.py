"""Run the searches slice by slice, checking the clock and growing memory in between."""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

import numpy as np

from engine.board import Board
from engine.solver import plain
from engine.solver.free_runs import layout
from engine.solver.free_runs.beam import FIELDS, SCORES, search_level
from engine.solver.free_runs.depth_first import (
    empty_transpositions,
    rehash,
    search_slice,
)
from engine.solver.free_runs.encode import Ints, encode
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.relaxation import Relaxed, no_games, relaxed_games
from engine.solver.free_runs.solution import UnplayableLine, board_moves
from engine.solver.free_runs.states import MOST_MOVES
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult

_log = logging.getLogger(__name__)

_RELAXED_AFTER: Final = 2_000
"""After so many states of depth-first search those that are lost in a relaxed game are left out."""
_FIRST_ROWS: Final = 1 << 12
_MOST_WORDS: Final = 1 << 26
"""The most words of eight bytes in a transposition table. While it grows there are two, which take
805 MB; frames and moves take 59 MB at most, so that all stay below ``MAX_MEMORY``. Beam searches,
which take up to 400 MB, are over before the table takes more than 201 MB."""
_SLICE: Final = 50_000
_FIRST_DEPTH: Final = 1 << 10
MOST_DEPTH: Final = 1 << 18
_FIRST_MOVES: Final = 1 << 14
_BEAMS: Final = ((50_000, 2_000), (200_000, 5_000), (1_000_000, 15_000), (4_000_000, 60_000))
"""After so many states of depth-first search a beam search of such a width is tried."""
_CHILDREN: Final = 8
"""How many successors of a level there is room for, for each of its states."""
_MAX_LEVELS: Final = 250


def search(board: Board, limits: Limits) -> SearchResult:
    """Search from a board of a game that fits.

    Most boards are decided soon. For the others beam searches look for a win before the search goes
    on until it is exhaustive.

    Args:
        board: the board.
        limits: when to give up.
    """
    encoded = encode(board)
    if encoded is None:
        return plain.search_any(board, limits)
    tables, position = encoded
    decided = decide_encoded(tables, position, limits)
    if decided.outcome is not Outcome.WON:
        return SearchResult(decided.outcome, (), decided.states)
    try:
        moves = board_moves(board, tables, decided.line)
        return SearchResult(Outcome.WON, moves, decided.states)
    except UnplayableLine:
        _log.exception("%s: the solution found cannot be played.", board.rules.id)
        return SearchResult(Outcome.UNKNOWN, (), decided.states)


class Decided(NamedTuple):
    """The result of a search, its solution still in the search's own moves.

    Attributes:
        outcome: whether the board can be won.
        line: the moves of a solution; empty unless the board is won.
        states: how many states were visited.
    """

    outcome: Outcome
    line: list[int]
    states: int


def decide(board: Board, limits: Limits) -> Decided:
    """Search like :func:`search`, without translating the solution."""
    encoded = encode(board)
    if encoded is None:
        return Decided(Outcome.UNKNOWN, [], 0)
    return decide_encoded(*encoded, limits)


def decide_encoded(tables: Ints, position: Position, limits: Limits) -> Decided:
    """Search from a position, like :func:`search`."""
    deep, beam_states = _DepthFirst(tables, position), 0
    for after, width in _BEAMS:
        outcome = deep.run(min(limits.max_states - beam_states, after), limits, beam_states)
        if outcome is not Outcome.UNKNOWN or deep.states < after:
            break
        line, more = beam_search(
            tables, position, width=width, limits=limits, before=deep.states + beam_states
        )
        beam_states += more
        if line:
            return Decided(Outcome.WON, line, deep.states + beam_states)
    else:
        outcome = deep.run(limits.max_states - beam_states, limits, beam_states)
    line = deep.line() if outcome is Outcome.WON else []
    return Decided(outcome, line, deep.states + beam_states)


def prepare(board: Board) -> None:
    """Load all compiled functions that any search may call, compiling those not cached."""
    encoded = encode(board)
    if encoded is not None:
        tables, position = encoded
        _DepthFirst(tables, position).run(1, Limits())
        rehash(tables, empty_transpositions(tables, 16), empty_transpositions(tables, 32))
        beam_search(tables, position, width=2, limits=Limits(max_states=8))
        board_moves(board, tables, [])


class _DepthFirst:
    """A depth-first search that can be continued."""

    def __init__(self, tables: Ints, position: Position) -> None:
        self._tables = tables
        self._table = empty_transpositions(tables, _FIRST_ROWS)
        self._frames = np.zeros((_FIRST_DEPTH, layout.FRAME_FIELDS), np.int64)
        self._moves = np.zeros(_FIRST_MOVES, np.int64)
        self._control = np.zeros(layout.CONTROL_FIELDS, np.int64)
        self._frames[0] = (*position, 0, 1)
        self._moves[0] = layout.NULL_MOVE
        self._games: Relaxed | None = None

    @property
    def states(self) -> int:
        """How many states were visited."""
        return int(self._control[layout.STATES])

    def line(self) -> list[int]:
        """The moves that lead to the deepest frame."""
        depth = int(self._control[layout.DEPTH])
        return [int(self._moves[self._frames[at, layout.NEXT] - 1]) for at in range(1, depth)]

    def run(self, most: int, limits: Limits, before: int = 0) -> Outcome:
        """Search until the board is decided, ``most`` states are visited, or a limit is reached.

        Args:
            most: how many states this search visits at most.
            limits: when to give up.
            before: how many states other searches have visited.
        """
        while True:
            limit = min(_SLICE, most - self.states)
            if self.states < _RELAXED_AFTER:
                limit = min(limit, _RELAXED_AFTER - self.states)
            elif self._games is None:
                self._games = relaxed_games(self._tables)
            if limit <= 0 or limits.are_reached(before + self.states):
                return Outcome.UNKNOWN
            end = search_slice(
                self._tables,
                self._frames,
                self._moves,
                self._table,
                self._control,
                *(self._games or no_games()),
                limit,
            )
            if end == layout.WON:
                return Outcome.WON
            if end == layout.LOST:
                return Outcome.LOST
            if end == layout.DEEP:
                if len(self._frames) == MOST_DEPTH:
                    return Outcome.UNKNOWN
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
    tables: Ints,
    position: Position,
    *,
    width: int,
    limits: Limits,
    before: int = 0,
) -> tuple[list[int], int]:
    """A winning line found by beam search, if any, and how many states it visited.

    Visited states are forgotten whenever half of the table is used: few return after some levels.

    Args:
        tables: the constants of the search.
        position: the initial position.
        width: how many states of each level are kept.
        limits: when to give up.
        before: how many states other searches have visited.
    """
    current = np.zeros((width, FIELDS), np.int64)
    current[0] = position
    children = np.empty((width * _CHILDREN, FIELDS), np.int64)
    candidates = np.empty((width * _CHILDREN, 3), np.int64)
    moves, counts = np.empty(MOST_MOVES, np.int64), np.empty(SCORES, np.int64)
    # A level adds no more keys than it has children, so half of the table has room for four.
    table = empty_transpositions(tables, 1 << (8 * len(children) - 1).bit_length())
    size, states, remembered, levels = 1, 0, 0, list[tuple[Ints, Ints]]()
    while size > 0 and len(levels) < _MAX_LEVELS and not limits.are_reached(before + states):
        if 2 * (remembered + len(children)) > len(table):
            table[:] = remembered = 0
        parents, played = np.empty(width, np.int64), np.empty(width, np.int64)
        size, more = search_level(
            tables,
            current,
            size,
            children,
            candidates,
            moves,
            counts,
            parents,
            played,
            table,
            limits.max_states - before - states,
        )
        states += int(more)
        remembered += int(more)
        levels.append((parents[: max(size, 1)].copy(), played[: max(size, 1)].copy()))
    if size >= 0:
        return [], states
    line, place = [], 0
    for parents, played in reversed(levels):
        line.append(int(played[place]))
        place = int(parents[place])
    return line[::-1], states


def _doubled(array: Ints) -> Ints:
    """A copy of an array with twice the length."""
    larger = np.zeros((2 * len(array), *array.shape[1:]), np.int64)
    larger[: len(array)] = array
    return larger
