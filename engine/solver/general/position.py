"""A position's piles: putting cards on them, taking that back, and a key for them. Compiled.

Each pile has a number of two halves of 62 bits that stands for its cards, mixed anew with every
card that is put on it. A position's key is the sum of these, so that the order of piles that are
alike does not matter; 124 bits, which no two positions of a search ever share in practice.
"""

from __future__ import annotations

from typing import Final

from engine.solver.compiled import compiled
from engine.solver.general import fields as field
from engine.solver.general.fields import Facts, Position

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
def put(facts: Facts, position: Position, pile: int, card: int, salt: int) -> None:
    """Put a card on a pile, with the salt of its face."""
    height = position.heights[pile]
    position.stacks[pile, height] = card
    salt += facts.faces[card]
    position.low[pile, height + 1] = mixed(position.low[pile, height], facts.salts[0, salt])
    position.high[pile, height + 1] = mixed(position.high[pile, height], facts.salts[1, salt])
    position.heights[pile] = height + 1


@compiled
def put_again(facts: Facts, position: Position) -> None:
    """Put all cards where they lie, so that each pile's number is as it should be."""
    for pile in range(facts.numbers[field.HOMES_END]):
        height = position.heights[pile]
        position.heights[pile] = 0
        for place in range(height):
            salt = field.FACE_DOWN_SALTS if place < position.down[pile] else 0
            put(facts, position, pile, position.stacks[pile, place], salt)


@compiled
def _logged(position: Position, entry: int) -> None:
    position.log[position.numbers[field.LOGGED]] = entry
    position.numbers[field.LOGGED] += 1


@compiled
def is_ordered(facts: Facts, position: Position) -> bool:
    """Whether it matters which tableau pile is which: the stock deals to them, or gathers them."""
    dealing = facts.numbers[field.DEALING]
    if dealing == field.TO_TABLEAU:
        return bool(position.numbers[field.LEFT] > 0)
    return bool(dealing == field.GATHERED and position.numbers[field.REDEALS] != 0)


@compiled
def key(facts: Facts, position: Position) -> tuple[int, int]:
    """The two halves of the number that tells a position from all others of the search."""
    numbers, salts = facts.numbers, facts.salts
    low, high = 0, 0
    ordered = is_ordered(facts, position)
    for pile in range(numbers[field.HOMES_END]):
        height = position.heights[pile]
        one, other = position.low[pile, height], position.high[pile, height]
        if ordered and pile < numbers[field.TABLEAU_END]:
            one = mixed(one, salts[0, field.PILE_SALTS + pile])
            other = mixed(other, salts[1, field.PILE_SALTS + pile])
        elif pile >= numbers[field.CELLS_END]:
            if pile < numbers[field.RESERVE_END]:
                if not numbers[field.RESERVE_ALIKE]:
                    one = mixed(one, salts[0, field.PILE_SALTS + pile])
                    other = mixed(other, salts[1, field.PILE_SALTS + pile])
            elif numbers[field.SINGLE_HOME]:
                # What lies beneath its top card never matters again.
                top = facts.faces[position.stacks[pile, height - 1]] if height else 63
                one, other = salts[0, top], salts[1, top]
        low, high = (low + one) & _WHOLE, (high + other) & _WHOLE
    turned, left = position.numbers[field.TURNED], position.numbers[field.LEFT]
    if numbers[field.DEALING] == field.TO_WASTE:
        for at in range(left):
            place = field.PLACE_SALTS + position.places[at]
            low, high = (low + salts[0, place]) & _WHOLE, (high + salts[1, place]) & _WHOLE
        # Where one turns round and round, whole turns from the start are as good as the start, and
        # so is the end, where the waste is turned over.
        if numbers[field.CIRCLES] and (turned % numbers[field.TURN] == 0 or turned == left):
            turned = 0
    rest = (turned << 16 | left << 8 | (position.numbers[field.REDEALS] & 255)) + 1
    low = (low + mixed(rest, salts[0, field.NUMBER_SALTS])) & _WHOLE
    high = (high + mixed(rest, salts[1, field.NUMBER_SALTS])) & _WHOLE
    return low, high


@compiled
def _shift(facts: Facts, position: Position, source: int, target: int, count: int) -> None:
    """Put the top cards of one pile on another; a whole suit goes home ace first."""
    left = position.heights[source] - count
    flips = (
        count == 13
        and facts.numbers[field.RESERVE_END] <= target
        and target < facts.numbers[field.HOMES_END]
    )
    for at in range(count):
        card = position.stacks[source, left + (count - 1 - at if flips else at)]
        put(facts, position, target, card, 0)
    position.heights[source] = left
    _logged(position, _MOVED | source << 4 | target << 12 | count << 20)


