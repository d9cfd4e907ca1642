"""The deal: from the shuffled cards to the board a game begins with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from engine.board import Board, Cards
from engine.cards import Card, Rank
from engine.plan import Plan, plan_of
from engine.rules import Base, Kind, Piles, Rules
from engine.shuffle import shuffled


def opening(rules: Rules, number: int) -> Board:
    """The board that deal ``number`` of a game begins with.

    Raises:
        InvalidDeal: when there is no deal of that number.
    """
    return lay_out(rules, shuffled(number, rules.decks))


def lay_out(rules: Rules, cards: Sequence[Card]) -> Board:
    """Deal the cards, the first one first, as the game's rules say.

    Cards that start on the foundations are taken out first. Each kind of piles is dealt row by
    row, every row to those piles that are still to get a card; what is left is the stock, the next
    card on top.
    """
    plan = plan_of(rules)
    stacks: list[list[Card]] = [[] for _ in plan.piles]
    starting = [card for card in cards if card.rank <= rules.foundations.start]
    for card in sorted(starting):
        home = next(
            home for home in plan.foundations[card.suit] if len(stacks[home]) == card.rank - 1
        )
        stacks[home].append(card)
    rest = iter([card for card in cards if card.rank > rules.foundations.start])
    for index in chain.from_iterable(_rows(plan, kind) for kind in rules.order):
        stacks[index].append(next(rest))
    base = Rank.ACE
    if rules.foundations.base is Base.DEALT:
        card = next(rest)
        base = card.rank
        stacks[plan.foundations[card.suit][0]].append(card)
    left = list(rest)
    if rules.stock is not None:
        stacks[plan.stock] = left[::-1]
    return Board(
        plan,
        tuple(tuple(stack) for stack in stacks),
        rules.stock.redeals if rules.stock else 0,
        hidden_cards(plan, tuple(tuple(stack) for stack in stacks)),
        base - 1,
    )


def declared(rules: Rules, kind: Kind) -> Piles:
    """How a game declares its tableau, cells or reserve."""
    return {Kind.TABLEAU: rules.tableau, Kind.CELL: rules.cells, Kind.RESERVE: rules.reserve}[kind]


def _rows(plan: Plan, kind: Kind) -> Iterator[int]:
    """The numbers of the piles of one kind, in the order in which their cards are dealt."""
    deal = declared(plan.rules, kind).deal
    piles = plan.of(kind)
    for row in range(max(deal, default=0)):
        yield from (pile.index for pile, cards in zip(piles, deal, strict=True) if cards > row)


def hidden_cards(plan: Plan, stacks: tuple[Cards, ...]) -> tuple[int, ...]:
    """How many cards of each pile lie face down after the deal; empty where none do."""
    hidden = [0] * len(stacks)
    for kind in plan.rules.order:
        piles = declared(plan.rules, kind)
        if piles.face_down:
            for pile, down in zip(plan.of(kind), piles.face_down, strict=True):
                hidden[pile.index] = down
    return tuple(hidden) if any(hidden) else ()
