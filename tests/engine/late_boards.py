"""Late boards: few cards off the foundations, in random places."""

from __future__ import annotations

import random

from engine.board import Board
from engine.cards import CARDS, Card, Rank
from engine.compiled import compile_rules
from engine.rules import PileKind, Rules


def late_board(
    rules: Rules, rng: random.Random, heights: tuple[int, int] = (7, 12), hiding: float = 0
) -> Board:
    """A board with few cards off the foundations, in random places.

    Args:
        rules: the game, with a foundation for each suit of each deck.
        rng: deals the cards.
        heights: the least and greatest height of the foundations.
        hiding: the probability of face-down cards in a pile of the tableau, if the game has any.
    """
    compiled = compile_rules(rules)
    stacks: list[list[Card]] = [[] for _ in compiled.piles]
    loose: list[Card] = []
    base = rules.foundations.base - 1 if isinstance(rules.foundations.base, Rank) else 0
    for suit, foundations in enumerate(compiled.foundations_by_suit):
        for foundation in foundations:
            height = rng.randint(*heights)
            height -= 13 - rules.last_rank
            cards = [CARDS[suit * 13 + (base + place) % 13] for place in range(rules.last_rank)]
            stacks[foundation] = list(cards[:height])
            loose += cards[height:]
    rng.shuffle(loose)
    for card in loose:
        single = (PileKind.CELL, PileKind.RESERVE)
        places = [
            stacks[pile.index]
            for pile in compiled.piles
            if pile.kind is not PileKind.FOUNDATION
            and not (pile.kind in single and stacks[pile.index])
        ]
        rng.choice(places).append(card)
    hidden = [0] * len(stacks)
    for pile in compiled.tableau:
        if rules.tableau.face_down and stacks[pile.index] and rng.random() < hiding:
            hidden[pile.index] = rng.randrange(len(stacks[pile.index]))
    redeals = rules.stock.redeals if rules.stock is not None and not rules.redeals_tableau else 0
    down = tuple(hidden) if any(hidden) else ()
    return Board(compiled, tuple(map(tuple, stacks)), redeals, down, base)
