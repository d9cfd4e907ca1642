"""Rules compiled to lookup tables: piles by index, bit masks of legal builds.

A set of cards is a bit mask: card ``c`` is in mask ``m`` when ``m >> c & 1``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, TypedDict

from engine.cards import CARDS, Card, Suit
from engine.moves import Move
from engine.rules import (
    DEALT,
    Base,
    Build,
    Direction,
    EmptyPileRule,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    StockAction,
    SuitRule,
)

ALL_CARDS: Final = (1 << 52) - 1
FULL: Final = -1
"""Ends the cards that a foundation takes: no card is next."""
CELL_NAMES: Final = "abcdeghi"
"""The names of the cells; ``f`` is left out, because it means any foundation."""


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """A pile's place and rules.

    Attributes:
        index: its position in the order of piles.
        name: as players type it.
        move_unit: which cards may leave it together.
        build_masks: for each card on top, the mask of cards that may be put on it; all zero for
            foundations, except a single one built regardless of suit.
        run_masks: for each card, the mask of cards that continue a run above it.
        build_from: the kinds of pile whose cards may be built on it.
        fill_from: the kinds of pile whose cards may fill it when empty.
        kings_only: whether only a king, or the rank that ends a foundation, may fill it.
        fill_first: the kind of pile that alone may fill it while one of them has a card.
        covered_by: the indices of the piles whose cards lie on its cards.
        left_targets: the indices of the only piles it may go to, if they are counted to its left.
        neighbour: the index of the pile to its left in its row; -1 without one.
        firsts: the mask of the cards that may fill it where it begins a row; 0 elsewhere.
        after_stock: whether cards may be put there only once the stock is empty.
    """

    index: int
    name: str
    kind: PileKind
    move_unit: MoveUnit
    build_masks: tuple[int, ...]
    run_masks: tuple[int, ...]
    build_from: frozenset[PileKind]
    fill_from: frozenset[PileKind]
    kings_only: bool
    fill_first: PileKind | None = None
    covered_by: tuple[int, ...] = ()
    left_targets: tuple[int, ...] | None = None
    neighbour: int = -1
    firsts: int = 0
    after_stock: bool = False

    @property
    def has_place(self) -> bool:
        """Whether its place in a row decides which card may fill it."""
        return self.neighbour >= 0 or self.firsts > 0


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """Where cards from one kind of pile may go, foundations aside.

    Attributes:
        kind: the kind of the sources.
        sources: the piles of that kind.
        targets: the piles that accept cards from that kind.
    """

    kind: PileKind
    sources: tuple[Pile, ...]
    targets: tuple[Pile, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRules:
    """A game's rules as lookup tables.

    Attributes:
        rules: the declaration.
        piles: every pile, in the order tableau, cells, reserve, foundations, stock, waste.
        index_of: the index of each pile, by name.
        tableau: the tableau piles.
        foundation_sources: the piles whose cards may go to a foundation.
        targets: the piles that accept cards, foundations excepted.
        routes: the routes to those targets, and that of the stock, in the order of the kinds.
        foundations_by_suit: for each suit, the indices of the foundations built up in it; with
            courses, of all in it.
        foundations: the indices of all foundations.
        foundation_sequences: for each base rank (0 for the ace) and each foundation, the cards it
            takes in turn, ending with :data:`FULL`; spades where any suit will do. Not for
            foundations that take cards in any order.
        indexed_sequences: the same with the index of the foundation, the last foundation first.
        sequences_by_suit: the same by suit, the first foundation first.
        stock: the index of the stock; -1 without one.
        waste: the index of the waste; -1 without one.
        stock_move: the move that turns, deals or redeals the stock.
        refilled: whether empty piles are filled at once.
        refills: the piles that are.
        refill_from: the piles that fill them, in that order.
        differ: whether foundations that take a card go on differently, so that it matters which.
        is_layered: whether any pile covers another.
        touching: for each tableau pile, the indices of those next to it in their rows, in any
            direction.
        ordered: the kinds of piles whose places always matter.
        dealt_in_order: the kind whose piles the stock deals to, one after the other; None if none.
        gathers: whether a redeal gathers the tableau in the order of its piles.
    """

    rules: Rules
    piles: tuple[Pile, ...]
    index_of: dict[str, int]
    tableau: tuple[Pile, ...]
    foundation_sources: tuple[Pile, ...]
    targets: tuple[Pile, ...]
    routes: tuple[Route, ...]
    foundations_by_suit: tuple[tuple[int, ...], ...]
    foundations: tuple[int, ...]
    foundation_sequences: tuple[tuple[tuple[int, ...], ...], ...]
    indexed_sequences: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]
    sequences_by_suit: tuple[tuple[tuple[tuple[int, tuple[int, ...]], ...], ...], ...]
    stock: int
    waste: int
    stock_move: Move
    refilled: bool
    refills: tuple[Pile, ...]
    refill_from: tuple[int, ...]
    differ: bool
    is_layered: bool
    touching: tuple[frozenset[int], ...]
    ordered: frozenset[PileKind]
    dealt_in_order: PileKind | None
    gathers: bool

    def suit_of(self, foundation: Pile) -> Suit | None:
        """The suit of a foundation; None if it has none of its own."""
        if not self.rules.foundations.is_by_suit:
            return None
        place, courses = self.foundations.index(foundation.index), self.rules.foundations.courses
        return courses[place].first.suit if courses else Suit(place % self.rules.suits)

    def is_descending(self, foundation: Pile) -> bool:
        """Whether a foundation is built down."""
        place, courses = self.foundations.index(foundation.index), self.rules.foundations.courses
        if courses:
            return courses[place].direction is Direction.DOWN
        return self.rules.foundations.descending and place >= 4

    def length_of(self, foundation: Pile) -> int:
        """How many cards complete a foundation; not for one built regardless of suit."""
        if self.rules.foundations.follows_previous:
            return 13
        return len(self.foundation_sequences[0][self.foundations.index(foundation.index)]) - 1

    def piles_of(self, kind: PileKind) -> tuple[Pile, ...]:
        """The piles of a kind, in order."""
        return tuple(pile for pile in self.piles if pile.kind is kind)


def _suits_match(card: Card, onto: Card, suits: SuitRule) -> bool:
    match suits:
        case SuitRule.ALTERNATING:
            return card.is_red != onto.is_red
        case SuitRule.SAME:
            return card.suit == onto.suit
        case SuitRule.SAME_COLOUR:
            return card.is_red == onto.is_red
        case SuitRule.OTHER:
            return card.suit != onto.suit
        case SuitRule.ANY | SuitRule.OR_RANK:
            return True


def _steps(direction: Direction) -> tuple[int, ...]:
    steps = {Direction.DOWN: (-1,), Direction.UP: (1,), Direction.EITHER: (-1, 1)}
    return steps.get(direction) or tuple(range(-12, 13))


def _mask(onto: Card, build: Build) -> int:
    if build.suits is SuitRule.OR_RANK:
        return sum(1 << c for c in CARDS if c.suit == onto.suit or c.rank == onto.rank)
    ranks = {onto.rank + step for step in _steps(build.direction)}
    if build.wraps:
        ranks = {(rank - 1) % 13 + 1 for rank in ranks}
    return sum(
        1 << card for card in CARDS if card.rank in ranks and _suits_match(card, onto, build.suits)
    )


@cache
def build_masks(build: Build | None) -> tuple[int, ...]:
    """For each card, the mask of cards that may be built on it."""
    return tuple(0 if build is None else _mask(card, build) for card in CARDS)


def _runs(piles: Piles) -> tuple[int, ...]:
    if piles.move_unit in (MoveUnit.SINGLE, MoveUnit.STACK):
        return build_masks(None)
    if piles.move_unit is MoveUnit.FACE_UP:
        return (ALL_CARDS,) * 52
    return build_masks(piles.run or piles.build)


def _declared(rules: Rules) -> list[tuple[str, PileKind, Piles | None]]:
    """The name, kind and declaration of each pile, in order."""
    named: list[tuple[str, PileKind, Piles | None]] = [
        (str(n + 1), PileKind.TABLEAU, rules.tableau) for n in range(len(rules.tableau.deal))
    ]
    named += [(CELL_NAMES[n], PileKind.CELL, rules.cells) for n in range(len(rules.cells.deal))]
    named += [
        (f"r{n + 1}", PileKind.RESERVE, rules.reserve) for n in range(len(rules.reserve.deal))
    ]
    named += [(f"f{n + 1}", PileKind.FOUNDATION, None) for n in range(_foundation_count(rules))]
    if rules.stock is not None:
        named.append(("s", PileKind.STOCK, None))
    if rules.has_waste:
        named.append(("w", PileKind.WASTE, None))
    return named


def _foundation_count(rules: Rules) -> int:
    """The number of foundations."""
    if not rules.has_foundations:
        return 0
    if rules.foundations.is_single:
        return 1
    if rules.foundations.courses:
        return len(rules.foundations.courses)
    return 4 * rules.decks * (2 if rules.foundations.descending else 1)


def _sequences(rules: Rules, base: int) -> tuple[tuple[int, ...], ...]:
    """The cards that each foundation takes in turn, ending with :data:`FULL`.

    Empty for a single foundation, and where cards come in any order.
    """
    if rules.foundations.is_single or rules.foundations.follows_previous:
        return ()
    if rules.foundations.courses:
        return tuple((*course.cards, FULL) for course in rules.foundations.courses)
    if rules.foundations.suits is SuitRule.ANY:
        steps = rules.foundations.steps
        if not steps:
            return ((*((base + height) % 13 for height in range(13)), FULL),) * 4
        return tuple(
            (*((step * number - 1) % 13 for number in range(1, 14)), FULL) for step in steps
        )
    rows = []
    for number in range(_foundation_count(rules)):
        ranks = [(base + height) % 13 for height in range(rules.last_rank)]
        if rules.foundations.descending and number >= 4:
            ranks.reverse()
        rows.append((*(number % rules.suits * 13 + rank for rank in ranks), FULL))
    return tuple(rows)


def _pile(rules: Rules, index: int, name: str, kind: PileKind, piles: Piles | None) -> Pile:
    nothing = frozenset[PileKind]()
    filled = piles if piles and piles.fill is not EmptyPileRule.NOTHING else None
    return Pile(
        index=index,
        name=name,
        kind=kind,
        move_unit=piles.move_unit if piles else MoveUnit.SINGLE,
        build_masks=build_masks(
            piles.build
            if piles
            else rules.foundations.build
            if kind is PileKind.FOUNDATION
            else None
        ),
        run_masks=_runs(piles) if piles else build_masks(None),
        build_from=piles.build_from if piles and piles.build else nothing,
        fill_from=filled.fill_from if filled else nothing,
        kings_only=piles is not None and piles.fill is EmptyPileRule.KING,
        fill_first=filled.fill_first if filled else None,
        after_stock=piles is not None and piles.after_stock,
        **_place(rules, index, piles),
    )


class _Place(TypedDict, total=False):
    """What a pile's place adds to its rules; see :class:`Pile`."""

    covered_by: tuple[int, ...]
    left_targets: tuple[int, ...] | None
    neighbour: int
    firsts: int


