"""Moves of games with gaps, as few as a win needs, and their dead ends. Compiled.

**Twos.** While the first column has a gap, the twos in it can change places at will. So it is left
open which of them lies in which row: the key has the set of them, a three can be put beside the
place of any of them, and the move that fills the last gap chooses one of all their orders.
("Twos" are the cards that rows begin with, "threes" those that follow them.)

**Dead ends.** The rules are relaxed so that no move spoils another: a card stays wherever it was,
and a place that was a gap stays one. A state is lost if even then the cards do not all get to their
places, with a row for each suit.

**Stubborn sets** (Valmari, "Stubborn sets for reduced state space generation", 1991). Moves of
several gaps mostly do not bear on each other, so that they need not be tried in every order. It
is enough to play the moves of some gaps, if no moves of other cards, one after the other, ever
take away or enable one of these. What other cards can do at all is found by the same relaxation.
Every state without moves that can be reached is still reached, and a won state has no moves. That
holds because all four suits are in play and fit their rows; see ``encode.is_regular``.

A card can go only to the right of the card it follows. So its move is taken away only if that one
leaves, and it takes away only the move of the one that follows it, if that can come beside it.

Bounds: places and cards are below 52. ``BLOCK`` has a row for each gap, and one more for twos. A
state has at most 12 moves of threes, 96 of twos, and one of each other gap. A move takes at most
seven steps: three twos change places with the help of one gap.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general.move_generation import ALL_CARDS
from engine.solver.general.position import mix
from engine.solver.jit import inlined, lowest_bit, popcount
from engine.solver.rows import layout
from engine.solver.rows.layout import Cells, Ints

WHERE: Final = 0
"""In the array that a state is worked on with: the place of each card."""
CARDS: Final = WHERE + 52
"""For each place, the mask of the card there."""
AT: Final = CARDS + 52
"""For each place, the mask of the cards that can be there."""
SUITS: Final = AT + 52
"""For each row, the mask of the aces of the suits that can fill it."""
GAPS, SLOTS, ALL_GAPS, MOBILE, FROZEN, STOP_CARDS, STOP_GAPS = range(SUITS + 4, SUITS + 11)
"""Masks: the gaps; the places that twos can share, if any; the places that can be gaps; the cards
that can move; those that are not moved; and the cards and the gaps at which that ends."""
BLOCK: Final = SUITS + 11
"""Moves that are tried together: the mask of their cards, and where the moves begin and end."""
STEPS: Final = BLOCK + 3 * (layout.MOST_PILES + 1)
"""The steps of a move, then the order of the twos that is wanted, and the present one."""
ROOM_SIZE: Final = STEPS + 16
_MOST_BLOCKS: Final = 5
"""With more blocks only single ones are tried alone."""
_ORDER_AT: Final = layout.CLOSE_UP
_ROW_KEY: Final = (1 << 56) - 1
_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The mask of the aces; shifted, of the cards of another rank."""


@inlined
def _first_places(tables: Ints) -> int:
    """The mask of the first place of each row."""
    length = tables[layout.LENGTH]
    return int(1 | 1 << length | 1 << 2 * length | 1 << 3 * length)


@inlined
def useful_moves(tables: Ints, cells: Cells, moves: Ints, room: Ints, is_forced: bool) -> int:
    """Write the moves of a state that are tried; where they end, which is 0 at a dead end.

    Args:
        tables: the constants of the search.
        cells: the state.
        moves: written.
        room: ``ROOM_SIZE`` numbers, to work with.
        is_forced: whether only one move led to it. Then a single move is looked for first, since
            a dead end is still one after that.
    """
    blocks = _list_blocks(tables, cells, moves, room)
    if blocks == 0:
        return 0
    end = int(room[BLOCK + 3 * blocks - 1])
    if is_forced and end == 1:
        return end
    # Sets of blocks are tried in turn, the smallest first; 0 is the empty one, when all cards move.
    which = 1 if is_forced and 1 < blocks <= _MOST_BLOCKS else 0
    size, is_checked, chosen = 1, False, 0
    while not chosen:
        _freeze(tables, room, which, blocks)
        if _relax(tables, room) and which:
            chosen = which
        elif which:
            which += 1
            while which < 1 << blocks and popcount(which) != size:
                which += 1
            if which == 1 << blocks:
                size += 1
                which = (1 << size) - 1 if is_checked else 0
        else:
            if _is_dead_end(tables, room):
                return 0
            is_checked = True
            which = (1 << size) - 1
        if is_checked and (size >= blocks or blocks > _MOST_BLOCKS):
            chosen = (1 << blocks) - 1
    return _only(room, moves, chosen, blocks)


