"""Boards to draw: positions of random games, and some made by hand."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from engine import CATALOGUE, Board, Card, Game
from engine.cards import CARDS
from engine.compiled import compile_rules
from engine.dealing import opening
from engine.rules import Rules, Win


def played(rules: Rules, number: int, moves: int, seed: int) -> Game:
    """A random game of that many moves, or fewer if it ends; half the moves prefer foundations."""
    game, rng = Game(opening(rules, number), number), random.Random(seed)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        to_foundation = [move for move in legal if move.target.startswith("f")]
        game.play(rng.choice(to_foundation if to_foundation and rng.random() < 0.5 else legal))
    return game


def games(*rules: Rules, most: int = 120) -> st.SearchStrategy[Game]:
    """Random games of some rules, by default of the whole catalogue, at any point."""
    return st.builds(
        played,
        st.sampled_from(rules or tuple(CATALOGUE.values())),
        st.integers(1, 10_000),
        st.integers(0, most),
        st.integers(0, 1000),
    )


def won_board(name: str | Rules) -> Board:
    """A won board of a game."""
    rules = CATALOGUE[name] if isinstance(name, str) else name
    compiled = compile_rules(rules)
    stacks: list[tuple[Card, ...]] = [()] * len(compiled.piles)
    if not rules.has_foundations:
        return _won_rows(rules)
    if rules.foundations.outranked:
        stacks[compiled.foundations[0]] = tuple(card for card in CARDS if card.rank > 1)
        for pile, ace in zip(compiled.tableau, CARDS[::13], strict=True):
            stacks[pile.index] = (ace,)
        return Board(compiled, tuple(stacks), 0)
    if compiled.suit_of(compiled.piles[compiled.foundations[0]]) is None:
        for suit, index in enumerate(compiled.foundations):
            stacks[index] = tuple(CARDS[13 * suit : 13 * suit + 13])
        return Board(compiled, tuple(stacks), 0)
    if rules.foundations.is_single:
        stacks[compiled.foundations[0]] = tuple(CARDS)
        return Board(compiled, tuple(stacks), 0)
    for foundation, nexts in zip(
        compiled.foundations, compiled.foundation_sequences[0], strict=False
    ):
        stacks[foundation] = tuple(CARDS[card] for card in nexts[:-1])
    if rules.foundations.descending:
        # They meet anywhere: here those built up are seven cards high.
        for foundation in compiled.foundations:
            stacks[foundation] = stacks[foundation][
                : 6 if compiled.is_descending(compiled.piles[foundation]) else 7
            ]
    return Board(compiled, tuple(stacks), 0)


def _won_rows(rules: Rules) -> Board:
    """A won board without foundations: a suit in each row, or all cards on the first pile."""
    compiled = compile_rules(rules)
    cards = [card for card in CARDS if rules.first_rank <= card.rank <= rules.last_rank]
    stacks: list[tuple[Card, ...]] = [()] * len(compiled.piles)
    if rules.win is Win.ONE_PILE:
        stacks[0] = tuple(cards[: rules.card_count])
    else:
        for card in cards:
            place = card.suit * rules.tableau.row_length + card.rank - rules.first_rank
            stacks[place] = (card,)
    return Board(compiled, tuple(stacks), 0)


def sorted_out(board: Board, rng: random.Random, share: float = 0.6) -> Board:
    """A board late in a game: its lowest cards are on the foundations, none is face down.

    Args:
        board: the board to begin with.
        rng: decides how far each foundation is built.
        share: how much of a suit a foundation holds at least, 0 to 1.
    """
    compiled = board.compiled
    if compiled.rules.foundations.is_single or not compiled.foundations or board.chooses_base:
        return board
    if compiled.suit_of(compiled.piles[compiled.foundations[0]]) is None:
        return board
    stacks = [list(stack) for stack in board.stacks]
    for foundation, nexts in zip(
        compiled.foundations, compiled.foundation_sequences[board.base], strict=False
    ):
        wanted = [CARDS[card] for card in nexts[: round((len(nexts) - 1) * rng.uniform(share, 1))]]
        if compiled.rules.foundations.descending:
            wanted = wanted[:5]
        for card in wanted[len(stacks[foundation]) :]:
            piles = (stack for n, stack in enumerate(stacks) if n not in compiled.foundations)
            pile = next(stack for stack in piles if card in stack)
            pile.remove(card)
            stacks[foundation].append(card)
    return Board(compiled, tuple(map(tuple, stacks)), board.redeals, (), board.base)