def _place(rules: Rules, index: int, piles: Piles | None) -> _Place:
    place = _Place()
    if piles is None:
        return place
    if piles.covered_by:
        place["covered_by"] = tuple(number - 1 for number in piles.covered_by[index])
    if piles.steps_left:
        place["left_targets"] = tuple(index - steps for steps in piles.steps_left if steps <= index)
    if piles.fill is EmptyPileRule.NEXT:
        row, column = divmod(index, piles.row_length)
        if column:
            place["neighbour"] = index - 1
        else:
            place["firsts"] = sum(
                1 << card
                for card in CARDS
                if card.rank is rules.first_rank and (not piles.row_suits or card.suit == row)
            )
    return place


def _touching(rules: Rules) -> tuple[frozenset[int], ...]:
    """For each tableau pile, the piles next to it in their rows."""
    length, count = rules.tableau.row_length, len(rules.tableau.deal)
    if not length:
        return (frozenset(),) * count
    places = [divmod(index, length) for index in range(count)]
    return tuple(
        frozenset(
            index
            for index, (other_row, other) in enumerate(places)
            if max(abs(row - other_row), abs(column - other)) == 1
        )
        for row, column in places
    )


def _routes(piles: tuple[Pile, ...], targets: tuple[Pile, ...]) -> Iterator[Route]:
    for kind in PileKind:
        sources = tuple(pile for pile in piles if pile.kind is kind)
        taking = tuple(pile for pile in targets if kind in pile.build_from | pile.fill_from)
        if sources and (taking or kind is PileKind.STOCK):
            yield Route(kind, sources, taking)


