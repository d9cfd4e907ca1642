"""A tableau gathered, shuffled and dealt anew in the middle of a search, by the engine itself."""

from __future__ import annotations

from engine.board import Board
from engine.cards import CARDS
from engine.solver.general import fields as field
from engine.solver.general.fields import Ints
from engine.solver.general.position import put_again


def gather(board: Board, facts: Ints, position: Ints) -> None:
    """Let the board's stock gather the tableau of a position of its game."""
    compiled = board.compiled
    heights = position[field.HEIGHTS : field.HEIGHTS + len(compiled.piles)].tolist()
    stacks = []
    for index, height in enumerate(heights):
        first = field.STACKS + index * field.ROW
        stacks.append(tuple(CARDS[card] for card in position[first : first + height].tolist()))
    redeals = int(position[field.REDEALS])
    after = Board(compiled, tuple(stacks), redeals, base=board.base).apply(compiled.stock_move)
    for pile in compiled.tableau:
        cards, first = after.stacks[pile.index], field.STACKS + pile.index * field.ROW
        position[first : first + len(cards)] = cards
        position[field.HEIGHTS + pile.index] = len(cards)
    position[field.REDEALS] = after.redeals or 0
    position[field.LOGGED] = 0
    put_again(facts, position)
