"""Run the search slice by slice, checking the clock and growing memory in between."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import numpy as np

from engine.board import Board
from engine.cards import Card
from engine.rules import EmptyPileRule, Rules, StockAction, Win
from engine.solver import general
from engine.solver.general.best_first import grown, rehash
from engine.solver.limits import Limits
from engine.solver.outranked import layout
from engine.solver.outranked.depth_first import search_slice
from engine.solver.outranked.layout import Ints
from engine.solver.verdict import Outcome, SearchResult

_SLICE: Final = 50_000
_FIRST: Final = Fraction(1, 8)
"""How much of its limits a search for a win gets before."""
MOST_ROWS: Final = 1 << 25
"""The most rows of the transposition table, half of which are used. While it grows there are two,
which take 805 MB."""


def fits(rules: Rules) -> bool:
    """Whether the search supports a game."""
    tableau, stock = rules.tableau, rules.stock
    return (
        rules.foundations.outranked
        and (rules.decks, rules.suits) == (1, 4)
        and rules.win is Win.FOUNDATIONS
        and len(tableau.deal) <= layout.MOST_PILES
        and tableau.fill is EmptyPileRule.ANY
        and tableau.build is None
        and not (tableau.face_down or tableau.refilled or tableau.covered_by)
        and not (tableau.row_length or rules.cells.deal or rules.reserve.deal)
        and stock is not None
        and stock.action is StockAction.TABLEAU
        and stock.onto_empty
        and not stock.redeals
        and general.fits(rules)
    )


def search(board: Board, limits: Limits) -> SearchResult:
    """Search from any board of a game that fits.

    Args:
        board: the board.
        limits: when to give up.
    """
    result = general.search(board, limits.part(_FIRST, 0))
    if result.outcome is not Outcome.UNKNOWN:
        return result
    proof = Proof(board)
    outcome = Outcome.LOST if proof.holds(limits, result.states) else Outcome.UNKNOWN
    return SearchResult(outcome, (), result.states + proof.states)


def prepare(board: Board) -> None:
    """Load all compiled functions that any search may call, compiling those not cached."""
    Proof(board).holds(Limits(max_states=2), 0)
    rehash(np.zeros((16, 2), np.int64), np.zeros((32, 2), np.int64))


class Proof:
    """A search for a proof that a board is lost."""

    def __init__(self, board: Board) -> None:
        self._tables, self._scratch = _encoded(board)
        self._steps = np.zeros(layout.MOST_STEPS, np.int64)
        self._stack = np.zeros((2 * layout.MOST_STEPS, layout.WIDTH), np.uint8)
        self._table = np.zeros((1 << 12, 2), np.int64)
        self._control = np.zeros(2, np.int64)

    @property
    def states(self) -> int:
        """How many states were visited."""
        return int(self._control[layout.STATES])

    def holds(self, limits: Limits, before: int) -> bool:
        """Whether the board is lost; False, too, if a limit is reached.

        Args:
            limits: when to give up.
            before: how many states have been visited before.
        """
        end = layout.PAUSED
        while end in (layout.PAUSED, layout.FULL):
            states = self.states + before
            if states >= limits.max_states or limits.are_reached(states):
                return False
            if end == layout.FULL and not self._grow():
                return False
            pause = min(self.states + _SLICE, limits.max_states - before)
            end = search_slice(
                self._tables,
                self._scratch,
                self._steps,
                self._stack,
                self._table,
                self._control,
                pause,
            )
        return end == layout.LOST

    def _grow(self) -> bool:
        """Grow what is full; whether there is memory for that."""
        if int(self._control[layout.TOP]) + layout.MOST_STEPS > len(self._stack):
            self._stack = np.concatenate([self._stack, np.zeros_like(self._stack)])
        if (self.states + layout.MOST_STEPS) * 2 > len(self._table):
            if len(self._table) == MOST_ROWS:
                return False
            self._table = grown(self._table)
        return True


def _encoded(board: Board) -> tuple[Ints, Ints]:
    """The tables of a board, and the numbers worked on, of which it is the child."""
    tableau = board.compiled.tableau
    tables = np.full(layout.DEALS + layout.CARDS + layout.MOST_PILES, layout.NO_CARD, np.int64)
    scratch = np.zeros(layout.SCRATCH, np.int64)
    for number, pile in enumerate(tableau):
        scratch[layout.CHILD + layout.HEIGHTS + number] = len(board.stacks[pile.index])
        for place, card in enumerate(board.stacks[pile.index]):
            scratch[layout.CHILD + layout.STACKS + layout.CARDS * number + place] = _number(card)
    rounds = 0
    while board.stacks[board.compiled.stock]:
        after = board.apply(board.stock_move)
        for number, pile in enumerate(tableau):
            if len(after.stacks[pile.index]) > len(board.stacks[pile.index]):
                at = layout.DEALS + len(tableau) * rounds + number
                tables[at] = _number(after.stacks[pile.index][-1])
        board, rounds = after, rounds + 1
    tables[layout.PILES], tables[layout.ROUNDS] = len(tableau), rounds
    return tables, scratch


def _number(card: Card) -> int:
    """The number of a card in the search."""
    return int(card.suit << layout.SUIT_AT | (card.rank - 2) % 13)