@inlined
def _only(room: Ints, moves: Ints, which: int, blocks: int) -> int:
    """Leave only the moves of some blocks; where they end."""
    end = 0
    for block in range(blocks):
        if which >> block & 1:
            for at in range(room[BLOCK + 3 * block + 1], room[BLOCK + 3 * block + 2]):
                moves[end] = moves[at]
                end += 1
    return end


@inlined
def _list_blocks(tables: Ints, cells: Cells, moves: Ints, room: Ints) -> int:
    """Write the moves, block by block; how many blocks there are. The twos' is the first."""
    piles, length, first = tables[layout.PILES], tables[layout.LENGTH], tables[layout.FIRST_RANK]
    begins, gaps, slots = _first_places(tables), 0, 0
    for place in range(piles):
        card = int(cells[place])
        if card == layout.EMPTY:
            gaps |= 1 << place
            room[CARDS + place] = 0
        else:
            room[WHERE + card] = place
            room[CARDS + place] = 1 << card
            if begins >> place & 1 and card % 13 == first:
                slots |= 1 << place
    slots = 0 if tables[layout.ROW_SUITS] or not gaps & begins else slots | gaps & begins
    room[GAPS], room[SLOTS] = gaps, slots
    blocks = end = 0
    if slots:
        end = _add_twos(tables, moves, room)
        blocks = 1
    left = gaps & ~begins if slots else gaps
    while left:
        place = lowest_bit(left)
        left &= left - 1
        if begins >> place & 1:
            card = place // length * 13 + first
        else:
            card = int(cells[place - 1]) + 1
            is_dead = card == layout.EMPTY + 1 or (card - 1) % 13 == tables[layout.LAST_RANK]
            if is_dead or slots >> (place - 1) & 1:
                continue
        moves[end] = room[WHERE + card] | place << layout.TARGET_AT
        room[BLOCK + 3 * blocks] = 1 << card
        room[BLOCK + 3 * blocks + 1] = end
        end += 1
        room[BLOCK + 3 * blocks + 2] = end
        blocks += 1
    return blocks


@inlined
def _add_twos(tables: Ints, moves: Ints, room: Ints) -> int:
    """Write the block of twos that share places, and the threes beside these; where it ends."""
    begins, slots, end, frozen = _first_places(tables), room[SLOTS], 0, 0
    free = room[GAPS] & begins
    orders = 1
    if popcount(free) == 1:
        for count in range(2, popcount(slots) + 1):
            orders *= count
    for suit in range(4):
        two = 13 * suit + tables[layout.FIRST_RANK]
        frozen |= 1 << two
        if slots >> room[WHERE + two] & 1:
            if tables[layout.FIRST_RANK] < tables[layout.LAST_RANK]:
                frozen |= 1 << (two + 1)
                beside = room[GAPS] & slots << 1
                while beside:
                    target = lowest_bit(beside)
                    beside &= beside - 1
                    moves[end] = room[WHERE + two + 1] | target << layout.TARGET_AT
                    end += 1
        else:
            move = room[WHERE + two] | lowest_bit(free) << layout.TARGET_AT
            for order in range(orders):
                moves[end] = move | order * _ORDER_AT
                end += 1
    room[BLOCK], room[BLOCK + 1], room[BLOCK + 2] = frozen, 0, end
    return end


