"""One game played by a player, and refereed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from engine import Game, Move, Outcome, Rules, Status, deal, solve
from engine.hidden_cards import has_hidden_cards, hidden_counts
from research.fair_play.players import PLAYERS

_LONGEST: Final = 2_000
"""A game of more moves is lost."""
_KNOWN_STATES: Final = 1_000_000
"""How many states are searched once the player knows every card."""
_LOST_STATES: Final = 20_000
"""How many states the referee searches before each move, to end games that are lost."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went.

    Attributes:
        deal: the number of the deal.
        won: whether it was won.
        moves: the moves played.
        seconds: the processor time that the player took.
    """

    deal: int
    won: bool
    moves: int
    seconds: float


def play(rules: Rules, number: int, player: str, effort: int) -> Played:
    """Have a deal played; every move is checked by the rules.

    A referee who sees all cards ends the game once nobody could win it any more, which the player
    does not learn. Once the player knows all cards, the solver goes on.
    """
    game, seconds = deal(rules, number), 0.0
    while game.status is Status.PLAYING and len(game.moves) < _LONGEST:
        if not has_hidden_cards(game):
            verdict = solve(game.board, max_states=_KNOWN_STATES, max_seconds=3600)
            seconds += verdict.processor_seconds
            _play_all(game, verdict.moves)
            break
        if _has_seen_stock(game) and _is_lost(game):
            break
        began = time.thread_time()
        moves = PLAYERS[player](game, effort, number)
        seconds += time.thread_time() - began
        if not moves:
            break
        _play_all(game, moves)
    return Played(number, game.status is Status.WON, len(game.moves), seconds)


def _play_all(game: Game, moves: tuple[Move, ...]) -> None:
    for move in moves:
        game.play(move)


def _has_seen_stock(game: Game) -> bool:
    """Whether the player knows the stock: until then there is little to end."""
    stock = game.board.compiled.stock
    return stock < 0 or not hidden_counts(game)[stock]


def _is_lost(game: Game) -> bool:
    return solve(game.board, max_states=_LOST_STATES, max_seconds=3600).outcome is Outcome.LOST
