"""What the stock does to the piles, and what fills empty ones at once."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Cards
from engine.compiled import CompiledRules
from engine.places import close_up
from engine.rules import PileKind, StockAction
from engine.shuffle import reshuffled


def play_stock(compiled: CompiledRules, stacks: list[Cards], redeals: int | None) -> int | None:
    """Turn, deal or redeal the stock in place, where that is legal; returns the redeals left."""
    declared = compiled.rules.stock
    action = declared.action if declared else StockAction.WASTE
    stock = stacks[compiled.stock]
    if action is StockAction.RESHUFFLE:
        redeals = (redeals or 0) - 1
        _reshuffle(compiled, stacks, redeals)
    elif action in (StockAction.GATHER, StockAction.ROTATE):
        redeals = None if redeals is None else redeals - 1
        _rearrange(compiled, stacks, action)
    elif action is StockAction.RESERVE:
        for pile in compiled.piles_of(PileKind.RESERVE)[: len(stock)]:
            stacks[pile.index] += (stock[-1],)
            stock = stock[:-1]
        stacks[compiled.stock] = stock
    elif action is StockAction.TABLEAU:
        for pile in compiled.tableau[: len(stock)]:
            stacks[pile.index] += (stock[-1],)
            stock = stock[:-1]
        stacks[compiled.stock] = stock
    elif action is StockAction.CLOSE_UP:
        close_up(compiled, stacks)
        for pile in compiled.tableau:
            if stock and not stacks[pile.index]:
                stacks[pile.index], stock = stock[-1:], stock[:-1]
        stacks[compiled.stock] = stock
    elif action is StockAction.FOUNDATION:
        stacks[compiled.foundations[0]] += stock[-1:]
        stacks[compiled.stock] = stock[:-1]
    elif stock:
        left = max(0, len(stock) - (declared.turn if declared else 0))
        stacks[compiled.waste] += stock[left:][::-1]
        stacks[compiled.stock] = stock[:left]
    else:
        stacks[compiled.stock] = stacks[compiled.waste][::-1]
        stacks[compiled.waste] = ()
        redeals = None if redeals is None else redeals - 1
    return redeals


def _reshuffle(compiled: CompiledRules, stacks: list[Cards], redeals: int) -> None:
    """Gather the tableau pile by pile, shuffle it, and deal it again pile by pile.

    Each pile gets as many cards as the first one was dealt at the start, the last one the rest.
    """
    _deal_anew(compiled, stacks, reshuffled(_gathered(compiled, stacks), redeals))


def _gathered(compiled: CompiledRules, stacks: Sequence[Cards]) -> list[Card]:
    """The cards of the tableau, pile by pile."""
    return [card for pile in compiled.tableau for card in stacks[pile.index]]


def _deal_anew(compiled: CompiledRules, stacks: list[Cards], cards: Cards) -> None:
    size = compiled.rules.tableau.deal[0]
    for number, pile in enumerate(compiled.tableau):
        is_last = pile is compiled.tableau[-1]
        stacks[pile.index] = cards[number * size : None if is_last else (number + 1) * size]


def _rearrange(compiled: CompiledRules, stacks: list[Cards], action: StockAction) -> None:
    """Gather the tableau and deal it again in the same order, or rotate each pile."""
    if action is StockAction.GATHER:
        _deal_anew(compiled, stacks, tuple(_gathered(compiled, stacks)))
        return
    for pile in compiled.tableau:
        stacks[pile.index] = stacks[pile.index][1:] + stacks[pile.index][:1]


def redeals_anything(compiled: CompiledRules, stacks: Sequence[Cards]) -> bool:
    """Whether a tableau that is arranged anew would differ, or be shuffled."""
    action = compiled.rules.stock.action if compiled.rules.stock else StockAction.RESHUFFLE
    if action is StockAction.RESHUFFLE:
        return any(stacks[pile.index] for pile in compiled.tableau)
    after = list(stacks)
    _rearrange(compiled, after, action)
    return after != list(stacks)


def refill(compiled: CompiledRules, stacks: list[Cards]) -> None:
    """Fill empty piles, as far as there are cards to fill them."""
    for pile in compiled.refills:
        if not stacks[pile.index]:
            full = next((index for index in compiled.refill_from if stacks[index]), None)
            if full is None:
                return
            stacks[pile.index] = stacks[full][-1:]
            stacks[full] = stacks[full][:-1]
