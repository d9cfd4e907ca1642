"""One game played by a player, and what it took."""

from __future__ import annotations

import time
from dataclasses import dataclass

from engine import Game, Move, Rules, Status, deal
from engine.hidden_cards import has_hidden_cards
from engine.solver import fair_play
from research.fair_play.players import PLAYERS


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
    """Have a deal played, by the rules of :func:`engine.solver.fair_play.play_on`.

    Once the player knows all cards, the solver goes on.
    """
    game, seconds = deal(rules, number), 0.0

    def chosen(game: Game) -> tuple[Move, ...]:
        nonlocal seconds
        began = time.thread_time()
        if has_hidden_cards(game):
            moves = PLAYERS[player](game, effort, number)
        else:
            moves = fair_play.winning_line(game.board)
        seconds += time.thread_time() - began
        return moves

    fair_play.play_on(game, chosen)
    return Played(number, game.status is Status.WON, len(game.moves), seconds)
