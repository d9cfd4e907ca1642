"""A position's piles: putting cards on them, taking that back, and a key for them. Compiled.

Each pile has a number of two halves of 62 bits that stands for its cards, mixed anew with every
card that is put on it. A position's key is the sum of these, so that the order of piles that are
alike does not matter; 124 bits, which no two positions of a search ever share in practice.
"""

from __future__ import annotations

from typing import Final

from engine.solver.compiled import compiled
from engine.solver.general import fields as field
from engine.solver.general.fields import Ints

_HALF: Final = (1 << 31) - 1
_WHOLE: Final = (1 << 62) - 1

_MOVED, _SHOWN, _TURNED, _DRAWN, _DEALT = range(5)
"""What a log's entries undo: ``kind | a << 4 | b << 12 | c << 20``."""


@compiled
def mixed(value: int, salt: int) -> int:
    """A number of 62 bits in which every bit of two others plays a part."""
    total = ((value & _HALF) ^ (salt & _HALF)) * 1640531527
    total += ((value >> 31) ^ (salt >> 31)) * 1540483477
    total ^= total >> 29
    total = (total & _HALF) * 1812433253 + (total >> 31 & _HALF) * 1103515245
    return (total ^ total >> 32) & _WHOLE


@compiled
def put(facts: Ints, position: Ints, pile: int, card: int, salt: int) -> None:
    """Put a card on a pile, with the salt of its face."""
    height = position[field.HEIGHTS + pile]
    position[field.STACKS + field.ROW * pile + height] = card
    salt += facts[field.FACES + card]
    position[field.LOW + field.ROW * pile + height + 1] = mixed(
        position[field.LOW + field.ROW * pile + height], facts[field.SALTS + salt]
    )
    position[field.HIGH + field.ROW * pile + height + 1] = mixed(
        position[field.HIGH + field.ROW * pile + height],
        facts[field.SALTS + field.SALTED + salt],
    )
    position[field.HEIGHTS + pile] = height + 1


@compiled
def put_again(facts: Ints, position: Ints) -> None:
    """Put all cards where they lie, so that each pile's number is as it should be."""
    for pile in range(facts[field.HOMES_END]):
        height = position[field.HEIGHTS + pile]
        position[field.HEIGHTS + pile] = 0
        for place in range(height):
            salt = field.FACE_DOWN_SALTS if place < position[field.DOWN + pile] else 0
            put(facts, position, pile, position[field.STACKS + field.ROW * pile + place], salt)


@compiled
def _logged(position: Ints, entry: int) -> None:
    position[field.LOG + position[field.LOGGED]] = entry
    position[field.LOGGED] += 1


@compiled
def is_ordered(facts: Ints, position: Ints) -> bool:
    """Whether it matters which tableau pile is which: the stock deals to them, or gathers them."""
    dealing = facts[field.DEALING]
    if dealing == field.TO_TABLEAU:
        return bool(position[field.LEFT] > 0)
    return bool(dealing == field.GATHERED and position[field.REDEALS] != 0)


