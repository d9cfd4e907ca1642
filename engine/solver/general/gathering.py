"""A tableau gathered, shuffled and dealt anew in the middle of a search, by the engine itself."""

from __future__ import annotations

from engine.board import Board
from engine.cards import CARDS
from engine.solver.general import fields as field
from engine.solver.general.fields import Facts, Position
from engine.solver.general.position import put_again


def gather(board: Board, facts: Facts, position: Position) -> None:
    """Let the board's stock gather the tableau of a position of its game."""
    plan = board.plan
    stacks = tuple(
        tuple(CARDS[card] for card in row[:height])
        for row, height in zip(
            position.stacks.tolist(), position.heights.tolist(), strict=True
        )
    )
    redeals = int(position.numbers[field.REDEALS])
    after = Board(plan, stacks, redeals, base=board.base).after(plan.stock_move)
    for pile in plan.tableau:
        cards = after.stacks[pile.index]
        position.stacks[pile.index, : len(cards)] = cards
        position.heights[pile.index] = len(cards)
    position.numbers[field.REDEALS] = after.redeals
    put_again(facts, position)
