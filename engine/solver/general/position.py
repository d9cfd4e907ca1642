"""A position's piles: putting cards on them, taking that back, and a key for them. Compiled.

Each pile has a number of two halves of 62 bits that stands for its cards, mixed anew with every
card that is put on it. A position's key is the sum of these, so that the order of piles that are
alike does not matter; 124 bits, which no two positions of a search ever share in practice.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.jit import jit

_HALF: Final = (1 << 31) - 1
_WHOLE: Final = (1 << 62) - 1

_CARDS_MOVED, _CARD_TURNED_UP, _STOCK_TURNED, _WASTE_PLAYED, _STOCK_DEALT = range(5)
"""What a log's entries undo: ``kind | a << 4 | b << 12 | c << 20``."""


@jit
def mix(value: int, salt: int) -> int:
    """A number of 62 bits in which every bit of two others plays a part."""
    total = ((value & _HALF) ^ (salt & _HALF)) * 1640531527
    total += ((value >> 31) ^ (salt >> 31)) * 1540483477
    total ^= total >> 29
    total = (total & _HALF) * 1812433253 + (total >> 31 & _HALF) * 1103515245
    return (total ^ total >> 32) & _WHOLE


@jit
def push(tables: Ints, position: Ints, pile: int, card: int, salt: int) -> None:
    """Put a card on a pile, with the salt of its face."""
    height = position[layout.HEIGHTS + pile]
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
    """Put all cards where they lie, so that each pile's number is as it should be."""
    for pile in range(tables[layout.FOUNDATIONS_END]):
        height = position[layout.HEIGHTS + pile]
        position[layout.HEIGHTS + pile] = 0
        for place in range(height):
            salt = layout.ZOBRIST_FACE_DOWN if place < position[layout.FACE_DOWN + pile] else 0
            push(tables, position, pile, position[layout.STACKS + layout.ROW * pile + place], salt)


@jit
def _log(position: Ints, entry: int) -> None:
    position[layout.LOG + position[layout.LOG_LENGTH]] = entry
    position[layout.LOG_LENGTH] += 1


@jit
def columns_differ(tables: Ints, position: Ints) -> bool:
    """Whether it matters which tableau pile is which: the stock deals to them, or gathers them."""
    dealing = tables[layout.STOCK_ACTION]
    if dealing == layout.TO_TABLEAU:
        return bool(position[layout.REMAINING] > 0)
    return bool(dealing == layout.RESHUFFLE and position[layout.REDEALS] != 0)


