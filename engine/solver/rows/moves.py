"""The moves of a state, what they lead to, and its key. Compiled."""

from __future__ import annotations

from typing import Final

from engine.solver.general.position import mix
from engine.solver.jit import inlined
from engine.solver.rows import layout
from engine.solver.rows.layout import Cells, Ints

_ROW_KEY: Final = (1 << 56) - 1
"""The bits of a row's key, so that the sum of at most 52 does not overflow."""


@inlined
def generate_moves(tables: Ints, cells: Cells, moves: Ints, end: int) -> int:
    """Write a state's moves from an index on; returns where they end."""
    if tables[layout.KIND] == layout.ONE_PILE:
        return _add_steps_left(tables, cells, moves, end)
    if tables[layout.KIND] == layout.GAPS:
        return _add_followers(tables, cells, moves, end)
    return _add_neighbours(tables, cells, moves, end)


@inlined
def _add_steps_left(tables: Ints, cells: Cells, moves: Ints, end: int) -> int:
    for source in range(tables[layout.PILES]):
        if cells[source] == layout.EMPTY:
            break
        for which in range(tables[layout.STEP_COUNT]):
            target = source - tables[layout.STEPS + which]
            if target >= 0 and tables[layout.TAKES + int(cells[target])] >> cells[source] & 1:
                moves[end] = source | target << layout.TARGET_AT
                end += 1
    return end


@inlined
def _add_followers(tables: Ints, cells: Cells, moves: Ints, end: int) -> int:
    piles, length = tables[layout.PILES], tables[layout.LENGTH]
    for target in range(piles):
        if cells[target] != layout.EMPTY:
            continue
        begins = target % length == 0
        if not begins and not _has_follower(tables, cells[target - 1]):
            continue
        for source in range(piles):
            card = cells[source]
            if card == cells[target - 1] + 1 if not begins else _begins(tables, card, target):
                moves[end] = source | target << layout.TARGET_AT
                end += 1
    return end


@inlined
def _begins(tables: Ints, card: int, place: int) -> bool:
    """Whether a card may lie at the left end of a row."""
    is_own = not tables[layout.ROW_SUITS] or card // 13 == place // tables[layout.LENGTH]
    return bool(is_own and card != layout.EMPTY and card % 13 == tables[layout.FIRST_RANK])


@inlined
def _has_follower(tables: Ints, card: int) -> bool:
    """Whether a place holds a card that another one follows."""
    return bool(card != layout.EMPTY and card % 13 < tables[layout.LAST_RANK])


@inlined
def _add_neighbours(tables: Ints, cells: Cells, moves: Ints, end: int) -> int:
    length, piles = tables[layout.LENGTH], tables[layout.PILES]
    gaps, must_close = 0, False
    for one in range(layout.CELLS):
        if cells[one] == layout.EMPTY:
            gaps += one < piles
            continue
        must_close = must_close or gaps > 0
        if one >= piles:
            break
        for other in (one + 1, one + length - 1, one + length, one + length + 1):
            near = abs(other % length - one % length) <= 1 and other // length - one // length <= 1
            if (
                near
                and one < other < piles
                and cells[other] != layout.EMPTY
                and tables[layout.TAKES + int(cells[one])] >> cells[other] & 1
            ):
                moves[end] = one | other << layout.TARGET_AT
                end += 1
    if must_close:
        moves[end] = layout.CLOSE_UP
        end += 1
    return end


@inlined
def copy(tables: Ints, cells: Cells, onto: Cells) -> None:
    """Copy a state."""
    for place in range(tables[layout.SIZE]):
        onto[place] = cells[place]


@inlined
def play(tables: Ints, cells: Cells, move: int) -> None:
    """Play a move in place."""
    source, target = move & layout.SOURCE_MASK, move >> layout.TARGET_AT & layout.SOURCE_MASK
    kind = tables[layout.KIND]
    if move == layout.CLOSE_UP:
        end = 0
        for place in range(layout.CELLS):
            card = cells[place]
            if card != layout.EMPTY:
                cells[place] = layout.EMPTY
                cells[end] = card
                end += 1
    elif kind == layout.TOUCHING:
        cells[source] = cells[target] = layout.EMPTY
    else:
        cells[target], cells[source] = cells[source], layout.EMPTY
        if kind == layout.ONE_PILE:
            for place in range(source, tables[layout.PILES] - 1):
                cells[place] = cells[place + 1]
            cells[tables[layout.PILES] - 1] = layout.EMPTY


@inlined
def is_won(tables: Ints, cells: Cells) -> bool:
    """Whether a state is won."""
    if tables[layout.KIND] == layout.ONE_PILE:
        return bool(tables[layout.PILES] == 1 or cells[1] == layout.EMPTY)
    if tables[layout.KIND] == layout.GAPS:
        return bool(cards_in_place(tables, cells) == tables[layout.CARDS])
    place = 0
    while place < layout.CELLS and cells[place] == layout.EMPTY:
        place += 1
    return place == layout.CELLS


@inlined
def is_in_place(tables: Ints, cells: Cells, place: int) -> bool:
    """Whether a place and all to its left in its row hold cards in order from the first rank."""
    row = place - place % tables[layout.LENGTH]
    return bool(row + in_place(tables, cells, row) > place)


@inlined
def in_place(tables: Ints, cells: Cells, row: int) -> int:
    """How many cards follow each other in suit from the left end of a row, given by its place."""
    first = cells[row]
    if not _begins(tables, first, row):
        return 0
    most = min(tables[layout.LENGTH], tables[layout.LAST_RANK] - tables[layout.FIRST_RANK] + 1)
    count = 1
    while count < most and cells[row + count] == first + count:
        count += 1
    return count


@inlined
def cards_in_place(tables: Ints, cells: Cells) -> int:
    """How many cards follow each other in suit from the left ends of their rows."""
    count = 0
    for row in range(0, tables[layout.PILES], tables[layout.LENGTH]):
        count += in_place(tables, cells, row)
    return count


@inlined
def key(tables: Ints, cells: Cells) -> tuple[int, int]:
    """The key of a state. Rows of no particular suit may change places."""
    if tables[layout.KIND] != layout.GAPS or tables[layout.ROW_SUITS]:
        return _salted(tables, cells, 0, tables[layout.SIZE])
    low = high = 0
    for row in range(0, tables[layout.PILES], tables[layout.LENGTH]):
        one, other = _salted(tables, cells, row, tables[layout.LENGTH])
        low += mix(one, 0) & _ROW_KEY
        high += mix(other, 0) & _ROW_KEY
    return low, high


@inlined
def _salted(tables: Ints, cells: Cells, begin: int, count: int) -> tuple[int, int]:
    """A key of some places in order."""
    low = high = 0
    for place in range(count):
        card = int(cells[begin + place])
        if card != layout.EMPTY:
            at = layout.SALTS + place * 64 + card
            low ^= tables[at]
            high ^= tables[at + layout.SALTS_HALF]
    return low, high
