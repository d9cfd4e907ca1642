"""Encode a game's declaration and a board into the arrays of the search."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

import numpy as np

from engine.board import Board
from engine.cards import CARDS, Rank
from engine.compiled import ALL_CARDS, CompiledRules, Pile, compile_rules
from engine.rules import Build, Direction, MoveUnit, PileKind, Rules, StockAction, SuitRule, Win
from engine.solver.fitting import COMPLETE_SUIT_RULES
from engine.solver.general import layout
from engine.solver.general.layout import Ints
from engine.solver.general.position import rebuild
from engine.solver.general.weights import Weights

_KINDS: Final = (
    PileKind.TABLEAU,
    PileKind.CELL,
    PileKind.RESERVE,
    PileKind.FOUNDATION,
    PileKind.WASTE,
)
_MOVE_UNITS: Final = {
    MoveUnit.SINGLE: layout.TOP_CARD,
    MoveUnit.RUN: layout.ANY_PART,
    MoveUnit.FACE_UP: layout.ANY_PART,
    MoveUnit.PILE: layout.TOP_OR_ALL,
    MoveUnit.WHOLE_PILE: layout.WHOLE_PILE,
    MoveUnit.SUPERMOVE: layout.SUPERMOVE,
}
_STOCK_ACTIONS: Final = {
    StockAction.WASTE: layout.TO_WASTE,
    StockAction.TABLEAU: layout.TO_TABLEAU,
    StockAction.FOUNDATION: layout.TO_FOUNDATION,
    StockAction.RESERVE: layout.TO_RESERVE,
    StockAction.RESHUFFLE: layout.RESHUFFLE,
    StockAction.GATHER: layout.GATHER,
    StockAction.ROTATE: layout.ROTATE,
}
_REFILLS: Final = {
    PileKind.RESERVE: layout.BY_RESERVE,
    PileKind.WASTE: layout.BY_WASTE,
    PileKind.STOCK: layout.BY_STOCK,
}

_RANDOM: Final = random.Random(52)
_ZOBRIST: Final = [[_RANDOM.getrandbits(62) for _ in range(layout.ZOBRIST_HALF)] for _ in range(2)]
_EMPTY: Final = np.zeros(layout.POSITION_SIZE, np.int64)
_KIND_NUMBERS: Final = {kind: place for place, kind in enumerate(PileKind)}


def fits(rules: Rules) -> bool:
    """Whether the search supports a game.

    It supports no discards in groups, rows or piles that cover others, no foundations regardless of
    suit or order, none for whole suits beside a waste, no reserve that is refilled, and no more
    redeals or piles than the layout has room for.
    """
    foundations, tableau = rules.foundations, rules.tableau
    if rules.win is not Win.FOUNDATIONS or foundations.groups or tableau.covered_by:
        return False
    if not foundations.is_by_suit or rules.reserve.refilled:
        return False
    if rules.stock is not None and rules.stock.action not in _STOCK_ACTIONS:
        return False
    if foundations.outranked and rules.has_waste:
        return False
    redeals = rules.stock.redeals if rules.stock is not None else 0
    if foundations.whole_suits and rules.has_waste:
        return False
    compiled = compile_rules(rules)
    if len(compiled.foundations) > layout.MOST_FOUNDATIONS:
        return False
    return (redeals or 0) <= layout.MOST_REDEALS and len(compiled.piles) <= layout.MOST_PILES


@lru_cache(maxsize=1024)
def _rules_tables(compiled: CompiledRules, base: int) -> Ints:
    """The tables of a game, without what depends on the board."""
    tables = np.zeros(layout.TABLES_SIZE, np.int64)
    _write_scalars(tables, compiled)
    for number, kind in enumerate(_KINDS):
        pile = next(iter(compiled.piles_of(kind)), None)
        if pile is not None:
            _write(tables, layout.TAKES + number * layout.CARD_ROW, pile.build_masks)
            _write(tables, layout.RUNS + number * layout.CARD_ROW, pile.run_masks)
            tables[layout.BUILD_FROM + number] = _mask(pile.build_from)
            tables[layout.FILL_FROM + number] = _mask(pile.fill_from)
            tables[layout.FILLERS + number] = _last_ranks(base) if pile.kings_only else ALL_CARDS
            tables[layout.MOVE_UNITS + number] = _MOVE_UNITS[pile.move_unit]
    for number, row in enumerate(compiled.foundation_sequences[base]):
        # Beyond its last card a foundation takes card 52, which no pack has.
        taken = [*row[:-1], *(52,) * (layout.FOUNDATION_ROW - len(row) + 1)]
        _write(tables, layout.FOUNDATION_CARDS + number * layout.FOUNDATION_ROW, taken)
    for suit, pairs in enumerate(compiled.sequences_by_suit[base]):
        suit_foundations = (len(pairs), *(foundation for foundation, _ in pairs))
        _write(tables, layout.SUIT_FOUNDATIONS + suit * layout.SUIT_ROW, suit_foundations)
        rising = (13 * suit + (base + height) % 13 for height in range(13))
        masks = accumulate((1 << card for card in rising), initial=0)
        _write(tables, layout.FOUNDATION_MASKS + suit * layout.FOUNDATION_ROW, tuple(masks))
    if compiled.rules.foundations.outranked:
        lower = [(1 << card) - (1 << card // 13 * 13 + 1) if card % 13 else 0 for card in CARDS]
        aces = [0x1FFE << 13 * suit for suit in range(4)]
        for card in CARDS[::13]:
            lower[card] = aces[card.suit]
        _write(tables, layout.TAKES + layout.FOUNDATION * layout.CARD_ROW, lower)
    _write(tables, layout.RANKS, _ranks(compiled.rules, base))
    _write(tables, layout.IDENTITIES, _identities(compiled.rules))
    _write(tables, layout.FOLLOWERS, _followers(compiled, base))
    for half, salts in enumerate(_ZOBRIST):
        _write(tables, layout.ZOBRIST + half * layout.ZOBRIST_HALF, salts)
    return tables


def _write(numbers: Ints, at: int, values: Sequence[int]) -> None:
    """Write values at an offset."""
    numbers[at : at + len(values)] = values


def _ranks(rules: Rules, base: int) -> list[int]:
    """See ``RANKS``; a card that is on two courses counts on the first."""
    if rules.foundations.outranked:
        base = Rank.TWO - 1
    ranks = [(card % 13 - base) % 13 for card in CARDS]
    for course in reversed(rules.foundations.courses):
        for place, card in enumerate(course.cards):
            ranks[card] = place
    return ranks


def _mask(kinds: frozenset[PileKind]) -> int:
    return sum(1 << number for number, kind in enumerate(_KINDS) if kind in kinds)


def _last_ranks(base: int) -> int:
    """The mask of the cards that complete a foundation."""
    return sum(1 << card for card in CARDS if (card % 13 - base) % 13 == 12)


def _identities(rules: Rules) -> list[int]:
    """The number of each card in keys: only its rank if no rule depends on suits."""
    build = rules.foundations.build
    piles = (rules.tableau, rules.cells, rules.reserve)
    if build is None or build.suits is not SuitRule.ANY or any(p.build or p.run for p in piles):
        return list(range(52))
    return [card % 13 for card in range(52)]


def _draws_from_stock(compiled: CompiledRules) -> bool:
    """Whether an empty pile is filled with a card of the stock or the waste."""
    return bool({compiled.stock, compiled.waste} & set(compiled.refill_from))


def _followers(compiled: CompiledRules, base: int) -> list[int]:
    """See ``FOLLOWERS``."""
    onto = [0] * 52
    for pile in compiled.piles:
        runs = pile.move_unit is not MoveUnit.FACE_UP
        for card in CARDS:
            onto[card] |= pile.build_masks[card] | (pile.run_masks[card] if runs else 0)
    if not compiled.rules.gives_back:
        return onto
    # The cards beneath one on its foundation can be taken back as well.
    for card in CARDS:
        suit, rank = divmod(card, 13)
        below = ((base + height) % 13 for height in range((rank - base) % 13))
        onto[card] |= sum(1 << 13 * suit + other for other in below)
    return [_closure(card, onto) for card in CARDS]


def _closure(card: int, onto: list[int]) -> int:
    """The mask of the cards reachable from a card, itself included."""
    known, fresh = 1 << card, [card]
    while fresh:
        more = onto[fresh.pop()] & ~known
        known |= more
        fresh += [other for other in CARDS if more >> other & 1]
    return known


def _write_scalars(numbers: Ints, compiled: CompiledRules) -> None:
    rules = compiled.rules
    foundations, stock = rules.foundations, rules.stock
    ends = [len(compiled.piles_of(kind)) for kind in _KINDS[:4]]
    numbers[: layout.FOUNDATIONS_END + 1] = np.cumsum(ends)
    numbers[layout.STOCK_PILE], numbers[layout.WASTE_PILE] = (
        255 if pile < 0 else pile for pile in (compiled.stock, compiled.waste)
    )
    if stock is not None:
        numbers[layout.STOCK_ACTION] = _STOCK_ACTIONS[stock.action]
        numbers[layout.TURN] = min(stock.turn, rules.card_count)
        numbers[layout.UNLIMITED_REDEALS] = rules.has_waste and stock.redeals is None
        numbers[layout.ONTO_EMPTY] = stock.onto_empty
        numbers[layout.FOLDS_TURNS] = (
            # The top of the waste decides what a pile is filled with once it is empty.
            rules.has_waste and stock.onto_empty and not _draws_from_stock(compiled)
        )
        numbers[layout.REACHES_WHOLE_STOCK] = stock.turn == 1 and numbers[layout.UNLIMITED_REDEALS]
    numbers[layout.WHOLE_SUITS] = foundations.whole_suits
    numbers[layout.SINGLE_FOUNDATION] = foundations.is_single
    numbers[layout.OUTRANKED] = foundations.outranked
    numbers[layout.REFILLED] = sum(
        _REFILLS[kind] << 2 * at
        for at, kind in enumerate(rules.tableau.refill_from if compiled.refilled else ())
    )
    numbers[layout.RESERVE_ORDERED] = PileKind.RESERVE in compiled.ordered
    numbers[layout.AFTER_STOCK] = sum(
        1 << number
        for number, kind in enumerate(_KINDS[:3])
        if any(pile.after_stock for pile in compiled.piles_of(kind))
    )
    numbers[layout.FILL_FIRST] = sum(
        _KINDS.index(first) + 1 << layout.FILL_FIRST_BITS * number
        for number, kind in enumerate(_KINDS[:3])
        for first in {pile.fill_first for pile in compiled.piles_of(kind)}
        if first is not None
    )
    numbers[layout.PILE_SIZE] = rules.tableau.deal[0]
    numbers[layout.HAS_HIDDEN] = any(
        piles.face_down for piles in (rules.tableau, rules.cells, rules.reserve)
    )
    numbers[layout.CARDS] = rules.progress_to_win if foundations.outranked else rules.card_count
    numbers[layout.MAX_MOVES] = rules.card_count * (numbers[layout.RESERVE_END] + 1) + 1
    numbers[layout.SAFE] = not (
        foundations.whole_suits
        or foundations.descending
        or foundations.is_single
        or foundations.courses
        or numbers[layout.AFTER_STOCK]
        or (rules.has_waste and not numbers[layout.FOLDS_TURNS])
    )
    numbers[layout.TAKES_BACK] = compiled.rules.gives_back
    numbers[layout.CARRIES_OTHERS] = any(
        pile.move_unit is MoveUnit.FACE_UP for pile in compiled.piles
    )
    numbers[layout.RESERVE_GROWS] = any(
        pile.fill_from for pile in compiled.piles_of(PileKind.RESERVE)
    )
    numbers[layout.FINDS_DEAD_ENDS] = _finds_dead_ends(compiled, int(numbers[layout.REFILLED]))
    numbers[layout.SPLITS_FREELY] = not _moves_whole_runs(compiled)


def _finds_dead_ends(compiled: CompiledRules, refilled: int) -> bool:
    """Whether :func:`engine.solver.general.dead_ends.is_dead_end` knows all that a game allows."""
    foundations, stock, reserve = (
        compiled.rules.foundations,
        compiled.rules.stock,
        compiled.piles_of(PileKind.RESERVE),
    )
    if foundations.whole_suits or foundations.is_single or foundations.outranked:
        return False
    if any(pile.build_from or pile.fill_from for pile in reserve):
        return False
    if refilled and any(pile.move_unit is not MoveUnit.SINGLE for pile in reserve):
        return False
    if refilled & 3 not in (0, layout.BY_RESERVE):
        return False
    return stock is None or stock.action is not StockAction.FOUNDATION


def _moves_whole_runs(compiled: CompiledRules) -> bool:
    """Whether part of a run is only worth moving if the card beneath goes to a foundation."""
    tableau, foundations = compiled.rules.tableau, compiled.rules.foundations
    if tableau.move_unit is not MoveUnit.RUN or tableau.run not in (None, tableau.build):
        return False
    if foundations.whole_suits or foundations.descending or foundations.build:
        return False
    if foundations.courses:
        return False
    if any(pile.kind is not PileKind.TABLEAU for pile in compiled.targets) or compiled.refilled:
        return False
    if compiled.rules.stock is not None and not compiled.rules.stock.onto_empty:
        # Splitting a run may be worth it just to fill an empty pile.
        return False
    return _is_complete(tableau.build)


def _is_complete(build: Build | None) -> bool:
    """Whether all cards that go onto one card go onto the same cards, without wrapping."""
    return (
        build is not None
        and build.suits in COMPLETE_SUIT_RULES
        and build.direction is Direction.DOWN
        and not build.wraps
    )


def encode(board: Board) -> tuple[Ints, Ints]:
    """The tables and the initial position of a search from a board."""
    compiled, rules = board.compiled, board.rules
    tables = _rules_tables(compiled, board.base).copy()
    position = _EMPTY.copy()
    turn_order: tuple[int, ...] = ()
    if rules.has_waste:
        turn_order = board.stacks[compiled.waste] + board.stacks[compiled.stock][::-1]
        position[layout.IN_WASTE] = len(board.stacks[compiled.waste])
    elif compiled.stock >= 0:
        turn_order = board.stacks[compiled.stock]
    tables[layout.STOCK_SIZE] = position[layout.REMAINING] = len(turn_order)
    _write(tables, layout.TURN_ORDER, turn_order)
    _write(position, layout.REMAINING_PLACES, range(layout.ROW))
    position[layout.REDEALS] = -1 if board.redeals is None else board.redeals
    _write(position, layout.FACE_DOWN, board.hidden)
    for pile in compiled.piles:
        index, cards = pile.index, board.stacks[pile.index]
        # All piles of one kind start with the same hash, so that their order does not matter.
        kind = layout.ZOBRIST_NUMBERS + 1 + _KIND_NUMBERS[pile.kind]
        position[layout.HASH_LOW + index * layout.ROW] = _ZOBRIST[0][kind]
        position[layout.HASH_HIGH + index * layout.ROW] = _ZOBRIST[1][kind]
        if pile.kind not in (PileKind.STOCK, PileKind.WASTE):
            _write(position, layout.STACKS + index * layout.ROW, cards)
            position[layout.HEIGHTS + index] = len(cards)
            tables[layout.HOLDS_ONE + index] = _holds_one(rules, pile, len(cards))
    _fill_foundations(tables, position, compiled, board.base)
    rows = layout.MOST_PILES * layout.ROW
    for root, now in (
        (layout.ROOT_STACKS, layout.STACKS),
        (layout.ROOT_HASH_LOW, layout.HASH_LOW),
        (layout.ROOT_HASH_HIGH, layout.HASH_HIGH),
    ):
        tables[root : root + rows] = position[now : now + rows]
    for root, now in (
        (layout.ROOT_HEIGHTS, layout.HEIGHTS),
        (layout.ROOT_FACE_DOWN, layout.FACE_DOWN),
    ):
        tables[root : root + layout.MOST_PILES] = position[now : now + layout.MOST_PILES]
    return tables, position


def write_weights(tables: Ints, weights: Weights) -> None:
    """Write the weights of the heuristic evaluation into tables."""
    for queue, row in enumerate(weights):
        _write(tables, layout.WEIGHTS + queue * layout.WEIGHT_ROW, row)


def _fill_foundations(tables: Ints, position: Ints, compiled: CompiledRules, base: int) -> None:
    """Write the complete foundations, so that a foundation is told by its height alone."""
    heights = position[layout.HEIGHTS : layout.FACE_DOWN].copy()
    for foundation, row in zip(
        compiled.foundations, compiled.foundation_sequences[base], strict=False
    ):
        _write(position, layout.STACKS + foundation * layout.ROW, row[:-1])
        position[layout.HEIGHTS + foundation] = len(row) - 1
    rebuild(tables, position)
    position[layout.HEIGHTS : layout.FACE_DOWN] = heights


def _holds_one(rules: Rules, pile: Pile, height: int) -> bool:
    """Whether a pile of a given height will never hold more than one card."""
    if pile.kind is PileKind.RESERVE and rules.deals_to_reserve:
        return False
    if pile.kind is PileKind.RESERVE:
        return not (pile.build_from or pile.fill_from) and height < 2
    return pile.kind is PileKind.CELL