@jit
def key(tables: Ints, position: Ints) -> tuple[int, int]:
    """The two halves of the number that tells a position from all others of the search."""
    low, high = 0, 0
    ordered = columns_differ(tables, position)
    for pile in range(tables[layout.FOUNDATIONS_END]):
        height = position[layout.HEIGHTS + pile]
        one, other = (
            position[layout.HASH_LOW + layout.ROW * pile + height],
            position[layout.HASH_HIGH + layout.ROW * pile + height],
        )
        if ordered and pile < tables[layout.TABLEAU_END]:
            one = mix(one, tables[layout.ZOBRIST + layout.ZOBRIST_PILES + pile])
            other = mix(
                other, tables[layout.ZOBRIST + layout.ZOBRIST_HALF + layout.ZOBRIST_PILES + pile]
            )
        elif pile >= tables[layout.CELLS_END]:
            if pile < tables[layout.RESERVE_END]:
                if not tables[layout.RESERVE_INTERCHANGEABLE]:
                    one = mix(one, tables[layout.ZOBRIST + layout.ZOBRIST_PILES + pile])
                    other = mix(
                        other,
                        tables[layout.ZOBRIST + layout.ZOBRIST_HALF + layout.ZOBRIST_PILES + pile],
                    )
            elif tables[layout.SINGLE_FOUNDATION] and not tables[layout.TAKES_BACK]:
                # What lies beneath its top card never matters again.
                top = (
                    tables[
                        layout.IDENTITIES + position[layout.STACKS + layout.ROW * pile + height - 1]
                    ]
                    if height
                    else 63
                )
                one, other = (
                    tables[layout.ZOBRIST + top],
                    tables[layout.ZOBRIST + layout.ZOBRIST_HALF + top],
                )
        low, high = (low + one) & _WHOLE, (high + other) & _WHOLE
    turned, left = position[layout.IN_WASTE], position[layout.REMAINING]
    if tables[layout.STOCK_ACTION] == layout.TO_WASTE:
        for at in range(left):
            place = layout.ZOBRIST_PLACES + position[layout.REMAINING_PLACES + at]
            low, high = (
                (low + tables[layout.ZOBRIST + place]) & _WHOLE,
                (high + tables[layout.ZOBRIST + layout.ZOBRIST_HALF + place]) & _WHOLE,
            )
        # Where one turns round and round, whole turns from the start are as good as the start, and
        # so is the end, where the waste is turned over.
        if tables[layout.UNLIMITED_REDEALS] and (
            turned % tables[layout.TURN] == 0 or turned == left
        ):
            turned = 0
    rest = (turned << 16 | left << 8 | (position[layout.REDEALS] & 255)) + 1
    low = (low + mix(rest, tables[layout.ZOBRIST + layout.ZOBRIST_NUMBERS])) & _WHOLE
    high = (
        high + mix(rest, tables[layout.ZOBRIST + layout.ZOBRIST_HALF + layout.ZOBRIST_NUMBERS])
    ) & _WHOLE
    return low, high


@jit
def _transfer(tables: Ints, position: Ints, source: int, target: int, count: int) -> None:
    """Put the top cards of one pile on another; a whole suit goes home ace first."""
    left = position[layout.HEIGHTS + source] - count
    flips = (
        count == 13
        and tables[layout.RESERVE_END] <= target
        and target < tables[layout.FOUNDATIONS_END]
    )
    for at in range(count):
        card = position[
            layout.STACKS + layout.ROW * source + (left + (count - 1 - at if flips else at))
        ]
        push(tables, position, target, card, 0)
    position[layout.HEIGHTS + source] = left
    _log(position, _CARDS_MOVED | source << 4 | target << 12 | count << 20)


@jit
def _turn_up(tables: Ints, position: Ints, pile: int) -> None:
    """Turn the top card of a pile up if it lies face down."""
    top, down = max(position[layout.HEIGHTS + pile] - 1, 0), position[layout.FACE_DOWN + pile]
    if down > top:
        position[layout.FACE_DOWN + pile] = top
        if position[layout.HEIGHTS + pile]:
            position[layout.HEIGHTS + pile] = top
            push(tables, position, pile, position[layout.STACKS + layout.ROW * pile + top], 0)
        _log(position, _CARD_TURNED_UP | pile << 4 | down << 12)


@jit
def _refill(tables: Ints, position: Ints) -> None:
    """Fill empty tableau piles from the reserve, while that has cards."""
    for pile in range(tables[layout.TABLEAU_END]):
        if position[layout.HEIGHTS + pile] == 0:
            for reserve in range(tables[layout.CELLS_END], tables[layout.RESERVE_END]):
                if position[layout.HEIGHTS + reserve]:
                    _transfer(tables, position, reserve, pile, 1)
                    break
    for pile in range(tables[layout.RESERVE_END]):
        _turn_up(tables, position, pile)


@jit
def turn_stock(tables: Ints, position: Ints, turns: int) -> None:
    """Turn the stock so many times; once that includes a redeal, and no more than once."""
    each = tables[layout.TURN]
    _log(
        position,
        _STOCK_TURNED | position[layout.IN_WASTE] << 4 | (position[layout.REDEALS] & 255) << 12,
    )
    left = position[layout.REMAINING]
    first = (left - position[layout.IN_WASTE] + each - 1) // each
    if turns <= first:
        position[layout.IN_WASTE] = min(position[layout.IN_WASTE] + turns * each, left)
        return
    if position[layout.REDEALS] > 0:
        position[layout.REDEALS] -= 1
    position[layout.IN_WASTE] = min((turns - first - 1) * each, left)


