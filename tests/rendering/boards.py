"""Boards to draw: every position of random games, and some made by hand."""

from __future__ import annotations

import random

from hypothesis import strategies as st

import engine
from engine import CATALOGUE, Board, Game, parse_board
from engine.cards import CARDS
from engine.dealing import opening
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


def won_board(name: str) -> Board:
    """The board of a game that is won."""
    homes = range(4 * engine.CATALOGUE[name].decks)
    lines = (
        f"f{home + 1}: {' '.join(str(card) for card in CARDS[home % 4 * 13 : home % 4 * 13 + 13])}"
        for home in homes
    )
    return parse_board(name, "\n".join(lines))
