"""Whether a board is one of its game: the cards it has, and where they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Flag, auto
from typing import Final

from engine.cards import Card, Cards, Rank
from engine.compiled import CompiledRules, Pile
from engine.errors import InvalidBoard
from engine.foundations import OPEN
from engine.rules import DEALT, Base, PileKind, Win

MAX_REDEALS: Final = 250
"""The most redeals that a board may have left where the game does not count them."""


class Faults(Flag):
    """What is wrong with a board; nothing if it is valid.

    ``PILES``: it does not have the game's piles, each a tuple of cards. ``CARDS``: it has others
    than the game, or too many of one. ``MISSING``: it lacks some. ``FACE_DOWN``: cards lie face
    down that cannot. ``REDEALS``: it has more redeals left than the game allows. ``BASE``: its
    foundations do not begin with the rank that it says. ``FOUNDATIONS``: one of them is out of
    order. ``ROOM``: more cards lie somewhere than there is room for.
    """

    NONE = 0
    PILES = auto()
    CARDS = auto()
    MISSING = auto()
    FACE_DOWN = auto()
    REDEALS = auto()
    BASE = auto()
    FOUNDATIONS = auto()
    ROOM = auto()


_SENTENCES: Final = {
    Faults.PILES: "A board of {game} has {count} piles, each a tuple of cards.",
    Faults.CARDS: "This board has other cards than the {cards} of {game}.",
    Faults.MISSING: "This board lacks some of the {cards} cards of {game}.",
    Faults.FACE_DOWN: "Cards lie face down that cannot in {game}.",
    Faults.REDEALS: "{game} allows no such number of redeals.",
    Faults.BASE: "The foundations of this board of {game} begin with another rank than it says.",
    Faults.FOUNDATIONS: "A foundation of this board of {game} is out of order.",
    Faults.ROOM: "More cards lie in a pile of this board of {game} than there is room for.",
}


def faults_of(
    compiled: CompiledRules,
    stacks: tuple[Cards, ...],
    redeals: int | None,
    hidden: tuple[int, ...],
    base: int,
) -> Faults:
    """All faults of a board with these piles; of wrong piles only that.

    Raises:
        TypeError: if there are no compiled rules to check it by.
    """
    if not isinstance(compiled, CompiledRules):
        raise TypeError(f"A board is of compiled rules, not of {type(compiled).__name__}.")
    if not _has_piles(compiled, stacks):
        return Faults.PILES
    found = Faults.NONE
    if not _has_cards(compiled, stacks):
        found |= Faults.CARDS
    if sum(map(len, stacks)) < compiled.rules.card_count:
        found |= Faults.MISSING
    if not _lies_right(compiled, stacks, hidden):
        found |= Faults.FACE_DOWN
    if not _may_redeal(compiled, redeals):
        found |= Faults.REDEALS
    if not _begins_right(compiled, stacks, base):
        found |= Faults.BASE
    elif not all(_is_in_order(compiled, pile, stacks, base) for pile in _foundations(compiled)):
        found |= Faults.FOUNDATIONS
    if any(len(stacks[pile.index]) > most for pile, most in room(compiled)):
        found |= Faults.ROOM
    return found


def is_sound(
    compiled: CompiledRules,
    stacks: tuple[Cards, ...],
    redeals: object,
    hidden: object,
    base: object,
) -> bool:
    """Whether a board can be looked at and played on, valid or not."""
    if not _has_piles(compiled, stacks) or not isinstance(hidden, tuple):
        return False
    if len(hidden) not in (0, len(stacks)) or not (redeals is None or isinstance(redeals, int)):
        return False
    last = OPEN if compiled.rules.foundations.base is Base.CHOSEN else OPEN - 1
    if not isinstance(base, int) or not 0 <= base <= last:
        return False
    if not all(isinstance(down, int) and down >= 0 for down in hidden):
        return False
    sequences = compiled.foundation_sequences[base]
    return all(down <= len(stack) for down, stack in zip(hidden, stacks, strict=False)) and all(
        len(stacks[index]) < len(sequence)
        for index, sequence in zip(compiled.foundations, sequences, strict=False)
        if not compiled.rules.foundations.takes_discards
    )


def error_of(compiled: CompiledRules, faults: Faults) -> InvalidBoard:
    """The error for the first of some faults."""
    first = next(fault for fault in _SENTENCES if fault in faults)
    rules = compiled.rules
    return InvalidBoard(
        _SENTENCES[first], game=rules.title, count=len(compiled.piles), cards=rules.card_count
    )


def _has_piles(compiled: CompiledRules, stacks: object) -> bool:
    return (
        isinstance(stacks, tuple)
        and len(stacks) == len(compiled.piles)
        and all(isinstance(stack, tuple) for stack in stacks)
        and all(isinstance(card, Card) for stack in stacks for card in stack)
    )


def _has_cards(compiled: CompiledRules, stacks: tuple[Cards, ...]) -> bool:
    rules = compiled.rules
    counts = Counter(card for stack in stacks for card in stack)
    return counts.total() <= rules.card_count and all(
        0 <= card < 13 * rules.suits
        and rules.first_rank <= card.rank <= rules.last_rank
        and count <= rules.copies
        for card, count in counts.items()
    )


def _lies_right(compiled: CompiledRules, stacks: tuple[Cards, ...], hidden: object) -> bool:
    """Whether cards lie face down only at the bottom of piles that hide some."""
    if not isinstance(hidden, tuple) or len(hidden) not in (0, len(stacks)):
        return False
    if not all(isinstance(down, int) and down >= 0 for down in hidden):
        return False
    return all(
        down == 0 or (_hides(compiled, pile) and down <= _most_hidden(compiled, pile, stacks))
        for pile, down in zip(compiled.piles, hidden, strict=False)
    )


def _hides(compiled: CompiledRules, pile: Pile) -> bool:
    return pile.kind in DEALT and bool(compiled.rules.piles_of(pile.kind).face_down)


def _most_hidden(compiled: CompiledRules, pile: Pile, stacks: tuple[Cards, ...]) -> int:
    """How many cards of a pile may lie face down: the top one only while it waits."""
    waits = compiled.rules.tableau.turns_rank or any(stacks[index] for index in pile.covered_by)
    return max(len(stacks[pile.index]) - (not waits), 0)


def _may_redeal(compiled: CompiledRules, redeals: object) -> bool:
    stock = compiled.rules.stock
    allowed = stock.redeals if stock is not None else 0
    if redeals is None:
        return allowed is None
    most = MAX_REDEALS if allowed is None else allowed
    return isinstance(redeals, int) and 0 <= redeals <= most


def _foundations(compiled: CompiledRules) -> Iterator[Pile]:
    return (compiled.piles[index] for index in compiled.foundations)


def _begins_right(compiled: CompiledRules, stacks: tuple[Cards, ...], base: object) -> bool:
    declared = compiled.rules.foundations
    if not isinstance(base, int):
        return False
    if declared.build or declared.takes_discards or not compiled.foundations:
        return base == 0
    if isinstance(declared.base, Rank):
        return base == declared.base - 1
    first = next((stacks[index][0] for index in compiled.foundations if stacks[index]), None)
    if first is None:
        return declared.base is Base.CHOSEN and 0 <= base <= OPEN
    return base == first.rank - 1


def _is_in_order(compiled: CompiledRules, pile: Pile, stacks: tuple[Cards, ...], base: int) -> bool:
    """Whether a foundation has the cards that it takes, in their order."""
    stack, declared = stacks[pile.index], compiled.rules.foundations
    if declared.is_single or not stack:
        return True
    if declared.follows_previous:
        return stack[0].rank == base + 1 and len({card.suit for card in stack}) == 1
    cards = compiled.foundation_sequences[base][compiled.foundations.index(pile.index)][:-1]
    if compiled.suit_of(pile) is None:
        return [card % 13 for card in stack] == [card % 13 for card in cards[: len(stack)]]
    return stack == cards[: len(stack)]


def room(compiled: CompiledRules) -> Iterator[tuple[Pile, int]]:
    """The piles that hold only so many cards, and how many."""
    rules = compiled.rules
    for pile in compiled.piles_of(PileKind.CELL):
        yield pile, 1
    if not rules.deals_to_reserve:
        piles = compiled.piles_of(PileKind.RESERVE)
        for pile, dealt in zip(piles, rules.reserve.deal, strict=True):
            if not (pile.build_from or pile.fill_from):
                yield pile, dealt
    if rules.win is Win.ROWS:
        for pile in compiled.tableau:
            yield pile, 1
    if rules.redeals_tableau:
        yield compiled.piles[compiled.stock], 0