@jit
def _play_from_waste(tables: Ints, position: Ints, target: int) -> None:
    """Play the top card of the waste."""
    at = position[layout.IN_WASTE] - 1
    place = position[layout.REMAINING_PLACES + at]
    for later in range(at, position[layout.REMAINING] - 1):
        position[layout.REMAINING_PLACES + later] = position[layout.REMAINING_PLACES + later + 1]
    position[layout.IN_WASTE] -= 1
    position[layout.REMAINING] -= 1
    push(tables, position, target, tables[layout.TURN_ORDER + place], 0)
    _log(position, _WASTE_PLAYED | place << 4 | target << 12)


@jit
def _deal(tables: Ints, position: Ints) -> None:
    """Let the stock deal to the tableau or to the foundation."""
    first, end = 0, min(tables[layout.TABLEAU_END], position[layout.REMAINING])
    if tables[layout.STOCK_ACTION] == layout.TO_FOUNDATION:
        first, end = tables[layout.RESERVE_END], 1
    for pile in range(first, first + end):
        position[layout.REMAINING] -= 1
        push(tables, position, pile, tables[layout.TURN_ORDER + position[layout.REMAINING]], 0)
    _log(position, _STOCK_DEALT | first << 4 | end << 12)


@jit
def play(tables: Ints, position: Ints, move: int) -> None:
    """Play a move that the rules allow, and log it."""
    source, target = move & 255, move >> layout.TARGET_AT & 255
    turns = move >> layout.TURNS_AT
    if turns:
        turn_stock(tables, position, turns)
    if source == tables[layout.STOCK_PILE]:
        if not turns:
            _deal(tables, position)
        return
    if source == tables[layout.WASTE_PILE]:
        _play_from_waste(tables, position, target)
    else:
        _transfer(tables, position, source, target, move >> layout.COUNT_AT & 127)
        _turn_up(tables, position, source)
    if tables[layout.REFILLED]:
        _refill(tables, position)


@jit
def undo(tables: Ints, position: Ints, logged: int) -> None:
    """Undo what was done since the log had that length."""
    while position[layout.LOG_LENGTH] > logged:
        position[layout.LOG_LENGTH] -= 1
        entry = position[layout.LOG + position[layout.LOG_LENGTH]]
        kind, first, second = entry & 15, entry >> 4 & 255, entry >> 12 & 255
        if kind == _CARDS_MOVED:
            count = entry >> 20
            left = position[layout.HEIGHTS + second] - count
            flips = (
                count == 13
                and tables[layout.RESERVE_END] <= second
                and second < tables[layout.FOUNDATIONS_END]
            )
            for at in range(count):
                card = position[
                    layout.STACKS + layout.ROW * second + (left + (count - 1 - at if flips else at))
                ]
                is_down = position[layout.HEIGHTS + first] < position[layout.FACE_DOWN + first]
                push(tables, position, first, card, layout.ZOBRIST_FACE_DOWN if is_down else 0)
            position[layout.HEIGHTS + second] = left
        elif kind == _CARD_TURNED_UP:
            position[layout.FACE_DOWN + first] = second
            if position[layout.HEIGHTS + first]:
                top = position[layout.HEIGHTS + first] - 1
                position[layout.HEIGHTS + first] = top
                push(
                    tables,
                    position,
                    first,
                    position[layout.STACKS + layout.ROW * first + top],
                    layout.ZOBRIST_FACE_DOWN,
                )
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
        else:
            for pile in range(first, first + second):
                position[layout.HEIGHTS + pile] -= 1
            position[layout.REMAINING] += second
