"""Cards, piles, ways of building and moves in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.board import Board
from engine.cards import Rank, Suit
from engine.compiled import Pile
from engine.messages import Message
from engine.moves import Move
from engine.rules import Build, PileKind, StockAction

_PLACES: Final = {
    PileKind.TABLEAU: (Message("pile {name}"), Message("Pile {name}")),
    PileKind.CELL: (Message("cell {name}"), Message("Cell {name}")),
    PileKind.RESERVE: (Message("reserve {name}"), Message("Reserve {name}")),
    PileKind.FOUNDATION: (Message("foundation {name}"), Message("Foundation {name}")),
    PileKind.STOCK: (Message("the stock"), Message("The stock")),
    PileKind.WASTE: (Message("the waste"), Message("The waste")),
}
"""Piles of each kind within a sentence, and where it begins with them."""


def place(pile: Pile, *, begins: bool = False) -> Message:
    """A pile in a sentence: ``pile 3``, ``cell a``, ``the waste``.

    Args:
        pile: the pile.
        begins: whether the sentence begins with it.
    """
    return Message(_PLACES[pile.kind][begins].template, name=pile.name)


def kind_in_words(kind: PileKind) -> Message:
    """A kind of piles: ``tableau``."""
    return Message(kind.value)


def suit_in_words(suit: Suit) -> Message:
    """A suit: ``spades``."""
    return Message(suit.name.lower())


def rank_in_words(rank: Rank) -> Message:
    """A card of a rank: ``a king``."""
    return Message(f"{'an' if rank in (Rank.ACE, Rank.EIGHT) else 'a'} {rank.name.lower()}")


def words_of(build: Build) -> Message:
    """How a pile is built: ``down in alternating colours``."""
    order, suits = Message(build.direction.value), Message(build.suits.value)
    if build.wraps:
        return Message("{order} {suits}, king and ace being neighbours", order=order, suits=suits)
    return Message("{order} {suits}", order=order, suits=suits)


def either(texts: Sequence[str]) -> Message | str:
    """Texts one of which is meant: ``f1 or f5``; one alone stays as it is.

    Args:
        texts: one or more.
    """
    if len(texts) == 1:
        return texts[0]
    return Message("{most} or {last}", most=", ".join(texts[:-1]), last=texts[-1])


def describe(board: Board, move: Move) -> str:
    """A legal move in words, for people: ``7♥ from 3 onto 8♠ in 5``."""
    return str(description(board, move))


def description(board: Board, move: Move) -> Message:
    """The same words, as they can be said in other languages too."""
    if move.is_stock:
        return _describe_stock(board)
    compiled = board.compiled
    source, target = (
        compiled.piles[compiled.index_of[name]] for name in (move.source, move.target)
    )
    card: object = board.stacks[source.index][-move.count].words
    if move.count > 1:
        card = Message("{card} and {number} more", card=card, number=move.count - 1)
    onto = board.stacks[target.index]
    moved = {
        "card": card,
        "source": Message("the waste") if source.kind is PileKind.WASTE else source.name,
        "target": target.name,
    }
    if target.kind is PileKind.FOUNDATION:
        return Message("{card} from {source} to foundation {target}", **moved)
    if target.kind is PileKind.CELL:
        return Message("{card} from {source} into cell {target}", **moved)
    if onto:
        top = onto[-1].words
        return Message("{card} from {source} onto {onto} in {target}", onto=top, **moved)
    return Message("{card} from {source} into empty {target}", **moved)


def _describe_stock(board: Board) -> Message:
    cards, stock = len(board.stacks[board.compiled.stock]), board.rules.stock
    if stock is None or stock.action is StockAction.RESHUFFLE:
        return Message("Gather, shuffle and redeal the tableau")
    if not cards:
        return Message("Turn the waste over to redeal")
    if stock.action is StockAction.WASTE:
        turned = min(stock.turn, cards)
        if turned == 1:
            return Message("Turn 1 card from the stock")
        return Message("Turn {number} cards from the stock", number=turned)
    dealt = 1 if stock.action is StockAction.FOUNDATION else min(len(board.compiled.tableau), cards)
    if dealt == 1:
        return Message("Deal 1 card from the stock")
    return Message("Deal {number} cards from the stock", number=dealt)
