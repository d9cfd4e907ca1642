"""The legal moves of a position, and those of them that matter. Compiled.

Left out are, where asked to, moves that lead to nothing another move does not lead to:

- to any but the first of several empty piles that are alike;
- of a part of a run, so that the rest stays, unless the card that is uncovered goes home then:
  whatever could be put on that card could be put where the part would go. That is so where runs are
  what is built, where all that goes onto a card goes onto the same cards, and where nothing but
  tableau and foundations is there to be moved to; and only while it does not matter which pile is
  which;
- turns of the stock by themselves: they are part of the move that plays a card from the waste.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.general.position import columns_differ
from engine.solver.jit import jit

ALL_CARDS: Final = (1 << 52) - 1


@jit
def foundation_cards(tables: Ints, position: Ints) -> int:
    """The mask of the cards that a foundation takes now, one by one."""
    first, mask = tables[layout.RESERVE_END], 0
    if tables[layout.SINGLE_FOUNDATION]:
        height = position[layout.HEIGHTS + first]
        if height == 0:
            return ALL_CARDS
        top = position[layout.STACKS + layout.ROW * first + height - 1]
        return int(tables[layout.TAKES + layout.CARD_ROW * layout.FOUNDATION + top])
    if tables[layout.WHOLE_SUITS]:
        return 0
    for home in range(first, tables[layout.FOUNDATIONS_END]):
        height = position[layout.HEIGHTS + home]
        if height < 13:
            mask |= (
                1
                << tables[layout.FOUNDATION_CARDS + layout.FOUNDATION_ROW * (home - first) + height]
            )
    return mask


@jit
def foundation_for(tables: Ints, position: Ints, card: int) -> int:
    """The foundation that a card goes to which is wanted."""
    first = tables[layout.RESERVE_END]
    if not tables[layout.SINGLE_FOUNDATION]:
        homes = layout.SUIT_FOUNDATIONS + layout.SUIT_ROW * (card // 13)
        for which in range(homes + 1, homes + 1 + tables[homes]):
            home = tables[which]
            nexts = layout.FOUNDATION_CARDS + layout.FOUNDATION_ROW * (home - first)
            if tables[nexts + position[layout.HEIGHTS + home]] == card:
                return int(home)
    return int(first)


@jit
def max_run(tables: Ints, position: Ints, pile: int, kind: int) -> int:
    """How many cards at the top of a pile may leave it together, as the pile itself allows."""
    height: int = position[layout.HEIGHTS + pile]
    group = tables[layout.MOVE_UNITS + kind]
    if height < 2 or group == layout.TOP_CARD:
        return min(height, 1)
    first, lowest_bit = height - 1, position[layout.FACE_DOWN + pile]
    while (
        first > lowest_bit
        and tables[
            layout.RUNS
            + layout.CARD_ROW * kind
            + position[layout.STACKS + layout.ROW * pile + first - 1]
        ]
        >> position[layout.STACKS + layout.ROW * pile + first]
        & 1
    ):
        first -= 1
    if first and group == layout.TOP_OR_ALL:
        return 1
    return height - first


@jit
def kind_of(tables: Ints, pile: int) -> int:
    """The kind of a pile of tableau, cells, reserve or foundations."""
    if pile < tables[layout.TABLEAU_END]:
        return layout.TABLEAU
    if pile < tables[layout.CELLS_END]:
        return layout.CELL
    return layout.RESERVE if pile < tables[layout.RESERVE_END] else layout.FOUNDATION


@jit
def _add_home(tables: Ints, position: Ints, moves: Ints, end: int, wanted: int) -> int:
    """Add the moves of tableau, cells and reserve to a foundation, given which cards that takes."""
    for pile in range(tables[layout.RESERVE_END]):
        height = position[layout.HEIGHTS + pile]
        if height:
            top = layout.STACKS + layout.ROW * pile + height - 1
            card = position[top]
            if wanted >> card & 1:
                home = foundation_for(tables, position, card)
                moves[end] = pile | home << layout.TARGET_AT | 1 << layout.COUNT_AT
                end += 1
            elif tables[layout.WHOLE_SUITS] and _is_whole_suit(tables, position, pile):
                homes = layout.SUIT_FOUNDATIONS + layout.SUIT_ROW * (card // 13) + 1
                while position[layout.HEIGHTS + tables[homes]]:
                    homes += 1
                moves[end] = pile | tables[homes] << layout.TARGET_AT | 13 << layout.COUNT_AT
                end += 1
    return end


@jit
def _is_whole_suit(tables: Ints, position: Ints, pile: int) -> bool:
    """Whether a whole suit lies at the top of a pile, face up, king to ace."""
    height = position[layout.HEIGHTS + pile]
    top = layout.STACKS + layout.ROW * pile + height - 1
    ace = position[top]
    if ace % 13 or height - position[layout.FACE_DOWN + pile] < 13:
        return False
    above = 1
    while above < 13 and position[top - above] == ace + above:
        above += 1
    return bool(above == 13)


@jit
def _find_targets(tables: Ints, position: Ints, cuts: bool) -> int:
    """Write the piles that take any cards at all, and say how many there are.

    Of empty piles that are alike only the first, where asked to.
    """
    end, met = 0, 0
    ordered = columns_differ(tables, position)
    for kind in range(layout.KINDS):
        position[layout.SOURCE_MASKS + kind] = 0
    for pile in range(tables[layout.RESERVE_END]):
        kind = kind_of(tables, pile)
        height = position[layout.HEIGHTS + pile]
        mask, sources = 0, tables[(layout.BUILD_FROM if height else layout.FILL_FROM) + kind]
        if height:
            if sources:
                top = position[layout.STACKS + layout.ROW * pile + height - 1]
                mask = tables[layout.TAKES + layout.CARD_ROW * kind + top]
        elif sources and not met >> kind & 1:
            mask = tables[layout.FILLERS + kind]
            if cuts and not (ordered and kind == layout.TABLEAU):
                met |= 1 << kind
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


@jit
def _free_spaces(tables: Ints, position: Ints) -> int:
    """The empty cells, and shifted by 8 the empty columns that take any card."""
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


@jit
def _supermove_limit(spaces: int, to_column: bool) -> int:
    """How many cards can be carried one by one over so many spaces, the target not among them."""
    return int(((spaces & 255) + 1) << max((spaces >> 8) - to_column, 0))


@jit
def _add_from(
    tables: Ints,
    position: Ints,
    moves: Ints,
    end: int,
    source: int,
    kind: int,
    targets: int,
    spaces: int,
    kept: int,
) -> int:
    """Add the moves of a pile of tableau, cells, reserve or foundations, except those home.

    Args:
        tables: the game.
        position: the position.
        moves: where the moves are written.
        end: how many there are so far.
        source: the pile.
        kind: its kind.
        targets: how many targets there are.
        spaces: the empty cells and columns, where it matters.
        kept: the mask of the cards on which a part of a run is not moved away.
    """
    height, group = position[layout.HEIGHTS + source], tables[layout.MOVE_UNITS + kind]
    above = layout.STACKS + layout.ROW * source + height
    most = max_run(tables, position, source, kind)
    taken = position[layout.SOURCE_MASKS + kind]
    for count in range(1, most + 1):
        card = position[above - count]
        if (
            not taken >> card & 1
            or (group == layout.TOP_OR_ALL and 1 < count < most)
            or (count < most and kept >> position[above - count - 1] & 1)
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
            if is_empty and count == height and target_kind == kind:
                continue
            if count > 1:
                if target_kind == layout.CELL:
                    continue
                if group == layout.SUPERMOVE and count > _supermove_limit(
                    spaces, is_empty and target_kind == layout.TABLEAU
                ):
                    continue
            moves[end] = source | target << layout.TARGET_AT | count << layout.COUNT_AT
            end += 1
    return end


@jit
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
    """Add the moves of a card of the waste, once the stock is turned so many times."""
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


@jit
def _waste_card(tables: Ints, position: Ints, at: int) -> int:
    """The card that is so far from the bottom of the waste, those of the stock above it."""
    return int(tables[layout.TURN_ORDER + position[layout.REMAINING_PLACES + at]])


@jit
def _add_waste(
    tables: Ints,
    position: Ints,
    moves: Ints,
    end: int,
    targets: int,
    wanted: int,
    cuts: bool,
) -> int:
    """Add the moves of the waste's top card, and where turns are folded, of all it may become."""
    turned, left, each = position[layout.IN_WASTE], position[layout.REMAINING], tables[layout.TURN]
    if turned:
        card = _waste_card(tables, position, turned - 1)
        end = _add_card(tables, position, moves, end, card, 0, targets, wanted)
    if not (cuts and tables[layout.FOLDS_TURNS]):
        return end
    turns, at = 0, turned
    while at < left:
        turns, at = turns + 1, min(at + each, left)
        card = _waste_card(tables, position, at - 1)
        end = _add_card(tables, position, moves, end, card, turns, targets, wanted)
    if position[layout.REDEALS] == 0 or left == 0:
        return end
    turns, at = turns + 1, 0
    while at < left:
        turns, at = turns + 1, min(at + each, left)
        # What the waste shows before the redeal is not worth one.
        if at != turned and (at < turned or ((at - turned) % each and at < left)):
            card = _waste_card(tables, position, at - 1)
            end = _add_card(tables, position, moves, end, card, turns, targets, wanted)
    return end


