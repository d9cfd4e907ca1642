"""Run the searches step by step, checking the clock and growing memory in between."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.board import Board
from engine.moves import Move
from engine.solver.general.best_first import grown
from engine.solver.limits import Limits
from engine.solver.rows import columns, gaps, layout
from engine.solver.rows.depth_first import begin, search_slice
from engine.solver.rows.encode import encode, is_regular
from engine.solver.rows.evaluation import VALUES
from engine.solver.rows.layout import Cells, Ints
from engine.solver.verdict import Outcome, SearchResult

_FIRST_ROWS: Final = 1 << 12
_MOST_ROWS: Final = 1 << 25
"""The most rows of a transposition table. While it grows there are two, which take 805 MB; all else
takes less than 10 MB, so that all stay below ``MAX_MEMORY``."""
_SLICE: Final = 100_000
_MOST_DEPTH: Final = 1 << 14
_FIRST_ROWS_BY_COLUMNS: Final = 1 << 20
_MOST_BYTES: Final = 416_000_000
"""The most bytes for the cells of states that the search by columns found: those of eight million
states of Gaps. All that is kept of these takes 513 MB; while their transposition table grows for
the last time there are two, which take 403 MB, so that all stay below ``MAX_MEMORY``."""


def search(board: Board, limits: Limits) -> SearchResult:
    """Search from any board of a game that fits.

    The search is exhaustive, if the limits let it: by columns where cards fill gaps, else depth
    first.

    Args:
        board: the board.
        limits: when to give up.
    """
    encoded = encode(board)
    if encoded is None:
        return SearchResult(Outcome.UNKNOWN, (), 0)
    tables, cells = encoded
    if is_regular(tables):
        outcome, line, states = _search_columns(tables, cells, limits)
        return SearchResult(outcome, _played(board, tables, _steps(tables, cells, line)), states)
    deep = _DepthFirst(tables, cells)
    outcome = deep.run(limits.max_states, limits)
    line = deep.line() if outcome is Outcome.WON else []
    return SearchResult(outcome, _played(board, tables, line), deep.states)


def prepare() -> None:
    """Load all compiled functions that any search may call, compiling those not cached."""
    tables, cells = np.zeros(layout.TABLES_SIZE, np.int64), np.zeros(layout.CELLS, np.int8)
    _DepthFirst(tables, cells).run(2, Limits())
    _search_columns(tables, cells, Limits(max_states=2))
    grown(np.zeros((16, 2), np.int64))


class _DepthFirst:
    """A depth-first search that can be continued."""

    def __init__(self, tables: Ints, cells: Cells) -> None:
        self._tables = tables
        self._states = np.zeros((_MOST_DEPTH, layout.CELLS), np.int8)
        self._ends = np.zeros((_MOST_DEPTH, 2), np.int64)
        self._moves = np.zeros(_MOST_DEPTH * 16, np.int64)
        self._table = np.zeros((_FIRST_ROWS, 2), np.int64)
        self._control = np.zeros(2, np.int64)
        self._states[0] = cells
        begin(tables, self._states, self._ends, self._moves, self._table, self._control)

    @property
    def states(self) -> int:
        """How many states were visited."""
        return int(self._control[layout.STATES])

    def line(self) -> list[int]:
        """The moves that lead to the deepest frame."""
        depth = int(self._control[layout.DEPTH]) - 1
        return [int(self._moves[self._ends[at, 0] - 1]) for at in range(depth)]

    def run(self, most: int, limits: Limits, before: int = 0) -> Outcome:
        """Search until the board is decided, ``most`` states are visited, or a limit is reached.

        Args:
            most: how many states this search visits at most.
            limits: when to give up.
            before: how many states other searches have visited.
        """
        while self.states < most and not limits.are_reached(before + self.states):
            end = search_slice(
                self._tables,
                self._states,
                self._ends,
                self._moves,
                self._table,
                self._control,
                min(self.states + _SLICE, most),
            )
            if end == layout.WON:
                return Outcome.WON
            if end == layout.LOST:
                return Outcome.LOST
            if end == layout.DEEP or (end == layout.FULL and len(self._table) == _MOST_ROWS):
                return Outcome.UNKNOWN
            if end == layout.FULL:
                self._table = grown(self._table)
        return Outcome.UNKNOWN


def _search_columns(tables: Ints, cells: Cells, limits: Limits) -> tuple[Outcome, list[int], int]:
    """How a search by columns ends, a winning line, if any, and how many states it found."""
    size, most = max(1, int(tables[layout.SIZE])), limits.max_states
    rows = min(most, _MOST_BYTES // size) + layout.MOST_MOVES
    # Memory is taken only where states are written.
    states, origins = np.zeros((rows, size), np.int8), np.zeros(rows, np.int64)
    links, heads = np.zeros(rows, np.int32), np.zeros(columns.COLUMNS * VALUES, np.int32)
    table, room = (
        np.zeros((_FIRST_ROWS_BY_COLUMNS, 2), np.int64),
        np.zeros(gaps.ROOM_SIZE, np.int64),
    )
    control, moves = (np.zeros(it, np.int64) for it in (columns.CONTROL_SIZE, layout.MOST_MOVES))
    states[0], found = cells[:size], 0
    columns.begin(tables, states, heads, table, control)
    while found < most and not limits.are_reached(found):
        end = columns.search_slice(
            tables,
            states,
            origins,
            links,
            heads,
            table,
            moves,
            control,
            room,
            min(found + _SLICE, most),
        )
        found = int(control[columns.STATES])
        if end == layout.WON:
            return Outcome.WON, _line(origins, found - 1), found
        if end == layout.LOST:
            return Outcome.LOST, [], found
        if end == layout.DEEP:
            break
        if end == layout.FULL:
            table = grown(table)
    return Outcome.UNKNOWN, [], found


def _steps(tables: Ints, cells: Cells, line: list[int]) -> list[int]:
    """The moves of single cards for those of a search by columns."""
    cells, room = cells.copy(), np.zeros(gaps.ROOM_SIZE, np.int64)
    steps = []
    for move in line:
        count = gaps.list_steps(tables, cells, move, room)
        steps += room[gaps.STEPS : gaps.STEPS + count].tolist()
        gaps.play_steps(tables, cells, move, room)
    return steps


def _line(origins: Ints, state: int) -> list[int]:
    """The moves that lead to a state."""
    line = []
    while state:
        origin = int(origins[state])
        line.append(origin & (1 << layout.MOVE_BITS) - 1)
        state = origin >> layout.MOVE_BITS
    return line[::-1]


def _played(board: Board, tables: Ints, line: list[int]) -> tuple[Move, ...]:
    """The moves on the board for those of the search."""
    piles, moves = board.compiled.tableau, []
    for move in line:
        if move == layout.CLOSE_UP:
            moves.append(board.stock_move)
            continue
        source = piles[move & layout.SOURCE_MASK].name
        target = piles[move >> layout.TARGET_AT & layout.SOURCE_MASK].name
        is_pair = tables[layout.KIND] == layout.TOUCHING
        moves.append(Move.discarding(source, target) if is_pair else Move(source, target))
    return tuple(moves)
