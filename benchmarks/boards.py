"""Games to measure with: the first deals, played at random."""

from __future__ import annotations

import random

import engine
from engine import Game


def middle_games(rules_id: str, deals: int = 20, moves: int = 30) -> list[Game]:
    """A game of each deal after some random moves, or one move before it would be stuck."""
    return [_played(rules_id, deal_number, moves) for deal_number in range(1, deals + 1)]


def foundation_first_games(rules_id: str, deals: int = 20, moves: int = 30) -> list[Game]:
    """Like :func:`middle_games`, with foundation moves first."""
    return [
        _played(rules_id, deal_number, moves, foundations_first=True)
        for deal_number in range(1, deals + 1)
    ]


def _played(
    rules_id: str, deal_number: int, moves: int, *, foundations_first: bool = False
) -> Game:
    game, rng = engine.deal(rules_id, deal_number), random.Random(deal_number)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            if game.moves:
                game.undo()
            break
        preferred = [move for move in legal if foundations_first and move.target.startswith("f")]
        game.play(rng.choice(preferred or legal))
    return game
