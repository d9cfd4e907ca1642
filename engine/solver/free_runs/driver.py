"""Searching slice by slice, with an eye on the clock and on memory."""

from __future__ import annotations

import logging
import time
from typing import Final

import numpy as np

from engine.board import Board
from engine.solver.free_runs import fields as field
from engine.solver.free_runs.kernel import empty_table, enlarge, search_slice
from engine.solver.free_runs.line import LineBroken, on_the_board
from engine.solver.free_runs.tables import Ints, tables_of
from engine.solver.verdict import Found, Outcome

_log = logging.getLogger(__name__)

_FIRST_ROWS: Final = 1 << 12
_MOST_WORDS: Final = 1 << 26
"""How many words of eight bytes the largest table has; the one before it is half as large."""
_SLICE: Final = 50_000
_FIRST_DEPTH: Final = 1 << 10
_FIRST_MOVES: Final = 1 << 14


def search(board: Board, *, max_states: int, max_seconds: float) -> Found:
    """Search from a board of a game that fits.

    Args:
        board: where to begin.
        max_states: how many positions to look at before giving up.
        max_seconds: how long to look before giving up.
    """
    begun = tables_of(board)
    if begun is None:
        return Found(Outcome.UNKNOWN, (), 0)
    tables, position = begun
    ends = time.monotonic() + max_seconds
    wide = bool(tables[field.IS_WIDE])
    table = empty_table(_FIRST_ROWS, wide=wide)
    frames = np.zeros((_FIRST_DEPTH, field.FRAME_FIELDS), np.int64)
    moves = np.zeros(_FIRST_MOVES, np.int64)
    control = np.zeros(field.CONTROL_FIELDS, np.int64)
    frames[0] = (*position, 0, 1)
    moves[0] = field.NOTHING
    while True:
        states = int(control[field.STATES])
        limit = min(_SLICE, max_states - states)
        if limit <= 0 or time.monotonic() > ends:
            return Found(Outcome.UNKNOWN, (), states)
        end = search_slice(tables, frames, moves, table, control, limit)
        states = int(control[field.STATES])
        if end == field.WON:
            return _won(board, _line(frames, moves, int(control[field.AT_DEPTH])), states)
        if end == field.LOST:
            return Found(Outcome.LOST, (), states)
        if end == field.DEEP:
            frames, moves = _doubled(frames), _doubled(moves)
        elif end == field.FULL:
            if table.size >= _MOST_WORDS:
                return Found(Outcome.UNKNOWN, (), states)
            larger = empty_table(len(table) * (8 if len(table) < 1 << 18 else 2), wide=wide)
            enlarge(table, larger)
            table = larger


def _doubled(array: Ints) -> Ints:
    """An array of twice the length that begins with what is in this one."""
    larger = np.zeros((2 * len(array), *array.shape[1:]), np.int64)
    larger[: len(array)] = array
    return larger


def _won(board: Board, line: list[int], states: int) -> Found:
    try:
        return Found(Outcome.WON, on_the_board(board, line), states)
    except LineBroken:
        _log.exception("%s: a line that was found cannot be played.", board.rules.id)
        return Found(Outcome.UNKNOWN, (), states)


def _line(frames: Ints, moves: Ints, depth: int) -> list[int]:
    """The moves that led to the deepest frame; the first frame's leads nowhere."""
    return [int(moves[frames[at, field.NEXT] - 1]) for at in range(1, depth)]
