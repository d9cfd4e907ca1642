"""Positions: push cards, play and undo moves, and hash the result. Compiled.

The hash of a pile is two halves of 62 bits, mixed with a Zobrist number for each card pushed. A
position's key is the sum of its piles' hashes, so that the order of interchangeable piles does not
matter. It has 124 bits, so that collisions do not occur in practice.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.jit import inlined, jit, within

_HALF: Final = (1 << 31) - 1
_WHOLE: Final = (1 << 62) - 1

(
    _CARDS_MOVED,
    _CARD_TURNED_UP,
    _STOCK_TURNED,
    _WASTE_PLAYED,
    _STOCK_DEALT,
    _PILE_GATHERED,
    _TABLEAU_GATHERED,
    _ROTATED,
) = range(8)
"""The kinds of log entries: ``kind | a << 4 | b << 12 | c << 20``."""


@inlined
def mix(value: int, salt: int) -> int:
    """A hash of 62 bits of two numbers, sensitive to every bit of both."""
    total = ((value & _HALF) ^ (salt & _HALF)) * 1640531527
    total += ((value >> 31) ^ (salt >> 31)) * 1540483477
    total ^= total >> 29
    total = (total & _HALF) * 1812433253 + (total >> 31 & _HALF) * 1103515245
    return (total ^ total >> 32) & _WHOLE


@inlined
def push(tables: Ints, position: Ints, pile: int, card: int, salt: int) -> None:
    """Push a card on a pile; ``salt`` is the offset of the Zobrist numbers for its face."""
    height = within(position[layout.HEIGHTS + pile], layout.MOST_CARDS)
    position[layout.STACKS + layout.ROW * pile + height] = card
    salt += tables[layout.IDENTITIES + card]
    position[layout.HASH_LOW + layout.ROW * pile + height + 1] = mix(
        position[layout.HASH_LOW + layout.ROW * pile + height], tables[layout.ZOBRIST + salt]
    )
    position[layout.HASH_HIGH + layout.ROW * pile + height + 1] = mix(
        position[layout.HASH_HIGH + layout.ROW * pile + height],
        tables[layout.ZOBRIST + layout.ZOBRIST_HALF + salt],
    )
    position[layout.HEIGHTS + pile] = height + 1


@jit
def rebuild(tables: Ints, position: Ints) -> None:
    """Push all cards again where they lie, to recompute every pile's hash."""
    for pile in range(tables[layout.FOUNDATIONS_END]):
        height = position[layout.HEIGHTS + pile]
        position[layout.HEIGHTS + pile] = 0
        for place in range(height):
            salt = layout.ZOBRIST_FACE_DOWN if place < position[layout.FACE_DOWN + pile] else 0
            push(tables, position, pile, position[layout.STACKS + layout.ROW * pile + place], salt)


@inlined
def _log(position: Ints, entry: int) -> None:
    position[layout.LOG + within(position[layout.LOG_LENGTH], layout.LOG_SIZE)] = entry
    position[layout.LOG_LENGTH] += 1


@inlined
def told_apart(tables: Ints, position: Ints, kind: int) -> bool:
    """Whether piles of a kind are not interchangeable; see :meth:`BoardState.tells_apart`."""
    action = tables[layout.STOCK_ACTION]
    if kind == layout.RESERVE:
        is_dealt = action == layout.TO_RESERVE and position[layout.REMAINING] > 0
        return bool(is_dealt or tables[layout.RESERVE_ORDERED])
    if kind != layout.TABLEAU:
        return False
    if action == layout.TO_TABLEAU:
        return bool(position[layout.REMAINING] > 0)
    redeals = action == layout.RESHUFFLE or action == layout.GATHER
    return bool(redeals and position[layout.REDEALS] != 0)


