"""Rules of place: piles that cover others, and rows that are filled or close up."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Cards
from engine.compiled import CompiledRules, Pile
from engine.rules import Win

_NONE: frozenset[int] = frozenset()


def covered(
    compiled: CompiledRules, stacks: Sequence[Cards], hidden: tuple[int, ...] = ()
) -> frozenset[int]:
    """The indices of the piles that cards of other piles lie on, or whose top card is unseen."""
    if hidden and compiled.rules.tableau.turns_rank:
        piles = (pile.index for pile in compiled.tableau)
        return frozenset(index for index in piles if 0 < len(stacks[index]) <= hidden[index])
    if not compiled.is_layered:
        return _NONE
    return frozenset(
        pile.index for pile in compiled.tableau if any(stacks[index] for index in pile.covered_by)
    )


def turned_up(
    compiled: CompiledRules, hidden: tuple[int, ...], stacks: Sequence[Cards]
) -> tuple[int, ...]:
    """The number of face-down cards in each pile once every free top card is turned up."""
    if not hidden:
        return hidden
    under = covered(compiled, stacks)
    turned = tuple(
        min(down, len(stack) if index in under else max(len(stack) - 1, 0))
        for index, (down, stack) in enumerate(zip(hidden, stacks, strict=True))
    )
    # One form only for "nothing is hidden", so that equal states compare equal.
    return turned if any(turned) else ()


def turned_rank(hidden: tuple[int, ...], stacks: Sequence[Cards], card: Card) -> tuple[int, ...]:
    """The number of face-down cards in each pile once a card has turned up one of its rank."""
    pile = card.rank - 1
    if not hidden or not stacks[pile] or hidden[pile] < len(stacks[pile]):
        return hidden
    turned = (*hidden[:pile], hidden[pile] - 1, *hidden[pile + 1 :])
    return turned if any(turned) else ()


def follower_mask(compiled: CompiledRules, stacks: Sequence[Cards], pile: Pile) -> int:
    """The mask of the cards that may fill an empty pile of a row."""
    if pile.neighbour < 0:
        return pile.firsts
    left = stacks[pile.neighbour]
    if not left or left[-1].rank >= compiled.rules.last_rank:
        return 0
    return 1 << left[-1] + 1


def close_up(compiled: CompiledRules, stacks: list[Cards]) -> None:
    """Move the tableau's piles to the left over empty ones, keeping their order."""
    ends = [stacks[pile.index] for pile in compiled.tableau if stacks[pile.index]]
    for place, pile in enumerate(compiled.tableau):
        stacks[pile.index] = ends[place] if place < len(ends) else ()


def has_gap(compiled: CompiledRules, stacks: Sequence[Cards]) -> bool:
    """Whether cards would close up, or the stock would fill an empty pile."""
    empty = [pile.index for pile in compiled.tableau if not stacks[pile.index]]
    return bool(empty) and (
        bool(stacks[compiled.stock])
        or any(stacks[pile.index] for pile in compiled.tableau[empty[0] :])
    )


def is_won_by_place(compiled: CompiledRules, stacks: Sequence[Cards]) -> bool:
    """Whether a game that is not won by its foundations is won."""
    tableau = [stacks[pile.index] for pile in compiled.tableau]
    match compiled.rules.win:
        case Win.CLEARED:
            return not any(tableau)
        case Win.ONE_PILE:
            return sum(map(bool, tableau)) == 1
        case _:
            return cards_in_place(compiled, stacks) == compiled.rules.card_count


def cards_in_place(compiled: CompiledRules, stacks: Sequence[Cards]) -> int:
    """How many cards are where the game wants them, in a game without foundations.

    In rows, those from a row's left end that follow each other in suit from the first rank; where
    one pile wins, those that lie under others, and the last one.
    """
    rules = compiled.rules
    if rules.win is Win.ONE_PILE:
        piles = sum(bool(stacks[pile.index]) for pile in compiled.tableau)
        return rules.card_count - (piles if piles > 1 else 0)
    count, in_place = 0, False
    for pile in compiled.tableau:
        stack, wanted = stacks[pile.index], follower_mask(compiled, stacks, pile)
        begins = pile.neighbour < 0
        in_place = (begins or in_place) and bool(stack) and bool(wanted >> stack[-1] & 1)
        count += in_place
    return count
