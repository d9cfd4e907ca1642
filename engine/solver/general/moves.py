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

from engine.solver.compiled import compiled
from engine.solver.general import fields as field
from engine.solver.general.fields import Facts, Ints, Position
from engine.solver.general.position import is_ordered


@compiled
def home_of(facts: Facts, position: Position, card: int) -> int:
    """The foundation that takes a card now; -1 for none."""
    first = facts.numbers[field.RESERVE_END]
    if facts.numbers[field.SINGLE_HOME]:
        height = position.heights[first]
        if height == 0:
            return first
        top = position.stacks[first, height - 1]
        return first if facts.takes[field.FOUNDATION, top] >> card & 1 else -1
    suit = card // 13
    for which in range(facts.homes[suit, 0]):
        home = facts.homes[suit, which + 1]
        if facts.nexts[home - first, position.heights[home]] == card:
            return home
    return -1


@compiled
def longest(facts: Facts, position: Position, pile: int, kind: int) -> int:
    """How many cards at the top of a pile may leave it together, as the pile itself allows."""
    height, group = position.heights[pile], facts.groups[kind]
    if height < 2 or group == field.TOP_CARD:
        return min(height, 1)
    first, lowest = height - 1, position.down[pile]
    while (
        first > lowest
        and facts.runs[kind, position.stacks[pile, first - 1]] >> position.stacks[pile, first] & 1
    ):
        first -= 1
    if first and group == field.TOP_OR_ALL:
        return 1
    return height - first


@compiled
def _kind(facts: Facts, pile: int) -> int:
    """The kind of a pile of tableau, cells, reserve or foundations."""
    numbers = facts.numbers
    if pile < numbers[field.TABLEAU_END]:
        return field.TABLEAU
    if pile < numbers[field.CELLS_END]:
        return field.CELL
    return field.RESERVE if pile < numbers[field.RESERVE_END] else field.FOUNDATION


