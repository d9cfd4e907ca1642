"""Random games, checked as they are played."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import engine
from engine import Game, Move
from engine.board import Board


def play_at_random(game: str, number: int, steps: int = 300, every: int = 30) -> Game:
    """Play a deal at random, check it along the way, and undo it all.

    At intervals, every card must be there, and of all moves that can be written exactly the listed
    ones must be legal. In the end the board must be the deal again.

    Returns:
        The game as it stood before it was undone.
    """
    rng, playing = random.Random(number), engine.deal(game, number)
    first = playing.board
    for step in range(steps):
        legal = playing.legal_moves()
        if not legal:
            break
        if step % every == 0:
            assert sorted(sum(playing.board.stacks, ())) == sorted(sum(first.stacks, ()))
            allowed = {move for move in written(playing.board) if playing.board.is_legal(move)}
            assert allowed == {move for move in legal if not move.is_stock}
        busy = [move for move in legal if not move.is_stock]
        playing.play(rng.choice(busy or legal))
    end = playing.copy()
    while playing.moves:
        playing.undo()
    assert playing.board == first
    return end


def written(board: Board) -> list[Move]:
    """Every move that can be written, up to one card more than a pile has; none from the stock."""
    moves = [
        Move(source, target, count)
        for source, cards in board.piles.items()
        if source != "s"
        for target in board.piles
        for count in range(1, len(cards) + 2)
    ]
    full = [name for name, cards in board.piles.items() if cards and name not in ("s", "f1")]
    for size in {len(group) for group in board.rules.foundations.groups} - {1}:
        moves += [Move.discarding(*some) for some in combinations_with_replacement(full, size)]
    return moves
