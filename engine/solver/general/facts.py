"""A game's declaration and a board as the search sees them: numbers in arrays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import Final

import numpy as np

from engine.board import Board
from engine.cards import CARDS
from engine.compiled import ALL_CARDS, CompiledRules, Pile, compile_rules
from engine.rules import Build, Direction, MoveUnit, PileKind, Rules, StockAction, SuitRule
from engine.solver.general import fields as field
from engine.solver.general.fields import Ints
from engine.solver.general.position import put_again
from engine.solver.general.weights import weights_of

_KINDS: Final = (
    PileKind.TABLEAU,
    PileKind.CELL,
    PileKind.RESERVE,
    PileKind.FOUNDATION,
    PileKind.WASTE,
)
_GROUPS: Final = {
    MoveUnit.SINGLE: field.TOP_CARD,
    MoveUnit.RUN: field.ANY_PART,
    MoveUnit.FACE_UP: field.ANY_PART,
    MoveUnit.PILE: field.TOP_OR_ALL,
    MoveUnit.SUPERMOVE: field.AS_SPACES_ALLOW,
}
_DEALINGS: Final = {
    StockAction.WASTE: field.TO_WASTE,
    StockAction.TABLEAU: field.TO_TABLEAU,
    StockAction.FOUNDATION: field.TO_FOUNDATION,
    StockAction.RESHUFFLE: field.GATHERED,
}
_COMPLETE: Final = frozenset(
    {SuitRule.ALTERNATING, SuitRule.SAME, SuitRule.SAME_COLOUR, SuitRule.ANY}
)
"""The ways to build in which all cards that go onto a card go onto the same cards."""
_MOST_REDEALS: Final = 250


_CHANCE: Final = random.Random(52)
_SALTS: Final = [[_CHANCE.getrandbits(62) for _ in range(field.SALTED)] for _ in range(2)]
_EMPTY: Final = np.zeros(field.POSITION, np.int64)
_PLACES_OF_KINDS: Final = {kind: place for place, kind in enumerate(PileKind)}


def fits(rules: Rules) -> bool:
    """Whether the search knows all that a game's declaration says.

    It knows every game of the catalogue. It does not know whole suits that go home from the waste,
    and more redeals or piles than it can count.
    """
    redeals = rules.stock.redeals if rules.stock is not None else 0
    if rules.foundations.whole_suits and rules.has_waste:
        return False
    return (redeals or 0) <= _MOST_REDEALS and len(compile_rules(rules).piles) <= field.MOST_PILES


@cache
def _of_rules(compiled: CompiledRules, base: int) -> Ints:
    """What is known of a game whatever the board; the board's own part is empty."""
    facts = np.zeros(field.FACTS, np.int64)
    _write_numbers(facts, compiled)
    for number, kind in enumerate(_KINDS):
        pile = next(iter(compiled.piles_of(kind)), None)
        if pile is not None:
            _write(facts, field.TAKES + number * field.ROW_OF_CARDS, pile.build_masks)
            _write(facts, field.RUNS + number * field.ROW_OF_CARDS, pile.run_masks)
            facts[field.BUILD_FROM + number] = _mask(pile.build_from)
            facts[field.FILL_FROM + number] = _mask(pile.fill_from)
            facts[field.FILLERS + number] = _kings(base) if pile.kings_only else ALL_CARDS
            facts[field.GROUPS + number] = _GROUPS[pile.move_unit]
    for number, row in enumerate(compiled.foundation_sequences[base]):
        _write(facts, field.NEXTS + number * field.ROW_OF_NEXTS, row)
    for suit, pairs in enumerate(compiled.sequences_by_suit[base]):
        homes = (len(pairs), *(home for home, _ in pairs))
        _write(facts, field.HOMES + suit * field.ROW_OF_HOMES, homes)
        rising = (13 * suit + (base + height) % 13 for height in range(13))
        masks = accumulate((1 << card for card in rising), initial=0)
        _write(facts, field.HOME_CARDS + suit * field.ROW_OF_NEXTS, tuple(masks))
    _write(facts, field.RANKS, [(card % 13 - base) % 13 for card in CARDS])
    _write(facts, field.FACES, _faces(compiled.rules))
    _write(facts, field.FOLLOWERS, _followers(compiled, base))
    for half, salts in enumerate(_SALTS):
        _write(facts, field.SALTS + half * field.SALTED, salts)
    for queue, weights in enumerate(weights_of(compiled.rules)):
        _write(facts, field.WEIGHTS + queue * field.ROW_OF_WEIGHTS, weights)
    return facts


