"""From the way a search came to a position, to moves on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.board import Board
from engine.compiled import CompiledRules
from engine.moves import Move
from engine.solver.general import fields as field
from engine.solver.general.facts import facts_of
from engine.solver.general.gathering import gather
from engine.solver.general.position import play
from engine.solver.general.safe import safe_move


def on_the_board(board: Board, line: Sequence[int]) -> tuple[Move, ...]:
    """The moves of a search's line as the board knows them, with the safe plays it leaves out."""
    return tuple(_told(board, line))


def _told(board: Board, line: Sequence[int]) -> Iterator[Move]:
    facts, position = facts_of(board)
    waiting = list(reversed(line))
    while True:
        move = safe_move(facts, position)
        if move < 0:
            if not waiting:
                return
            move = waiting.pop()
        yield from told(board.compiled, move)
        if board.rules.reshuffles_tableau and move == facts[field.STOCK_PILE]:
            gather(board, facts, position)
        else:
            play(facts, position, move)


def told(compiled: CompiledRules, move: int) -> Iterator[Move]:
    """The moves on the board that one move of the search stands for."""
    turns, source = move >> field.TURNS_AT, move & 255
    for _ in range(turns):
        yield compiled.stock_move
    if source != compiled.stock:
        target = compiled.piles[move >> field.TARGET_AT & 255]
        yield Move(compiled.piles[source].name, target.name, move >> field.COUNT_AT & 127)
    elif not turns:
        yield compiled.stock_move
