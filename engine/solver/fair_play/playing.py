"""Games played to their end by somebody who sees only face-up cards, and refereed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.board import Board, Status
from engine.game import Game
from engine.hidden_cards import has_hidden_cards, hidden_counts
from engine.moves import Move
from engine.solver import Outcome, solve
from engine.solver.fair_play.player import choose

_LONGEST: Final = 2_000
"""A game of more moves is lost."""
_KNOWN_STATES: Final = 1_000_000
"""How many states are searched once the player knows every card."""
_LOST_STATES: Final = 20_000
"""How many states the referee searches before each move, to end games that are lost."""


def play_on(game: Game, chosen: Callable[[Game], tuple[Move, ...]]) -> None:
    """Have a game played; every move is checked by the rules.

    A referee who sees all cards ends the game once nobody could win it any more, which the player
    does not learn.

    Args:
        chosen: what the player plays next; empty to give up.
    """
    while game.status is Status.PLAYING and len(game.moves) < _LONGEST:
        if has_hidden_cards(game) and _has_seen_stock(game) and _is_lost(game):
            return
        moves = chosen(game)
        if not moves:
            return
        for move in moves:
            game.play(move)


def winning_line(board: Board) -> tuple[Move, ...]:
    """How a player goes on who knows all cards; empty if that wins nothing."""
    return solve(board, max_states=_KNOWN_STATES, max_seconds=3600).moves


def wins(board: Board, *, playouts: int, seed: int) -> bool:
    """Whether the fair player wins a game, given so many playouts for each choice."""

    def chosen(game: Game) -> tuple[Move, ...]:
        if not has_hidden_cards(game):
            return winning_line(game.board)
        unseen, back = hidden_counts(game), game.taken_back
        choice = choose(game.board, unseen, playouts=playouts, seed=seed, taken_back=back)
        return () if choice is None else choice.moves

    game = Game(board)
    play_on(game, chosen)
    return game.status is Status.WON


def _has_seen_stock(game: Game) -> bool:
    """Whether the player knows the stock: until then there is little to end."""
    stock = game.board.compiled.stock
    return stock < 0 or not hidden_counts(game)[stock]


def _is_lost(game: Game) -> bool:
    return solve(game.board, max_states=_LOST_STATES, max_seconds=3600).outcome is Outcome.LOST
