"""Move generation: all legal moves of a position, or only those worth trying. Compiled.

Pruned are moves that lead to nothing another move does not lead to:

- to any but the first of several interchangeable empty piles;
- of a part of a run, unless the card uncovered can then go to a foundation: whatever could be put
  on that card could be put where the part would go. This holds if runs are what is built, if all
  cards that go onto a card go onto the same cards, if there are no piles to move to other than
  tableau and foundations, and while tableau piles are interchangeable;
- turns of the stock by themselves: they are part of the move that plays a card from the waste;
- turns past a card that is safe on its foundation, see :mod:`engine.solver.general.safe_plays`.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.general.position import told_apart
from engine.solver.jit import inlined

ALL_CARDS: Final = (1 << 52) - 1


@inlined
def foundation_cards(tables: Ints, position: Ints) -> int:
    """The mask of the single cards that a foundation takes now."""
    first, mask = tables[layout.RESERVE_END], 0
    if tables[layout.OUTRANKED]:
        for pile in range(first):
            height = position[layout.HEIGHTS + pile]
            if height:
                top = position[layout.STACKS + layout.ROW * pile + height - 1]
                mask |= tables[layout.TAKES + layout.CARD_ROW * layout.FOUNDATION + top]
        return int(mask)
    if tables[layout.SINGLE_FOUNDATION]:
        height = position[layout.HEIGHTS + first]
        if height == 0:
            return ALL_CARDS
        top = position[layout.STACKS + layout.ROW * first + height - 1]
        return int(tables[layout.TAKES + layout.CARD_ROW * layout.FOUNDATION + top])
    if tables[layout.WHOLE_SUITS]:
        return 0
    for foundation in range(first, tables[layout.FOUNDATIONS_END]):
        height = position[layout.HEIGHTS + foundation]
        if height < 13:
            row = layout.FOUNDATION_CARDS + layout.FOUNDATION_ROW * (foundation - first)
            mask |= 1 << tables[row + height]
    return mask


@inlined
def foundation_for(tables: Ints, position: Ints, card: int) -> int:
    """The foundation that takes a card, which must be in :func:`foundation_cards`."""
    first = tables[layout.RESERVE_END]
    if not tables[layout.SINGLE_FOUNDATION]:
        row = layout.SUIT_FOUNDATIONS + layout.SUIT_ROW * (card // 13)
        for which in range(row + 1, row + 1 + tables[row]):
            foundation = tables[which]
            nexts = layout.FOUNDATION_CARDS + layout.FOUNDATION_ROW * (foundation - first)
            if tables[nexts + position[layout.HEIGHTS + foundation]] == card:
                return int(foundation)
    return int(first)


@inlined
def max_run(tables: Ints, position: Ints, pile: int, kind: int) -> int:
    """How many cards at the top of a pile may leave it together, targets aside."""
    height: int = position[layout.HEIGHTS + pile]
    unit = tables[layout.MOVE_UNITS + kind]
    if height < 2 or unit == layout.TOP_CARD:
        return min(height, 1)
    first, lowest = height - 1, position[layout.FACE_DOWN + pile]
    while (
        first > lowest
        and tables[
            layout.RUNS
            + layout.CARD_ROW * kind
            + position[layout.STACKS + layout.ROW * pile + first - 1]
        ]
        >> position[layout.STACKS + layout.ROW * pile + first]
        & 1
    ):
        first -= 1
    if first and (unit == layout.TOP_OR_ALL or unit == layout.WHOLE_PILE):
        return 1
    return height - first


@inlined
def kind_of(tables: Ints, pile: int) -> int:
    """The kind of a pile other than stock and waste."""
    if pile < tables[layout.TABLEAU_END]:
        return layout.TABLEAU
    if pile < tables[layout.CELLS_END]:
        return layout.CELL
    return layout.RESERVE if pile < tables[layout.RESERVE_END] else layout.FOUNDATION


@inlined
def _add_foundation_moves(tables: Ints, position: Ints, moves: Ints, end: int, wanted: int) -> int:
    """Add the moves from tableau, cells and reserve to a foundation."""
    for pile in range(tables[layout.RESERVE_END]):
        height = position[layout.HEIGHTS + pile]
        if height:
            top = layout.STACKS + layout.ROW * pile + height - 1
            card = position[top]
            if wanted >> card & 1:
                foundation = foundation_for(tables, position, card)
                moves[end] = pile | foundation << layout.TARGET_AT | 1 << layout.COUNT_AT
                end += 1
            elif tables[layout.WHOLE_SUITS] and _is_whole_suit(tables, position, pile):
                moves[end] = (
                    pile
                    | _empty_foundation(tables, position, card // 13) << layout.TARGET_AT
                    | 13 << layout.COUNT_AT
                )
                end += 1
    return end


@inlined
def _empty_foundation(tables: Ints, position: Ints, suit: int) -> int:
    """The first empty foundation of a suit.

    There is one while a whole suit is in play: the others cannot have more cards than are left.
    """
    row = layout.SUIT_FOUNDATIONS + layout.SUIT_ROW * suit
    which = 1
    while which < tables[row] and position[layout.HEIGHTS + tables[row + which]]:
        which += 1
    return int(tables[row + which])


@inlined
def _is_whole_suit(tables: Ints, position: Ints, pile: int) -> bool:
    """Whether a whole suit, king to ace, lies face up at the top of a pile."""
    height = position[layout.HEIGHTS + pile]
    top = layout.STACKS + layout.ROW * pile + height - 1
    ace = position[top]
    if ace % 13 or height - position[layout.FACE_DOWN + pile] < 13:
        return False
    above = 1
    while above < 13 and position[top - above] == ace + above:
        above += 1
    return bool(above == 13)


@inlined
def _has_cards(tables: Ints, position: Ints, kind: int) -> bool:
    """Whether any cell or reserve pile has a card."""
    first, end = tables[layout.TABLEAU_END], tables[layout.CELLS_END]
    if kind == layout.RESERVE:
        first, end = end, tables[layout.RESERVE_END]
    cards = 0
    for pile in range(first, end):
        cards += position[layout.HEIGHTS + pile]
    return bool(cards)


@inlined
def _find_targets(tables: Ints, position: Ints, prunes: bool) -> int:
    """Write the piles that take any cards, and return how many there are.

    With pruning, only the first of several interchangeable empty piles counts.
    """
    end, empty_kinds = 0, 0
    for kind in range(layout.KINDS):
        position[layout.SOURCE_MASKS + kind] = 0
    for pile in range(tables[layout.RESERVE_END]):
        kind = kind_of(tables, pile)
        height = position[layout.HEIGHTS + pile]
        mask, sources = 0, tables[(layout.BUILD_FROM if height else layout.FILL_FROM) + kind]
        if tables[layout.AFTER_STOCK] >> kind & 1 and position[layout.REMAINING]:
            sources = 0
        first = tables[layout.FILL_FIRST] >> layout.FILL_FIRST_BITS * kind & 7
        if first and not height and _has_cards(tables, position, first - 1):
            sources = 1 << (first - 1)
        if height:
            if sources:
                top = position[layout.STACKS + layout.ROW * pile + height - 1]
                mask = tables[layout.TAKES + layout.CARD_ROW * kind + top]
        elif sources and not empty_kinds >> kind & 1:
            mask = tables[layout.FILLERS + kind]
            if prunes and not told_apart(tables, position, kind):
                empty_kinds |= 1 << kind
        if mask:
            position[layout.TARGETS + end] = pile
            position[layout.TARGET_KINDS + end] = kind
            position[layout.TARGET_MASKS + end] = mask
            position[layout.TARGET_SOURCES + end] = sources
            end += 1
            for source in range(layout.KINDS):
                if sources >> source & 1:
                    position[layout.SOURCE_MASKS + source] |= mask
    return end


@inlined
def _free_spaces(tables: Ints, position: Ints) -> int:
    """The number of empty cells, and shifted by 8 that of empty columns for any card."""
    empty = 0
    if tables[layout.FILL_FROM + layout.CELL]:
        for pile in range(tables[layout.TABLEAU_END], tables[layout.CELLS_END]):
            empty += position[layout.HEIGHTS + pile] == 0
    if (
        tables[layout.FILL_FROM + layout.TABLEAU]
        and tables[layout.FILLERS + layout.TABLEAU] == ALL_CARDS
    ):
        for pile in range(tables[layout.TABLEAU_END]):
            empty += (position[layout.HEIGHTS + pile] == 0) << 8
    return int(empty)


@inlined
def _supermove_limit(spaces: int, to_column: bool) -> int:
    """How many cards can be moved one by one over empty spaces other than the target."""
    # Seven columns carry more cards than there are.
    columns = min(max((spaces >> 8) - to_column, 0), 7)
    return int(((spaces & 255) + 1) << columns)


@inlined
def _add_from(
    tables: Ints,
    position: Ints,
    moves: Ints,
    end: int,
    source: int,
    kind: int,
    targets: int,
    spaces: int,
    anchors: int,
) -> int:
    """Add the moves from one pile except those to foundations.

    Args:
        tables: the constants of the search.
        position: the position.
        moves: the list to write to.
        end: its end.
        source: the pile.
        kind: the kind of that pile.
        targets: how many targets there are.
        spaces: the empty cells and columns, if they limit supermoves.
        anchors: the mask of the cards that a part of a run is not moved off.

    Returns:
        The new end of the list.
    """
    height, unit = position[layout.HEIGHTS + source], tables[layout.MOVE_UNITS + kind]
    above = layout.STACKS + layout.ROW * source + height
    most = max_run(tables, position, source, kind)
    taken = position[layout.SOURCE_MASKS + kind]
    is_idle = not told_apart(tables, position, kind)
    for count in range(1, most + 1):
        card = position[above - count]
        if (
            not taken >> card & 1
            or (unit == layout.TOP_OR_ALL and 1 < count < most)
            or (unit == layout.WHOLE_PILE and count < height)
            or (count < most and anchors >> position[above - count - 1] & 1)
        ):
            continue
        for which in range(targets):
            target = position[layout.TARGETS + which]
            if (
                not position[layout.TARGET_MASKS + which] >> card & 1
                or not position[layout.TARGET_SOURCES + which] >> kind & 1
                or target == source
            ):
                continue
            target_kind = position[layout.TARGET_KINDS + which]
            is_empty = position[layout.HEIGHTS + target] == 0
            if is_empty and count == height and target_kind == kind and is_idle:
                continue
            if count > 1:
                if target_kind == layout.CELL:
                    continue
                if unit == layout.SUPERMOVE and count > _supermove_limit(
                    spaces, is_empty and target_kind == layout.TABLEAU
                ):
                    continue
            moves[end] = source | target << layout.TARGET_AT | count << layout.COUNT_AT
            end += 1
    return end


@inlined
def _add_card(
    tables: Ints,
    position: Ints,
    moves: Ints,
    end: int,
    card: int,
    turns: int,
    targets: int,
    wanted: int,
) -> int:
    """Add the moves of a waste card that is on top after a number of turns."""
    move = tables[layout.WASTE_PILE] | 1 << layout.COUNT_AT | turns << layout.TURNS_AT
    if wanted >> card & 1:
        moves[end] = move | foundation_for(tables, position, card) << layout.TARGET_AT
        end += 1
    if not position[layout.SOURCE_MASKS + layout.WASTE] >> card & 1:
        return end
    for which in range(targets):
        if (
            position[layout.TARGET_MASKS + which] >> card & 1
            and position[layout.TARGET_SOURCES + which] >> layout.WASTE & 1
        ):
            moves[end] = move | position[layout.TARGETS + which] << layout.TARGET_AT
            end += 1
    return end


@inlined
def stocked_card(tables: Ints, position: Ints, at: int) -> int:
    """The card at a place counted from the bottom of the waste, followed by the stock."""
    return int(tables[layout.TURN_ORDER + position[layout.REMAINING_PLACES + at]])


@inlined
def _add_waste(
    tables: Ints,
    position: Ints,
    moves: Ints,
    end: int,
    targets: int,
    wanted: int,
    prunes: bool,
) -> int:
    """Add the moves of the top waste card and, if turns are folded, of cards after it.

    If redeals are limited, one card's moves are added at a time: turning more cards buries them.
    """
    turned, left, each = position[layout.IN_WASTE], position[layout.REMAINING], tables[layout.TURN]
    first = position[layout.FIRST_TURNS]
    if turned and not first:
        card = stocked_card(tables, position, turned - 1)
        end = _add_card(tables, position, moves, end, card, 0, targets, wanted)
    if not (prunes and tables[layout.FOLDS_TURNS]):
        return end
    playable = wanted | position[layout.SOURCE_MASKS + layout.WASTE]
    # Three piles take so few cards that states stored again would only delay proofs of losses.
    postpones = position[layout.REDEALS] >= 0 and tables[layout.TABLEAU_END] > layout.FEW_PILES
    turns, at = 0, turned
    while at < left:
        turns, at = turns + 1, min(at + each, left)
        card = stocked_card(tables, position, at - 1)
        if playable >> card & 1 and turns >= first:
            if postpones and turns > first:
                position[layout.NEXT_TURNS] = turns
                return end
            is_safe = position[layout.SAFE_CARDS] >> card & 1
            end = _add_card(
                tables, position, moves, end, card, turns, 0 if is_safe else targets, wanted
            )
            if is_safe:
                return end
    if position[layout.REDEALS] == 0 or left == 0:
        return end
    turns, at = turns + 1, 0
    while at < left:
        turns, at = turns + 1, min(at + each, left)
        # Cards that are turned up before the redeal are not worth one.
        if at != turned and (at < turned or ((at - turned) % each and at < left)):
            card = stocked_card(tables, position, at - 1)
            if playable >> card & 1 and turns >= first:
                if postpones and turns > first:
                    position[layout.NEXT_TURNS] = turns
                    return end
                end = _add_card(tables, position, moves, end, card, turns, targets, wanted)
    return end


@inlined
def takes_room(tables: Ints, move: int) -> bool:
    """Whether a move puts a card into a cell, or back from a foundation."""
    source, target = move & 255, move >> layout.TARGET_AT & 255
    return bool(
        tables[layout.TABLEAU_END] <= target < tables[layout.CELLS_END]
        or tables[layout.RESERVE_END] <= source < tables[layout.FOUNDATIONS_END]
    )


@inlined
def _stock_may_move(tables: Ints, position: Ints) -> bool:
    """Whether the stock can be turned, dealt or redealt."""
    dealing = tables[layout.STOCK_ACTION]
    if dealing == layout.NO_STOCK:
        return False
    empty = 0
    for pile in range(tables[layout.TABLEAU_END]):
        empty += position[layout.HEIGHTS + pile] == 0
    if dealing == layout.RESHUFFLE:
        return bool(position[layout.REDEALS] != 0 and empty < tables[layout.TABLEAU_END])
    if dealing == layout.GATHER:
        return bool(position[layout.REDEALS] != 0 and _has_short_pile(tables, position))
    if dealing == layout.ROTATE:
        return bool(position[layout.REDEALS] != 0 and _has_two_cards(tables, position))
    if dealing == layout.TO_WASTE and position[layout.IN_WASTE] == position[layout.REMAINING]:
        return bool(position[layout.REMAINING] > 0 and position[layout.REDEALS] != 0)
    return bool(position[layout.REMAINING] > 0 and (tables[layout.ONTO_EMPTY] or empty == 0))


@inlined
def _has_short_pile(tables: Ints, position: Ints) -> bool:
    """Whether gathering the tableau and dealing it again would move a card."""
    last = tables[layout.TABLEAU_END] - 1
    while last > 0 and position[layout.HEIGHTS + last] == 0:
        last -= 1
    for pile in range(last):
        if position[layout.HEIGHTS + pile] != tables[layout.PILE_SIZE]:
            return True
    goes_on = last < tables[layout.TABLEAU_END] - 1
    return bool(goes_on and position[layout.HEIGHTS + last] > tables[layout.PILE_SIZE])


@inlined
def _has_two_cards(tables: Ints, position: Ints) -> bool:
    """Whether any tableau pile would be another with its bottom card on top."""
    for pile in range(tables[layout.TABLEAU_END]):
        bottom = layout.STACKS + layout.ROW * pile
        for above in range(1, position[layout.HEIGHTS + pile]):
            if position[bottom + above] != position[bottom]:
                return True
    return False


@inlined
def generate_moves(tables: Ints, position: Ints, moves: Ints, prunes: bool) -> int:
    """Write the moves of a position to a list, and return how many there are.

    Args:
        tables: the constants of the search.
        position: the position.
        moves: the list, with room for ``MOST_MOVES``.
        prunes: whether to leave out moves that are not worth trying, now or ever; see
            ``FIRST_TURNS`` and ``NEXT_TURNS``.
    """
    wanted = foundation_cards(tables, position)
    position[layout.NEXT_TURNS] = 0
    if position[layout.FIRST_TURNS]:
        targets = _find_targets(tables, position, prunes)
        return _add_waste(tables, position, moves, 0, targets, wanted, prunes)
    end = _add_foundation_moves(tables, position, moves, 0, wanted)
    targets = _find_targets(tables, position, prunes)
    spaces = 0
    if layout.SUPERMOVE in (
        tables[layout.MOVE_UNITS + layout.TABLEAU],
        tables[layout.MOVE_UNITS + layout.RESERVE],
    ):
        spaces = _free_spaces(tables, position)
    anchors = 0
    if prunes and not tables[layout.SPLITS_FREELY]:
        is_ordered = told_apart(tables, position, layout.TABLEAU)
        anchors = 0 if is_ordered else ALL_CARDS & ~wanted
    last = (
        tables[layout.FOUNDATIONS_END] if tables[layout.TAKES_BACK] else tables[layout.RESERVE_END]
    )
    for pile in range(last):
        if position[layout.HEIGHTS + pile]:
            kind = kind_of(tables, pile)
            end = _add_from(
                tables,
                position,
                moves,
                end,
                pile,
                kind,
                targets,
                spaces,
                anchors if kind == layout.TABLEAU else 0,
            )
    if tables[layout.STOCK_ACTION] == layout.TO_WASTE:
        end = _add_waste(tables, position, moves, end, targets, wanted, prunes)
        if prunes and tables[layout.FOLDS_TURNS]:
            return end
    if _stock_may_move(tables, position):
        turns = 1 if tables[layout.STOCK_ACTION] == layout.TO_WASTE else 0
        moves[end] = tables[layout.STOCK_PILE] | turns << layout.TURNS_AT
        end += 1
    return end