@inlined
def key(tables: Ints, position: Ints) -> tuple[int, int]:
    """The two halves of a position's key."""
    low, high = 0, 0
    tableau_ordered = told_apart(tables, position, layout.TABLEAU)
    reserve_ordered = told_apart(tables, position, layout.RESERVE)
    for pile in range(tables[layout.FOUNDATIONS_END]):
        height = position[layout.HEIGHTS + pile]
        one, other = (
            position[layout.HASH_LOW + layout.ROW * pile + height],
            position[layout.HASH_HIGH + layout.ROW * pile + height],
        )
        if tableau_ordered and pile < tables[layout.TABLEAU_END]:
            one, other = _salted(tables, one, other, layout.ZOBRIST_PILES + pile)
        elif pile >= tables[layout.CELLS_END]:
            if pile < tables[layout.RESERVE_END]:
                if reserve_ordered:
                    one, other = _salted(tables, one, other, layout.ZOBRIST_PILES + pile)
            elif tables[layout.SINGLE_FOUNDATION] and not tables[layout.TAKES_BACK]:
                # The cards beneath its top card never matter again.
                top = 63
                if height and not tables[layout.OUTRANKED]:
                    card = position[layout.STACKS + layout.ROW * pile + height - 1]
                    top = tables[layout.IDENTITIES + card]
                one = tables[layout.ZOBRIST + top]
                other = tables[layout.ZOBRIST + layout.ZOBRIST_HALF + top]
        low, high = (low + one) & _WHOLE, (high + other) & _WHOLE
    in_waste, remaining = position[layout.IN_WASTE], position[layout.REMAINING]
    if tables[layout.STOCK_ACTION] == layout.TO_WASTE:
        for at in range(remaining):
            place = layout.ZOBRIST_PLACES + position[layout.REMAINING_PLACES + at]
            low, high = (
                (low + tables[layout.ZOBRIST + place]) & _WHOLE,
                (high + tables[layout.ZOBRIST + layout.ZOBRIST_HALF + place]) & _WHOLE,
            )
        # With unlimited redeals, a waste after whole turns can be reached from an empty one and
        # back, and so can a full one. Where turns are moves of their own these have to be known.
        is_same = in_waste % tables[layout.TURN] == 0 or in_waste == remaining
        if is_same and tables[layout.UNLIMITED_REDEALS] and tables[layout.FOLDS_TURNS]:
            in_waste = 0
    rest = (in_waste << 16 | remaining << 8 | (position[layout.REDEALS] & 255)) + 1
    low = (low + mix(rest, tables[layout.ZOBRIST + layout.ZOBRIST_NUMBERS])) & _WHOLE
    high += mix(rest, tables[layout.ZOBRIST + layout.ZOBRIST_HALF + layout.ZOBRIST_NUMBERS])
    return low, high & _WHOLE


@inlined
def _salted(tables: Ints, low: int, high: int, salt: int) -> tuple[int, int]:
    """Both halves of a hash, mixed with the Zobrist numbers at an offset."""
    return (
        mix(low, tables[layout.ZOBRIST + salt]),
        mix(high, tables[layout.ZOBRIST + layout.ZOBRIST_HALF + salt]),
    )


@inlined
def _reverses(tables: Ints, target: int, count: int) -> bool:
    """Whether a move reverses its cards: a whole suit goes to its foundation ace first."""
    return bool(
        count == 13 and tables[layout.RESERVE_END] <= target < tables[layout.FOUNDATIONS_END]
    )


@inlined
def _transfer(tables: Ints, position: Ints, source: int, target: int, count: int) -> None:
    """Move the top cards of one pile to another."""
    left = position[layout.HEIGHTS + source] - count
    reverses = _reverses(tables, target, count)
    for at in range(count):
        place = left + (count - 1 - at if reverses else at)
        push(tables, position, target, position[layout.STACKS + layout.ROW * source + place], 0)
    position[layout.HEIGHTS + source] = left
    _log(position, _CARDS_MOVED | source << 4 | target << 12 | count << 20)


@inlined
def _turn_up(tables: Ints, position: Ints, pile: int) -> None:
    """Turn the top card of a pile face up if it is face down."""
    top, down = max(position[layout.HEIGHTS + pile] - 1, 0), position[layout.FACE_DOWN + pile]
    if down > top:
        position[layout.FACE_DOWN + pile] = top
        if position[layout.HEIGHTS + pile]:
            position[layout.HEIGHTS + pile] = top
            push(tables, position, pile, position[layout.STACKS + layout.ROW * pile + top], 0)
        _log(position, _CARD_TURNED_UP | pile << 4 | down << 12)


@inlined
def _refill(tables: Ints, position: Ints) -> None:
    """Fill empty tableau piles while there are cards to fill them."""
    for pile in range(tables[layout.TABLEAU_END]):
        if position[layout.HEIGHTS + pile] == 0:
            kinds = tables[layout.REFILLED]
            while kinds and not _fill(tables, position, pile, kinds & 3):
                kinds >>= 2
    for pile in range(tables[layout.RESERVE_END]):
        _turn_up(tables, position, pile)


@inlined
def turn_stock(tables: Ints, position: Ints, turns: int) -> None:
    """Turn the stock a number of times, which may include one redeal."""
    each = tables[layout.TURN]
    in_waste, remaining = position[layout.IN_WASTE], position[layout.REMAINING]
    _log(position, _STOCK_TURNED | in_waste << 4 | (position[layout.REDEALS] & 255) << 12)
    before_redeal = (remaining - in_waste + each - 1) // each
    if turns <= before_redeal:
        position[layout.IN_WASTE] = min(in_waste + turns * each, remaining)
        return
    if position[layout.REDEALS] > 0:
        position[layout.REDEALS] -= 1
    position[layout.IN_WASTE] = min((turns - before_redeal - 1) * each, remaining)


