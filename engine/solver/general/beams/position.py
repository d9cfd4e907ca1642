"""Positions of the beam search: pack and unpack them, play moves, and hash them. Compiled."""

from __future__ import annotations

from typing import Final

from engine.solver.general import layout as rules
from engine.solver.general.beams import layout
from engine.solver.general.layout import Bytes, Ints
from engine.solver.general.move_generation import kind_of
from engine.solver.general.position import mix
from engine.solver.jit import inlined, jit, within

_WHOLE: Final = (1 << 62) - 1


@inlined
def read(tables: Ints, rows: Bytes, row: int, position: Ints) -> None:
    """Unpack a state."""
    piles = tables[rules.RESERVE_END]
    position[layout.STOCKED] = int(rows[row, 0])
    position[layout.PLAYED] = 0
    at = 1
    for foundation in range(tables[rules.FOUNDATIONS_END] - piles):
        position[layout.FOUNDATIONS + foundation] = int(rows[row, at + foundation])
        position[layout.PLAYED] += int(rows[row, at + foundation])
    at += layout.MOST_FOUNDATIONS
    cards = at + 2 * piles
    for pile in range(piles):
        height = within(int(rows[row, at + 2 * pile]), layout.ROW)
        position[layout.HEIGHTS + pile] = height
        position[layout.FACE_DOWN + pile] = int(rows[row, at + 2 * pile + 1])
        for place in range(height):
            position[layout.STACKS + layout.ROW * pile + place] = int(rows[row, cards + place])
        cards += height


@jit
def write(tables: Ints, rows: Bytes, row: int, position: Ints) -> None:
    """Pack a state."""
    piles = tables[rules.RESERVE_END]
    rows[row, 0] = position[layout.STOCKED]
    at = 1
    for foundation in range(tables[rules.FOUNDATIONS_END] - piles):
        rows[row, at + foundation] = position[layout.FOUNDATIONS + foundation]
    at += layout.MOST_FOUNDATIONS
    cards = at + 2 * piles
    for pile in range(piles):
        height = position[layout.HEIGHTS + pile]
        rows[row, at + 2 * pile] = height
        rows[row, at + 2 * pile + 1] = position[layout.FACE_DOWN + pile]
        for place in range(height):
            rows[row, cards + place] = position[layout.STACKS + layout.ROW * pile + place]
        cards += height


@inlined
def _is_whole_suit(position: Ints, pile: int) -> bool:
    """Whether a whole suit, king to ace, lies face up at the top of a pile."""
    height = position[layout.HEIGHTS + pile]
    top = layout.STACKS + layout.ROW * pile + height - 1
    if height - position[layout.FACE_DOWN + pile] < 13 or position[top] % 13:
        return False
    above = 1
    while above < 13 and position[top - above] == position[top] + above:
        above += 1
    return bool(above == 13)