_DEALT_IN_ORDER: Final = {
    StockAction.TABLEAU: PileKind.TABLEAU,
    StockAction.RESERVE: PileKind.RESERVE,
}


def _ordered(rules: Rules) -> Iterator[PileKind]:
    """The kinds of piles whose places always matter, other than to what the stock does."""
    tableau = rules.tableau
    is_row = tableau.fill is EmptyPileRule.NEXT or rules.foundations.touching
    closes_up = rules.stock is not None and rules.stock.action is StockAction.CLOSE_UP
    if is_row or closes_up or tableau.covered_by or tableau.steps_left:
        yield PileKind.TABLEAU
    if tableau.refilled and PileKind.RESERVE in tableau.refill_from:
        # The first pile that has a card fills an empty one.
        yield PileKind.RESERVE


def _stock_target(rules: Rules) -> str:
    if rules.has_waste:
        return "w"
    return "f1" if rules.deals_to_foundation else ""


def _rising_by_suit(rules: Rules, foundations: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each suit, the indices of the foundations built up in it, or of all with courses."""
    declared = rules.foundations
    if declared.courses:
        return tuple(
            tuple(
                index
                for index, course in zip(foundations, declared.courses, strict=True)
                if course.first.suit is suit
            )
            for suit in Suit
        )
    if not declared.is_by_suit:
        return (foundations,) * 4
    rising = foundations[:4] if declared.descending else foundations
    if declared.is_single:
        rising = foundations * 4
    return tuple(rising[suit :: rules.suits] if suit < rules.suits else () for suit in range(4))


@lru_cache(maxsize=1024)
def compile_rules(rules: Rules) -> CompiledRules:
    """The compiled rules; always the same object for equal rules."""
    piles = tuple(_pile(rules, index, *declared) for index, declared in enumerate(_declared(rules)))
    index_of = {pile.name: pile.index for pile in piles}
    targets = tuple(pile for pile in piles if pile.build_from or pile.fill_from)
    foundations = tuple(pile.index for pile in piles if pile.kind is PileKind.FOUNDATION)
    sequences = tuple(_sequences(rules, base) for base in range(13))
    if rules.foundations.base is Base.CHOSEN:
        # Until the base is chosen, no card is next.
        sequences += (((FULL,),) * len(foundations),)
    indexed = tuple(tuple(zip(foundations, rows, strict=False)) for rows in sequences)
    is_any = rules.foundations.suits is SuitRule.ANY
    return CompiledRules(
        rules=rules,
        piles=piles,
        index_of=index_of,
        tableau=tuple(pile for pile in piles if pile.kind is PileKind.TABLEAU),
        foundation_sources=tuple(
            pile for pile in piles if pile.kind not in (PileKind.FOUNDATION, PileKind.STOCK)
        ),
        targets=targets,
        routes=tuple(_routes(piles, targets)),
        foundations_by_suit=_rising_by_suit(rules, foundations),
        foundations=foundations,
        foundation_sequences=sequences,
        indexed_sequences=tuple(pairs[::-1] for pairs in indexed),
        sequences_by_suit=tuple(
            tuple(
                tuple(pair for pair in pairs if is_any or max(pair[1][0], 0) // 13 == suit)
                for suit in range(4)
            )
            for pairs in indexed
        ),
        stock=index_of.get("s", -1),
        waste=index_of.get("w", -1),
        stock_move=Move("s", _stock_target(rules)),
        refilled=rules.tableau.refilled or rules.reserve.refilled,
        refills=tuple(
            pile for pile in piles if pile.kind in DEALT and rules.piles_of(pile.kind).refilled
        ),
        refill_from=tuple(
            pile.index
            for declared in (rules.tableau, rules.reserve)
            if declared.refilled
            for kind in declared.refill_from
            for pile in piles
            if pile.kind is kind
        ),
        differ=bool(rules.foundations.steps),
        is_layered=any(pile.covered_by for pile in piles),
        touching=_touching(rules),
        ordered=frozenset(_ordered(rules)),
        dealt_in_order=_DEALT_IN_ORDER.get(rules.stock.action) if rules.stock else None,
        gathers=rules.stock is not None
        and rules.stock.action in (StockAction.GATHER, StockAction.RESHUFFLE),
    )
