"""Move generation: the moves that change what can be reached. Compiled.

Rearranging movable cards is no move: a card's group tells whether there is a place for it.
"""

from __future__ import annotations

from typing import Final

from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.jit import jit, lowest_bit, popcount

_COMPLETE: Final = 13


@jit
def generate_moves(tables: Ints, position: Position, moves: Ints, first: int) -> int:
    """Write a position's moves to a list from an offset, and return the offset after them.

    A foundation play that can never hurt is the only move.
    """
    spare = _spare_columns(tables, position)
    end, is_safe = _add_foundation_moves(tables, position, moves, first, spare)
    if is_safe:
        moves[first] = moves[end - 1]
        return first + 1
    end = _add_releases(tables, position, moves, end, spare)
    end = _add_reserve_and_cell_moves(tables, position, moves, end, spare)
    if position.stock:
        end = _add_stock_moves(tables, position, moves, end, spare)
    end = _add_take_backs(tables, position, moves, end, spare)
    if tables[layout.CELL_COUNT] > 0:
        end = _add_cell_moves(tables, position, moves, end, spare)
    return end


@jit
def _spare_columns(tables: Ints, position: Position) -> int:
    """How many columns can be emptied for another card that may fill one."""
    fill = tables[layout.FILL]
    loose = position.movable & ~position.anchors
    if fill == layout.FILL_KINGS:
        return position.open_columns - popcount(loose & tables[layout.FILLERS])
    if fill != layout.FILL_ANY:
        return 0
    spare = position.open_columns
    for group in range(tables[layout.GROUPS]):
        cards = popcount(loose & tables[layout.GROUP + group])
        if cards > 0:
            spare -= max(0, cards - popcount(position.movable & tables[layout.TAKERS + group]))
    return spare


@jit
def _has_taker(tables: Ints, position: Position, group: int) -> bool:
    """Whether a taker of a group is uncovered or can be uncovered."""
    loose = position.movable & ~position.anchors
    cards = popcount(loose & tables[layout.GROUP + group])
    return cards < popcount(position.movable & tables[layout.TAKERS + group])


@jit
def _has_place(tables: Ints, position: Position, card: int, spare: int) -> bool:
    """Whether a card can be moved onto another card or into an empty column."""
    if spare > 0 and tables[layout.FILLERS] >> card & 1:
        return True
    return _has_taker(tables, position, tables[layout.GROUP_OF + card])


@jit
def _can_be_uncovered(tables: Ints, position: Position, card: int, spare: int) -> bool:
    """Whether what lies on a movable card can be moved elsewhere."""
    if spare > 0 and tables[layout.FILL] == layout.FILL_ANY:
        return True
    return _has_taker(tables, position, tables[layout.TAKEN_BY + card])


@jit
def _column_of(tables: Ints, position: Position, card: int) -> int:
    """The column whose anchor a card is; 0 if it is none."""
    if position.anchors >> card & 1:
        for column in range(tables[layout.COLUMN_COUNT]):
            left = (
                position.columns >> tables[layout.COLUMN_AT + column]
                & tables[layout.COLUMN_MASK + column]
            )
            if left and tables[layout.ANCHOR + column * layout.ROW + left] == card:
                return column
    return 0


@jit
def _is_safe(how: int, foundations: int, card: int) -> bool:
    """Whether sending a card to its foundation can never hurt, given how the tableau builds."""
    spades, hearts, diamonds, clubs = (
        foundations & 15,
        foundations >> 4 & 15,
        foundations >> 8 & 15,
        foundations >> 12 & 15,
    )
    suit, rank = card // 13, card % 13 + 1
    takes_back, builds = how >= layout.SAFE_BACK, how & (layout.SAFE_BACK - 1)
    if builds == layout.SAFE_SUIT:
        return True
    if builds == layout.SAFE_ANY:
        return rank <= min(spades, hearts, diamonds, clubs) + 2
    if suit in (0, 3):
        own = clubs if suit == 0 else spades
        others = min(hearts, diamonds)
    else:
        own = diamonds if suit == 1 else hearts
        others = min(spades, clubs)
    if builds == layout.SAFE_COLOUR:
        return rank <= own + 2
    if rank <= others + 2 and rank <= own + 3:
        return True
    return not takes_back and builds == layout.SAFE_ALTERNATING and rank <= others + 1


@jit
def _add_foundation_moves(
    tables: Ints, position: Position, moves: Ints, end: int, spare: int
) -> tuple[int, bool]:
    """Add the foundation plays, except of waste cards to be turned up; stops after a safe one."""
    for suit in range(4):
        height = position.foundations >> 4 * suit & 15
        if height == _COMPLETE:
            continue
        card = suit * 13 + height
        if position.movable >> card & 1:
            if not _can_be_uncovered(tables, position, card, spare):
                continue
            move = (
                layout.TABLEAU_TO_FOUNDATION | card << 4 | _column_of(tables, position, card) << 10
            )
        elif position.cells >> card & 1:
            move = layout.CELL_TO_FOUNDATION | card << 4
        elif (
            tables[layout.RESERVE_PLACE + card] >= 0
            and position.reserve >> tables[layout.RESERVE_PLACE + card] & 1
        ):
            move = (
                layout.RESERVE_TO_FOUNDATION | card << 4 | tables[layout.RESERVE_PLACE + card] << 10
            )
        elif (
            tables[layout.UNLIMITED_REDEALS]
            and tables[layout.TURN] == 1
            and tables[layout.PLACE + card] >= 0
            and position.stock >> tables[layout.PLACE + card] & 1
        ):
            move = layout.STOCK_TO_FOUNDATION | card << 4
        else:
            continue
        moves[end] = move
        end += 1
        if _is_safe(tables[layout.SAFE], position.foundations, card):
            return end, True
    return end, False


