"""Which cards a player has not seen, and boards of where they may be.

Hidden are the face-down cards, the stock cards that were never turned up, and on boards that were
entered the cards that stand in for unknown ones (:class:`engine.cards.Guess`), until they are seen.
The result of a redeal that shuffles is unknown too, so sampled boards have no such redeals.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import factorial, prod

from engine import unseen
from engine.arguments import checked
from engine.board import Board
from engine.cards import Card
from engine.game import Game
from engine.unseen import Place


@checked
def hidden_counts(game: Game) -> tuple[int, ...]:
    """How many cards at the bottom of each pile were never seen, not even by a move undone."""
    return unseen.hidden_counts(game.board, game.redone().boards)


@checked
def hidden_places(game: Game) -> frozenset[Place]:
    """Where the cards lie that the player has not seen."""
    return game.hidden_places()


@checked
def has_hidden_cards(game: Game) -> bool:
    """Whether there are cards that the player cannot know. A single unseen card is known."""
    return len(hidden_places(game)) > 1


@checked
def is_fully_known(game: Game) -> bool:
    """Whether the player knows where every card is and will be."""
    board = game.board
    return not has_hidden_cards(game) and not (board.rules.reshuffles_tableau and board.redeals)


@checked
def has_guesses(game: Game) -> bool:
    """Whether a game began with cards that stand in for unknown ones, seen since or not."""
    return game.number is None and unseen.has_guesses(game.boards[0])


@checked
def unknown_places(game: Game) -> frozenset[Place]:
    """Where the cards lie that stand in for unknown ones, and were not seen since.

    A card is seen once it is on top, or moves with others. A single one left is known.
    """
    if not has_guesses(game):
        return frozenset()
    redone = game.redone()
    return unseen.guessed_places(game.board, redone.boards, redone.moves)


@checked
def sample_deals(game: Game, count: int, seed: str) -> Iterator[Board]:
    """Random boards that agree with everything the player has seen."""
    board, places = game.board, sorted(hidden_places(game))
    rng = random.Random(seed)
    # Sorted, so that the boards do not depend on the real order.
    cards = sorted(board.stacks[pile][at] for pile, at in places)
    redeals = 0 if board.rules.reshuffles_tableau else board.redeals
    for _ in range(count):
        rng.shuffle(cards)
        yield replace(_arranged(board, places, cards), redeals=redeals)


@dataclass(frozen=True, slots=True)
class Arrangements:
    """Boards on which the unknown cards lie in different orders.

    Attributes:
        unknown: how many cards are unknown.
        is_all: whether these are all such boards, or else a sample.
    """

    boards: tuple[Board, ...]
    unknown: int
    is_all: bool


@checked
def arrangements(game: Game, *, all_up_to: int, sample: int, seed: str) -> Arrangements:
    """The boards that a game with unknown cards may be at.

    Args:
        all_up_to: how many there may be for all of them.
        sample: how many of more.
    """
    board, places = game.board, sorted(unknown_places(game))
    cards = sorted(board.stacks[pile][at] for pile, at in places)
    counts = Counter(cards).values()
    total = factorial(len(cards)) // prod(map(factorial, counts))
    is_all = total <= all_up_to
    orders = _orders(cards) if is_all else _random_orders(cards, sample, random.Random(seed))
    boards = tuple(_arranged(board, places, order) for order in orders)
    return Arrangements(boards, len(cards), is_all)


def _orders(cards: list[Card]) -> Iterator[list[Card]]:
    """All orders of cards that differ."""
    if not cards:
        yield []
    for first in sorted(set(cards)):
        rest = cards.copy()
        rest.remove(first)
        yield from ([first, *order] for order in _orders(rest))


def _random_orders(cards: list[Card], count: int, rng: random.Random) -> Iterator[list[Card]]:
    for _ in range(count):
        rng.shuffle(cards)
        yield cards.copy()


def _arranged(board: Board, places: Iterable[Place], cards: Iterable[Card]) -> Board:
    """A board with other cards in some places."""
    stacks = [list(stack) for stack in board.stacks]
    for (pile, at), card in zip(places, cards, strict=True):
        stacks[pile][at] = card
    return replace(board, stacks=tuple(map(tuple, stacks)))
