"""Dead ends: positions in which some card can never be uncovered, whatever is done. Compiled.

The rules are relaxed so that no move spoils another: a card once uncovered stays so, one that can
be built on stays so wherever it goes, and a foundation has every height that it reaches. What can
be done then is found without search, by trying everything again until nothing new is possible;
what cannot be done then cannot be done by the rules either. (Planning calls this the delete
relaxation: Bonet and Geffner, "Planning as heuristic search", Artificial Intelligence 129, 2001.)

While a reserve fills empty piles, nothing else gets to the bottom of one. So each card that leaves
the bottom of a pile, once, makes room for one card of the reserve.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.general.move_generation import ALL_CARDS, kind_of, stocked_card
from engine.solver.jit import inlined, jit, lowest_bit

MOST_CHECKS: Final = 4096
"""How many states at most are checked in a row after the last dead end."""
_CHECKS_A_FIND: Final = 16
"""How many more are checked after each."""
_OTHERWISE_EVERY: Final = 8
"""Which part of the states is checked after that. A check takes a third of a state's time."""
_HIGHEST: Final = 60
"""The highest pile whose places are bits of a mask."""
_LEFT: Final = 1 << 61
"""Beside the bits of a pile's uncovered places: its bottom card can leave."""
_PLACES: Final = layout.TARGETS
"""In the position, where targets are written when moves are generated: for each pile, the mask of
its places that can be uncovered; for each foundation, the height that it can reach."""
_DRAWN: Final = layout.TARGET_KINDS
"""The cards that the reserve can fill piles with, or 52 for each of them that can leave again."""
_GONE: Final = 52
_TAKEN, _UNCOVERED, _ELSEWHERE, _UP, _DRAWS, _MORE = range(
    layout.TARGET_MASKS, layout.TARGET_MASKS + 6
)
"""The mask of the cards that some tableau pile can take; of those that can be uncovered; of those
of them that may go to the tableau and are not there; of those that can go to a foundation; how many
cards the reserve can fill piles with; whether anything new was found."""


@inlined
def is_due(checks: int, visited: int) -> bool:
    """Whether a state is checked; see ``checks_after``."""
    return bool(checks or visited % _OTHERWISE_EVERY == 0)


@inlined
def checks_after(checks: int, is_dead: bool) -> int:
    """How many states are still checked in a row after one: the more, the more are dead ends."""
    return min(checks + _CHECKS_A_FIND, MOST_CHECKS) if is_dead else max(checks - 1, 0)


@jit
def is_dead_end(tables: Ints, position: Ints) -> bool:
    """Whether a position is certainly lost; only for games with ``FINDS_DEAD_ENDS``."""
    if tables[layout.STOCK_ACTION] >= layout.RESHUFFLE and position[layout.REDEALS] != 0:
        return False
    if not _begin(tables, position):
        return False
    in_waste = _begin_stock(tables, position)
    position[_MORE] = 1
    while position[_MORE]:
        position[_MORE] = 0
        _build(tables, position)
        if position[_TAKEN] == ALL_CARDS and _takes_from_all(tables):
            return False
        if not _uncover_all(tables, position):
            return False
        while in_waste > 1:
            top = stocked_card(tables, position, in_waste - 1)
            if not _can_leave(tables, position, top, layout.WASTE):
                break
            in_waste -= 1
            _uncover(tables, position, stocked_card(tables, position, in_waste - 1), layout.WASTE)
    for pile in range(tables[layout.RESERVE_END]):
        everything = (1 << position[layout.HEIGHTS + pile]) - 1
        if position[_PLACES + pile] & everything != everything:
            return True
    return bool(in_waste > 1)


@inlined
def _begin(tables: Ints, position: Ints) -> bool:
    """Begin with what is uncovered now; False if there is room for every card."""
    for mask in (_TAKEN, _UNCOVERED, _ELSEWHERE, _UP, _DRAWS):
        position[mask] = 0
    for pile in range(tables[layout.RESERVE_END]):
        height = position[layout.HEIGHTS + pile]
        if height > _HIGHEST:
            return False
        if height:
            position[_PLACES + pile] = 1 << (height - 1)
            card = position[layout.STACKS + layout.ROW * pile + height - 1]
            _uncover(tables, position, card, kind_of(tables, pile))
        else:
            position[_PLACES + pile] = _LEFT
            # What the reserve fills is empty only once the reserve is.
            is_room = kind_of(tables, pile) == layout.TABLEAU and tables[layout.REFILLED]
            if is_room or not _make_room(tables, position, pile):
                return False
    for foundation in range(tables[layout.RESERVE_END], tables[layout.FOUNDATIONS_END]):
        height = position[layout.HEIGHTS + foundation]
        position[_PLACES + foundation] = height
        if _may_be_taken(tables, layout.FOUNDATION):
            row = _cards_of(tables, foundation)
            for place in range(height):
                position[_ELSEWHERE] |= 1 << tables[row + place]
    return True


