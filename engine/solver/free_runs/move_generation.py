"""Move generation: the moves that change what can be reached. Compiled.

Rearranging movable cards is no move: a card's group tells whether there is a place for it. Which
groups have one is found for all cards at once.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.compiled import ALL_CARDS
from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.jit import inlined, lowest_bit, popcount

_COMPLETE: Final = 13
SUIT: Final = (1 << 13) - 1
BLACK: Final = 1 | 1 << 39
RED: Final = 1 << 13 | 1 << 26
"""Factors that put a mask of ranks into both suits of a colour."""
ACES: Final = BLACK | RED


class Places(NamedTuple):
    """Where cards of a position can go in the tableau.

    Attributes:
        takers: the mask of the cards that have a taker with nothing on it, or one that can be had.
        fillers: the mask of the cards that may fill a spare column.
        any: both.
        uncoverable: the mask of the cards on which nothing lies, or what lies there can be moved.
    """

    takers: int
    fillers: int
    any: int
    uncoverable: int


@inlined
def generate_moves(tables: Ints, position: Position, moves: Ints, first: int) -> int:
    """Write a position's moves to a list from an offset, and return the offset after them.

    A foundation play that can never hurt is the only move.
    """
    places = _places(tables, position)
    end, is_safe = _add_foundation_moves(tables, position, moves, first, places)
    if is_safe:
        moves[first] = moves[end - 1]
        return first + 1
    end = _add_releases(tables, position, moves, end, places)
    if position.reserve or position.cells:
        end = _add_reserve_and_cell_moves(tables, position, moves, end, places)
    if position.stock:
        end = _add_stock_moves(tables, position, moves, end, places)
    end = _add_take_backs(tables, position, moves, end, places)
    if tables[layout.CELL_COUNT] > 0:
        end = _add_cell_moves(tables, position, moves, end, places)
    return end


@inlined
def _places(tables: Ints, position: Position) -> Places:
    movable = position.movable
    loose = movable & ~position.anchors & ~tables[layout.AT_HAND]
    builds, fill = tables[layout.BUILDS], tables[layout.FILL]
    if builds == layout.ALTERNATING or builds == layout.COLOUR:
        some_black, both_black = _ranks(loose, 0, 39)
        some_red, both_red = _ranks(loose, 13, 26)
        onto_some_black, onto_both_black = _ranks(movable, 0, 39)
        onto_some_red, onto_both_red = _ranks(movable, 13, 26)
        if builds == layout.ALTERNATING:
            onto_some_black, onto_some_red = onto_some_red, onto_some_black
            onto_both_black, onto_both_red = onto_both_red, onto_both_black
        # The takers of a rank are one above it.
        onto_some_black, onto_both_black = onto_some_black >> 1, onto_both_black >> 1
        onto_some_red, onto_both_red = onto_some_red >> 1, onto_both_red >> 1
        black = (~some_black & onto_some_black) | (~both_black & onto_both_black)
        red = (~some_red & onto_some_red) | (~both_red & onto_both_red)
        takers = black * BLACK | red * RED
        below_black, below_red = (red, black) if builds == layout.ALTERNATING else (black, red)
        uncoverable = (below_black << 1 | 1) * BLACK | (below_red << 1 | 1) * RED
        heads = (
            popcount(some_black & ~onto_some_black)
            + popcount(both_black & ~onto_both_black)
            + popcount(some_red & ~onto_some_red)
            + popcount(both_red & ~onto_both_red)
        )
    else:
        takers, heads = _places_by_group(tables, movable, loose)
        uncoverable = takers << 1 | ACES
    spare = 0
    if fill == layout.FILL_KINGS:
        spare = position.open_columns - popcount(loose & tables[layout.FILLERS])
    elif fill == layout.FILL_ANY:
        spare = position.open_columns - heads
        if spare > 0:
            uncoverable = ALL_CARDS
    fillers = tables[layout.FILLERS] if spare > 0 else 0
    return Places(takers, fillers, takers | fillers, uncoverable)


@inlined
def _ranks(cards: int, one: int, other: int) -> tuple[int, int]:
    """The ranks of which either of two suits is in a mask, and those of which both are.

    Args:
        cards: the mask of cards.
        one: the first card of a suit.
        other: that of the other.
    """
    return (cards >> one | cards >> other) & SUIT, cards >> one & cards >> other & SUIT


@inlined
def _places_by_group(tables: Ints, movable: int, loose: int) -> tuple[int, int]:
    """The cards that have a taker, and how many must head a column, whatever the groups are."""
    takers = heads = 0
    for group in range(tables[layout.GROUPS]):
        cards = popcount(loose & tables[layout.GROUP + group])
        room = popcount(movable & tables[layout.TAKERS + group]) - cards
        if room > 0:
            takers |= tables[layout.GROUP + group]
        else:
            heads -= room
    return takers, heads


@inlined
def _is_safe(tables: Ints, foundations: int, card: int) -> bool:
    """Whether sending a card to its foundation can never hurt, given how the tableau builds."""
    builds = tables[layout.BUILDS]
    if builds == layout.SUIT:
        return True
    spades, hearts, diamonds, clubs = (
        foundations & 15,
        foundations >> 4 & 15,
        foundations >> 8 & 15,
        foundations >> 12 & 15,
    )
    suit, rank = card // 13, card % 13 + 1
    if builds == layout.ANY:
        return rank <= min(spades, hearts, diamonds, clubs) + 2
    if suit in (0, 3):
        own = clubs if suit == 0 else spades
        others = min(hearts, diamonds)
    else:
        own = diamonds if suit == 1 else hearts
        others = min(spades, clubs)
    if builds == layout.COLOUR:
        return rank <= own + 2
    if rank <= others + 2 and rank <= own + 3:
        return True
    return not tables[layout.TAKES_BACK] and rank <= others + 1


@inlined
def _add_foundation_moves(
    tables: Ints, position: Position, moves: Ints, end: int, places: Places
) -> tuple[int, bool]:
    """Add the foundation plays, except of waste cards to be turned up; stops after a safe one."""
    anywhere = tables[layout.UNLIMITED_REDEALS] and tables[layout.TURN] == 1
    for suit in range(4):
        height = position.foundations >> 4 * suit & 15
        if height == _COMPLETE:
            continue
        card = suit * 13 + height
        if position.movable >> card & 1:
            if not places.uncoverable >> card & 1:
                continue
            move = layout.TABLEAU_TO_FOUNDATION | card << 4 | tables[layout.COLUMN_OF + card] << 10
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
            anywhere
            and tables[layout.PLACE + card] >= 0
            and position.stock >> tables[layout.PLACE + card] & 1
        ):
            move = layout.STOCK_TO_FOUNDATION | card << 4
        else:
            continue
        moves[end] = move
        end += 1
        if _is_safe(tables, position.foundations, card):
            return end, True
    return end, False


@inlined
def _add_releases(tables: Ints, position: Position, moves: Ints, end: int, places: Places) -> int:
    """Add the moves of anchors, with what lies on them, to other columns.

    To empty a column helps only to fill it. So it is done only when no other is spare, and in one
    move with that of a king into it: any line that empties a column can do so just before it fills
    it, as until then the card takes no other's place. Where any card may fill a column, the last
    one of a column is no anchor.
    """
    rest, last = position.anchors & places.any, 0
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        column = tables[layout.COLUMN_OF + card]
        left = (
            position.columns >> tables[layout.COLUMN_AT + column]
            & tables[layout.COLUMN_MASK + column]
        )
        if left == 1:
            last |= 1 << card
        else:
            moves[end] = layout.RELEASE_ANCHOR | card << 4 | column << 10
            end += 1
    if last == 0 or places.fillers or tables[layout.FILL] != layout.FILL_KINGS:
        return end
    # Each of the four kings is in one place, so it has one such move for each column.
    first = end + 4 * popcount(last)
    stop = _add_fillings(tables, position, moves, first)
    while last:
        card = lowest_bit(last)
        last &= last - 1
        release = layout.RELEASE_AND_FILL | card << 4 | tables[layout.COLUMN_OF + card] << 10
        for at in range(first, stop):
            moves[end] = release | moves[at] << layout.FILLING_AT
            end += 1
    return end


@inlined
def _add_fillings(tables: Ints, position: Position, moves: Ints, first: int) -> int:
    """Add the moves that fill a spare column."""
    fillers = tables[layout.FILLERS]
    places, end = Places(0, fillers, fillers, 0), first
    rest = position.anchors & fillers
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        moves[end] = layout.RELEASE_ANCHOR | card << 4 | tables[layout.COLUMN_OF + card] << 10
        end += 1
    end = _add_reserve_and_cell_moves(tables, position, moves, end, places)
    if position.stock:
        end = _add_stock_moves(tables, position, moves, end, places)
    end = _add_take_backs(tables, position, moves, end, places)
    kept = first
    for at in range(first, end):
        kind = moves[at] & 15
        if kind != layout.STOCK_TO_FOUNDATION and kind != layout.STOCK_TO_CELL:
            moves[kept] = moves[at]
            kept += 1
    return kept


@inlined
def _add_reserve_and_cell_moves(
    tables: Ints, position: Position, moves: Ints, end: int, places: Places
) -> int:
    """Add the moves from reserve and cells to the tableau."""
    rest = position.reserve
    while rest:
        place = lowest_bit(rest)
        rest &= rest - 1
        card = tables[layout.RESERVE_CARDS + place]
        if places.any >> card & 1:
            moves[end] = layout.RESERVE_TO_TABLEAU | card << 4 | place << 10
            end += 1
    rest = position.cells & places.any
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        moves[end] = layout.CELL_TO_TABLEAU | card << 4
        end += 1
    return end


@inlined
def _add_stock_moves(
    tables: Ints, position: Position, moves: Ints, end: int, places: Places
) -> int:
    """Add the plays of every card that can be turned up, now and after one redeal.

    Later redeals turn up the same cards as the first.
    """
    stock, waste, redeals = position.stock, position.waste, position.redeals
    into_cell = tables[layout.CELLS_FROM_WASTE] and (
        popcount(position.cells) < tables[layout.CELL_COUNT]
    )
    # Those that can be played at any time have been added before.
    anywhere = tables[layout.UNLIMITED_REDEALS] and tables[layout.TURN] == 1
    following = 0 if anywhere else _following(position.foundations)
    cards = tables[layout.STOCK_CARDS] & (ALL_CARDS if into_cell else places.any | following)
    wanted = 0
    while cards:
        wanted |= 1 << tables[layout.PLACE + lowest_bit(cards)]
        cards &= cards - 1
    wanted &= stock
    count, rest, later = popcount(stock), wanted, 0
    while rest:
        place = lowest_bit(rest)
        rest &= rest - 1
        height = popcount(stock & (1 << place) - 1) + 1
        if height >= waste and (height == count or not tables[layout.TURN_PHASE + height - waste]):
            end = _add_waste_card(
                tables, position, moves, end, places, following, into_cell, place, height, redeals
            )
        elif height < count and not tables[layout.TURN_PHASE + height]:
            later |= 1 << place
    if waste == 0 or (redeals == 0 and not tables[layout.UNLIMITED_REDEALS]):
        return end
    redeals -= not tables[layout.UNLIMITED_REDEALS]
    while later:
        place = lowest_bit(later)
        later &= later - 1
        height = popcount(stock & (1 << place) - 1) + 1
        end = _add_waste_card(
            tables, position, moves, end, places, following, into_cell, place, height, redeals
        )
    return end


@inlined
def _add_waste_card(
    tables: Ints,
    position: Position,
    moves: Ints,
    end: int,
    places: Places,
    following: int,
    into_cell: int,
    place: int,
    height: int,
    redeals: int,
) -> int:
    """Add the plays of a card turned up: to its foundation, to the tableau, and to a free cell."""
    card = tables[layout.TURN_ORDER + place]
    move = card << 4 | (height - 1) << 10 | redeals << 16
    if following >> card & 1:
        moves[end] = layout.STOCK_TO_FOUNDATION | move
        end += 1
        if _is_safe(tables, position.foundations, card):
            # Anywhere else it would go there next.
            return end
    if places.any >> card & 1:
        moves[end] = layout.STOCK_TO_TABLEAU | move
        end += 1
    if into_cell:
        moves[end] = layout.STOCK_TO_CELL | move
        end += 1
    return end


@inlined
def _following(foundations: int) -> int:
    """The mask of the cards that go to the foundations next."""
    following = 0
    for suit in range(4):
        height = foundations >> 4 * suit & 15
        if height < _COMPLETE:
            following |= 1 << suit * 13 + height
    return following


@inlined
def _add_take_backs(tables: Ints, position: Position, moves: Ints, end: int, places: Places) -> int:
    """Add the moves from foundations to the tableau, except of cards that would go back at once."""
    if not tables[layout.TAKES_BACK]:
        return end
    places_back = places.takers if tables[layout.BACK_ONTO_CARDS] else 0
    if tables[layout.BACK_INTO_COLUMNS]:
        places_back |= places.fillers
    for suit in range(4):
        height = position.foundations >> 4 * suit & 15
        if height > 0:
            card = suit * 13 + height - 1
            below = position.foundations - (1 << 4 * suit)
            if places_back >> card & 1 and not _is_safe(tables, below, card):
                moves[end] = layout.FOUNDATION_TO_TABLEAU | card << 4
                end += 1
    return end


@inlined
def _add_cell_moves(tables: Ints, position: Position, moves: Ints, end: int, places: Places) -> int:
    """Add the moves from tableau and foundations to cells."""
    if popcount(position.cells) >= tables[layout.CELL_COUNT]:
        return end
    rest = 0
    if tables[layout.CELLS_FROM_TABLEAU]:
        rest = position.movable & places.uncoverable & ~tables[layout.AT_HAND]
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        moves[end] = layout.TABLEAU_TO_CELL | card << 4 | tables[layout.COLUMN_OF + card] << 10
        end += 1
    if tables[layout.BACK_INTO_CELLS]:
        for suit in range(4):
            height = position.foundations >> 4 * suit & 15
            if height > 0:
                moves[end] = layout.FOUNDATION_TO_CELL | (suit * 13 + height - 1) << 4
                end += 1
    return end
