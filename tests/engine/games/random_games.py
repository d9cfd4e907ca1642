"""Random games of any declaration, watched as they are played."""

from __future__ import annotations

import random

import engine
from engine import Game, Move
from engine.board import Board
from engine.cards import deck


def play_at_random(game: str, number: int, steps: int = 300, every: int = 30) -> Game:
    """Play a deal on at random, watch it on the way, and take everything back.

    Every so many moves no card has been lost, and of all moves that can be written down just the
    legal ones are allowed. In the end the deal lies there as it did before.

    Returns:
        The game as it stood before it was taken back.
    """
    chance, playing = random.Random(number), engine.deal(game, number)
    first = playing.board
    for step in range(steps):
        legal = playing.legal_moves()
        if not legal:
            break
        if step % every == 0:
            assert sorted(sum(playing.board.stacks, ())) == sorted(deck(playing.rules.decks))
            allowed = {move for move in written(playing.board) if playing.board.is_legal(move)}
            assert allowed == {move for move in legal if not move.is_stock}
        busy = [move for move in legal if not move.is_stock]
        playing.play(chance.choice(busy or legal))
    end = playing.copy()
    while playing.moves:
        playing.undo()
    assert playing.board == first
    return end


def written(board: Board) -> list[Move]:
    """Every move from a pile to a pile but the stock's, of up to one card more than there are."""
    return [
        Move(source, target, count)
        for source, cards in board.piles.items()
        if source != "s"
        for target in board.piles
        for count in range(1, len(cards) + 2)
    ]
