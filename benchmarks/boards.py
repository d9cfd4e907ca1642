"""Boards to measure with: games played at random from the first deals."""

from __future__ import annotations

import random

import engine
from engine import Game


def middle_games(game: str, deals: int = 20, moves: int = 30) -> list[Game]:
    """A game of each deal after that many random moves, one before it would be stuck."""
    return [_played(game, number, moves) for number in range(1, deals + 1)]


def foundation_first_games(game: str, deals: int = 20, moves: int = 30) -> list[Game]:
    """The same, but foundation moves come first."""
    return [_played(game, number, moves, foundations_first=True) for number in range(1, deals + 1)]


def _played(name: str, number: int, moves: int, *, foundations_first: bool = False) -> Game:
    game, rng = engine.deal(name, number), random.Random(number)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            if game.moves:
                game.undo()
            break
        preferred = [move for move in legal if foundations_first and move.target.startswith("f")]
        game.play(rng.choice(preferred or legal))
    return game
