"""Translate the moves of a search into moves on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.board import Board
from engine.compiled import CompiledRules
from engine.moves import Move
from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.general.position import play
from engine.solver.general.reshuffle import reshuffle_tableau
from engine.solver.general.safe_plays import safe_move


def board_moves(
    board: Board, path: Sequence[int], tables: Ints, position: Ints
) -> tuple[Move, ...]:
    """The moves on the board for a path of the search, including the safe plays it leaves out.

    Args:
        board: the board.
        path: the moves of the search.
        tables: its tables.
        position: the position of the board, which is played to the end.
    """
    return tuple(_board_moves(board, path, tables, position))


def _board_moves(board: Board, path: Sequence[int], tables: Ints, position: Ints) -> Iterator[Move]:
    waiting = list(reversed(path))
    while True:
        move = safe_move(tables, position)
        if move < 0:
            if not waiting:
                return
            move = waiting.pop()
        yield from board_moves_of(board.compiled, move)
        if board.rules.reshuffles_tableau and move == tables[layout.STOCK_PILE]:
            reshuffle_tableau(board, tables, position)
        else:
            play(tables, position, move)
            # Nothing is undone here, and the log has no room for a whole solution.
            position[layout.LOG_LENGTH] = 0


def board_moves_of(compiled: CompiledRules, move: int) -> Iterator[Move]:
    """The moves on the board for one move of the search."""
    turns, source = move >> layout.TURNS_AT, move & 255
    for _ in range(turns):
        yield compiled.stock_move
    if source != compiled.stock:
        target = compiled.piles[move >> layout.TARGET_AT & 255]
        yield Move(compiled.piles[source].name, target.name, move >> layout.COUNT_AT & 127)
    elif not turns:
        yield compiled.stock_move
