"""Piles, cards, building rules and moves in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.board_state import BoardState
from engine.cards import Rank, Suit
from engine.compiled import Pile
from engine.messages import Message
from engine.moves import Move
from engine.rules import Build, PileKind, Rules, StockAction, SuitRule, Win

_PILES: Final = {
    PileKind.TABLEAU: (Message("pile {name}"), Message("Pile {name}")),
    PileKind.CELL: (Message("cell {name}"), Message("Cell {name}")),
    PileKind.RESERVE: (Message("reserve {name}"), Message("Reserve {name}")),
    PileKind.FOUNDATION: (Message("foundation {name}"), Message("Foundation {name}")),
    PileKind.STOCK: (Message("the stock"), Message("The stock")),
    PileKind.WASTE: (Message("the waste"), Message("The waste")),
}
"""The name of a pile of each kind within a sentence, and at its beginning."""


def pile_name(pile: Pile, *, begins: bool = False) -> Message:
    """A pile in a sentence: ``pile 3``, ``cell a``, ``the waste``.

    Args:
        begins: whether the sentence begins with it.
    """
    return named_pile(pile.kind, pile.name, begins=begins)


def named_pile(kind: PileKind, name: str, *, begins: bool = False) -> Message:
    """A pile of a kind in a sentence, by its name."""
    return Message(_PILES[kind][begins].template, name=name)


def kind_name(kind: PileKind) -> Message:
    """A kind of pile: ``tableau``."""
    return Message(kind.value)


def suit_name(suit: Suit) -> Message:
    """A suit: ``spades``."""
    return Message(suit.name.lower())


def rank_name(rank: Rank) -> Message:
    """A card of a rank: ``a king``."""
    return Message(f"{'an' if rank in (Rank.ACE, Rank.EIGHT) else 'a'} {rank.name.lower()}")


def build_name(build: Build) -> Message:
    """How a pile is built: ``down in alternating colours``."""
    if build.suits is SuitRule.OR_RANK:
        return Message(build.suits.value)
    order, suits = Message(build.direction.value), Message(build.suits.value)
    if build.wraps:
        return Message("{order} {suits}, king and ace being neighbours", order=order, suits=suits)
    return Message("{order} {suits}", order=order, suits=suits)


def winning(rules: Rules) -> Message:
    """What wins a game, in a sentence."""
    foundations = rules.foundations
    if rules.win is Win.ONE_PILE:
        return Message("You win when a single pile is left.")
    if rules.win is Win.ROWS:
        first, last = rank_name(rules.first_rank), rank_name(rules.last_rank)
        return Message(
            "You win when each row holds one suit in order, from {first} to {last}.",
            first=first,
            last=last,
        )
    if rules.win is Win.CLEARED or rules.deals_to_foundation:
        return Message("You win when the tableau is cleared.")
    if foundations.outranked:
        return Message("You win when only the aces are left.")
    if foundations.takes_discards:
        return Message("You win when every card is discarded.")
    if foundations.is_single:
        return Message("You win when all cards lie on the foundation.")
    if foundations.whole_suits:
        return Message("You win when every suit is complete and lies on a foundation.")
    return Message("You win when all cards lie on the foundations.")


def one_of(texts: Sequence[str]) -> Message | str:
    """Alternatives: ``f1 or f5``; a single one is returned as it is."""
    if len(texts) == 1:
        return texts[0]
    return Message("{most} or {last}", most=", ".join(texts[:-1]), last=texts[-1])


def all_of(texts: Sequence[str]) -> Message:
    """Several things together: ``7♥ and 6♠``."""
    return Message("{most} and {last}", most=", ".join(texts[:-1]), last=texts[-1])


def describe_move(state: BoardState, move: Move) -> Message:
    """A legal move in words: ``7♥ from 3 onto 8♠ in 5``."""
    if move.is_stock:
        return _describe_stock_move(state)
    if move.others:
        return _describe_group(state, move.sources)
    compiled = state.compiled
    source, target = (
        compiled.piles[compiled.index_of[name]] for name in (move.source, move.target)
    )
    card: object = state.stacks[source.index][-move.count].label
    if move.count > 1:
        card = Message("{card} and {number} more", card=card, number=move.count - 1)
    onto = state.stacks[target.index]
    details = {
        "card": card,
        "source": Message("the waste") if source.kind is PileKind.WASTE else source.name,
        "target": target.name,
    }
    if target.kind is PileKind.FOUNDATION:
        if state.rules.foundations.takes_discards and not state.rules.tableau.turns_rank:
            return Message("Discard {card} from {source}", **details)
        if compiled.differ and onto:
            # Several of them may take the card.
            return Message("{card} from {source} home, onto {onto}", onto=onto[-1].label, **details)
        return Message("{card} from {source} home", **details)
    if target.kind is PileKind.CELL:
        return Message("{card} from {source} into cell {target}", **details)
    if onto:
        top = onto[-1].label
        return Message("{card} from {source} onto {onto} in {target}", onto=top, **details)
    return Message("{card} from {source} into empty {target}", **details)


def _describe_group(state: BoardState, names: tuple[str, ...]) -> Message:
    """Cards that leave together: ``7♥ from 3 with 6♠ from 12``."""
    *before, last = names
    compiled = state.compiled
    pile = compiled.piles[compiled.index_of[last]]
    # A pile named twice gives the card beneath its top as well.
    card = state.stacks[pile.index][-1 - before.count(last)].label
    source = Message("the waste") if pile.kind is PileKind.WASTE else last
    if not before:
        return Message("{card} from {source}", card=card, source=source)
    return Message(
        "{others} with {card} from {source}",
        others=_describe_group(state, tuple(before)),
        card=card,
        source=source,
    )


def _describe_stock_move(state: BoardState) -> Message:
    cards, stock = len(state.stacks[state.compiled.stock]), state.rules.stock
    if stock is None or stock.action is StockAction.RESHUFFLE:
        return Message("Gather, shuffle and redeal the tableau")
    if stock.action is StockAction.GATHER:
        return Message("Gather and redeal the tableau")
    if stock.action is StockAction.ROTATE:
        return Message("Bring the bottom card of each pile to its top")
    if stock.action is StockAction.CLOSE_UP:
        if not cards:
            return Message("Close the gaps")
        return Message("Close the gaps and deal from the stock")
    if not cards:
        return Message("Turn the waste over to redeal")
    if stock.action is StockAction.WASTE:
        turned = min(stock.turn, cards)
        if turned == 1:
            return Message("Turn 1 card from the stock")
        return Message("Turn {number} cards from the stock", number=turned)
    piles = {
        StockAction.FOUNDATION: 1,
        StockAction.RESERVE: len(state.rules.reserve.deal),
    }.get(stock.action, len(state.compiled.tableau))
    dealt = min(piles, cards)
    if dealt == 1:
        return Message("Deal 1 card from the stock")
    return Message("Deal {number} cards from the stock", number=dealt)