@compiled
def _add_home(facts: Facts, position: Position, moves: Ints, many: int) -> int:
    """Add the moves of tableau, cells and reserve to a foundation."""
    numbers = facts.numbers
    for pile in range(numbers[field.RESERVE_END]):
        height = position.heights[pile]
        if height == 0:
            continue
        card = position.stacks[pile, height - 1]
        if not numbers[field.WHOLE_SUITS]:
            home = home_of(facts, position, card)
            if home >= 0:
                moves[many] = pile | home << field.TARGET_AT | 1 << field.COUNT_AT
                many += 1
        elif card % 13 == 0 and height - position.down[pile] >= 13:
            above = 1
            while above < 13 and position.stacks[pile, height - 1 - above] == card + above:
                above += 1
            if above == 13:
                home = facts.homes[card // 13, 1]
                for which in range(facts.homes[card // 13, 0], 0, -1):
                    if position.heights[facts.homes[card // 13, which]] == 0:
                        home = facts.homes[card // 13, which]
                moves[many] = pile | home << field.TARGET_AT | 13 << field.COUNT_AT
                many += 1
    return many


@compiled
def _taken(facts: Facts, position: Position, target: int, kind: int, source_kind: int) -> int:
    """The mask of the cards that a pile takes from piles of a kind."""
    height = position.heights[target]
    if height:
        if facts.build_from[kind] >> source_kind & 1:
            return int(facts.takes[kind, position.stacks[target, height - 1]])
        return 0
    return int(facts.fillers[kind]) if facts.fill_from[kind] >> source_kind & 1 else 0


@compiled
def _spaces(facts: Facts, position: Position, target: int) -> int:
    """How many cards can be carried to a pile one by one over empty cells and other piles."""
    numbers = facts.numbers
    cells, columns = 1, 0
    for pile in range(numbers[field.TABLEAU_END], numbers[field.CELLS_END]):
        if (
            position.heights[pile] == 0
            and pile != target
            and facts.build_from[field.CELL] | facts.fill_from[field.CELL]
        ):
            cells += 1
    if facts.fill_from[field.TABLEAU] and facts.fillers[field.TABLEAU] == (1 << 52) - 1:
        for pile in range(numbers[field.TABLEAU_END]):
            if position.heights[pile] == 0 and pile != target:
                columns += 1
    return int(cells << columns)


@compiled
def _add_from(
    facts: Facts,
    position: Position,
    moves: Ints,
    many: int,
    source: int,
    kind: int,
    cuts: bool,
) -> int:
    """Add the moves of a pile of tableau, cells, reserve or foundations, except those home."""
    numbers, height = facts.numbers, position.heights[source]
    most = longest(facts, position, source, kind)
    group = facts.groups[kind]
    ordered = is_ordered(facts, position)
    whole = most
    keeps_runs = cuts and not numbers[field.SPLITS_FREELY] and not ordered
    met = 0
    for target in range(numbers[field.RESERVE_END]):
        target_kind = _kind(facts, target)
        mask = _taken(facts, position, target, target_kind, kind)
        if mask == 0 or target == source:
            continue
        is_empty = position.heights[target] == 0
        if is_empty and cuts and not (ordered and target_kind == field.TABLEAU):
            if met >> target_kind & 1:
                continue
            met |= 1 << target_kind
        upto = most
        if target_kind == field.CELL:
            upto = min(most, 1)
        elif group == field.AS_SPACES_ALLOW and most > 1:
            upto = min(most, _spaces(facts, position, target))
        for count in range(1, upto + 1):
            if group == field.TOP_OR_ALL and 1 < count < upto:
                continue
            if not mask >> position.stacks[source, height - count] & 1:
                continue
            if is_empty and count == height and target_kind == kind:
                continue
            if (
                keeps_runs
                and count < whole
                and kind == field.TABLEAU
                and home_of(facts, position, position.stacks[source, height - count - 1]) < 0
            ):
                continue
            moves[many] = source | target << field.TARGET_AT | count << field.COUNT_AT
            many += 1
    return many


@compiled
def _add_card(
    facts: Facts,
    position: Position,
    moves: Ints,
    many: int,
    card: int,
    turns: int,
    cuts: bool,
) -> int:
    """Add the moves of a card of the waste, once the stock is turned so many times."""
    numbers = facts.numbers
    move = numbers[field.WASTE_PILE] | 1 << field.COUNT_AT | turns << field.TURNS_AT
    if not numbers[field.WHOLE_SUITS]:
        home = home_of(facts, position, card)
        if home >= 0:
            moves[many] = move | home << field.TARGET_AT
            many += 1
    met = 0
    for target in range(numbers[field.RESERVE_END]):
        kind = _kind(facts, target)
        if _taken(facts, position, target, kind, field.WASTE) >> card & 1:
            if position.heights[target] == 0 and cuts:
                if met >> kind & 1:
                    continue
                met |= 1 << kind
            moves[many] = move | target << field.TARGET_AT
            many += 1
    return many


@compiled
def _add_waste(facts: Facts, position: Position, moves: Ints, many: int, cuts: bool) -> int:
    """Add the moves of the waste's top card, and where turns are folded, of all it may become."""
    numbers, places = position.numbers, position.places
    turned, left, each = numbers[field.TURNED], numbers[field.LEFT], facts.numbers[field.TURN]
    if turned:
        card = facts.turning[places[turned - 1]]
        many = _add_card(facts, position, moves, many, card, 0, cuts)
    if not (cuts and facts.numbers[field.FOLDS_TURNS]):
        return many
    turns, at = 0, turned
    while at < left:
        turns, at = turns + 1, min(at + each, left)
        card = facts.turning[places[at - 1]]
        many = _add_card(facts, position, moves, many, card, turns, cuts)
    if numbers[field.REDEALS] == 0 or left == 0:
        return many
    turns, at = turns + 1, 0
    while at < left:
        turns, at = turns + 1, min(at + each, left)
        # What the waste shows before the redeal is not worth one.
        if at != turned and (at < turned or ((at - turned) % each and at < left)):
            card = facts.turning[places[at - 1]]
            many = _add_card(facts, position, moves, many, card, turns, cuts)
    return many


@compiled
def _stock_may_move(facts: Facts, position: Position) -> bool:
    """Whether the stock may be turned, dealt or redealt."""
    numbers, dealing = position.numbers, facts.numbers[field.DEALING]
    if dealing == field.NO_STOCK:
        return False
    empty = 0
    for pile in range(facts.numbers[field.TABLEAU_END]):
        empty += position.heights[pile] == 0
    if dealing == field.GATHERED:
        return bool(numbers[field.REDEALS] != 0 and empty < facts.numbers[field.TABLEAU_END])
    if dealing == field.TO_WASTE and numbers[field.TURNED] == numbers[field.LEFT]:
        return bool(numbers[field.LEFT] > 0 and numbers[field.REDEALS] != 0)
    return bool(numbers[field.LEFT] > 0 and (facts.numbers[field.ONTO_EMPTY] or empty == 0))


@compiled
def add_moves(facts: Facts, position: Position, moves: Ints, cuts: bool) -> int:
    """Write the moves of a position, and say how many there are.

    All legal ones, those that the engine knows, or only those that matter.
    """
    numbers = facts.numbers
    many = _add_home(facts, position, moves, 0)
    from_kinds = 0
    for kind in range(field.FOUNDATION):
        from_kinds |= facts.build_from[kind] | facts.fill_from[kind]
    for pile in range(numbers[field.HOMES_END]):
        if position.heights[pile]:
            kind = _kind(facts, pile)
            if from_kinds >> kind & 1:
                many = _add_from(facts, position, moves, many, pile, kind, cuts)
    if numbers[field.DEALING] == field.TO_WASTE:
        many = _add_waste(facts, position, moves, many, cuts)
        if cuts and numbers[field.FOLDS_TURNS]:
            return many
    if _stock_may_move(facts, position):
        turns = 1 if numbers[field.DEALING] == field.TO_WASTE else 0
        moves[many] = numbers[field.STOCK_PILE] | turns << field.TURNS_AT
        many += 1
    return many
