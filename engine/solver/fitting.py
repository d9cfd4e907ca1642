"""Which games have runs that move freely, and in which of those the fair player plays.

Their rules alone decide that, so whoever asks loads no search: those are compiled.
"""

from __future__ import annotations

from typing import Final

from engine.cards import Rank
from engine.rules import (
    Direction,
    EmptyPileRule,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    StockAction,
    SuitRule,
    Win,
)

COMPLETE_SUIT_RULES: Final = frozenset(
    {SuitRule.ALTERNATING, SuitRule.SAME, SuitRule.SAME_COLOUR, SuitRule.ANY}
)
"""The ways to build in which all cards that go onto one card go onto the same cards."""
_MOST_REDEALS: Final = 250


def fits_fair_play(rules: Rules) -> bool:
    """Whether a game's runs move freely, and its stock, if any, is turned over at will."""
    return fits_free_runs(rules) and (rules.stock is None or rules.stock.redeals is None)


def fits_free_runs(rules: Rules) -> bool:
    """Whether a game's runs move as freely as :mod:`engine.solver.free_runs` requires."""
    tableau, foundations = rules.tableau, rules.foundations
    if (rules.decks, rules.suits) != (1, 4) or rules.redeals_tableau or tableau.refilled:
        return False
    if rules.stock is not None and (rules.stock.redeals or 0) > _MOST_REDEALS:
        return False
    if foundations.base is not Rank.ACE or rules.last_rank is not Rank.KING:
        return False
    if foundations.whole_suits or foundations.descending or foundations.is_single:
        return False
    if foundations.courses or not foundations.is_by_suit:
        return False
    if tableau.fill_first is not None or rules.reserve.refilled:
        return False
    if rules.win is not Win.FOUNDATIONS or tableau.covered_by:
        return False
    stock = rules.stock
    if stock is not None and (stock.action is not StockAction.WASTE or not stock.onto_empty):
        return False
    return (
        _moves_runs_freely(tableau, rules)
        and _holds_singles(rules.reserve)
        and _has_free_cells(rules)
    )


def _moves_runs_freely(tableau: Piles, rules: Rules) -> bool:
    build = tableau.build
    if (
        build is None
        or build.wraps
        or build.direction is not Direction.DOWN
        or build.suits not in COMPLETE_SUIT_RULES
    ):
        return False
    if tableau.move_unit is not MoveUnit.RUN or tableau.run not in (None, build):
        return False
    taken = {PileKind.TABLEAU, PileKind.WASTE}
    taken |= {PileKind.CELL} if rules.cells.deal else set()
    taken |= {PileKind.RESERVE} if rules.reserve.deal else set()
    fills = tableau.fill is EmptyPileRule.NOTHING or taken <= tableau.fill_from
    return taken <= tableau.build_from and fills


def _holds_singles(reserve: Piles) -> bool:
    """Whether each reserve pile, if any, has one card that is never replaced."""
    return not reserve.deal or (
        reserve.build is None and reserve.fill is EmptyPileRule.NOTHING and max(reserve.deal) == 1
    )


def _has_free_cells(rules: Rules) -> bool:
    """Whether the cells, if any, take any card and there is no reserve beside them."""
    return not rules.cells.deal or (
        rules.cells.fill is EmptyPileRule.ANY and not rules.reserve.deal
    )