@compiled
def _show(facts: Facts, position: Position, pile: int) -> None:
    """Turn the top card of a pile up if it lies face down."""
    top = position.heights[pile] - 1
    if top >= 0 and position.down[pile] == top + 1:
        position.down[pile] = top
        position.heights[pile] = top
        put(facts, position, pile, position.stacks[pile, top], 0)
        _logged(position, _SHOWN | pile << 4)


@compiled
def _refill(facts: Facts, position: Position) -> None:
    """Fill empty tableau piles from the reserve, while that has cards."""
    numbers = facts.numbers
    for pile in range(numbers[field.TABLEAU_END]):
        if position.heights[pile] == 0:
            for reserve in range(numbers[field.CELLS_END], numbers[field.RESERVE_END]):
                if position.heights[reserve]:
                    _shift(facts, position, reserve, pile, 1)
                    break
    for pile in range(numbers[field.RESERVE_END]):
        _show(facts, position, pile)


@compiled
def turn(facts: Facts, position: Position, turns: int) -> None:
    """Turn the stock so many times; once that includes a redeal, and no more than once."""
    numbers, each = position.numbers, facts.numbers[field.TURN]
    _logged(position, _TURNED | numbers[field.TURNED] << 4 | (numbers[field.REDEALS] & 255) << 12)
    left = numbers[field.LEFT]
    first = (left - numbers[field.TURNED] + each - 1) // each
    if turns <= first:
        numbers[field.TURNED] = min(numbers[field.TURNED] + turns * each, left)
        return
    if numbers[field.REDEALS] > 0:
        numbers[field.REDEALS] -= 1
    numbers[field.TURNED] = min((turns - first - 1) * each, left)


@compiled
def _draw(facts: Facts, position: Position, target: int) -> None:
    """Play the top card of the waste."""
    numbers = position.numbers
    at = numbers[field.TURNED] - 1
    place = position.places[at]
    for later in range(at, numbers[field.LEFT] - 1):
        position.places[later] = position.places[later + 1]
    numbers[field.TURNED] -= 1
    numbers[field.LEFT] -= 1
    put(facts, position, target, facts.turning[place], 0)
    _logged(position, _DRAWN | place << 4 | target << 12)


@compiled
def _deal(facts: Facts, position: Position) -> None:
    """Let the stock deal to the tableau or to the foundation."""
    numbers = position.numbers
    first, many = 0, min(facts.numbers[field.TABLEAU_END], numbers[field.LEFT])
    if facts.numbers[field.DEALING] == field.TO_FOUNDATION:
        first, many = facts.numbers[field.RESERVE_END], 1
    for pile in range(first, first + many):
        numbers[field.LEFT] -= 1
        put(facts, position, pile, facts.turning[numbers[field.LEFT]], 0)
    _logged(position, _DEALT | first << 4 | many << 12)


@compiled
def play(facts: Facts, position: Position, move: int) -> None:
    """Play a move that the rules allow, and log it."""
    source, target = move & 255, move >> field.TARGET_AT & 255
    turns = move >> field.TURNS_AT
    if turns:
        turn(facts, position, turns)
    if source == facts.numbers[field.STOCK_PILE]:
        if not turns:
            _deal(facts, position)
        return
    if source == facts.numbers[field.WASTE_PILE]:
        _draw(facts, position, target)
    else:
        _shift(facts, position, source, target, move >> field.COUNT_AT & 127)
        _show(facts, position, source)
    if facts.numbers[field.REFILLED]:
        _refill(facts, position)


@compiled
def undo(facts: Facts, position: Position, logged: int) -> None:
    """Undo what was done since the log had that length."""
    numbers = position.numbers
    while numbers[field.LOGGED] > logged:
        numbers[field.LOGGED] -= 1
        entry = position.log[numbers[field.LOGGED]]
        kind, first, second = entry & 15, entry >> 4 & 255, entry >> 12 & 255
        if kind == _MOVED:
            count = entry >> 20
            left = position.heights[second] - count
            flips = (
                count == 13
                and facts.numbers[field.RESERVE_END] <= second
                and second < facts.numbers[field.HOMES_END]
            )
            for at in range(count):
                card = position.stacks[second, left + (count - 1 - at if flips else at)]
                put(facts, position, first, card, 0)
            position.heights[second] = left
        elif kind == _SHOWN:
            height = position.heights[first]
            position.heights[first] = height - 1
            put(
                facts,
                position,
                first,
                position.stacks[first, height - 1],
                field.FACE_DOWN_SALTS,
            )
            position.down[first] = height
        elif kind == _TURNED:
            numbers[field.TURNED] = first
            numbers[field.REDEALS] = -1 if second == 255 else second
        elif kind == _DRAWN:
            position.heights[second] -= 1
            at = numbers[field.TURNED]
            for later in range(numbers[field.LEFT], at, -1):
                position.places[later] = position.places[later - 1]
            position.places[at] = first
            numbers[field.TURNED] += 1
            numbers[field.LEFT] += 1
        else:
            for pile in range(first, first + second):
                position.heights[pile] -= 1
            numbers[field.LEFT] += second
