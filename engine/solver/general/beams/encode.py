"""Which games the beam search is for, and how it encodes a board."""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from engine.board import Board
from engine.compiled import compile_rules
from engine.rules import DEALT, MoveUnit, Rules, StockAction
from engine.solver.general import encode as general
from engine.solver.general import layout as rules_layout
from engine.solver.general.beams import layout
from engine.solver.general.layout import Ints

_RANDOM: Final = random.Random(104)
ZOBRIST: Final = np.array([_RANDOM.getrandbits(62) for _ in range(layout.ZOBRIST_SIZE)], np.int64)
"""The random numbers that positions are hashed with."""


def fits(rules: Rules) -> bool:
    """Whether the search is for a game.

    It supports the games of the general search whose cards are all in the tableau, cells, reserve
    or a stock that deals to the tableau, and whose moves do not depend on what other piles hold.
    """
    if not general.fits(rules) or rules.tableau.refilled or rules.foundations.is_single:
        return False
    if rules.stock is not None and rules.stock.action is not StockAction.TABLEAU:
        return False
    piles = [rules.piles_of(kind) for kind in DEALT]
    if any(each.after_stock or each.fill_first is not None for each in piles):
        return False
    if rules.foundations.courses:
        return False
    units = {each.move_unit for each in piles if each.deal}
    if not units <= {MoveUnit.SINGLE, MoveUnit.RUN, MoveUnit.FACE_UP}:
        return False
    compiled = compile_rules(rules)
    foundations = len(compiled.foundations)
    stock = compiled.stock >= 0
    return (
        foundations <= layout.MOST_FOUNDATIONS
        and len(compiled.piles) - foundations - stock <= layout.MOST_PILES
    )


def encode(board: Board) -> tuple[Ints, Ints]:
    """The tables of the general search and the initial position of this one."""
    tables, start = general.encode(board)
    piles = int(tables[rules_layout.RESERVE_END])
    foundations = int(tables[rules_layout.FOUNDATIONS_END])
    position = np.zeros(layout.POSITION_SIZE, np.int64)
    position[layout.STOCKED] = start[rules_layout.REMAINING]
    heights = start[rules_layout.HEIGHTS : rules_layout.HEIGHTS + foundations]
    position[layout.HEIGHTS : layout.HEIGHTS + piles] = heights[:piles]
    position[layout.FOUNDATIONS : layout.FOUNDATIONS + foundations - piles] = heights[piles:]
    position[layout.PLAYED] = heights[piles:].sum()
    down = start[rules_layout.FACE_DOWN : rules_layout.FACE_DOWN + piles]
    position[layout.FACE_DOWN : layout.FACE_DOWN + piles] = down
    cards = start[rules_layout.STACKS : rules_layout.STACKS + piles * layout.ROW]
    position[layout.STACKS : layout.STACKS + piles * layout.ROW] = cards
    return tables, position
