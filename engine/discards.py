"""Cards that are discarded together: groups of free cards whose ranks fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from engine.cards import Card, Cards, Rank
from engine.compiled import CompiledRules
from engine.moves import Move
from engine.places import covered


def discards(
    compiled: CompiledRules, stacks: Sequence[Cards], hidden: tuple[int, ...] = ()
) -> list[Move]:
    """The legal moves that discard cards, in the order of the piles.

    Each card is the top of a pile that nothing lies on. The card beneath the top of the waste, once
    the top of the waste itself, may leave with it, as the top of a stock that lies face up may.
    """
    under = covered(compiled, stacks, hidden)
    free = [
        pile.index
        for pile in compiled.foundation_sources
        if stacks[pile.index] and pile.index not in under
    ]
    if compiled.rules.foundations.outranked:
        cards = [stacks[index][-1] for index in free]
        return [
            _move(compiled, (index,))
            for index, card in zip(free, cards, strict=True)
            if any(card.suit is other.suit and _height(card) < _height(other) for other in cards)
        ]
    tops = [(index, stacks[index][-1].rank) for index in free]
    groups = _groups(compiled)
    found: list[tuple[int, ...]] = [(index,) for index, rank in tops if (rank,) in groups]
    found += [
        (one, other)
        for (one, rank), (other, its) in combinations(tops, 2)
        if (rank, its) in groups
        and (not compiled.rules.foundations.touching or other in compiled.touching[one])
    ]
    if any(len(group) == 3 for group in groups):
        found += [
            tuple(index for index, _ in three)
            for three in combinations(tops, 3)
            if tuple(rank for _, rank in three) in groups
        ]
    if compiled.waste >= 0:
        ranks = tuple(card.rank for card in stacks[compiled.waste][-2:])
        if len(ranks) == 2 and ranks in groups:
            found.append((compiled.waste, compiled.waste))
    return [_move(compiled, indices) for indices in sorted(found)]


def _height(card: Card) -> int:
    """The place of a card's rank where aces are high."""
    return (card.rank - 2) % 13


@lru_cache(maxsize=1024)
def _groups(compiled: CompiledRules) -> frozenset[tuple[Rank, ...]]:
    """The ranks of every group, in every order."""
    return frozenset(
        order for group in compiled.rules.foundations.groups for order in permutations(group)
    )


def _move(compiled: CompiledRules, indices: tuple[int, ...]) -> Move:
    first, *others = (compiled.piles[index].name for index in indices)
    target = compiled.piles[compiled.foundations[0]].name
    return Move(first, target, 1, tuple(others))


def singles(compiled: CompiledRules) -> Iterator[Rank]:
    """The ranks that are discarded alone."""
    return (group[0] for group in compiled.rules.foundations.groups if len(group) == 1)