@inlined
def _play_from_waste(tables: Ints, position: Ints, target: int) -> None:
    """Play the top card of the waste."""
    at = position[layout.IN_WASTE] - 1
    place = position[layout.REMAINING_PLACES + at]
    for later in range(at, position[layout.REMAINING] - 1):
        position[layout.REMAINING_PLACES + later] = position[layout.REMAINING_PLACES + later + 1]
    position[layout.IN_WASTE] -= 1
    position[layout.REMAINING] -= 1
    push(tables, position, target, tables[layout.TURN_ORDER + within(place, layout.MOST_CARDS)], 0)
    _log(position, _WASTE_PLAYED | place << 4 | target << 12)


@inlined
def _deal(tables: Ints, position: Ints) -> None:
    """Deal from the stock to the tableau, the reserve or the foundation."""
    first, count = 0, min(tables[layout.TABLEAU_END], position[layout.REMAINING])
    if tables[layout.STOCK_ACTION] == layout.TO_RESERVE:
        first = tables[layout.CELLS_END]
        count = min(tables[layout.RESERVE_END] - first, position[layout.REMAINING])
    if tables[layout.STOCK_ACTION] == layout.TO_FOUNDATION:
        first, count = tables[layout.RESERVE_END], 1
    _deal_to(tables, position, first, count)


@inlined
def _deal_to(tables: Ints, position: Ints, first: int, count: int) -> None:
    """Deal a card of the stock to each of several piles in a row."""
    for pile in range(first, first + count):
        position[layout.REMAINING] -= 1
        place = within(position[layout.REMAINING], layout.MOST_CARDS)
        push(tables, position, pile, tables[layout.TURN_ORDER + place], 0)
    _log(position, _STOCK_DEALT | first << 4 | count << 12)


@inlined
def _fill(tables: Ints, position: Ints, pile: int, kind: int) -> bool:
    """Fill a pile with the next card of the reserve, the waste or the stock; False without one."""
    if kind == layout.BY_RESERVE:
        for reserve in range(tables[layout.CELLS_END], tables[layout.RESERVE_END]):
            if position[layout.HEIGHTS + reserve]:
                _transfer(tables, position, reserve, pile, 1)
                return True
        return False
    in_waste = position[layout.IN_WASTE]
    if kind == layout.BY_WASTE:
        if in_waste == 0:
            return False
    elif in_waste == position[layout.REMAINING]:
        return False
    elif tables[layout.STOCK_ACTION] == layout.TO_WASTE:
        _log(position, _STOCK_TURNED | in_waste << 4 | (position[layout.REDEALS] & 255) << 12)
        position[layout.IN_WASTE] += 1
    else:
        _deal_to(tables, position, pile, 1)
        return True
    _play_from_waste(tables, position, pile)
    return True


@inlined
def _gather(tables: Ints, position: Ints) -> None:
    """Gather the tableau and deal it again in the same order, or rotate its piles."""
    _log(position, _STOCK_TURNED | (position[layout.REDEALS] & 255) << 12)
    if position[layout.REDEALS] > 0:
        position[layout.REDEALS] -= 1
    if tables[layout.STOCK_ACTION] == layout.ROTATE:
        _rotate(tables, position, -1)
        _log(position, _ROTATED)
        return
    for pile in range(tables[layout.TABLEAU_END]):
        _log(position, _PILE_GATHERED | pile << 4 | position[layout.HEIGHTS + pile] << 12)
    _log(position, _TABLEAU_GATHERED)
    cards, dealt = _take_up(tables, position), 0
    for pile in range(tables[layout.TABLEAU_END]):
        count = cards - dealt
        if pile < tables[layout.TABLEAU_END] - 1:
            count = min(count, tables[layout.PILE_SIZE])
        _lay_down(tables, position, pile, dealt, count)
        dealt += count


@inlined
def _take_up(tables: Ints, position: Ints) -> int:
    """Take up the tableau's cards, pile by pile, and return how many there are."""
    # Nothing else is there but while moves are generated.
    taken = 0
    for pile in range(tables[layout.TABLEAU_END]):
        for place in range(position[layout.HEIGHTS + pile]):
            position[layout.TARGETS + taken] = position[layout.STACKS + layout.ROW * pile + place]
            taken += 1
        position[layout.HEIGHTS + pile] = 0
    return taken


