"""Which cards a player has not seen, and sampled boards of where they may be.

Hidden are the face-down cards, and the stock cards that were never turned up. The
result of a redeal that shuffles is unknown too, so sampled boards have no such redeals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from engine.board import Board
from engine.game import Game


def hidden_counts(game: Game) -> tuple[int, ...]:
    """How many cards at the bottom of each pile were never seen, not even by a move undone."""
    board = game.board
    counts = list(board.hidden or (0 for _ in board.stacks))
    stock = board.compiled.stock
    if stock >= 0:
        counts[stock] = _hidden_in_stock(game, stock)
    return tuple(counts)


def has_hidden_cards(game: Game) -> bool:
    """Whether there are cards that the player cannot know. A single unseen card is known."""
    return sum(hidden_counts(game)) > 1


def is_fully_known(game: Game) -> bool:
    """Whether the player knows where every card is and will be."""
    board = game.board
    return not has_hidden_cards(game) and not (board.rules.reshuffles_tableau and board.redeals)


def sample_deals(game: Game, count: int, seed: str) -> Iterator[Board]:
    """Random boards that agree with everything the player has seen."""
    board, hidden = game.board, hidden_counts(game)
    rng = random.Random(seed)
    # Sorted, so that the boards do not depend on the real order.
    cards = sorted(
        card for stack, below in zip(board.stacks, hidden, strict=True) for card in stack[:below]
    )
    redeals = 0 if board.rules.reshuffles_tableau else board.redeals
    for _ in range(count):
        rng.shuffle(cards)
        rest = iter(cards)
        stacks = tuple(
            (*(next(rest) for _ in range(below)), *stack[below:])
            for stack, below in zip(board.stacks, hidden, strict=True)
        )
        yield replace(board, stacks=stacks, redeals=redeals)


def _hidden_in_stock(game: Game, stock: int) -> int:
    """How many cards of the stock were never turned up."""
    game = game.copy()
    while game.undone:
        game.redo()
    sizes = [len(board.stacks[stock]) for board in game.boards]
    # A stock that grew was turned over, so all its cards have been seen.
    was_turned_over = any(before < after for before, after in pairwise(sizes))
    return 0 if was_turned_over else sizes[-1]
