"""Where the cards lie that nobody has seen, told from the boards of a game.

:mod:`engine.hidden_cards` asks it of games, and arranges those cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.board import Board
from engine.cards import Card, Guess
from engine.moves import Move
from engine.rules import PileKind

Place = tuple[int, int]
"""The index of a pile, and how many cards lie beneath a card in it."""


def hidden_counts(board: Board, boards: Sequence[Board]) -> tuple[int, ...]:
    """How many cards at the bottom of each pile were never seen.

    Args:
        board: the board that is asked about.
        boards: all boards of its game, from the deal to the last one, undone moves included.
    """
    counts = list(board.hidden or (0 for _ in board.stacks))
    stock = board.compiled.stock
    if stock >= 0:
        sizes = [len(each.stacks[stock]) for each in boards]
        # A stock that grew was turned over, so all its cards have been seen.
        was_turned_over = any(before < after for before, after in pairwise(sizes))
        counts[stock] = 0 if was_turned_over else sizes[-1]
    return tuple(counts)


def has_guesses(board: Board) -> bool:
    """Whether cards of a board stand in for unknown ones."""
    return any(isinstance(card, Guess) for stack in board.stacks for card in stack)


def guessed_places(
    board: Board, boards: Sequence[Board], moves: Sequence[Move]
) -> frozenset[Place]:
    """Where the cards lie that stand in for unknown ones, and were not seen since.

    A card is seen once it is on top, or moves with others. A single one left is known.

    Args:
        board: the board that is asked about.
        boards: all boards of its game, undone moves included.
        moves: the moves between them.
    """
    seen = {id(card) for each in boards for card in _shown(each)}
    seen |= {
        id(card)
        for each, move in zip(boards, moves, strict=False)
        if not move.is_stock and move.count > 1
        for card in each.piles[move.source][-move.count :]
    }
    found = {
        (pile, at): card
        for pile, stack in enumerate(board.stacks)
        for at, card in enumerate(stack)
        if isinstance(card, Guess) and id(card) not in seen
    }
    return frozenset(found) if len(set(found.values())) > 1 else frozenset()


def _shown(board: Board) -> Iterator[Card]:
    """The cards that are free to be looked at: on top, and in the waste those turned with them."""
    turn = board.rules.stock.turn if board.rules.stock is not None else 1
    for pile, stack in zip(board.compiled.piles, board.stacks, strict=True):
        if pile.kind is PileKind.WASTE:
            yield from stack[-turn:]
        elif pile.kind is not PileKind.STOCK and len(stack) > board.face_down(pile):
            yield stack[-1]
