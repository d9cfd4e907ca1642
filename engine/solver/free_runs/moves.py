"""The moves of a position that change what can be reached; compiled.

Rearranging cards is none: where a card can be put at all is told by its group.
"""

from __future__ import annotations

from typing import Final

from engine.solver.compiled import compiled, lowest, popcount
from engine.solver.free_runs import fields as field
from engine.solver.free_runs.fields import Position
from engine.solver.free_runs.tables import Ints

_FULL: Final = 13


@compiled
def add_moves(tables: Ints, position: Position, moves: Ints, first: int) -> int:
    """Write a position's moves into the list from a place on, and give the place after them.

    Where a play home can never hurt it is the only one.
    """
    spare = _spare_columns(tables, position)
    end, is_safe = _add_plays_home(tables, position, moves, first, spare)
    if is_safe:
        moves[first] = moves[end - 1]
        return first + 1
    end = _add_releases(tables, position, moves, end, spare)
    end = _add_plays_from_hand(tables, position, moves, end, spare)
    if position.stock:
        end = _add_stock(tables, position, moves, end, spare)
    end = _add_returns(tables, position, moves, end, spare)
    if tables[field.CELL_COUNT] > 0:
        end = _add_cells(tables, position, moves, end, spare)
    return end


@compiled
def _spare_columns(tables: Ints, position: Position) -> int:
    """How many columns can be emptied for another card that may head one."""
    fill = tables[field.FILL]
    loose = position.visible & ~position.anchors
    if fill == field.FILL_KINGS:
        return position.open - popcount(loose & tables[field.FILLERS])
    if fill != field.FILL_ANY:
        return 0
    spare = position.open
    for group in range(tables[field.GROUPS]):
        cards = popcount(loose & tables[field.GROUP + group])
        if cards > 0:
            spare -= max(0, cards - popcount(position.visible & tables[field.TAKERS + group]))
    return spare


@compiled
def _has_taker(tables: Ints, position: Position, group: int) -> bool:
    """Whether a card that takes those of a group has none on it, or can be so arranged."""
    loose = position.visible & ~position.anchors
    cards = popcount(loose & tables[field.GROUP + group])
    return cards < popcount(position.visible & tables[field.TAKERS + group])


@compiled
def _finds_place(tables: Ints, position: Position, card: int, spare: int) -> bool:
    """Whether a card can be put onto another, or into an empty column."""
    if spare > 0 and tables[field.FILLERS] >> card & 1:
        return True
    return _has_taker(tables, position, tables[field.GROUP_OF + card])


@compiled
def _can_be_bared(tables: Ints, position: Position, card: int, spare: int) -> bool:
    """Whether what lies on a visible card can be put elsewhere."""
    if spare > 0 and tables[field.FILL] == field.FILL_ANY:
        return True
    return _has_taker(tables, position, tables[field.TAKEN_BY + card])


@compiled
def _column_of(tables: Ints, position: Position, card: int) -> int:
    """The number of the column whose anchor a card is; 0 where it is none."""
    if position.anchors >> card & 1:
        for column in range(tables[field.COLUMN_COUNT]):
            left = (
                position.columns >> tables[field.COLUMN_AT + column]
                & tables[field.COLUMN_MASK + column]
            )
            if left and tables[field.ANCHOR + column * field.ROW + left] == card:
                return column
    return 0


@compiled
def _is_safe(how: int, home: int, card: int) -> bool:
    """Whether a play home of a card that is next can never hurt, by how the tableau builds."""
    spades, hearts, diamonds, clubs = home & 15, home >> 4 & 15, home >> 8 & 15, home >> 12 & 15
    suit, rank = card // 13, card % 13 + 1
    gives_back, builds = how >= field.SAFE_BACK, how & (field.SAFE_BACK - 1)
    if builds == field.SAFE_SUIT:
        return True
    if builds == field.SAFE_ANY:
        return rank <= min(spades, hearts, diamonds, clubs) + 2
    if suit in (0, 3):
        own = clubs if suit == 0 else spades
        others = min(hearts, diamonds)
    else:
        own = diamonds if suit == 1 else hearts
        others = min(spades, clubs)
    if builds == field.SAFE_COLOUR:
        return rank <= own + 2
    if rank <= others + 2 and rank <= own + 3:
        return True
    return not gives_back and builds == field.SAFE_ALTERNATING and rank <= others + 1


@compiled
def _add_plays_home(
    tables: Ints, position: Position, moves: Ints, end: int, spare: int
) -> tuple[int, bool]:
    """Add the plays home but for those from a waste that must be turned to; up to a safe one."""
    for suit in range(4):
        height = position.home >> 4 * suit & 15
        if height == _FULL:
            continue
        card = suit * 13 + height
        if position.visible >> card & 1:
            if not _can_be_bared(tables, position, card, spare):
                continue
            move = field.HOME_FROM_TABLEAU | card << 4 | _column_of(tables, position, card) << 10
        elif position.cells >> card & 1:
            move = field.HOME_FROM_CELL | card << 4
        elif (
            tables[field.RESERVE_PLACE + card] >= 0
            and position.reserve >> tables[field.RESERVE_PLACE + card] & 1
        ):
            move = field.HOME_FROM_RESERVE | card << 4 | tables[field.RESERVE_PLACE + card] << 10
        elif (
            tables[field.CIRCLES]
            and tables[field.TURN] == 1
            and tables[field.PLACE + card] >= 0
            and position.stock >> tables[field.PLACE + card] & 1
        ):
            move = field.HOME_FROM_STOCK | card << 4
        else:
            continue
        moves[end] = move
        end += 1
        if _is_safe(tables[field.SAFE], position.home, card):
            return end, True
    return end, False