@inlined
def _relax(tables: Ints, room: Ints) -> bool:
    """Find what the cards that are not frozen can do; whether that stops short of what must not be.

    Args:
        tables: the constants of the search.
        room: ``AT``, ``MOBILE`` and ``ALL_GAPS`` are written.
    """
    length, first, last = tables[layout.LENGTH], tables[layout.FIRST_RANK], tables[layout.LAST_RANK]
    begins = _first_places(tables)
    twos, followed = _RANK << first, ALL_CARDS & ~(_RANK << last)
    for place in range(tables[layout.PILES]):
        room[AT + place] = room[CARDS + place]
    gaps, mobile = room[GAPS], 0
    if gaps & room[STOP_GAPS]:
        return False
    left = gaps
    while left:
        place = lowest_bit(left)
        left &= left - 1
        if not begins >> place & 1:
            cards = (room[AT + place - 1] & followed) << 1
        elif tables[layout.ROW_SUITS]:
            cards = 1 << (place // length * 13 + first)
        else:
            cards = twos
        cards &= ~(room[AT + place] | room[FROZEN])
        if not cards:
            continue
        room[AT + place] |= cards
        # What follows these can come beside them, and what comes to a gap leaves another.
        left |= gaps & ~begins & 1 << (place + 1)
        cards &= ~mobile
        mobile |= cards
        while cards:
            fresh = ~gaps & 1 << room[WHERE + lowest_bit(cards)]
            cards &= cards - 1
            gaps |= fresh
            left |= fresh
        if mobile & room[STOP_CARDS] or gaps & room[STOP_GAPS]:
            return False
    room[MOBILE], room[ALL_GAPS] = mobile, gaps
    return True


@inlined
def _is_dead_end(tables: Ints, room: Ints) -> bool:
    """Whether the places that cards get to leave no way to give each suit a row."""
    length, first = tables[layout.LENGTH], tables[layout.FIRST_RANK]
    for row in range(4):
        suits = 1 << 13 * row if tables[layout.ROW_SUITS] else _RANK
        for rank in range(first, tables[layout.LAST_RANK] + 1):
            suits &= room[AT + row * length + rank - first] >> rank
        room[SUITS + row] = suits
    for rows in range(1, 16):
        suits = 0
        for row in range(4):
            if rows >> row & 1:
                suits |= room[SUITS + row]
        if popcount(suits) < popcount(rows):
            return True
    return False


@inlined
def _freeze(tables: Ints, room: Ints, which: int, blocks: int) -> None:
    """Freeze the cards of some blocks, and note what moves of others would bear on theirs."""
    first, ends = tables[layout.FIRST_RANK], _first_places(tables) << (tables[layout.LENGTH] - 1)
    frozen = 0
    for block in range(blocks):
        if which >> block & 1:
            frozen |= room[BLOCK + 3 * block]
    slots = room[SLOTS] if which & 1 else 0
    cards, gaps = 0, 0
    if slots:
        gaps = ((_first_places(tables) & ~slots) | slots << 1) & ~room[GAPS]
    left = frozen
    while left:
        card = lowest_bit(left)
        left &= left - 1
        place = room[WHERE + card]
        if slots >> place & 1:
            continue
        if card % 13 > first and not slots >> room[WHERE + card - 1] & 1:
            cards |= 1 << (card - 1)
        if (
            card % 13 < tables[layout.LAST_RANK]
            and not ends >> place & 1
            and room[WHERE + card + 1] != place + 1
            and not (frozen >> (card + 1) & 1 and room[GAPS] >> (place + 1) & 1)
        ):
            gaps |= 1 << (place + 1)
    room[FROZEN], room[STOP_CARDS], room[STOP_GAPS] = frozen, cards & ~frozen, gaps


@inlined
def list_steps(tables: Ints, cells: Cells, move: int, room: Ints) -> int:
    """Write what a move is by the rules, one card at a time; how many steps it takes."""
    length, first = tables[layout.LENGTH], tables[layout.FIRST_RANK]
    source, target = move & layout.SOURCE_MASK, move >> layout.TARGET_AT & layout.SOURCE_MASK
    card, end = int(cells[source]), 0
    if target % length == 0 and not tables[layout.ROW_SUITS]:
        free = 0
        for row in range(4):
            free += cells[row * length] == layout.EMPTY
        if free == 1:
            return _list_steps_of_twos(tables, cells, move, room)
    elif target % length == 1 and card % 13 == first + 1 and cells[target - 1] != card - 1:
        slot = target - 1
        two = gap = 0
        for place in range(0, tables[layout.PILES], length):
            if cells[place] == card - 1:
                two = place
            elif cells[place] == layout.EMPTY:
                gap = place
        if cells[slot] != layout.EMPTY:
            room[STEPS] = slot | gap << layout.TARGET_AT
            end = 1
        room[STEPS + end] = two | slot << layout.TARGET_AT
        end += 1
    room[STEPS + end] = source | target << layout.TARGET_AT
    return end + 1


@inlined
def _list_steps_of_twos(tables: Ints, cells: Cells, move: int, room: Ints) -> int:
    """Write the steps of a two to the last gap of the first column, with the order it chooses."""
    length, first = tables[layout.LENGTH], tables[layout.FIRST_RANK]
    source, order = move & layout.SOURCE_MASK, move // _ORDER_AT
    wanted, present = STEPS + 8, STEPS + 12
    suits = 1 << int(cells[source]) // 13
    gap = end = 0
    for row in range(4):
        card = int(cells[row * length])
        room[present + row] = card
        if card == layout.EMPTY:
            gap = row
        elif card % 13 == first:
            suits |= 1 << card // 13
    for row in range(4):
        card = room[present + row]
        room[wanted + row] = card
        if card == layout.EMPTY or card % 13 == first:
            count = popcount(suits)
            rest = suits
            for _ in range(order % count):
                rest &= rest - 1
            order //= count
            room[wanted + row] = 13 * lowest_bit(rest) + first
            suits &= ~(rest & -rest)
    while True:
        other = gap
        for row in range(4):
            # Into the gap goes what is wanted there, or, while that is the new two, any other one.
            if room[present + row] == room[wanted + gap]:
                other = row
        if other == gap:
            for row in range(4):
                if row != gap and room[present + row] != room[wanted + row]:
                    other = row
        if other == gap:
            room[STEPS + end] = source | gap * length << layout.TARGET_AT
            return end + 1
        room[STEPS + end] = other * length | gap * length << layout.TARGET_AT
        end += 1
        room[present + gap] = room[present + other]
        room[present + other] = layout.EMPTY
        gap = other


@inlined
def play_steps(tables: Ints, cells: Cells, move: int, room: Ints) -> None:
    """Play a move in place."""
    for step in range(list_steps(tables, cells, move, room)):
        source = room[STEPS + step] & layout.SOURCE_MASK
        target = room[STEPS + step] >> layout.TARGET_AT
        cells[target] = cells[source]
        cells[source] = layout.EMPTY


@inlined
def key_of_rows(tables: Ints, cells: Cells) -> tuple[int, int]:
    """The key of a state. Rows of no particular suit may change places, as may twos in slots."""
    length, first = tables[layout.LENGTH], tables[layout.FIRST_RANK]
    is_open = False
    for row in range(4):
        is_open = is_open or cells[row * length] == layout.EMPTY
    is_open = is_open and not tables[layout.ROW_SUITS]
    low = high = twos_low = twos_high = 0
    for row in range(4):
        one = other = 0
        if tables[layout.ROW_SUITS]:
            one = other = row + 1
        for place in range(length):
            card = int(cells[row * length + place])
            at = layout.SALTS + place * 64 + card
            if card == layout.EMPTY:
                continue
            if place == 0 and is_open and card % 13 == first:
                twos_low ^= tables[at]
                twos_high ^= tables[at + layout.SALTS_HALF]
            else:
                one ^= tables[at]
                other ^= tables[at + layout.SALTS_HALF]
        low += mix(one, 0) & _ROW_KEY
        high += mix(other, 0) & _ROW_KEY
    return low ^ twos_low, high ^ twos_high