def _write(numbers: Ints, at: int, values: Sequence[int]) -> None:
    """Write values from a place on."""
    numbers[at : at + len(values)] = values


def _mask(kinds: frozenset[PileKind]) -> int:
    return sum(1 << number for number, kind in enumerate(_KINDS) if kind in kinds)


def _kings(base: int) -> int:
    """The mask of the cards that end a foundation."""
    return sum(1 << card for card in CARDS if (card % 13 - base) % 13 == 12)


def _faces(rules: Rules) -> list[int]:
    """What tells cards from each other: only the rank, where nothing asks for their suits."""
    build = rules.foundations.build
    piles = (rules.tableau, rules.cells, rules.reserve)
    if build is None or build.suits is not SuitRule.ANY or any(p.build or p.run for p in piles):
        return list(range(52))
    return [card % 13 for card in range(52)]


def _gives_back(compiled: CompiledRules) -> bool:
    return any(PileKind.FOUNDATION in pile.build_from | pile.fill_from for pile in compiled.targets)


def _followers(compiled: CompiledRules, base: int) -> list[int]:
    """The followers of each card where cards come back; else those that may lie on it directly."""
    onto = [0] * 52
    for pile in compiled.piles:
        runs = pile.move_unit is not MoveUnit.FACE_UP
        for card in CARDS:
            onto[card] |= pile.build_masks[card] | (pile.run_masks[card] if runs else 0)
    if not _gives_back(compiled):
        return onto
    # What lies beneath a card on its foundation can come back as well.
    for card in CARDS:
        suit, rank = divmod(card, 13)
        below = ((base + height) % 13 for height in range((rank - base) % 13))
        onto[card] |= sum(1 << 13 * suit + other for other in below)
    return [_reached(card, onto) for card in CARDS]


def _reached(card: int, onto: list[int]) -> int:
    """The mask of the cards that can be come to from a card, itself included."""
    known, fresh = 1 << card, [card]
    while fresh:
        more = onto[fresh.pop()] & ~known
        known |= more
        fresh += [other for other in CARDS if more >> other & 1]
    return known


def _write_numbers(numbers: Ints, compiled: CompiledRules) -> None:
    rules = compiled.rules
    foundations, stock = rules.foundations, rules.stock
    ends = [len(compiled.piles_of(kind)) for kind in _KINDS[:4]]
    numbers[: field.HOMES_END + 1] = np.cumsum(ends)
    numbers[field.STOCK_PILE], numbers[field.WASTE_PILE] = (
        255 if pile < 0 else pile for pile in (compiled.stock, compiled.waste)
    )
    if stock is not None:
        numbers[field.DEALING] = _DEALINGS[stock.action]
        numbers[field.TURN] = stock.turn
        numbers[field.CIRCLES] = rules.has_waste and stock.redeals is None
        numbers[field.ONTO_EMPTY] = stock.onto_empty
        numbers[field.FOLDS_TURNS] = rules.has_waste and stock.onto_empty
        numbers[field.FREES_WASTE] = stock.turn == 1 and numbers[field.CIRCLES]
    numbers[field.WHOLE_SUITS] = foundations.whole_suits
    numbers[field.SINGLE_HOME] = foundations.build is not None
    numbers[field.REFILLED] = compiled.refilled
    numbers[field.RESERVE_ALIKE] = (
        not compiled.refilled or len(compiled.piles_of(PileKind.RESERVE)) < 2
    )
    numbers[field.HAS_HIDDEN] = any(
        piles.face_down for piles in (rules.tableau, rules.cells, rules.reserve)
    )
    numbers[field.CARDS] = rules.card_count
    numbers[field.SAFE] = not (
        foundations.whole_suits
        or foundations.descending
        or foundations.build
        or (rules.has_waste and not numbers[field.FOLDS_TURNS])
    )
    numbers[field.GIVES_BACK] = _gives_back(compiled)
    numbers[field.CARRIES_OTHERS] = any(
        pile.move_unit is MoveUnit.FACE_UP for pile in compiled.piles
    )
    numbers[field.RESERVE_GROWS] = any(
        pile.fill_from for pile in compiled.piles_of(PileKind.RESERVE)
    )
    numbers[field.SPLITS_FREELY] = not _keeps_runs(compiled)