@inlined
def _begin_stock(tables: Ints, position: Ints) -> int:
    """Uncover the cards of the stock, and of the waste those that are turned again or on top.

    Returns:
        How many cards of the waste are never turned again.
    """
    action, in_waste, kind = tables[layout.STOCK_ACTION], 0, layout.WASTE
    if action == layout.TO_WASTE and position[layout.REDEALS] == 0:
        in_waste = position[layout.IN_WASTE]
    elif action == layout.TO_TABLEAU:
        kind = layout.TABLEAU
    elif action == layout.TO_RESERVE:
        kind = layout.RESERVE
    cards = 0
    for at in range(max(in_waste - 1, 0), position[layout.REMAINING]):
        cards |= 1 << stocked_card(tables, position, at)
    position[_UNCOVERED] |= cards
    if kind == layout.TABLEAU:
        _take_on(tables, position, cards)
    elif _may_be_taken(tables, kind):
        position[_ELSEWHERE] |= cards
    return int(in_waste)


@inlined
def _take_on(tables: Ints, position: Ints, cards: int) -> None:
    """Let tableau piles take what can be built on cards that get there."""
    taken = position[_TAKEN]
    while cards and taken != ALL_CARDS:
        card = lowest_bit(cards)
        taken |= tables[layout.TAKES + layout.CARD_ROW * layout.TABLEAU + card]
        cards &= cards - 1
    if taken != position[_TAKEN]:
        position[_TAKEN] = taken
        position[_MORE] = 1


@inlined
def _cards_of(tables: Ints, foundation: int) -> int:
    """Where the cards that a foundation takes are in the tables."""
    number = foundation - tables[layout.RESERVE_END]
    return int(layout.FOUNDATION_CARDS + layout.FOUNDATION_ROW * number)


@inlined
def _may_be_taken(tables: Ints, kind: int) -> bool:
    """Whether the tableau takes cards from piles of a kind, or through a foundation."""
    onto = tables[layout.BUILD_FROM + layout.TABLEAU] | tables[layout.FILL_FROM + layout.TABLEAU]
    return bool(onto & (1 << kind | 1 << layout.FOUNDATION))


@inlined
def _takes_from_all(tables: Ints) -> bool:
    """Whether the tableau takes cards from all other piles, or through a foundation."""
    return bool(
        _may_be_taken(tables, layout.TABLEAU)
        and (
            tables[layout.CELLS_END] == tables[layout.TABLEAU_END]
            or _may_be_taken(tables, layout.CELL)
        )
        and (
            tables[layout.RESERVE_END] == tables[layout.CELLS_END]
            or _may_be_taken(tables, layout.RESERVE)
        )
        and (tables[layout.STOCK_ACTION] != layout.TO_WASTE or _may_be_taken(tables, layout.WASTE))
    )


@inlined
def _can_leave(tables: Ints, position: Ints, card: int, kind: int) -> bool:
    """Whether an uncovered card of a pile of a kind can go elsewhere."""
    taken = position[_TAKEN] if _may_be_taken(tables, kind) else 0
    return bool((taken | position[_UP]) >> card & 1)


@inlined
def _uncover(tables: Ints, position: Ints, card: int, kind: int) -> None:
    """Uncover a card of a pile of a kind."""
    position[_UNCOVERED] |= 1 << card
    position[_MORE] = 1
    if kind == layout.TABLEAU:
        position[_TAKEN] |= tables[layout.TAKES + layout.CARD_ROW * layout.TABLEAU + card]
    elif _may_be_taken(tables, kind):
        position[_ELSEWHERE] |= 1 << card


@inlined
def _uncover_place(tables: Ints, position: Ints, pile: int, place: int) -> None:
    """Uncover a place of a pile, if it was not yet."""
    if not position[_PLACES + pile] >> place & 1:
        position[_PLACES + pile] |= 1 << place
        card = position[layout.STACKS + layout.ROW * pile + place]
        _uncover(tables, position, card, kind_of(tables, pile))


@inlined
def _build(tables: Ints, position: Ints) -> None:
    """Build on foundations, and on the tableau what comes from elsewhere."""
    for foundation in range(tables[layout.RESERVE_END], tables[layout.FOUNDATIONS_END]):
        row, height = _cards_of(tables, foundation), position[_PLACES + foundation]
        # What ends a foundation has the bit of no card.
        position[_UP] |= 1 << tables[row + height]
        while position[_UNCOVERED] >> tables[row + height] & 1:
            height += 1
            position[_UP] |= 1 << tables[row + height]
        position[_PLACES + foundation] = height
    fresh = position[_ELSEWHERE] & position[_TAKEN]
    position[_ELSEWHERE] &= ~fresh
    _take_on(tables, position, fresh)


