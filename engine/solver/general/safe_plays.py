"""Safe foundation plays, which can never hurt and are made at once. Compiled.

The argument is that of :mod:`engine.automatic`, made there for one deck: a card may go to its
foundation if all its *followers*, the cards that could ever come to lie on it, can go to theirs as
soon as they are uncovered. It holds for several copies of a card as well, if a card counts as
played only when all its copies are, and as next only when it follows such a card on *every*
foundation of its suit: then each copy has a place of its own and no twin takes another's. The same
is required of the card itself.

In full: take a solution in which the card stays. In its copy the card is played, moves of followers
are left out, and followers are played when they are uncovered. Let ``n(r)`` cards of rank ``r`` of
a suit be on foundations in the solution and ``m(r)`` in the copy. For any rank that is no
follower's, ``m(r) = n(r)``; for others ``m(r) >= n(r)``. A card of rank ``r`` that is no follower
is played in the solution while ``n(r) < n(r - 1)``, so ``m(r) < m(r - 1)``: it can be played in the
copy. It is taken back while ``n(r + 1) < n(r)``; in games that take cards back, whatever precedes a
follower on its foundation is a follower, so rank ``r + 1`` is none, and ``m(r + 1) < m(r)``.

A card on top of the waste is safe, too, if stock and waste bring up all others as before without
it: they turn single cards, or are not redealt. So the stock need not be turned past such a card. A
stock still to be dealt brings the same cards to the same piles; what would lie on a card that is
gone lies on what was beneath it, and is out of the way as soon. Only games that do not deal onto
empty piles, or that fill these at once, can miss a card so.

Where an outranked card is discarded, it could only be missed for outranking others: not if none
lower is left, nor if the stock deals no more, as what outranks it then stays on top or makes way
for a higher card.

The other exceptions made there are made here.
"""

from __future__ import annotations

from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.general.move_generation import foundation_cards, foundation_for
from engine.solver.jit import inlined, jit, lowest_bit


@jit
def safe_move(tables: Ints, position: Ints) -> int:
    """A safe foundation play; -1 if none is known."""
    if tables[layout.OUTRANKED]:
        return _safe_discard(tables, position)
    safe = safe_cards(tables, position)
    if safe == 0:
        return -1
    for pile in range(tables[layout.RESERVE_END]):
        height = position[layout.HEIGHTS + pile]
        if height:
            card = position[layout.STACKS + layout.ROW * pile + height - 1]
            if safe >> card & 1:
                target = foundation_for(tables, position, card)
                return int(pile | target << layout.TARGET_AT | 1 << layout.COUNT_AT)
    turned, left = position[layout.IN_WASTE], position[layout.REMAINING]
    first, end = 0, 0
    if tables[layout.REACHES_WHOLE_STOCK]:
        end = left
    elif turned and leaves_others_in_order(tables, position):
        first, end = turned - 1, turned
    for at in range(first, end):
        card = tables[layout.TURN_ORDER + position[layout.REMAINING_PLACES + at]]
        if safe >> card & 1:
            turns = at + 1 - turned if at + 1 >= turned else left - turned + 1 + at + 1
            move = tables[layout.WASTE_PILE] | 1 << layout.COUNT_AT
            target = foundation_for(tables, position, card)
            return int(move | target << layout.TARGET_AT | turns << layout.TURNS_AT)
    return -1


@inlined
def safe_cards(tables: Ints, position: Ints) -> int:
    """The mask of the cards that may go to their foundations wherever they can be played."""
    if not tables[layout.SAFE] or not _argument_holds(tables, position):
        return 0
    played, ready, safe = 0, 0, 0
    for suit in range(4):
        if tables[layout.SUIT_FOUNDATIONS + layout.SUIT_ROW * suit + 0]:
            height = _lowest_foundation(tables, position, suit)
            played |= tables[layout.FOUNDATION_MASKS + layout.FOUNDATION_ROW * suit + height]
            row = (
                tables[layout.SUIT_FOUNDATIONS + layout.SUIT_ROW * suit + 1]
                - tables[layout.RESERVE_END]
            )
            if height < 13:
                ready |= 1 << tables[layout.FOUNDATION_CARDS + layout.FOUNDATION_ROW * row + height]
    nexts = ready
    while nexts:
        card = lowest_bit(nexts)
        if _is_harmless(tables, card, played, ready):
            safe |= 1 << card
        nexts &= nexts - 1
    return safe


@inlined
def leaves_others_in_order(tables: Ints, position: Ints) -> bool:
    """Whether stock and waste bring up all other cards as before when one of theirs is played."""
    return bool(tables[layout.TURN] == 1 or position[layout.REDEALS] == 0)


@inlined
def _safe_discard(tables: Ints, position: Ints) -> int:
    """A discard of an outranked card once no card is dealt any more.

    Before that what it is kept for would have to be known: a card dealt later may be one that it
    outranks.
    """
    if position[layout.REMAINING]:
        return -1
    wanted = foundation_cards(tables, position)
    for pile in range(tables[layout.RESERVE_END]):
        height = position[layout.HEIGHTS + pile]
        if height:
            card = position[layout.STACKS + layout.ROW * pile + height - 1]
            if wanted >> card & 1:
                return int(
                    pile | tables[layout.RESERVE_END] << layout.TARGET_AT | 1 << layout.COUNT_AT
                )
    return -1


@inlined
def _argument_holds(tables: Ints, position: Ints) -> bool:
    """Whether nothing is left in a stock or reserve for which the argument does not hold."""
    dealing = tables[layout.STOCK_ACTION]
    if dealing >= layout.RESHUFFLE:
        return bool(position[layout.REDEALS] == 0)
    if dealing not in (layout.NO_STOCK, layout.TO_WASTE) and position[layout.REMAINING]:
        # A pile that is empty sooner may forbid a deal, or draw a card.
        if not tables[layout.ONTO_EMPTY] or tables[layout.REFILLED]:
            return False
        if dealing == layout.TO_FOUNDATION:
            return False
    if tables[layout.REFILLED]:
        if tables[layout.RESERVE_GROWS]:
            return False
        for pile in range(tables[layout.CELLS_END], tables[layout.RESERVE_END]):
            if position[layout.HEIGHTS + pile]:
                return False
    return True


@inlined
def _lowest_foundation(tables: Ints, position: Ints, suit: int) -> int:
    """The height of the lowest foundation of a suit."""
    height = 13
    for which in range(tables[layout.SUIT_FOUNDATIONS + layout.SUIT_ROW * suit + 0]):
        height = min(
            height,
            position[
                layout.HEIGHTS
                + tables[layout.SUIT_FOUNDATIONS + layout.SUIT_ROW * suit + which + 1]
            ],
        )
    return height


@inlined
def _is_harmless(tables: Ints, card: int, played: int, ready: int) -> bool:
    """Whether all followers of a card in play can be played once they are uncovered."""
    if tables[layout.CARRIES_OTHERS]:
        # A follower can carry other cards along, so none may be in play.
        ready = 0
    if tables[layout.TAKES_BACK]:
        return bool(tables[layout.FOLLOWERS + card] & ~played & ~ready & ~(1 << card) == 0)
    known, fresh = played | 1 << card, tables[layout.FOLLOWERS + card] & ~played
    while fresh:
        if fresh & ~ready:
            return False
        known |= fresh
        more = 0
        while fresh:
            more |= tables[layout.FOLLOWERS + lowest_bit(fresh)]
            fresh &= fresh - 1
        fresh = more & ~known
    return True
