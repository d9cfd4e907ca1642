"""States: what can be played in them, whether they might be won, what follows. Compiled."""

from __future__ import annotations

from engine.solver.following import layout
from engine.solver.following.layout import Ints
from engine.solver.jit import inlined, lowest_bit


@inlined
def tops(tables: Ints, home: int) -> int:
    """The mask of the top cards of the tableau."""
    mask, first = 0, layout.DEALT
    for pile in range(tables[layout.PILES]):
        end = tables[layout.ENDS + pile]
        for at in range(end - 1, first - 1, -1):
            if not home >> tables[at] & 1:
                mask |= 1 << tables[at]
                break
        first = end
    return int(mask)


@inlined
def row_count(rows: int) -> int:
    """How many foundations have cards."""
    count = 0
    while rows >> layout.ROW_BITS * count & layout.ROW:
        count += 1
    return count


@inlined
def with_row(rows: int, suit: int) -> int:
    """An order in which a suit has a foundation: the last one, if it had none."""
    count = 0
    while rows >> layout.ROW_BITS * count & layout.ROW:
        if (rows >> layout.ROW_BITS * count & layout.ROW) == suit + 1:
            return rows
        count += 1
    return rows | suit + 1 << layout.ROW_BITS * count


@inlined
def taken(tables: Ints, home: int, rows: int) -> int:
    """The mask of the cards that foundations take, with those that they have."""
    count = row_count(rows)
    mask = 0 if count == 4 else tables[layout.BASES]
    above = layout.SUIT
    for row in range(count):
        shift = layout.RANKS * ((rows >> layout.ROW_BITS * row & layout.ROW) - 1)
        mask |= above << shift
        above = home >> shift & layout.SUIT
    return int(mask)


@inlined
def is_settled(rows: int, suit: int) -> bool:
    """Whether there is no choice about the place of a suit's foundation."""
    return row_count(rows) == 3 or with_row(rows, suit) == rows


@inlined
def settle(tables: Ints, home: int, rows: int) -> tuple[int, int]:
    """Play what can be played from the tableau without a choice."""
    going = True
    while going:
        going = False
        rest = taken(tables, home, rows) & tops(tables, home)
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if is_settled(rows, card // layout.RANKS):
                rows = with_row(rows, card // layout.RANKS)
                home |= 1 << card
                going = True
    return home, rows


@inlined
def _clears(tables: Ints, home: int, rows: int) -> bool:
    """Whether all cards can be played if those of stock and waste can be at any time."""
    before = -1
    while home != before:
        before, above = home, layout.SUIT
        loose = tables[layout.FREE] | tops(tables, home)
        for row in range(4):
            shift = layout.RANKS * ((rows >> layout.ROW_BITS * row & layout.ROW) - 1)
            if not home & tables[layout.BASES] & layout.SUIT << shift:
                above &= tables[layout.BASES] >> shift
            home |= loose & above << shift
            above = home >> shift & layout.SUIT
    return bool(home == tables[layout.ALL])


@inlined
def might_be_won(tables: Ints, home: int, rows: int) -> bool:
    """Whether that is so in some order of the suits that have no foundation yet."""
    begun = (1 << layout.ROW_BITS * row_count(rows)) - 1
    for number in range(layout.MOST_ORDERS):
        order = tables[layout.ORDERS + number]
        if (order & begun) == rows and _clears(tables, home, order):
            return True
    return False


@inlined
def turned(tables: Ints, in_waste: int, left: int) -> int:
    """How many cards are turned, or 0 where a new round leads to the same tops."""
    return 0 if in_waste % tables[layout.TURN] == 0 or in_waste == left else in_waste


@inlined
def generate_steps(tables: Ints, home: int, order: int, left: Ints, steps: Ints, at: int) -> int:
    """Write the steps from a state from a place on, and return where they end.

    First the cards of the tableau that begin foundations; then those of the waste, of which fewest
    come after them first, as what is turned up before them stays as it is; last the redeal, which
    more than one state leads to.
    """
    rows, in_waste = order & layout.ROWS, order >> layout.IN_WASTE_AT
    if not might_be_won(tables, home, rows):
        return at
    wanted = taken(tables, home, rows)
    rest = wanted & tops(tables, home)
    while rest:
        steps[at] = lowest_bit(rest) | in_waste << layout.TURNED_AT
        rest &= rest - 1
        at += 1
    count = 0
    for place in range(tables[layout.COUNT]):
        card = tables[layout.TURNED + place]
        if not home >> card & 1:
            left[count] = card
            count += 1
    if count and not in_waste:
        card = left[count - 1]
        if wanted >> card & 1 and is_settled(rows, card // layout.RANKS):
            steps[at] = card
            return at + 1
    first = (in_waste or tables[layout.TURN]) - 1
    for place in range(count - 1, -1, -1):
        is_top = place >= first and (place - first) % tables[layout.TURN] == 0
        if (is_top or place == count - 1) and wanted >> left[place] & 1:
            after = turned(tables, place, count - 1)
            steps[at] = left[place] | after << layout.TURNED_AT
            at += 1
    if in_waste:
        steps[at] = layout.REDEAL
        at += 1
    return at


@inlined
def take_step(tables: Ints, home: int, order: int, step: int) -> tuple[int, int]:
    """The state after a step, and after the plays from the tableau without a choice."""
    card, in_waste = step & layout.CARD, step >> layout.TURNED_AT
    rows = order & layout.ROWS
    if card != layout.REDEAL:
        rows = with_row(rows, card // layout.RANKS)
        home, rows = settle(tables, home | 1 << card, rows)
    return home, rows | in_waste << layout.IN_WASTE_AT
