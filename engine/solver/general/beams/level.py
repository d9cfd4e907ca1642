"""One level of the beam search: all positions one move on, and the choice of the best. Compiled.

Bounds: ``expand`` writes a candidate only while there is room for one more, and a dealt one for
each state of a level at most; ``keep`` is given room for as many rows as it chooses.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general import layout as rules
from engine.solver.general.beams import layout
from engine.solver.general.beams.evaluation import evaluate, pile_value, rest_value, wanted_cards
from engine.solver.general.beams.position import (
    carry,
    foundation_for,
    has_key,
    insert_key,
    key,
    pile_hash,
    play,
    read,
    rest_hash,
    write,
)
from engine.solver.general.layout import Bytes, Ints
from engine.solver.general.move_generation import kind_of
from engine.solver.jit import inlined, jit

_WHOLE: Final = (1 << 62) - 1


@inlined
def _add(candidates: Ints, end: int, number: int, value: int, parent: int, move: int) -> int:
    """Add a candidate to a list, unless there is no room; the new end of the list."""
    if end == len(candidates):
        return end
    candidates[end, layout.KEY] = number
    candidates[end, layout.VALUE] = min(max(value, 0), layout.BUCKETS - 1)
    candidates[end, layout.PARENT] = parent
    candidates[end, layout.MOVE] = move
    return end + 1


@inlined
def _accepts(
    tables: Ints, position: Ints, source: int, target: int, count: int, card: int, empties: int
) -> bool:
    """Whether a pile other than a foundation accepts ``count`` cards from another, ``card`` lowest.

    Of empty piles of a kind only the first accepts any, in ``empties``.
    """
    kind, source_kind = kind_of(tables, target), kind_of(tables, source)
    height = position[layout.HEIGHTS + target]
    if height:
        top = position[layout.STACKS + layout.ROW * target + height - 1]
        return bool(
            tables[rules.TAKES + rules.CARD_ROW * kind + top] >> card & 1
            and tables[rules.BUILD_FROM + kind] >> source_kind & 1
        )
    if not (
        empties >> target & 1
        and tables[rules.FILL_FROM + kind] >> source_kind & 1
        and tables[rules.FILLERS + kind] >> card & 1
    ):
        return False
    if kind == rules.CELL:
        return bool(count == 1 and source_kind != rules.CELL)
    return bool(count < position[layout.HEIGHTS + source] or kind != source_kind)


@inlined
def _first_empties(tables: Ints, position: Ints) -> int:
    """The mask of the first empty pile of each kind."""
    mask = kinds = 0
    for pile in range(tables[rules.RESERVE_END]):
        if position[layout.HEIGHTS + pile] == 0:
            kind = kind_of(tables, pile)
            if not kinds >> kind & 1:
                mask |= 1 << pile
                kinds |= 1 << kind
    return int(mask)


@inlined
def _may_deal(tables: Ints, position: Ints, empties: int) -> bool:
    """Whether the stock can be dealt."""
    if position[layout.STOCKED] == 0:
        return False
    return bool(tables[rules.ONTO_EMPTY] or empties & (1 << tables[rules.TABLEAU_END]) - 1 == 0)


@inlined
def _joins(tables: Ints, position: Ints, pile: int, count: int) -> bool:
    """Whether ``count`` cards may leave a pile together if one fewer may."""
    height, kind = position[layout.HEIGHTS + pile], kind_of(tables, pile)
    if count == 1:
        return True
    if count > height - position[layout.FACE_DOWN + pile]:
        return False
    if tables[rules.MOVE_UNITS + kind] == rules.TOP_CARD:
        return False
    lowest = layout.STACKS + layout.ROW * pile + height - count
    row = rules.RUNS + rules.CARD_ROW * kind
    return bool(tables[row + position[lowest]] >> position[lowest + 1] & 1)


@inlined
def _look_at(
    tables: Ints, weights: Ints, zobrist: Ints, position: Ints, scratch: Ints, wanted: int
) -> None:
    """Evaluate and hash every pile of a position, and the whole."""
    scratch[layout.VALUE_OF_ALL] = rest_value(tables, weights, position)
    scratch[layout.HASH_OF_ALL] = rest_hash(tables, zobrist, position)
    for pile in range(tables[rules.RESERVE_END]):
        scratch[layout.VALUES + pile] = pile_value(tables, weights, position, pile, wanted)
        scratch[layout.HASHES + pile] = pile_hash(tables, zobrist, position, pile)
        scratch[layout.VALUE_OF_ALL] += scratch[layout.VALUES + pile]
        scratch[layout.HASH_OF_ALL] += scratch[layout.HASHES + pile]
        scratch[layout.HASH_OF_ALL] &= _WHOLE


@inlined
def _add_carried(
    tables: Ints,
    weights: Ints,
    zobrist: Ints,
    position: Ints,
    scratch: Ints,
    wanted: int,
    candidates: Ints,
    end: int,
    table: Ints,
    row: int,
    move: int,
) -> int:
    """Add the position after cards were carried from one pile to another; the new end."""
    source, target = move & 255, move >> rules.TARGET_AT & 255
    number, value = scratch[layout.HASH_OF_ALL], scratch[layout.VALUE_OF_ALL]
    # Two hashes at a time fit a word.
    number = (number - scratch[layout.HASHES + source]) & _WHOLE
    number = (number - scratch[layout.HASHES + target]) & _WHOLE
    number = (number + pile_hash(tables, zobrist, position, source)) & _WHOLE
    number = (number + pile_hash(tables, zobrist, position, target)) & _WHOLE
    if has_key(table, number):
        return end
    value -= scratch[layout.VALUES + source] + scratch[layout.VALUES + target]
    value += pile_value(tables, weights, position, source, wanted)
    value += pile_value(tables, weights, position, target, wanted)
    return _add(candidates, end, number, value, row, move)


@inlined
def _add_whole(
    tables: Ints,
    weights: Ints,
    zobrist: Ints,
    position: Ints,
    candidates: Ints,
    end: int,
    table: Ints,
    row: int,
    move: int,
) -> int:
    """Add a position of which any part may have changed; the new end."""
    number = key(tables, zobrist, position)
    if has_key(table, number):
        return end
    return _add(candidates, end, number, evaluate(tables, weights, position), row, move)


@jit
def expand(
    tables: Ints,
    weights: Ints,
    zobrist: Ints,
    rows: Bytes,
    size: int,
    position: Ints,
    scratch: Ints,
    candidates: Ints,
    dealt: Ints,
    table: Ints,
) -> tuple[int, int, bool]:
    """Find all positions one move on from a level.

    Args:
        tables: the constants of the search.
        weights: those of the evaluation.
        zobrist: random numbers.
        rows: the states of the level.
        size: how many there are.
        position: room to work on one.
        scratch: likewise.
        candidates: written: the positions one move on.
        dealt: written: those after a deal of the stock.
        table: the keys of the states kept so far, which are left out.

    Returns:
        How many candidates there are; how many dealt ones; and whether one is won, which then is
        the only one.
    """
    end = deals = 0
    piles, cards = tables[rules.RESERVE_END], tables[rules.CARDS]
    for row in range(size):
        read(tables, rows, row, position)
        wanted, played = wanted_cards(tables, position), position[layout.PLAYED]
        _look_at(tables, weights, zobrist, position, scratch, wanted)
        empties = _first_empties(tables, position)
        for source in range(piles):
            height = position[layout.HEIGHTS + source]
            down = position[layout.FACE_DOWN + source]
            if height == 0:
                continue
            card = position[layout.STACKS + layout.ROW * source + height - 1]
            if wanted >> card & 1:
                move = source | foundation_for(tables, position, card) << rules.TARGET_AT
                move |= 1 << rules.COUNT_AT
                play(tables, position, move)
                end = _add_whole(
                    tables, weights, zobrist, position, candidates, end, table, row, move
                )
                if position[layout.PLAYED] == cards:
                    return _add(candidates, 0, 0, 0, row, move), deals, True
                read(tables, rows, row, position)
            count = 1
            while _joins(tables, position, source, count):
                card = position[layout.STACKS + layout.ROW * source + height - count]
                for target in range(piles):
                    if target == source or not _accepts(
                        tables, position, source, target, count, card, empties
                    ):
                        continue
                    top = position[layout.HEIGHTS + target]
                    move = source | target << rules.TARGET_AT | count << rules.COUNT_AT
                    carry(tables, position, source, target, count)
                    if position[layout.PLAYED] == played:
                        end = _add_carried(
                            tables, weights, zobrist, position, scratch, wanted,
                            candidates, end, table, row, move,
                        )  # fmt: skip
                        position[layout.HEIGHTS + source] = height
                        position[layout.FACE_DOWN + source] = down
                        position[layout.HEIGHTS + target] = top
                    else:
                        end = _add_whole(
                            tables, weights, zobrist, position, candidates, end, table, row, move
                        )
                        if position[layout.PLAYED] == cards:
                            return _add(candidates, 0, 0, 0, row, move), deals, True
                        read(tables, rows, row, position)
                count += 1
        if _may_deal(tables, position, empties):
            move = tables[rules.STOCK_PILE]
            play(tables, position, move)
            deals = _add_whole(tables, weights, zobrist, position, dealt, deals, table, row, move)
    return end, deals, False


@jit
def choose(candidates: Ints, end: int, counts: Ints, order: Ints, table: Ints, width: int) -> int:
    """Choose the best distinct candidates.

    Args:
        candidates: the candidates.
        end: how many there are.
        counts: ``BUCKETS + 1`` numbers, to work with.
        order: written: the places of the chosen, best first; as long as the candidates.
        table: the keys of the states kept so far, to which the chosen are added.
        width: how many to choose at most.

    Returns:
        How many are chosen.
    """
    counts[:] = 0
    for place in range(end):
        counts[candidates[place, layout.VALUE] + 1] += 1
    for value in range(1, layout.BUCKETS):
        counts[value] += counts[value - 1]
    for place in range(end):
        value = candidates[place, layout.VALUE]
        order[counts[value]] = place
        counts[value] += 1
    chosen = 0
    for rank in range(end):
        if chosen == width:
            break
        if insert_key(table, candidates[order[rank], layout.KEY]):
            order[chosen] = order[rank]
            chosen += 1
    return chosen


@jit
def keep(
    tables: Ints,
    rows: Bytes,
    candidates: Ints,
    order: Ints,
    chosen: int,
    position: Ints,
    into: Bytes,
    at: int,
) -> None:
    """Write the chosen positions one move on from a level into rows, from row ``at`` on."""
    for rank in range(chosen):
        place = order[rank]
        read(tables, rows, candidates[place, layout.PARENT], position)
        play(tables, position, candidates[place, layout.MOVE])
        write(tables, into, at + rank, position)