@inlined
def _lay_down(tables: Ints, position: Ints, pile: int, first: int, count: int) -> None:
    """Lay some of the cards taken up on an empty pile."""
    for at in range(first, first + count):
        push(tables, position, pile, position[layout.TARGETS + within(at, layout.MOST_CARDS)], 0)


@inlined
def _rotate(tables: Ints, position: Ints, places: int) -> None:
    """Move each tableau pile's cards up by some places, its top cards to its bottom."""
    for pile in range(tables[layout.TABLEAU_END]):
        height, bottom = position[layout.HEIGHTS + pile], layout.STACKS + layout.ROW * pile
        for place in range(height):
            position[layout.TARGETS + place] = position[bottom + place]
        position[layout.HEIGHTS + pile] = 0
        for place in range(height):
            card = position[layout.TARGETS + (place - places) % height]
            push(tables, position, pile, card, 0)


@jit
def play(tables: Ints, position: Ints, move: int) -> None:
    """Play a legal move and log it."""
    source, target = move & 255, move >> layout.TARGET_AT & 255
    turns = move >> layout.TURNS_AT
    if turns:
        turn_stock(tables, position, turns)
    if source == tables[layout.STOCK_PILE]:
        if tables[layout.STOCK_ACTION] > layout.RESHUFFLE:
            _gather(tables, position)
        elif not turns:
            _deal(tables, position)
        return
    if source == tables[layout.WASTE_PILE]:
        _play_from_waste(tables, position, target)
    else:
        _transfer(tables, position, source, target, move >> layout.COUNT_AT & 127)
        _turn_up(tables, position, source)
    if tables[layout.REFILLED]:
        _refill(tables, position)


@inlined
def undo(tables: Ints, position: Ints) -> None:
    """Undo every change in the log."""
    while position[layout.LOG_LENGTH] > 0:
        position[layout.LOG_LENGTH] -= 1
        entry = position[layout.LOG + position[layout.LOG_LENGTH]]
        kind, first, second = entry & 15, entry >> 4 & 255, entry >> 12 & 255
        if kind == _CARDS_MOVED:
            _take_back(tables, position, first, second, entry >> 20)
        elif kind == _CARD_TURNED_UP:
            position[layout.FACE_DOWN + first] = second
            if position[layout.HEIGHTS + first]:
                top = position[layout.HEIGHTS + first] - 1
                position[layout.HEIGHTS + first] = top
                card = position[layout.STACKS + layout.ROW * first + top]
                push(tables, position, first, card, layout.ZOBRIST_FACE_DOWN)
        elif kind == _STOCK_TURNED:
            position[layout.IN_WASTE] = first
            position[layout.REDEALS] = -1 if second == 255 else second
        elif kind == _WASTE_PLAYED:
            position[layout.HEIGHTS + second] -= 1
            at = position[layout.IN_WASTE]
            for later in range(position[layout.REMAINING], at, -1):
                position[layout.REMAINING_PLACES + later] = position[
                    layout.REMAINING_PLACES + later - 1
                ]
            position[layout.REMAINING_PLACES + at] = first
            position[layout.IN_WASTE] += 1
            position[layout.REMAINING] += 1
        elif kind == _STOCK_DEALT:
            for pile in range(first, first + second):
                position[layout.HEIGHTS + pile] -= 1
            position[layout.REMAINING] += second
        elif kind == _TABLEAU_GATHERED:
            _spread(tables, position)
        else:
            _rotate(tables, position, 1)


@inlined
def _spread(tables: Ints, position: Ints) -> None:
    """Undo the gathering of the tableau, whose piles' heights come last in the log."""
    _take_up(tables, position)
    position[layout.LOG_LENGTH] -= tables[layout.TABLEAU_END]
    laid = 0
    for pile in range(tables[layout.TABLEAU_END]):
        height = position[layout.LOG + position[layout.LOG_LENGTH] + pile] >> 12
        _lay_down(tables, position, pile, laid, height)
        laid += height


@inlined
def _take_back(tables: Ints, position: Ints, source: int, target: int, count: int) -> None:
    """Move cards back from the target of a move to its source."""
    left = position[layout.HEIGHTS + target] - count
    reverses = _reverses(tables, target, count)
    for at in range(count):
        place = left + (count - 1 - at if reverses else at)
        card = position[layout.STACKS + layout.ROW * target + place]
        is_down = position[layout.HEIGHTS + source] < position[layout.FACE_DOWN + source]
        push(tables, position, source, card, layout.ZOBRIST_FACE_DOWN if is_down else 0)
    position[layout.HEIGHTS + target] = left
