"""Which cards the foundations take next, where their suits or their order are not fixed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import CARDS, Cards
from engine.compiled import FULL, CompiledRules
from engine.rules import SuitRule

OPEN: Final = 13
"""The base of a board whose player has yet to choose it."""


def targets(compiled: CompiledRules, stacks: Sequence[Cards], base: int) -> dict[int, int]:
    """The cards that a foundation built up takes, each with the first foundation that does."""
    rules = compiled.rules.foundations
    if rules.follows_previous:
        return _following(compiled, stacks, base)
    # The last foundation comes first: a lower-numbered one for the same card overwrites it.
    found = {
        sequence[len(stacks[index])]: index for index, sequence in compiled.indexed_sequences[base]
    }
    if rules.suits is SuitRule.ANY:
        found.pop(FULL, None)
        return {card: index for rank, index in found.items() for card in CARDS[rank::13]}
    return found


def others(compiled: CompiledRules, stacks: Sequence[Cards], base: int, card: int) -> list[int]:
    """All foundations that take a card, where it matters which does."""
    return [
        index
        for index, sequence in compiled.sequences_by_suit[base][card // 13]
        if sequence[len(stacks[index])] % 13 == card % 13 and sequence[len(stacks[index])] != FULL
    ]


def _following(compiled: CompiledRules, stacks: Sequence[Cards], base: int) -> dict[int, int]:
    """The cards that foundations take of which none gets ahead of the one before it."""
    found, above, begun = {}, set(range(13)), set[int]()
    for index in compiled.foundations:
        stack = stacks[index]
        if not stack:
            found.update({13 * suit + base: index for suit in set(range(4)) - begun})
            break
        begun.add(stack[0].suit)
        found.update({13 * stack[0].suit + rank: index for rank in above})
        above = {card.rank - 1 for card in stack}
    return found
