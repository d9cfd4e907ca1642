"""Encode a board into the arrays of the search."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import permutations
from typing import Final

import numpy as np

from engine.board import Board
from engine.cards import CARDS
from engine.compiled import CompiledRules
from engine.rules import EmptyPileRule, PileKind, Rules, StockAction, Win
from engine.solver.rows import layout
from engine.solver.rows.layout import Cells, Ints

_RANDOM: Final = random.Random(52)
_SALTS: Final = [_RANDOM.getrandbits(62) for _ in range(2 * layout.SALTS_HALF)]
_KINDS: Final = {Win.ONE_PILE: layout.ONE_PILE, Win.ROWS: layout.GAPS}


def fits(rules: Rules) -> bool:
    """Whether the search supports a game: one whose moves depend on the places of cards in rows."""
    tableau, stock = rules.tableau, rules.stock
    if len(tableau.deal) > layout.MOST_PILES or tableau.covered_by:
        return False
    if not rules.has_foundations:
        kinds = tableau.build_from if rules.win is Win.ONE_PILE else tableau.fill_from
        is_closed = rules.win is Win.ROWS or tableau.fill is EmptyPileRule.NOTHING
        return PileKind.TABLEAU in kinds and is_closed
    if not rules.foundations.touching or rules.win is not Win.FOUNDATIONS or rules.decks > 1:
        return False
    if tableau.build or tableau.fill is not EmptyPileRule.NOTHING or tableau.refilled:
        return False
    closes = stock is None or stock.action is StockAction.CLOSE_UP
    return closes and set(tableau.deal) == {1} and not (rules.reserve.deal or rules.cells.deal)


def encode(board: Board) -> tuple[Ints, Cells] | None:
    """The tables and the first state of a board of a game that fits; None for irregular piles.

    Those are piles of several cards, unless they move as one, or with gaps between them.
    """
    compiled, rules = board.compiled, board.rules
    piles = [board.stacks[pile.index] for pile in compiled.tableau]
    tables = _tables(compiled)
    cells = np.full(layout.CELLS, layout.EMPTY, np.int8)
    cells[: len(piles)] = [pile[-1] if pile else layout.EMPTY for pile in piles]
    if tables[layout.KIND] == layout.ONE_PILE:
        if not all(piles[: sum(map(bool, piles))]):
            return None
    elif any(len(pile) > 1 for pile in piles):
        return None
    if rules.stock is not None:
        stock = board.stacks[compiled.stock][::-1]
        cells[len(piles) : len(piles) + len(stock)] = stock
    return tables, cells


def is_regular(tables: Ints) -> bool:
    """Whether all cards are in place in rows with gaps only if nothing can be moved any more.

    So it is where each row gets one of four suits, and no suit is longer than a row.
    """
    ranks = tables[layout.LAST_RANK] - tables[layout.FIRST_RANK] + 1
    return bool(
        tables[layout.KIND] == layout.GAPS
        and 1 < ranks <= tables[layout.LENGTH]
        and tables[layout.CARDS] == 4 * ranks
    )


@lru_cache(maxsize=1024)
def _tables(compiled: CompiledRules) -> Ints:
    """The tables of a game."""
    rules = compiled.rules
    tables = np.zeros(layout.TABLES_SIZE, np.int64)
    tableau = rules.tableau
    tables[layout.KIND] = _KINDS.get(rules.win, layout.TOUCHING)
    tables[layout.PILES] = len(tableau.deal)
    tables[layout.LENGTH] = tableau.row_length or len(tableau.deal)
    tables[layout.CARDS] = rules.card_count
    tables[layout.ROW_SUITS] = tableau.row_suits
    tables[layout.FIRST_RANK], tables[layout.LAST_RANK] = rules.first_rank - 1, rules.last_rank - 1
    steps = sorted({steps for steps in tableau.steps_left if steps < layout.MOST_PILES})
    tables[layout.STEP_COUNT] = len(steps)
    tables[layout.STEPS : layout.STEPS + len(steps)] = steps
    takes = compiled.tableau[0].build_masks
    if rules.foundations.groups:
        pairs = {pair for group in rules.foundations.groups for pair in permutations(group)}
        takes = tuple(
            sum(1 << its for its in CARDS if (card.rank, its.rank) in pairs) for card in CARDS
        )
    tables[layout.TAKES : layout.TAKES + 52] = takes
    tables[layout.SIZE] = len(tableau.deal) if rules.stock is None else layout.CELLS
    tables[layout.SALTS :] = _SALTS
    return tables