@inlined
def settle(tables: Ints, position: Ints, pile: int) -> None:
    """Move whole suits at the top of a pile to their foundations, and turn up the card beneath."""
    if tables[rules.WHOLE_SUITS]:
        while _is_whole_suit(position, pile):
            height = position[layout.HEIGHTS + pile]
            ace = position[layout.STACKS + layout.ROW * pile + height - 1]
            row = rules.SUIT_FOUNDATIONS + rules.SUIT_ROW * (ace // 13)
            which = 1
            while position[layout.FOUNDATIONS + tables[row + which] - tables[rules.RESERVE_END]]:
                which += 1
            position[layout.FOUNDATIONS + tables[row + which] - tables[rules.RESERVE_END]] = 13
            position[layout.PLAYED] += 13
            position[layout.HEIGHTS + pile] = height - 13
            _turn_up(position, pile)
    _turn_up(position, pile)


@inlined
def _turn_up(position: Ints, pile: int) -> None:
    """Turn the top card of a pile face up."""
    down = position[layout.FACE_DOWN + pile]
    if down and down == position[layout.HEIGHTS + pile]:
        position[layout.FACE_DOWN + pile] = down - 1


@inlined
def carry(tables: Ints, position: Ints, source: int, target: int, count: int) -> None:
    """Move cards from one pile to another."""
    left, top = position[layout.HEIGHTS + source] - count, position[layout.HEIGHTS + target]
    for place in range(count):
        position[layout.STACKS + layout.ROW * target + within(top + place, layout.ROW)] = position[
            layout.STACKS + layout.ROW * source + left + place
        ]
    position[layout.HEIGHTS + source] = left
    position[layout.HEIGHTS + target] = top + count
    settle(tables, position, source)
    settle(tables, position, target)


@inlined
def play(tables: Ints, position: Ints, move: int) -> None:
    """Play a move, then move all whole suits to their foundations."""
    source, target = move & 255, move >> rules.TARGET_AT & 255
    piles = tables[rules.RESERVE_END]
    if source == tables[rules.STOCK_PILE]:
        count = min(tables[rules.TABLEAU_END], position[layout.STOCKED])
        for pile in range(count):
            position[layout.STOCKED] -= 1
            place = within(position[layout.STOCKED], rules.MOST_CARDS)
            top = within(position[layout.HEIGHTS + pile], layout.ROW)
            position[layout.STACKS + layout.ROW * pile + top] = tables[rules.TURN_ORDER + place]
            position[layout.HEIGHTS + pile] = top + 1
        for pile in range(count):
            settle(tables, position, pile)
    elif target >= piles:
        position[layout.FOUNDATIONS + target - piles] += 1
        position[layout.PLAYED] += 1
        position[layout.HEIGHTS + source] -= 1
        settle(tables, position, source)
    else:
        carry(tables, position, source, target, move >> rules.COUNT_AT & 127)


@inlined
def pile_hash(tables: Ints, zobrist: Ints, position: Ints, pile: int) -> int:
    """The hash of a pile; of a kind of piles too, if these are interchangeable."""
    # What the stock deals to a pile depends on its place.
    is_tableau = pile < tables[rules.TABLEAU_END]
    salt = pile if is_tableau and position[layout.STOCKED] else layout.MOST_PILES
    if not is_tableau:
        salt += kind_of(tables, pile)
    total = zobrist[layout.ZOBRIST_PILES + salt]
    total ^= zobrist[layout.ZOBRIST_FACE_DOWN + position[layout.FACE_DOWN + pile]]
    for place in range(position[layout.HEIGHTS + pile]):
        card = position[layout.STACKS + layout.ROW * pile + place]
        total ^= zobrist[rules.CARD_ROW * place + card]
    return int(mix(total, zobrist[layout.ZOBRIST_SIZE - 1]))


@inlined
def rest_hash(tables: Ints, zobrist: Ints, position: Ints) -> int:
    """The hash of all that is not in piles."""
    total = position[layout.STOCKED]
    for suit in range(4):
        row = rules.SUIT_FOUNDATIONS + rules.SUIT_ROW * suit
        numbers = layout.ZOBRIST_FOUNDATIONS + rules.FOUNDATION_ROW * suit
        for which in range(tables[row]):
            foundation = tables[row + which + 1] - tables[rules.RESERVE_END]
            total += zobrist[numbers + position[layout.FOUNDATIONS + foundation]]
            total &= _WHOLE
    return int(total)


@inlined
def key(tables: Ints, zobrist: Ints, position: Ints) -> int:
    """The key of a position, of 62 bits. The order of interchangeable piles does not matter."""
    total = rest_hash(tables, zobrist, position)
    for pile in range(tables[rules.RESERVE_END]):
        total = (total + pile_hash(tables, zobrist, position, pile)) & _WHOLE
    return int(total)


@inlined
def insert_key(table: Ints, number: int) -> bool:
    """Add a key to a table, whose length is a power of two; False if it is already there."""
    at = number & (len(table) - 1)
    # Keys are stored plus 1, so that 0 marks a free place.
    while table[at]:
        if table[at] == number + 1:
            return False
        at = (at + 1) & (len(table) - 1)
    table[at] = number + 1
    return True


@inlined
def has_key(table: Ints, number: int) -> bool:
    """Whether a key is in a table."""
    at = number & (len(table) - 1)
    while table[at]:
        if table[at] == number + 1:
            return True
        at = (at + 1) & (len(table) - 1)
    return False


@jit
def rehash(old: Ints, new: Ints) -> None:
    """Copy the keys of a table into a larger, empty one."""
    for at in range(len(old)):
        if old[at]:
            insert_key(new, old[at] - 1)


@inlined
def foundation_for(tables: Ints, position: Ints, card: int) -> int:
    """The first foundation that takes a card next; one must."""
    row = rules.SUIT_FOUNDATIONS + rules.SUIT_ROW * (card // 13)
    for which in range(row + 1, row + 1 + tables[row]):
        foundation = tables[which] - tables[rules.RESERVE_END]
        takes = rules.FOUNDATION_CARDS + rules.FOUNDATION_ROW * foundation
        if tables[takes + position[layout.FOUNDATIONS + foundation]] == card:
            return int(tables[which])
    return -1