@jit
def _stock_may_move(tables: Ints, position: Ints) -> bool:
    """Whether the stock may be turned, dealt or redealt."""
    dealing = tables[layout.STOCK_ACTION]
    if dealing == layout.NO_STOCK:
        return False
    empty = 0
    for pile in range(tables[layout.TABLEAU_END]):
        empty += position[layout.HEIGHTS + pile] == 0
    if dealing == layout.RESHUFFLE:
        return bool(position[layout.REDEALS] != 0 and empty < tables[layout.TABLEAU_END])
    if dealing == layout.TO_WASTE and position[layout.IN_WASTE] == position[layout.REMAINING]:
        return bool(position[layout.REMAINING] > 0 and position[layout.REDEALS] != 0)
    return bool(position[layout.REMAINING] > 0 and (tables[layout.ONTO_EMPTY] or empty == 0))


@jit
def generate_moves(tables: Ints, position: Ints, moves: Ints, cuts: bool) -> int:
    """Write the moves of a position, and say how many there are.

    All legal ones, those that the engine knows, or only those that matter.
    """
    wanted = foundation_cards(tables, position)
    end = _add_home(tables, position, moves, 0, wanted)
    targets = _find_targets(tables, position, cuts)
    spaces = 0
    if layout.SUPERMOVE in (
        tables[layout.MOVE_UNITS + layout.TABLEAU],
        tables[layout.MOVE_UNITS + layout.RESERVE],
    ):
        spaces = _free_spaces(tables, position)
    kept = 0
    if cuts and not tables[layout.SPLITS_FREELY] and not columns_differ(tables, position):
        kept = ALL_CARDS & ~wanted
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
                kept if kind == layout.TABLEAU else 0,
            )
    if tables[layout.STOCK_ACTION] == layout.TO_WASTE:
        end = _add_waste(tables, position, moves, end, targets, wanted, cuts)
        if cuts and tables[layout.FOLDS_TURNS]:
            return end
    if _stock_may_move(tables, position):
        turns = 1 if tables[layout.STOCK_ACTION] == layout.TO_WASTE else 0
        moves[end] = tables[layout.STOCK_PILE] | turns << layout.TURNS_AT
        end += 1
    return end
