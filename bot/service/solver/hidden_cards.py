"""What a player cannot know of a board, and how the cards they have not seen may lie.

Unseen are the cards that lie face down, and those of the stock until they were turned up once. What
a redeal that shuffles would bring is unseen as well; advice that may not use it does without
redeals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from engine import Board, Game


def board_history(game: Game) -> list[Board]:
    """The boards of a game from the deal to the one that stands now."""
    back = game.copy()
    boards = [back.board]
    while back.moves:
        back.undo()
        boards.append(back.board)
    return boards[::-1]


def hidden_counts(game: Game) -> tuple[int, ...]:
    """How many cards at the bottom of each pile the player of a game has not seen.

    Moves taken back that can still be played again count: what they showed was seen.
    """
    board = game.board
    counts = list(board.hidden or (0 for _ in board.stacks))
    stock = board.compiled.stock
    if stock >= 0:
        counts[stock] = _unseen_stock(game, stock)
    return tuple(counts)


def is_fully_known(game: Game) -> bool:
    """Whether the player of a game knows where each card is and will be."""
    board = game.board
    return sum(hidden_counts(game)) < 2 and not (board.rules.reshuffles_tableau and board.redeals)


def sample_deals(game: Game, many: int, seed: str) -> Iterator[Board]:
    """Boards that agree with all that the player has seen, at random.

    Args:
        game: the game.
        many: how many boards.
        seed: the same seed gives the same boards, wherever the unseen cards really lie.
    """
    board, counts = game.board, hidden_counts(game)
    chance = random.Random(seed)  # nothing is at stake but a hint
    # In order, so that where they really lie has no part in it.
    cards = sorted(
        card for stack, count in zip(board.stacks, counts, strict=True) for card in stack[:count]
    )
    redeals = 0 if board.rules.reshuffles_tableau else board.redeals
    for _ in range(many):
        chance.shuffle(cards)
        rest = iter(cards)
        stacks = tuple(
            (*(next(rest) for _ in range(count)), *stack[count:])
            for stack, count in zip(board.stacks, counts, strict=True)
        )
        yield replace(board, stacks=stacks, redeals=redeals)


def _unseen_stock(game: Game, stock: int) -> int:
    """How many cards of the stock were never turned up."""
    fewest = len(game.board.stacks[stock])
    forth = game.copy()
    while forth.undone:
        forth.redo()
    later = forth.board
    while True:
        fewest = min(fewest, len(forth.board.stacks[stock]))
        if not forth.moves:
            return fewest
        forth.undo()
        if len(forth.board.stacks[stock]) < len(later.stacks[stock]):
            # It was turned over, so all of it has been seen.
            return 0
        later = forth.board