@inlined
def _uncover_all(tables: Ints, position: Ints) -> bool:
    """Uncover what can be in all piles; False if there is room for every card then."""
    for pile in range(tables[layout.RESERVE_END]):
        if not _uncover_pile(tables, position, pile):
            return False
    for at in range(position[_DRAWS]):
        card = position[_DRAWN + at]
        if card != _GONE and _can_leave(tables, position, card, layout.TABLEAU):
            position[_DRAWN + at] = _GONE
            position[_MORE] = 1
            if not _make_room(tables, position, 0):
                return False
    return True


@inlined
def _uncover_pile(tables: Ints, position: Ints, pile: int) -> bool:
    """Uncover what can be in a pile; False if there is room for every card then."""
    kind, stack = kind_of(tables, pile), layout.STACKS + layout.ROW * pile
    unit, runs = tables[layout.MOVE_UNITS + kind], layout.RUNS + layout.CARD_ROW * kind
    is_whole = unit == layout.TOP_OR_ALL or unit == layout.WHOLE_PILE
    taken = position[_TAKEN] if _may_be_taken(tables, kind) else 0
    if unit == layout.TOP_CARD or is_whole:
        return _uncover_singly(tables, position, pile, taken, is_whole)
    in_run = False
    for place in range(position[layout.HEIGHTS + pile] - 1, -1, -1):
        card, is_uncovered = position[stack + place], position[_PLACES + pile] >> place & 1
        # Whether it is uncovered, or can take along all cards that lie on it.
        in_run = bool(is_uncovered) or (
            in_run
            and place >= position[layout.FACE_DOWN + pile]
            and tables[runs + card] >> position[stack + place + 1] & 1 == 1
        )
        fits = position[_UP] if is_uncovered else 0
        if in_run:
            fits |= taken
        if fits >> card & 1:
            if place:
                _uncover_place(tables, position, pile, place - 1)
            elif not position[_PLACES + pile] & _LEFT:
                position[_PLACES + pile] |= _LEFT
                position[_MORE] = 1
                return _make_room(tables, position, pile)
    return True


@inlined
def _uncover_singly(
    tables: Ints, position: Ints, pile: int, taken: int, leaves_whole: bool
) -> bool:
    """Uncover what can be in a pile that cards leave one by one, or all at once.

    Uncovered are its top places, and all but the lowest of them have been let go already.
    """
    if position[layout.HEIGHTS + pile] == 0:
        return True
    stack = layout.STACKS + layout.ROW * pile
    runs = layout.RUNS + layout.CARD_ROW * kind_of(tables, pile)
    lowest = lowest_bit(position[_PLACES + pile])
    while lowest and (taken | position[_UP]) >> position[stack + lowest] & 1:
        lowest -= 1
        _uncover_place(tables, position, pile, lowest)
    fits = taken
    if lowest == 0:
        fits |= position[_UP]
    elif not leaves_whole or position[layout.FACE_DOWN + pile]:
        return True
    if position[_PLACES + pile] & _LEFT or not fits >> position[stack + 0] & 1:
        return True
    for place in range(lowest):
        if not tables[runs + position[stack + place]] >> position[stack + place + 1] & 1:
            return True
    position[_PLACES + pile] |= _LEFT
    position[_MORE] = 1
    return _make_room(tables, position, pile)


@inlined
def _make_room(tables: Ints, position: Ints, pile: int) -> bool:
    """Note that a pile can be empty, and fill it; False if there is room for every card then."""
    kind = kind_of(tables, pile)
    if kind != layout.TABLEAU:
        return bool(kind != layout.CELL or not tables[layout.FILL_FROM + layout.CELL])
    if not tables[layout.REFILLED]:
        if tables[layout.FILL_FROM + layout.TABLEAU]:
            position[_TAKEN] |= tables[layout.FILLERS + layout.TABLEAU]
        return bool(position[_TAKEN] != ALL_CARDS)
    for reserve in range(tables[layout.CELLS_END], tables[layout.RESERVE_END]):
        if not position[_PLACES + reserve] & _LEFT and position[_DRAWS] < layout.MOST_PILES:
            place = lowest_bit(position[_PLACES + reserve])
            card = position[layout.STACKS + layout.ROW * reserve + place]
            position[_DRAWN + position[_DRAWS]] = card
            position[_DRAWS] += 1
            _uncover(tables, position, card, layout.TABLEAU)
            if place:
                _uncover_place(tables, position, reserve, place - 1)
            else:
                position[_PLACES + reserve] |= _LEFT
            return True
    return False
