"""Cards, piles, ways of building and moves in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.board import Board
from engine.cards import Rank, Suit
from engine.compiled import Pile
from engine.messages import Message, phrase
from engine.moves import Move
from engine.rules import Build, PileKind, StockAction

_PLACES: Final = {
    PileKind.TABLEAU: (phrase("pile {name}"), phrase("Pile {name}")),
    PileKind.CELL: (phrase("cell {name}"), phrase("Cell {name}")),
    PileKind.RESERVE: (phrase("reserve {name}"), phrase("Reserve {name}")),
    PileKind.FOUNDATION: (phrase("foundation {name}"), phrase("Foundation {name}")),
    PileKind.STOCK: (phrase("the stock"), phrase("The stock")),
    PileKind.WASTE: (phrase("the waste"), phrase("The waste")),
}
"""Piles of each kind within a sentence, and where it begins with them."""


def place(pile: Pile, *, begins: bool = False) -> Message:
    """A pile in a sentence: ``pile 3``, ``cell a``, ``the waste``.

    Args:
        pile: the pile.
        begins: whether the sentence begins with it.
    """
    return Message(_PLACES[pile.kind][begins].message, {"name": pile.name})


def kind_in_words(kind: PileKind) -> Message:
    """A kind of piles: ``tableau``."""
    return phrase(kind.value)


def suit_in_words(suit: Suit) -> Message:
    """A suit: ``spades``."""
    return phrase(suit.name.lower())


def rank_in_words(rank: Rank) -> Message:
    """A card of a rank: ``a king``."""
    return phrase(f"{'an' if rank in (Rank.ACE, Rank.EIGHT) else 'a'} {rank.name.lower()}")


def words_of(build: Build) -> Message:
    """How a pile is built: ``down in alternating colours``."""
    order, suits = phrase(build.direction.value), phrase(build.suits.value)
    if build.wraps:
        return phrase("{order} {suits}, king and ace being neighbours", order=order, suits=suits)
    return phrase("{order} {suits}", order=order, suits=suits)


def either(texts: Sequence[str]) -> Message | str:
    """Texts one of which is meant: ``f1 or f5``; one alone stays as it is.

    Args:
        texts: one or more.
    """
    if len(texts) == 1:
        return texts[0]
    return phrase("{most} or {last}", most=", ".join(texts[:-1]), last=texts[-1])


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
        card = phrase("{card} and {number} more", card=card, number=move.count - 1)
    onto = board.stacks[target.index]
    moved = {
        "card": card,
        "source": phrase("the waste") if source.kind is PileKind.WASTE else source.name,
        "target": target.name,
    }
    if target.kind is PileKind.FOUNDATION:
        return phrase("{card} from {source} to foundation {target}", **moved)
    if target.kind is PileKind.CELL:
        return phrase("{card} from {source} into cell {target}", **moved)
    if onto:
        top = onto[-1].words
        return phrase("{card} from {source} onto {onto} in {target}", onto=top, **moved)
    return phrase("{card} from {source} into empty {target}", **moved)


def _describe_stock(board: Board) -> Message:
    cards, stock = len(board.stacks[board.compiled.stock]), board.rules.stock
    if stock is None or stock.action is StockAction.RESHUFFLE:
        return phrase("Gather, shuffle and redeal the tableau")
    if not cards:
        return phrase("Turn the waste over to redeal")
    if stock.action is StockAction.WASTE:
        turned = min(stock.turn, cards)
        if turned == 1:
            return phrase("Turn 1 card from the stock")
        return phrase("Turn {number} cards from the stock", number=turned)
    dealt = 1 if stock.action is StockAction.FOUNDATION else min(len(board.compiled.tableau), cards)
    if dealt == 1:
        return phrase("Deal 1 card from the stock")
    return phrase("Deal {number} cards from the stock", number=dealt)
