"""Encode a board into the arrays of the search."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from engine.board import Board
from engine.cards import Card
from engine.compiled import CompiledRules
from engine.rules import (
    Direction,
    EmptyPileRule,
    PileKind,
    Rules,
    StockAction,
    SuitRule,
    Win,
)
from engine.solver.clearing import layout
from engine.solver.clearing.layout import Ints

_ACTIONS: Final = {
    StockAction.WASTE: layout.TO_WASTE,
    StockAction.FOUNDATION: layout.TO_FOUNDATION,
    StockAction.FILL: layout.FILLS,
}


class Encoded(NamedTuple):
    """A board as the search sees it.

    Attributes:
        tables: what is constant during a search.
        position: the position it begins with.
        cards: the card of each slot.
    """

    tables: Ints
    position: int
    cards: tuple[Card, ...]


def fits(rules: Rules) -> bool:
    """Whether the search supports a game: one in which cards are only taken away."""
    if rules.decks > 1 or rules.suits < 4 or rules.cells.deal or not rules.has_foundations:
        return False
    if rules.tableau.turns_rank or rules.reserve.refilled:
        return False
    if any(
        each.deal and (each.build or each.fill is not EmptyPileRule.NOTHING)
        for each in (rules.tableau, rules.reserve)
    ):
        return False
    return _fits_foundations(rules) and _fits_stock(rules)


def _fits_foundations(rules: Rules) -> bool:
    """Whether cards leave in groups whose ranks do not get in each other's way, or are built.

    Where they are built, piles cover others or a stock deals to the foundation. Golf then takes a
    quarter of the time of the general search (110 against 459 ms a deal); Black Hole, which has
    neither, would take three times as long.
    """
    foundations = rules.foundations
    if build := foundations.build:
        is_either = build.suits is SuitRule.ANY and build.direction is Direction.EITHER
        deals = rules.stock is not None and rules.stock.action is StockAction.FOUNDATION
        return is_either and (deals or bool(rules.tableau.covered_by))
    if foundations.touching:
        return False
    ranks = [rank for group in foundations.groups for rank in group]
    return bool(ranks) and all(
        len(group) == 2 or all(ranks.count(rank) == 1 for rank in group)
        for group in foundations.groups
    )


def _fits_stock(rules: Rules) -> bool:
    """Whether the stock turns single cards, or only fills empty piles, or there is none."""
    tableau, stock = rules.tableau, rules.stock
    if stock is None or stock.action is not StockAction.FILL:
        if tableau.refilled:
            return False
        return stock is None or (
            stock.action in _ACTIONS
            and stock.turn == 1
            and stock.onto_empty
            and (stock.redeals or 0) < layout.UNLIMITED
        )
    is_filled = tableau.refill_from == (PileKind.STOCK,) and max(tableau.deal) == 1
    return is_filled and not rules.reserve.deal and not tableau.covered_by


def encode(board: Board) -> Encoded | None:
    """A board of a game that fits; None for one whose piles would have been filled."""
    compiled, rules, stacks = board.compiled, board.rules, board.stacks
    action = _ACTIONS[rules.stock.action] if rules.stock is not None else layout.NO_STOCK
    has_gap = not all(stacks[pile.index] for pile in compiled.tableau)
    if action == layout.FILLS and stacks[compiled.stock] and has_gap:
        return None
    slots, blockers = _slots(board)
    first, turned = len(slots), 0
    if compiled.waste >= 0:
        slots += stacks[compiled.waste]
        turned = len(stacks[compiled.waste])
    if compiled.stock >= 0:
        slots += stacks[compiled.stock][::-1]
    blockers += [0] * (len(slots) - first)
    tables = np.zeros(layout.TABLES_SIZE, np.int64)
    everything = (1 << len(slots)) - 1
    in_tableau = sum(len(stacks[pile.index]) for pile in compiled.tableau)
    tables[layout.GOAL] = everything
    if rules.win is Win.CLEARED and action != layout.FILLS:
        # Piles that a stock fills are cleared only once it has run out, so every card goes.
        tables[layout.GOAL] = (1 << in_tableau) - 1
    elif action == layout.TO_FOUNDATION:
        tables[layout.GOAL] = (1 << first) - 1
    tables[layout.STOCK_ACTION] = action
    tables[layout.FIRST_IN_STOCK], tables[layout.COUNT] = first, len(slots)
    tables[layout.WIDTH] = len(compiled.tableau)
    build = rules.foundations.build
    tables[layout.HAS_FOUNDATION] = build is not None
    tables[layout.WRAPS] = build is not None and build.wraps
    _write(tables, layout.BLOCKERS, blockers)
    _write(tables, layout.RANKS, [card.rank - 1 for card in slots])
    _write_groups(tables, compiled, slots, blockers)
    small = 0
    if build is not None:
        onto = stacks[compiled.foundations[0]]
        small = onto[-1].rank - 1 if onto else layout.NO_RANK
    elif action == layout.TO_WASTE:
        small = layout.UNLIMITED if board.redeals is None else board.redeals
    position = everything | turned << layout.TURNED_AT | small << layout.SMALL_AT
    return Encoded(tables, position, tuple(slots))


def _slots(board: Board) -> tuple[list[Card], list[int]]:
    """The cards of tableau and reserve, and for each the mask of those that must go first."""
    compiled, stacks = board.compiled, board.stacks
    piles = (*compiled.tableau, *compiled.piles_of(PileKind.RESERVE))
    slots: list[Card] = []
    places: dict[int, range] = {}
    for pile in piles:
        places[pile.index] = range(len(slots), len(slots) + len(stacks[pile.index]))
        slots += stacks[pile.index]
    blockers = []
    for pile in piles:
        over = sum(1 << slot for index in pile.covered_by for slot in places[index])
        own = places[pile.index]
        blockers += [over | sum(1 << above for above in own if above > slot) for slot in own]
    return slots, blockers


def _write(tables: Ints, at: int, values: list[int]) -> None:
    tables[at : at + len(values)] = values


def _write_groups(
    tables: Ints, compiled: CompiledRules, slots: list[Card], blockers: list[int]
) -> None:
    """Write which slots leave together."""
    groups = compiled.rules.foundations.groups
    after = _all_blockers(blockers)
    partners = [
        sum(
            1 << other
            for other, its in enumerate(slots)
            if other != slot and any(_together(group, card.rank, its.rank) for group in groups)
        )
        for slot, card in enumerate(slots)
    ]
    reachable = [
        sum(
            1 << other
            for other in range(len(slots))
            if mask >> other & 1 and not after[slot] >> other & 1 and not after[other] >> slot & 1
        )
        for slot, mask in enumerate(partners)
    ]
    alone = {group[0] for group in groups if len(group) == 1}
    threes = {rank for group in groups if len(group) == 3 for rank in group}
    tables[layout.IN_THREES] = sum(1 << n for n, card in enumerate(slots) if card.rank in threes)
    _write(tables, layout.PARTNERS, partners)
    _write(tables, layout.REACHABLE, reachable)
    _write(tables, layout.ALONE, [int(card.rank in alone) for card in slots])


def _together(group: tuple[int, ...], rank: int, other: int) -> bool:
    """Whether a group has both ranks, or one of them twice."""
    rest = list(group)
    for each in (rank, other):
        if each not in rest:
            return False
        rest.remove(each)
    return True


def _all_blockers(blockers: list[int]) -> list[int]:
    """For each slot, the mask of all slots that must go before it is free."""
    reached = list(blockers)
    for _ in blockers:
        before = list(reached)
        for slot, mask in enumerate(before):
            for other in range(len(blockers)):
                if mask >> other & 1:
                    reached[slot] |= before[other]
        if reached == before:
            break
    return reached
