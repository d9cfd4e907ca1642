"""Reshuffle the tableau in the middle of a search, which the engine itself does."""

from __future__ import annotations

from engine.board import Board
from engine.cards import CARDS
from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.general.position import rebuild


def reshuffle_tableau(board: Board, tables: Ints, position: Ints) -> None:
    """Gather, shuffle and redeal the tableau of a position, as the stock of its game does."""
    compiled = board.compiled
    heights = position[layout.HEIGHTS : layout.HEIGHTS + len(compiled.piles)].tolist()
    stacks = []
    for index, height in enumerate(heights):
        first = layout.STACKS + index * layout.ROW
        stacks.append(tuple(CARDS[card] for card in position[first : first + height].tolist()))
    redeals = int(position[layout.REDEALS])
    after = Board(compiled, tuple(stacks), redeals, base=board.base).apply(compiled.stock_move)
    for pile in compiled.tableau:
        cards, first = after.stacks[pile.index], layout.STACKS + pile.index * layout.ROW
        position[first : first + len(cards)] = cards
        position[layout.HEIGHTS + pile.index] = len(cards)
    position[layout.REDEALS] = after.redeals or 0
    position[layout.LOG_LENGTH] = 0
    rebuild(tables, position)
