"""Won games to measure with: the first deals that the solver wins quickly.

Searches are limited by states rather than by time, so that every run finds the same games.
"""

from __future__ import annotations

import itertools
from typing import Final

import engine
from bot.service.solver.tasks import without_detours
from engine import Game, Outcome

_DEALS: Final = 60
_MAX_STATES: Final = 200_000
_MORE_STATES: Final = {"spider": 1_000_000, "forty-thieves": 1_000_000}
"""Limits of games that are seldom won within the usual one."""


def winning_games(rules_id: str, count: int = 1) -> list[Game]:
    """Won games of the first winnable deals, each with one move after the other.

    A game whose deals are hard to win may have fewer of them, or none.

    Args:
        rules_id: the game.
        count: how many to return.
    """
    won = (winning_game(rules_id, number) for number in range(1, _DEALS + 1))
    return list(itertools.islice(filter(None, won), count))


def winning_game(rules_id: str, deal_number: int) -> Game | None:
    """A deal as won by one move after the other; None if no win is found."""
    game = engine.deal(rules_id, deal_number)
    verdict = engine.solve(game.board, max_states=_MORE_STATES.get(rules_id, _MAX_STATES))
    if verdict.outcome is not Outcome.WON:
        return None
    for move in without_detours(game.board, verdict.moves):
        game.play(move)
    return game