@jit
def _add_releases(tables: Ints, position: Position, moves: Ints, end: int, spare: int) -> int:
    """Add the moves of anchors, with what lies on them, to other columns."""
    for column in range(tables[layout.COLUMN_COUNT]):
        left = (
            position.columns >> tables[layout.COLUMN_AT + column]
            & tables[layout.COLUMN_MASK + column]
        )
        if left:
            card = tables[layout.ANCHOR + column * layout.ROW + left]
            # Moving the only card of a column to an empty column leads nowhere.
            if _has_place(tables, position, card, spare if left > 1 else 0):
                moves[end] = layout.RELEASE_ANCHOR | card << 4 | column << 10
                end += 1
    return end


@jit
def _add_reserve_and_cell_moves(
    tables: Ints, position: Position, moves: Ints, end: int, spare: int
) -> int:
    """Add the moves from reserve and cells to the tableau."""
    rest = position.reserve
    while rest:
        place = lowest_bit(rest)
        rest &= rest - 1
        card = tables[layout.RESERVE_CARDS + place]
        if _has_place(tables, position, card, spare):
            moves[end] = layout.RESERVE_TO_TABLEAU | card << 4 | place << 10
            end += 1
    rest = position.cells
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        if _has_place(tables, position, card, spare):
            moves[end] = layout.CELL_TO_TABLEAU | card << 4
            end += 1
    return end


@jit
def _add_stock_moves(tables: Ints, position: Position, moves: Ints, end: int, spare: int) -> int:
    """Add the plays of every card that can be turned up, now and after one redeal.

    Later redeals turn up the same cards as the first.
    """
    waste, redeals = position.waste, position.redeals
    turn, count = tables[layout.TURN], popcount(position.stock)
    has_free_cell = (
        tables[layout.CELLS_FROM_WASTE] and popcount(position.cells) < tables[layout.CELL_COUNT]
    )
    rest, seen, target = position.stock, 0, waste if waste > 0 else min(turn, count)
    while True:
        # Skip to the card that lies on top of the waste.
        place = 0
        while seen < target:
            place = lowest_bit(rest)
            rest &= rest - 1
            seen += 1
        end = _add_waste_card(
            tables,
            position,
            moves,
            end,
            spare,
            tables[layout.TURN_ORDER + place],
            target - 1,
            redeals,
            has_free_cell,
        )
        if target == count:
            break
        target = min(target + turn, count)
    if waste == 0 or (redeals == 0 and not tables[layout.UNLIMITED_REDEALS]):
        return end
    if not tables[layout.UNLIMITED_REDEALS]:
        redeals -= 1
    rest, seen, target = position.stock, 0, min(turn, count)
    while target < count:
        place = 0
        while seen < target:
            place = lowest_bit(rest)
            rest &= rest - 1
            seen += 1
        if target < waste or (target - waste) % turn != 0:
            end = _add_waste_card(
                tables,
                position,
                moves,
                end,
                spare,
                tables[layout.TURN_ORDER + place],
                target - 1,
                redeals,
                has_free_cell,
            )
        target += turn
    return end


@jit
def _add_waste_card(
    tables: Ints,
    position: Position,
    moves: Ints,
    end: int,
    spare: int,
    card: int,
    waste: int,
    redeals: int,
    has_free_cell: int,
) -> int:
    """Add the plays of a card turned up: to its foundation, to the tableau, and to a free cell."""
    move = card << 4 | waste << 10 | redeals << 16
    anywhere = tables[layout.UNLIMITED_REDEALS] and tables[layout.TURN] == 1
    if not anywhere and position.foundations >> 4 * (card // 13) & 15 == card % 13:
        moves[end] = layout.STOCK_TO_FOUNDATION | move
        end += 1
    if _has_place(tables, position, card, spare):
        moves[end] = layout.STOCK_TO_TABLEAU | move
        end += 1
    if has_free_cell:
        moves[end] = layout.STOCK_TO_CELL | move
        end += 1
    return end


@jit
def _add_take_backs(tables: Ints, position: Position, moves: Ints, end: int, spare: int) -> int:
    """Add the moves from foundations to the tableau."""
    if not tables[layout.BACK_ONTO_CARDS] and not tables[layout.BACK_INTO_COLUMNS]:
        return end
    for suit in range(4):
        height = position.foundations >> 4 * suit & 15
        if height > 0:
            card = suit * 13 + height - 1
            onto = tables[layout.BACK_ONTO_CARDS] and _has_taker(
                tables, position, tables[layout.GROUP_OF + card]
            )
            into = (
                tables[layout.BACK_INTO_COLUMNS]
                and spare > 0
                and tables[layout.FILLERS] >> card & 1
            )
            if onto or into:
                moves[end] = layout.FOUNDATION_TO_TABLEAU | card << 4
                end += 1
    return end


@jit
def _add_cell_moves(tables: Ints, position: Position, moves: Ints, end: int, spare: int) -> int:
    """Add the moves from tableau and foundations to cells."""
    if popcount(position.cells) >= tables[layout.CELL_COUNT]:
        return end
    rest = position.movable if tables[layout.CELLS_FROM_TABLEAU] else 0
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        if _can_be_uncovered(tables, position, card, spare):
            moves[end] = (
                layout.TABLEAU_TO_CELL | card << 4 | _column_of(tables, position, card) << 10
            )
            end += 1
    if tables[layout.BACK_INTO_CELLS]:
        for suit in range(4):
            height = position.foundations >> 4 * suit & 15
            if height > 0:
                moves[end] = layout.FOUNDATION_TO_CELL | (suit * 13 + height - 1) << 4
                end += 1
    return end
