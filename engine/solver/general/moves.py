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

from engine.solver.compiled import compiled
from engine.solver.general import fields as field
from engine.solver.general.fields import Ints
from engine.solver.general.position import is_ordered

ALL_CARDS: Final = (1 << 52) - 1


@compiled
def wanted(facts: Ints, position: Ints) -> int:
    """The mask of the cards that a foundation takes now, one by one."""
    first, mask = facts[field.RESERVE_END], 0
    if facts[field.SINGLE_HOME]:
        height = position[field.HEIGHTS + first]
        if height == 0:
            return ALL_CARDS
        top = position[field.STACKS + field.ROW * first + height - 1]
        return int(facts[field.TAKES + field.ROW_OF_CARDS * field.FOUNDATION + top])
    if facts[field.WHOLE_SUITS]:
        return 0
    for home in range(first, facts[field.HOMES_END]):
        height = position[field.HEIGHTS + home]
        if height < 13:
            mask |= 1 << facts[field.NEXTS + field.ROW_OF_NEXTS * (home - first) + height]
    return mask


@compiled
def home_of(facts: Ints, position: Ints, card: int) -> int:
    """The foundation that a card goes to which is wanted."""
    first = facts[field.RESERVE_END]
    if not facts[field.SINGLE_HOME]:
        homes = field.HOMES + field.ROW_OF_HOMES * (card // 13)
        for which in range(homes + 1, homes + 1 + facts[homes]):
            home = facts[which]
            nexts = field.NEXTS + field.ROW_OF_NEXTS * (home - first)
            if facts[nexts + position[field.HEIGHTS + home]] == card:
                return int(home)
    return int(first)


@compiled
def longest(facts: Ints, position: Ints, pile: int, kind: int) -> int:
    """How many cards at the top of a pile may leave it together, as the pile itself allows."""
    height: int = position[field.HEIGHTS + pile]
    group = facts[field.GROUPS + kind]
    if height < 2 or group == field.TOP_CARD:
        return min(height, 1)
    first, lowest = height - 1, position[field.DOWN + pile]
    while (
        first > lowest
        and facts[
            field.RUNS
            + field.ROW_OF_CARDS * kind
            + position[field.STACKS + field.ROW * pile + first - 1]
        ]
        >> position[field.STACKS + field.ROW * pile + first]
        & 1
    ):
        first -= 1
    if first and group == field.TOP_OR_ALL:
        return 1
    return height - first


@compiled
def _kind(facts: Ints, pile: int) -> int:
    """The kind of a pile of tableau, cells, reserve or foundations."""
    if pile < facts[field.TABLEAU_END]:
        return field.TABLEAU
    if pile < facts[field.CELLS_END]:
        return field.CELL
    return field.RESERVE if pile < facts[field.RESERVE_END] else field.FOUNDATION


@compiled
def _add_home(facts: Ints, position: Ints, moves: Ints, many: int, goes_home: int) -> int:
    """Add the moves of tableau, cells and reserve to a foundation, given which cards that takes."""
    for pile in range(facts[field.RESERVE_END]):
        height = position[field.HEIGHTS + pile]
        if height:
            top = field.STACKS + field.ROW * pile + height - 1
            card = position[top]
            if goes_home >> card & 1:
                home = home_of(facts, position, card)
                moves[many] = pile | home << field.TARGET_AT | 1 << field.COUNT_AT
                many += 1
            elif facts[field.WHOLE_SUITS] and _is_suit(facts, position, pile):
                homes = field.HOMES + field.ROW_OF_HOMES * (card // 13) + 1
                while position[field.HEIGHTS + facts[homes]]:
                    homes += 1
                moves[many] = pile | facts[homes] << field.TARGET_AT | 13 << field.COUNT_AT
                many += 1
    return many


@compiled
def _is_suit(facts: Ints, position: Ints, pile: int) -> bool:
    """Whether a whole suit lies at the top of a pile, face up, king to ace."""
    height = position[field.HEIGHTS + pile]
    top = field.STACKS + field.ROW * pile + height - 1
    ace = position[top]
    if ace % 13 or height - position[field.DOWN + pile] < 13:
        return False
    above = 1
    while above < 13 and position[top - above] == ace + above:
        above += 1
    return bool(above == 13)


@compiled
def _write_targets(facts: Ints, position: Ints, cuts: bool) -> int:
    """Write the piles that take any cards at all, and say how many there are.

    Of empty piles that are alike only the first, where asked to.
    """
    many, met = 0, 0
    ordered = is_ordered(facts, position)
    for kind in range(field.KINDS):
        position[field.TAKEN_FROM + kind] = 0
    for pile in range(facts[field.RESERVE_END]):
        kind = _kind(facts, pile)
        height = position[field.HEIGHTS + pile]
        mask, sources = 0, facts[(field.BUILD_FROM if height else field.FILL_FROM) + kind]
        if height:
            if sources:
                top = position[field.STACKS + field.ROW * pile + height - 1]
                mask = facts[field.TAKES + field.ROW_OF_CARDS * kind + top]
        elif sources and not met >> kind & 1:
            mask = facts[field.FILLERS + kind]
            if cuts and not (ordered and kind == field.TABLEAU):
                met |= 1 << kind
        if mask:
            position[field.TARGETS + many] = pile
            position[field.TARGET_KINDS + many] = kind
            position[field.TARGET_MASKS + many] = mask
            position[field.TARGET_SOURCES + many] = sources
            many += 1
            for source in range(field.KINDS):
                if sources >> source & 1:
                    position[field.TAKEN_FROM + source] |= mask
    return many


@compiled
def _spaces(facts: Ints, position: Ints) -> int:
    """The empty cells, and shifted by 8 the empty columns that take any card."""
    empty = 0
    if facts[field.FILL_FROM + field.CELL]:
        for pile in range(facts[field.TABLEAU_END], facts[field.CELLS_END]):
            empty += position[field.HEIGHTS + pile] == 0
    if facts[field.FILL_FROM + field.TABLEAU] and facts[field.FILLERS + field.TABLEAU] == ALL_CARDS:
        for pile in range(facts[field.TABLEAU_END]):
            empty += (position[field.HEIGHTS + pile] == 0) << 8
    return int(empty)


@compiled
def _carried(spaces: int, to_column: bool) -> int:
    """How many cards can be carried one by one over so many spaces, the target not among them."""
    return int(((spaces & 255) + 1) << max((spaces >> 8) - to_column, 0))


@compiled
def _add_from(
    facts: Ints,
    position: Ints,
    moves: Ints,
    many: int,
    source: int,
    kind: int,
    targets: int,
    spaces: int,
    kept: int,
) -> int:
    """Add the moves of a pile of tableau, cells, reserve or foundations, except those home.

    Args:
        facts: the game.
        position: the position.
        moves: where the moves are written.
        many: how many there are so far.
        source: the pile.
        kind: its kind.
        targets: how many targets there are.
        spaces: the empty cells and columns, where it matters.
        kept: the mask of the cards on which a part of a run is not moved away.
    """
    height, group = position[field.HEIGHTS + source], facts[field.GROUPS + kind]
    above = field.STACKS + field.ROW * source + height
    most = longest(facts, position, source, kind)
    taken = position[field.TAKEN_FROM + kind]
    for count in range(1, most + 1):
        card = position[above - count]
        if (
            not taken >> card & 1
            or (group == field.TOP_OR_ALL and 1 < count < most)
            or (count < most and kept >> position[above - count - 1] & 1)
        ):
            continue
        for which in range(targets):
            target = position[field.TARGETS + which]
            if (
                not position[field.TARGET_MASKS + which] >> card & 1
                or not position[field.TARGET_SOURCES + which] >> kind & 1
                or target == source
            ):
                continue
            target_kind = position[field.TARGET_KINDS + which]
            is_empty = position[field.HEIGHTS + target] == 0
            if is_empty and count == height and target_kind == kind:
                continue
            if count > 1:
                if target_kind == field.CELL:
                    continue
                if group == field.AS_SPACES_ALLOW and count > _carried(
                    spaces, is_empty and target_kind == field.TABLEAU
                ):
                    continue
            moves[many] = source | target << field.TARGET_AT | count << field.COUNT_AT
            many += 1
    return many


@compiled
def _add_card(
    facts: Ints,
    position: Ints,
    moves: Ints,
    many: int,
    card: int,
    turns: int,
    targets: int,
    goes_home: int,
) -> int:
    """Add the moves of a card of the waste, once the stock is turned so many times."""
    move = facts[field.WASTE_PILE] | 1 << field.COUNT_AT | turns << field.TURNS_AT
    if goes_home >> card & 1:
        moves[many] = move | home_of(facts, position, card) << field.TARGET_AT
        many += 1
    if not position[field.TAKEN_FROM + field.WASTE] >> card & 1:
        return many
    for which in range(targets):
        if (
            position[field.TARGET_MASKS + which] >> card & 1
            and position[field.TARGET_SOURCES + which] >> field.WASTE & 1
        ):
            moves[many] = move | position[field.TARGETS + which] << field.TARGET_AT
            many += 1
    return many


@compiled
def _card_at(facts: Ints, position: Ints, at: int) -> int:
    """The card that is so far from the bottom of the waste, those of the stock above it."""
    return int(facts[field.TURNING + position[field.PLACES_LEFT + at]])


@compiled
def _add_waste(
    facts: Ints,
    position: Ints,
    moves: Ints,
    many: int,
    targets: int,
    goes_home: int,
    cuts: bool,
) -> int:
    """Add the moves of the waste's top card, and where turns are folded, of all it may become."""
    turned, left, each = position[field.TURNED], position[field.LEFT], facts[field.TURN]
    if turned:
        card = _card_at(facts, position, turned - 1)
        many = _add_card(facts, position, moves, many, card, 0, targets, goes_home)
    if not (cuts and facts[field.FOLDS_TURNS]):
        return many
    turns, at = 0, turned
    while at < left:
        turns, at = turns + 1, min(at + each, left)
        card = _card_at(facts, position, at - 1)
        many = _add_card(facts, position, moves, many, card, turns, targets, goes_home)
    if position[field.REDEALS] == 0 or left == 0:
        return many
    turns, at = turns + 1, 0
    while at < left:
        turns, at = turns + 1, min(at + each, left)
        # What the waste shows before the redeal is not worth one.
        if at != turned and (at < turned or ((at - turned) % each and at < left)):
            card = _card_at(facts, position, at - 1)
            many = _add_card(facts, position, moves, many, card, turns, targets, goes_home)
    return many


@compiled
def _stock_may_move(facts: Ints, position: Ints) -> bool:
    """Whether the stock may be turned, dealt or redealt."""
    dealing = facts[field.DEALING]
    if dealing == field.NO_STOCK:
        return False
    empty = 0
    for pile in range(facts[field.TABLEAU_END]):
        empty += position[field.HEIGHTS + pile] == 0
    if dealing == field.GATHERED:
        return bool(position[field.REDEALS] != 0 and empty < facts[field.TABLEAU_END])
    if dealing == field.TO_WASTE and position[field.TURNED] == position[field.LEFT]:
        return bool(position[field.LEFT] > 0 and position[field.REDEALS] != 0)
    return bool(position[field.LEFT] > 0 and (facts[field.ONTO_EMPTY] or empty == 0))


@compiled
def add_moves(facts: Ints, position: Ints, moves: Ints, cuts: bool) -> int:
    """Write the moves of a position, and say how many there are.

    All legal ones, those that the engine knows, or only those that matter.
    """
    goes_home = wanted(facts, position)
    many = _add_home(facts, position, moves, 0, goes_home)
    targets = _write_targets(facts, position, cuts)
    spaces = 0
    if field.AS_SPACES_ALLOW in (
        facts[field.GROUPS + field.TABLEAU],
        facts[field.GROUPS + field.RESERVE],
    ):
        spaces = _spaces(facts, position)
    kept = 0
    if cuts and not facts[field.SPLITS_FREELY] and not is_ordered(facts, position):
        kept = ALL_CARDS & ~goes_home
    last = facts[field.HOMES_END] if facts[field.GIVES_BACK] else facts[field.RESERVE_END]
    for pile in range(last):
        if position[field.HEIGHTS + pile]:
            kind = _kind(facts, pile)
            many = _add_from(
                facts,
                position,
                moves,
                many,
                pile,
                kind,
                targets,
                spaces,
                kept if kind == field.TABLEAU else 0,
            )
    if facts[field.DEALING] == field.TO_WASTE:
        many = _add_waste(facts, position, moves, many, targets, goes_home, cuts)
        if cuts and facts[field.FOLDS_TURNS]:
            return many
    if _stock_may_move(facts, position):
        turns = 1 if facts[field.DEALING] == field.TO_WASTE else 0
        moves[many] = facts[field.STOCK_PILE] | turns << field.TURNS_AT
        many += 1
    return many