@compiled
def key(facts: Ints, position: Ints) -> tuple[int, int]:
    """The two halves of the number that tells a position from all others of the search."""
    low, high = 0, 0
    ordered = is_ordered(facts, position)
    for pile in range(facts[field.HOMES_END]):
        height = position[field.HEIGHTS + pile]
        one, other = (
            position[field.LOW + field.ROW * pile + height],
            position[field.HIGH + field.ROW * pile + height],
        )
        if ordered and pile < facts[field.TABLEAU_END]:
            one = mixed(one, facts[field.SALTS + field.PILE_SALTS + pile])
            other = mixed(other, facts[field.SALTS + field.SALTED + field.PILE_SALTS + pile])
        elif pile >= facts[field.CELLS_END]:
            if pile < facts[field.RESERVE_END]:
                if not facts[field.RESERVE_ALIKE]:
                    one = mixed(one, facts[field.SALTS + field.PILE_SALTS + pile])
                    other = mixed(
                        other, facts[field.SALTS + field.SALTED + field.PILE_SALTS + pile]
                    )
            elif facts[field.SINGLE_HOME] and not facts[field.GIVES_BACK]:
                # What lies beneath its top card never matters again.
                top = (
                    facts[field.FACES + position[field.STACKS + field.ROW * pile + height - 1]]
                    if height
                    else 63
                )
                one, other = facts[field.SALTS + top], facts[field.SALTS + field.SALTED + top]
        low, high = (low + one) & _WHOLE, (high + other) & _WHOLE
    turned, left = position[field.TURNED], position[field.LEFT]
    if facts[field.DEALING] == field.TO_WASTE:
        for at in range(left):
            place = field.PLACE_SALTS + position[field.PLACES_LEFT + at]
            low, high = (
                (low + facts[field.SALTS + place]) & _WHOLE,
                (high + facts[field.SALTS + field.SALTED + place]) & _WHOLE,
            )
        # Where one turns round and round, whole turns from the start are as good as the start, and
        # so is the end, where the waste is turned over.
        if facts[field.CIRCLES] and (turned % facts[field.TURN] == 0 or turned == left):
            turned = 0
    rest = (turned << 16 | left << 8 | (position[field.REDEALS] & 255)) + 1
    low = (low + mixed(rest, facts[field.SALTS + field.NUMBER_SALTS])) & _WHOLE
    high = (high + mixed(rest, facts[field.SALTS + field.SALTED + field.NUMBER_SALTS])) & _WHOLE
    return low, high


@compiled
def _shift(facts: Ints, position: Ints, source: int, target: int, count: int) -> None:
    """Put the top cards of one pile on another; a whole suit goes home ace first."""
    left = position[field.HEIGHTS + source] - count
    flips = count == 13 and facts[field.RESERVE_END] <= target and target < facts[field.HOMES_END]
    for at in range(count):
        card = position[
            field.STACKS + field.ROW * source + (left + (count - 1 - at if flips else at))
        ]
        put(facts, position, target, card, 0)
    position[field.HEIGHTS + source] = left
    _logged(position, _MOVED | source << 4 | target << 12 | count << 20)


@compiled
def _show(facts: Ints, position: Ints, pile: int) -> None:
    """Turn the top card of a pile up if it lies face down."""
    top, down = max(position[field.HEIGHTS + pile] - 1, 0), position[field.DOWN + pile]
    if down > top:
        position[field.DOWN + pile] = top
        if position[field.HEIGHTS + pile]:
            position[field.HEIGHTS + pile] = top
            put(facts, position, pile, position[field.STACKS + field.ROW * pile + top], 0)
        _logged(position, _SHOWN | pile << 4 | down << 12)


@compiled
def _refill(facts: Ints, position: Ints) -> None:
    """Fill empty tableau piles from the reserve, while that has cards."""
    for pile in range(facts[field.TABLEAU_END]):
        if position[field.HEIGHTS + pile] == 0:
            for reserve in range(facts[field.CELLS_END], facts[field.RESERVE_END]):
                if position[field.HEIGHTS + reserve]:
                    _shift(facts, position, reserve, pile, 1)
                    break
    for pile in range(facts[field.RESERVE_END]):
        _show(facts, position, pile)


@compiled
def turn(facts: Ints, position: Ints, turns: int) -> None:
    """Turn the stock so many times; once that includes a redeal, and no more than once."""
    each = facts[field.TURN]
    _logged(position, _TURNED | position[field.TURNED] << 4 | (position[field.REDEALS] & 255) << 12)
    left = position[field.LEFT]
    first = (left - position[field.TURNED] + each - 1) // each
    if turns <= first:
        position[field.TURNED] = min(position[field.TURNED] + turns * each, left)
        return
    if position[field.REDEALS] > 0:
        position[field.REDEALS] -= 1
    position[field.TURNED] = min((turns - first - 1) * each, left)


