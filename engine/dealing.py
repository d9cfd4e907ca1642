"""The deal: from shuffled cards to the opening board."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from engine.board import Board
from engine.cards import Card, Cards, Rank, Suit
from engine.compiled import CompiledRules, compile_rules
from engine.foundations import OPEN
from engine.rules import DEALT, Base, DealNumbering, PileKind, Rules, SuitRule
from engine.shuffle import microsoft, shuffled


def opening(rules: Rules, number: int) -> Board:
    """The opening board of a deal.

    Raises:
        InvalidDeal: if there is no deal of that number.
    """
    if rules.numbering is DealNumbering.MICROSOFT:
        return lay_out(rules, microsoft(number))
    return lay_out(rules, shuffled(number, rules.decks))


def lay_out(rules: Rules, cards: Sequence[Card]) -> Board:
    """Deal cards in the given order, according to the rules.

    Cards that start on the foundations are taken out first. Each kind of pile is dealt row by row,
    every row to the piles that still lack cards; the rest is the stock, the next card on top. In a
    game of fewer suits, every card is first mapped to a suit that is in play; in one of fewer
    ranks, the high ones are left out, and the low ones taken away once they are dealt.
    """
    compiled, foundations = compile_rules(rules), rules.foundations
    cards = [
        Card.of(card.rank, Suit(card.suit % rules.suits))
        for card in cards
        if card.rank <= rules.last_rank
    ]
    stacks: list[list[Card]] = [[] for _ in compiled.piles]
    base = foundations.base if isinstance(foundations.base, Rank) else Rank.ACE
    if foundations.base is Base.FIRST:
        base = cards[0].rank
    rest = deque(_without_starting(rules, compiled, cards, base, stacks))
    order = rules.deal_order
    if foundations.base is Base.DEALT and PileKind.FOUNDATION not in order:
        order = (*order, PileKind.FOUNDATION)
    for kind in order:
        if kind is PileKind.FOUNDATION:
            card = rest.popleft()
            base = card.rank
            index = (
                compiled.foundations[0]
                if foundations.is_single or foundations.follows_previous
                else compiled.foundations_by_suit[card.suit][0]
            )
            stacks[index].append(card)
        else:
            distinct = rules.piles_of(kind).distinct_ranks
            for index in _rows(compiled, kind):
                if distinct:
                    _bring_up(rest, {card.rank for card in stacks[index]})
                stacks[index].append(rest.popleft())
            if rules.piles_of(kind).kings_beneath:
                for pile in compiled.piles_of(kind):
                    stacks[pile.index].sort(key=lambda card: card.rank is not Rank.KING)
    left = list(rest) if rules.cards_in_play is None else []
    if rules.first_rank > Rank.ACE:
        stacks = [[card for card in stack if card.rank >= rules.first_rank] for stack in stacks]
    if rules.stock is not None:
        stacks[compiled.stock] = left[::-1]
    return Board(
        compiled,
        tuple(tuple(stack) for stack in stacks),
        rules.stock.redeals if rules.stock else 0,
        _face_down(compiled, tuple(tuple(stack) for stack in stacks)),
        OPEN if foundations.base is Base.CHOSEN else 0 if foundations.is_single else base - 1,
    )


def _bring_up(rest: deque[Card], taken: set[Rank]) -> None:
    """Put cards of the ranks that a pile has beneath the others, until the next card is another.

    Where the others are all of these ranks, too, the next card stays.
    """
    for turned, card in enumerate(rest):
        if card.rank not in taken:
            rest.rotate(-turned)
            return


def _without_starting(
    rules: Rules,
    compiled: CompiledRules,
    cards: Sequence[Card],
    base: Rank,
    stacks: list[list[Card]],
) -> list[Card]:
    """Put the starting cards on the foundations and return those left to deal."""
    foundations = rules.foundations
    count = 1 if foundations.base is Base.FIRST else foundations.start
    sequences = compiled.foundation_sequences[base - 1]
    wanted = {
        (index, sequence[height])
        for index, sequence in zip(compiled.foundations, sequences, strict=False)
        if foundations.courses or not compiled.is_descending(compiled.piles[index])
        for height in range(count)
    }
    if foundations.build:
        wanted = {(compiled.foundations[0], 0)} if count else set()
    left = list(cards[:1]) if foundations.base is Base.FIRST else []
    starting = []
    for card in cards[len(left) :]:
        same = (pair for pair in wanted if _is_wanted(pair[1], card, foundations.suits))
        found = min(same, default=None)
        if found is None:
            left.append(card)
        else:
            wanted.remove(found)
            starting.append((found[0], card))
    height = {card: at for sequence in sequences for at, card in enumerate(sequence)}
    for index, card in sorted(starting, key=lambda pair: height.get(pair[1], 0)):
        stacks[index].append(card)
    return left


def _is_wanted(wanted: int, card: Card, suits: SuitRule) -> bool:
    """Whether a card is the one that begins a foundation, or of its rank where any suit will do."""
    return wanted % 13 == card % 13 if suits is SuitRule.ANY else wanted == card


def _rows(compiled: CompiledRules, kind: PileKind) -> Iterator[int]:
    """The indices of the piles of a kind, one for each card, in dealing order."""
    deal = compiled.rules.piles_of(kind).deal
    piles = compiled.piles_of(kind)
    for row in range(max(deal, default=0)):
        yield from (pile.index for pile, cards in zip(piles, deal, strict=True) if cards > row)


def _face_down(compiled: CompiledRules, stacks: tuple[Cards, ...]) -> tuple[int, ...]:
    """The number of face-down cards in each pile; empty if there are none."""
    hidden = [0] * len(stacks)
    for kind in DEALT:
        piles = compiled.rules.piles_of(kind)
        if piles.face_down:
            for pile, down in zip(compiled.piles_of(kind), piles.face_down, strict=True):
                hidden[pile.index] = down
    return tuple(hidden) if any(hidden) else ()
