"""Keys of positions, and of those one move on before the move is made. Compiled."""

from __future__ import annotations

from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.general.position import WHOLE, columns_differ, mix, turned
from engine.solver.jit import inlined, within


@inlined
def key(tables: Ints, position: Ints) -> tuple[int, int]:
    """The two halves of a position's key."""
    low, high = 0, 0
    ordered = columns_differ(tables, position)
    for pile in range(tables[layout.FOUNDATIONS_END]):
        height = position[layout.HEIGHTS + pile]
        one, other = (
            position[layout.HASH_LOW + layout.ROW * pile + height],
            position[layout.HASH_HIGH + layout.ROW * pile + height],
        )
        if ordered and pile < tables[layout.TABLEAU_END]:
            one, other = _salted(tables, one, other, layout.ZOBRIST_PILES + pile)
        elif pile >= tables[layout.CELLS_END]:
            if pile < tables[layout.RESERVE_END]:
                if not tables[layout.RESERVE_INTERCHANGEABLE]:
                    one, other = _salted(tables, one, other, layout.ZOBRIST_PILES + pile)
            elif tables[layout.SINGLE_FOUNDATION] and not tables[layout.TAKES_BACK]:
                # The cards beneath its top card never matter again.
                top = 63
                if height and not tables[layout.OUTRANKED]:
                    card = position[layout.STACKS + layout.ROW * pile + height - 1]
                    top = tables[layout.IDENTITIES + card]
                one = tables[layout.ZOBRIST + top]
                other = tables[layout.ZOBRIST + layout.ZOBRIST_HALF + top]
        low, high = (low + one) & WHOLE, (high + other) & WHOLE
    low = (low + position[layout.STOCKED_LOW]) & WHOLE
    high = (high + position[layout.STOCKED_HIGH]) & WHOLE
    rest = _rest(
        tables,
        position[layout.IN_WASTE],
        position[layout.REMAINING],
        position[layout.REDEALS] & 255,
    )
    return _with_rest(tables, low, high, rest)


@inlined
def _rest(tables: Ints, in_waste: int, remaining: int, redeals: int) -> int:
    """What a key says of stock and waste beside their cards, as a number."""
    # With unlimited redeals, a waste after whole turns can be reached from an empty one and
    # back, and so can a full one.
    if tables[layout.UNLIMITED_REDEALS] and (
        in_waste % tables[layout.TURN] == 0 or in_waste == remaining
    ):
        in_waste = 0
    return int((in_waste << 16 | remaining << 8 | redeals) + 1)


@inlined
def _with_rest(tables: Ints, low: int, high: int, rest: int) -> tuple[int, int]:
    """Both halves of a hash, and what else a key has added."""
    number = layout.ZOBRIST + layout.ZOBRIST_NUMBERS
    low = (low + mix(rest, tables[number])) & WHOLE
    high = (high + mix(rest, tables[number + layout.ZOBRIST_HALF])) & WHOLE
    return low, high


@inlined
def _salted(tables: Ints, low: int, high: int, salt: int) -> tuple[int, int]:
    """Both halves of a hash, mixed with the Zobrist numbers at an offset."""
    return (
        mix(low, tables[layout.ZOBRIST + salt]),
        mix(high, tables[layout.ZOBRIST + layout.ZOBRIST_HALF + salt]),
    )


@inlined
def _awaits_refill(tables: Ints, position: Ints) -> bool:
    """Whether a tableau pile that is filled at once is empty, as before the first move at most."""
    if tables[layout.REFILLED]:
        for pile in range(tables[layout.TABLEAU_END]):
            if position[layout.HEIGHTS + pile] == 0:
                for reserve in range(tables[layout.CELLS_END], tables[layout.RESERVE_END]):
                    if position[layout.HEIGHTS + reserve]:
                        return True
    return False


@inlined
def foretells_keys(tables: Ints, position: Ints) -> bool:
    """Whether :func:`key_after` knows the moves of a position."""
    return bool(
        not _awaits_refill(tables, position)
        and not tables[layout.WHOLE_SUITS]
        and not tables[layout.SINGLE_FOUNDATION]
        and tables[layout.RESERVE_INTERCHANGEABLE]
        and tables[layout.REFILLED] in (0, layout.BY_RESERVE)
        and not columns_differ(tables, position)
    )


@inlined
def is_foretold(tables: Ints, position: Ints, move: int) -> bool:
    """Whether a move changes its two piles and the stock only, and turns no card of a pile."""
    source = move & 255
    if source == tables[layout.STOCK_PILE]:
        return False
    if source == tables[layout.WASTE_PILE]:
        return True
    left = position[layout.HEIGHTS + source] - (move >> layout.COUNT_AT & 127)
    if left == 0:
        return bool(not tables[layout.REFILLED] or source >= tables[layout.TABLEAU_END])
    return bool(position[layout.FACE_DOWN + source] < left)


@inlined
def key_after(tables: Ints, position: Ints, low: int, high: int, move: int) -> tuple[int, int]:
    """The key of a position after a move that is foretold, but before any safe plays.

    Args:
        tables: the constants of the search.
        position: the position.
        low: the first half of its key.
        high: the second half.
        move: the move.
    """
    source, target = move & 255, move >> layout.TARGET_AT & 255
    at = layout.ROW * target + position[layout.HEIGHTS + target]
    one, other = position[layout.HASH_LOW + at], position[layout.HASH_HIGH + at]
    low, high = low - one, high - other
    if source == tables[layout.WASTE_PILE]:
        in_waste, remaining = position[layout.IN_WASTE], position[layout.REMAINING]
        redeals, turns = position[layout.REDEALS], move >> layout.TURNS_AT
        rest = _rest(tables, in_waste, remaining, redeals & 255)
        number = layout.ZOBRIST + layout.ZOBRIST_NUMBERS
        low -= mix(rest, tables[number])
        high -= mix(rest, tables[number + layout.ZOBRIST_HALF])
        if turns:
            in_waste, redeals = turned(tables, in_waste, remaining, redeals, turns)
        rest = _rest(tables, in_waste - 1, remaining - 1, redeals & 255)
        low, high = _with_rest(tables, low & WHOLE, high & WHOLE, rest)
        place = position[layout.REMAINING_PLACES + in_waste - 1]
        number = layout.ZOBRIST + layout.ZOBRIST_PLACES + place
        low -= tables[number]
        high -= tables[number + layout.ZOBRIST_HALF]
        card = tables[layout.TURN_ORDER + within(place, layout.MOST_CARDS)]
        one, other = _pushed(tables, one, other, card)
    else:
        count = move >> layout.COUNT_AT & 127
        height = position[layout.HEIGHTS + source]
        top = layout.ROW * source + height
        low = (low & WHOLE) - position[layout.HASH_LOW + top]
        high = (high & WHOLE) - position[layout.HASH_HIGH + top]
        top -= count
        low = (low & WHOLE) + position[layout.HASH_LOW + top]
        high = (high & WHOLE) + position[layout.HASH_HIGH + top]
        for place in range(top, top + count):
            one, other = _pushed(tables, one, other, position[layout.STACKS + place])
    return ((low & WHOLE) + one) & WHOLE, ((high & WHOLE) + other) & WHOLE


@inlined
def _pushed(tables: Ints, low: int, high: int, card: int) -> tuple[int, int]:
    """The two halves of a pile's hash after a card was pushed on it face up."""
    number = layout.ZOBRIST + tables[layout.IDENTITIES + card]
    return mix(low, tables[number]), mix(high, tables[number + layout.ZOBRIST_HALF])