@compiled
def _add_releases(tables: Ints, position: Position, moves: Ints, end: int, spare: int) -> int:
    """Add the moves of anchors, with what lies on them, onto other cards or into columns."""
    for column in range(tables[field.COLUMN_COUNT]):
        left = (
            position.columns >> tables[field.COLUMN_AT + column]
            & tables[field.COLUMN_MASK + column]
        )
        if left:
            card = tables[field.ANCHOR + column * field.ROW + left]
            # The only card of a column may leave it for another card, not for another column.
            if _finds_place(tables, position, card, spare if left > 1 else 0):
                moves[end] = field.RELEASE | card << 4 | column << 10
                end += 1
    return end


@compiled
def _add_plays_from_hand(
    tables: Ints, position: Position, moves: Ints, end: int, spare: int
) -> int:
    """Add the moves from reserve and cells to the tableau."""
    rest = position.reserve
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        card = tables[field.RESERVE_CARDS + place]
        if _finds_place(tables, position, card, spare):
            moves[end] = field.PLAY_FROM_RESERVE | card << 4 | place << 10
            end += 1
    rest = position.cells
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if _finds_place(tables, position, card, spare):
            moves[end] = field.PLAY_FROM_CELL | card << 4
            end += 1
    return end


@compiled
def _add_stock(tables: Ints, position: Position, moves: Ints, end: int, spare: int) -> int:
    """Add the plays of every card that turning brings up, now and after one redeal.

    Later redeals bring up the same cards as the first.
    """
    waste, redeals = position.waste, position.redeals
    turn, count = tables[field.TURN], popcount(position.stock)
    room = tables[field.CELLS_FROM_WASTE] and popcount(position.cells) < tables[field.CELL_COUNT]
    rest, seen, target = position.stock, 0, waste if waste > 0 else min(turn, count)
    while True:
        # Those taken from the stock in order, up to the one that lies on top.
        place = 0
        while seen < target:
            place = lowest(rest)
            rest &= rest - 1
            seen += 1
        end = _add_turned(
            tables,
            position,
            moves,
            end,
            spare,
            tables[field.TURNING + place],
            target - 1,
            redeals,
            room,
        )
        if target == count:
            break
        target = min(target + turn, count)
    if waste == 0 or (redeals == 0 and not tables[field.CIRCLES]):
        return end
    if not tables[field.CIRCLES]:
        redeals -= 1
    rest, seen, target = position.stock, 0, min(turn, count)
    while target < count:
        place = 0
        while seen < target:
            place = lowest(rest)
            rest &= rest - 1
            seen += 1
        if target < waste or (target - waste) % turn != 0:
            end = _add_turned(
                tables,
                position,
                moves,
                end,
                spare,
                tables[field.TURNING + place],
                target - 1,
                redeals,
                room,
            )
        target += turn
    return end


@compiled
def _add_turned(
    tables: Ints,
    position: Position,
    moves: Ints,
    end: int,
    spare: int,
    card: int,
    waste: int,
    redeals: int,
    room: int,
) -> int:
    """Add the plays of a card turned up: home, to the tableau, into a cell if there is room."""
    move = card << 4 | waste << 10 | redeals << 16
    anywhere = tables[field.CIRCLES] and tables[field.TURN] == 1
    if not anywhere and position.home >> 4 * (card // 13) & 15 == card % 13:
        moves[end] = field.HOME_FROM_STOCK | move
        end += 1
    if _finds_place(tables, position, card, spare):
        moves[end] = field.PLAY_FROM_STOCK | move
        end += 1
    if room:
        moves[end] = field.CELL_FROM_STOCK | move
        end += 1
    return end


@compiled
def _add_returns(tables: Ints, position: Position, moves: Ints, end: int, spare: int) -> int:
    """Add the moves of foundation cards back to the tableau."""
    if not tables[field.BACK_ONTO_CARDS] and not tables[field.BACK_INTO_COLUMNS]:
        return end
    for suit in range(4):
        height = position.home >> 4 * suit & 15
        if height > 0:
            card = suit * 13 + height - 1
            onto = tables[field.BACK_ONTO_CARDS] and _has_taker(
                tables, position, tables[field.GROUP_OF + card]
            )
            into = (
                tables[field.BACK_INTO_COLUMNS] and spare > 0 and tables[field.FILLERS] >> card & 1
            )
            if onto or into:
                moves[end] = field.TAKE_BACK | card << 4
                end += 1
    return end


@compiled
def _add_cells(tables: Ints, position: Position, moves: Ints, end: int, spare: int) -> int:
    """Add the moves into cells from tableau and foundations."""
    if popcount(position.cells) >= tables[field.CELL_COUNT]:
        return end
    rest = position.visible if tables[field.CELLS_FROM_TABLEAU] else 0
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if _can_be_bared(tables, position, card, spare):
            moves[end] = (
                field.CELL_FROM_TABLEAU | card << 4 | _column_of(tables, position, card) << 10
            )
            end += 1
    if tables[field.BACK_INTO_CELLS]:
        for suit in range(4):
            height = position.home >> 4 * suit & 15
            if height > 0:
                moves[end] = field.CELL_FROM_HOME | (suit * 13 + height - 1) << 4
                end += 1
    return end
