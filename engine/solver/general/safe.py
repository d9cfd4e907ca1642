"""Foundation plays that can never hurt, which are made at once. Compiled.

The argument is that of :mod:`engine.automatic`, where it is made for one deck: a card may go home
if all its *followers*, the cards that could ever come to lie on it, can go home as soon as they are
uncovered. For several cards of a kind it holds just as well, once a card counts as home when all of
its kind are, and as next when it comes after such a card on *every* foundation of its suit: then
each of them has a place of its own there, and no twin takes another's. Of the card itself that is
asked as well. Written out: let a line win while the card stays; in its copy the card is home, moves
of followers are left out, and followers go home when they are uncovered. Let there be ``n(r)``
cards of rank ``r`` of a suit home in the line and ``m(r)`` in the copy. For any rank that is no
follower's, ``m(r) = n(r)``, else ``m(r) >= n(r)``. A card of rank ``r`` that is no follower goes
home in the line while ``n(r) < n(r - 1)``, so ``m(r) < m(r - 1)``: it goes home in the copy. It
comes back while ``n(r + 1) < n(r)``; where cards come back, what lies beneath a follower is a
follower, so rank ``r + 1`` is none, and ``m(r + 1) < m(r)``.

What the argument excludes there is excluded here, and none of it is asked of a stock that deals to
the tableau once that is empty.
"""

from __future__ import annotations

from engine.solver.compiled import compiled, lowest
from engine.solver.general import fields as field
from engine.solver.general.fields import Ints
from engine.solver.general.moves import home_of


@compiled
def safe_move(facts: Ints, position: Ints) -> int:
    """A foundation play that cannot hurt; -1 if none is known."""
    if not facts[field.SAFE] or not _is_proven(facts, position):
        return -1
    home, ready = 0, 0
    for suit in range(4):
        if facts[field.HOMES + field.ROW_OF_HOMES * suit + 0]:
            height = _lowest_home(facts, position, suit)
            home |= facts[field.HOME_CARDS + field.ROW_OF_NEXTS * suit + height]
            row = facts[field.HOMES + field.ROW_OF_HOMES * suit + 1] - facts[field.RESERVE_END]
            if height < 13:
                ready |= 1 << facts[field.NEXTS + field.ROW_OF_NEXTS * row + height]
    for pile in range(facts[field.RESERVE_END]):
        height = position[field.HEIGHTS + pile]
        if height:
            card = position[field.STACKS + field.ROW * pile + height - 1]
            if ready >> card & 1 and _is_harmless(facts, card, home, ready):
                target = home_of(facts, position, card)
                return int(pile | target << field.TARGET_AT | 1 << field.COUNT_AT)
    if facts[field.FREES_WASTE]:
        return _safe_from_waste(facts, position, home, ready)
    return -1


@compiled
def _is_proven(facts: Ints, position: Ints) -> bool:
    """Whether nothing is left of the stock or the reserve for which the argument does not hold."""
    dealing = facts[field.DEALING]
    if dealing == field.GATHERED:
        return bool(position[field.REDEALS] == 0)
    if dealing not in (field.NO_STOCK, field.TO_WASTE) and position[field.LEFT]:
        return False
    if facts[field.REFILLED]:
        if facts[field.RESERVE_GROWS]:
            return False
        for pile in range(facts[field.CELLS_END], facts[field.RESERVE_END]):
            if position[field.HEIGHTS + pile]:
                return False
    return True


@compiled
def _lowest_home(facts: Ints, position: Ints, suit: int) -> int:
    """The height of the lowest foundation of a suit."""
    height = 13
    for which in range(facts[field.HOMES + field.ROW_OF_HOMES * suit + 0]):
        height = min(
            height,
            position[field.HEIGHTS + facts[field.HOMES + field.ROW_OF_HOMES * suit + which + 1]],
        )
    return height


@compiled
def _is_harmless(facts: Ints, card: int, home: int, ready: int) -> bool:
    """Whether all followers of a card that are in play go home once they are uncovered."""
    if facts[field.CARRIES_OTHERS]:
        # A follower could carry others along, so none may be in play.
        ready = 0
    if facts[field.GIVES_BACK]:
        return bool(facts[field.FOLLOWERS + card] & ~home & ~ready & ~(1 << card) == 0)
    known, fresh = home | 1 << card, facts[field.FOLLOWERS + card] & ~home
    while fresh:
        if fresh & ~ready:
            return False
        known |= fresh
        more = 0
        while fresh:
            more |= facts[field.FOLLOWERS + lowest(fresh)]
            fresh &= fresh - 1
        fresh = more & ~known
    return True


@compiled
def _safe_from_waste(facts: Ints, position: Ints, home: int, ready: int) -> int:
    """A safe play of any card of stock and waste, where single ones are turned for ever."""
    turned, left = position[field.TURNED], position[field.LEFT]
    for at in range(left):
        card = facts[field.TURNING + position[field.PLACES_LEFT + at]]
        if ready >> card & 1 and _is_harmless(facts, card, home, ready):
            turns = at + 1 - turned if at + 1 >= turned else left - turned + 1 + at + 1
            move = facts[field.WASTE_PILE] | 1 << field.COUNT_AT
            target = home_of(facts, position, card)
            return int(move | target << field.TARGET_AT | turns << field.TURNS_AT)
    return -1
