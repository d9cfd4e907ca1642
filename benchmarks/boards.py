"""Boards to measure with: those met in random play of the first deals of a game."""

from __future__ import annotations

import random

import engine
from engine import Game


def middle_games(game: str, deals: int = 20, moves: int = 30) -> list[Game]:
    """One game for each deal, played on at random for so many moves, but not until it is stuck."""
    return [_played(game, number, moves) for number in range(1, deals + 1)]


def _played(name: str, number: int, moves: int) -> Game:
    game, chance = engine.deal(name, number), random.Random(number)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            if game.moves:
                game.undo()
            break
        game.play(chance.choice(legal))
    return game