@compiled
def _draw(facts: Ints, position: Ints, target: int) -> None:
    """Play the top card of the waste."""
    at = position[field.TURNED] - 1
    place = position[field.PLACES_LEFT + at]
    for later in range(at, position[field.LEFT] - 1):
        position[field.PLACES_LEFT + later] = position[field.PLACES_LEFT + later + 1]
    position[field.TURNED] -= 1
    position[field.LEFT] -= 1
    put(facts, position, target, facts[field.TURNING + place], 0)
    _logged(position, _DRAWN | place << 4 | target << 12)


@compiled
def _deal(facts: Ints, position: Ints) -> None:
    """Let the stock deal to the tableau or to the foundation."""
    first, many = 0, min(facts[field.TABLEAU_END], position[field.LEFT])
    if facts[field.DEALING] == field.TO_FOUNDATION:
        first, many = facts[field.RESERVE_END], 1
    for pile in range(first, first + many):
        position[field.LEFT] -= 1
        put(facts, position, pile, facts[field.TURNING + position[field.LEFT]], 0)
    _logged(position, _DEALT | first << 4 | many << 12)


@compiled
def play(facts: Ints, position: Ints, move: int) -> None:
    """Play a move that the rules allow, and log it."""
    source, target = move & 255, move >> field.TARGET_AT & 255
    turns = move >> field.TURNS_AT
    if turns:
        turn(facts, position, turns)
    if source == facts[field.STOCK_PILE]:
        if not turns:
            _deal(facts, position)
        return
    if source == facts[field.WASTE_PILE]:
        _draw(facts, position, target)
    else:
        _shift(facts, position, source, target, move >> field.COUNT_AT & 127)
        _show(facts, position, source)
    if facts[field.REFILLED]:
        _refill(facts, position)


@compiled
def undo(facts: Ints, position: Ints, logged: int) -> None:
    """Undo what was done since the log had that length."""
    while position[field.LOGGED] > logged:
        position[field.LOGGED] -= 1
        entry = position[field.LOG + position[field.LOGGED]]
        kind, first, second = entry & 15, entry >> 4 & 255, entry >> 12 & 255
        if kind == _MOVED:
            count = entry >> 20
            left = position[field.HEIGHTS + second] - count
            flips = (
                count == 13
                and facts[field.RESERVE_END] <= second
                and second < facts[field.HOMES_END]
            )
            for at in range(count):
                card = position[
                    field.STACKS + field.ROW * second + (left + (count - 1 - at if flips else at))
                ]
                is_down = position[field.HEIGHTS + first] < position[field.DOWN + first]
                put(facts, position, first, card, field.FACE_DOWN_SALTS if is_down else 0)
            position[field.HEIGHTS + second] = left
        elif kind == _SHOWN:
            position[field.DOWN + first] = second
            if position[field.HEIGHTS + first]:
                top = position[field.HEIGHTS + first] - 1
                position[field.HEIGHTS + first] = top
                put(
                    facts,
                    position,
                    first,
                    position[field.STACKS + field.ROW * first + top],
                    field.FACE_DOWN_SALTS,
                )
        elif kind == _TURNED:
            position[field.TURNED] = first
            position[field.REDEALS] = -1 if second == 255 else second
        elif kind == _DRAWN:
            position[field.HEIGHTS + second] -= 1
            at = position[field.TURNED]
            for later in range(position[field.LEFT], at, -1):
                position[field.PLACES_LEFT + later] = position[field.PLACES_LEFT + later - 1]
            position[field.PLACES_LEFT + at] = first
            position[field.TURNED] += 1
            position[field.LEFT] += 1
        else:
            for pile in range(first, first + second):
                position[field.HEIGHTS + pile] -= 1
            position[field.LEFT] += second
