"""Boards to measure with: those met in random play of the first deals of a game."""

from __future__ import annotations

import random

import engine
from engine import Game


def middle_games(game: str, deals: int = 20, moves: int = 30) -> list[Game]:
    """One game for each deal, played on at random for so many moves, but not until it is stuck."""
    return [_played(game, number, moves) for number in range(1, deals + 1)]


def sensible_games(game: str, deals: int = 20, moves: int = 30) -> list[Game]:
    """The same, but whatever may go onto a foundation goes there first."""
    return [_played(game, number, moves, home_first=True) for number in range(1, deals + 1)]


def _played(name: str, number: int, moves: int, *, home_first: bool = False) -> Game:
    game, rng = engine.deal(name, number), random.Random(number)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            if game.moves:
                game.undo()
            break
        home = [move for move in legal if move.target.startswith("f")] if home_first else []
        game.play(rng.choice(home or legal))
    return game
