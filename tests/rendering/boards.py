"""Boards to draw: every position of random games, and some made by hand."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from engine import CATALOGUE, Board, Card, Game
from engine.cards import CARDS
from engine.dealing import opening
from engine.plan import plan_of
from engine.rules import Rules


def played(rules: Rules, number: int, moves: int, seed: int) -> Game:
    """A game after so many moves, foundations first half of the time, or where it ends before."""
    game, chance = Game(opening(rules, number), number), random.Random(seed)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        home = [move for move in legal if move.target.startswith("f")]
        game.play(chance.choice(home if home and chance.random() < 0.5 else legal))
    return game


def games(*rules: Rules, most: int = 120) -> st.SearchStrategy[Game]:
    """Games of those rules, of the whole catalogue when none are given, somewhere along the way."""
    return st.builds(
        played,
        st.sampled_from(rules or tuple(CATALOGUE.values())),
        st.integers(1, 10_000),
        st.integers(0, most),
        st.integers(0, 1000),
    )


def won_board(name: str | Rules) -> Board:
    """The board of a game that is won."""
    rules = CATALOGUE[name] if isinstance(name, str) else name
    plan = plan_of(rules)
    stacks: list[tuple[Card, ...]] = [()] * len(plan.piles)
    if rules.foundations.build:
        stacks[plan.homes[0]] = tuple(CARDS)
        return Board(plan, tuple(stacks), 0)
    for home, nexts in zip(plan.homes, plan.nexts[0], strict=False):
        stacks[home] = tuple(CARDS[card] for card in nexts[:13])
    if rules.foundations.descending:
        # They meet anywhere: here those built up are seven cards high.
        for home in plan.homes:
            stacks[home] = stacks[home][: 6 if plan.goes_down(plan.piles[home]) else 7]
    return Board(plan, tuple(stacks), 0)