def _keeps_runs(compiled: CompiledRules) -> bool:
    """Whether a part of a run is only ever worth moving when the card beneath goes home."""
    tableau, foundations = compiled.rules.tableau, compiled.rules.foundations
    if tableau.move_unit is not MoveUnit.RUN or tableau.run not in (None, tableau.build):
        return False
    if foundations.whole_suits or foundations.descending or foundations.build:
        return False
    if any(pile.kind is not PileKind.TABLEAU for pile in compiled.targets) or compiled.refilled:
        return False
    if compiled.rules.stock is not None and not compiled.rules.stock.onto_empty:
        # It may be worth splitting a run only to fill an empty pile.
        return False
    return _is_complete(tableau.build)


def _is_complete(build: Build | None) -> bool:
    """Whether all cards that go onto a card go onto the same cards, and never round a circle."""
    return (
        build is not None
        and build.suits in _COMPLETE
        and build.direction is Direction.DOWN
        and not build.wraps
    )


def facts_of(board: Board) -> tuple[Ints, Ints]:
    """What the search knows of a board, and the position to begin with."""
    compiled, rules = board.compiled, board.rules
    facts = _of_rules(compiled, board.base).copy()
    position = _EMPTY.copy()
    turning: tuple[int, ...] = ()
    if rules.has_waste:
        turning = board.stacks[compiled.waste] + board.stacks[compiled.stock][::-1]
        position[field.TURNED] = len(board.stacks[compiled.waste])
    elif compiled.stock >= 0:
        turning = board.stacks[compiled.stock]
    facts[field.PLACES] = position[field.LEFT] = len(turning)
    _write(facts, field.TURNING, turning)
    _write(position, field.PLACES_LEFT, range(field.ROW))
    position[field.REDEALS] = -1 if board.redeals is None else board.redeals
    _write(position, field.DOWN, board.hidden)
    for pile in compiled.piles:
        index, cards = pile.index, board.stacks[pile.index]
        # Piles of one kind begin alike, whichever they are.
        kind = field.NUMBER_SALTS + 1 + _PLACES_OF_KINDS[pile.kind]
        position[field.LOW + index * field.ROW] = _SALTS[0][kind]
        position[field.HIGH + index * field.ROW] = _SALTS[1][kind]
        if pile.kind not in (PileKind.STOCK, PileKind.WASTE):
            _write(position, field.STACKS + index * field.ROW, cards)
            position[field.HEIGHTS + index] = len(cards)
            facts[field.SINGLE + index] = _is_single(pile, len(cards))
    _fill_homes(facts, position, compiled, board.base)
    rows = field.MOST_PILES * field.ROW
    for root, now in (
        (field.ROOTS, field.STACKS),
        (field.ROOT_LOW, field.LOW),
        (field.ROOT_HIGH, field.HIGH),
    ):
        facts[root : root + rows] = position[now : now + rows]
    for root, now in ((field.ROOT_HEIGHTS, field.HEIGHTS), (field.ROOT_DOWN, field.DOWN)):
        facts[root : root + field.MOST_PILES] = position[now : now + field.MOST_PILES]
    return facts, position


def _fill_homes(facts: Ints, position: Ints, compiled: CompiledRules, base: int) -> None:
    """Write all that foundations will ever hold, so that their heights tell their cards."""
    heights = position[field.HEIGHTS : field.DOWN].copy()
    for home, row in zip(compiled.foundations, compiled.foundation_sequences[base], strict=False):
        _write(position, field.STACKS + home * field.ROW, row[:13])
        position[field.HEIGHTS + home] = 13
    put_again(facts, position)
    position[field.HEIGHTS : field.DOWN] = heights


def _is_single(pile: Pile, height: int) -> bool:
    """Whether a pile of that height holds one card at the most, now and ever after."""
    if pile.kind is PileKind.RESERVE:
        return not (pile.build_from or pile.fill_from) and height < 2
    return pile.kind is PileKind.CELL
