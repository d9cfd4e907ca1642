"""A declaration worked out once: its piles by name and number, and which card takes which.

Sets of cards are bit masks: card ``c`` is in mask ``m`` when ``m >> c & 1``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.cards import CARDS, Card, Suit
from engine.moves import Move
from engine.rules import (
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
"""What a foundation takes that holds a whole suit: no card."""
CELL_NAMES: Final = "abcdeghi"
"""The names of the cells; ``f`` is what people type for any foundation."""


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """One pile's place and rules.

    Attributes:
        index: its number, in the order in which piles are listed.
        name: its name as people type it.
        kind: its kind.
        move_unit: which cards may leave it together.
        build_masks: for each card on top, the mask of cards that may be put on it; all zero for
            foundations, except a single one built regardless of suit.
        run_masks: for each card, the mask of cards that continue a run above it.
        build_from: the kinds of piles it is built on from.
        fill_from: the kinds of piles it is filled from when empty.
        kings_only: whether only a king may head what fills it.
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


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """From where to where cards go, foundations as targets aside.

    Attributes:
        kind: the kind of the piles that cards leave.
        sources: those piles.
        targets: the piles that take cards from that kind.
    """

    kind: PileKind
    sources: tuple[Pile, ...]
    targets: tuple[Pile, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRules:
    """A game's piles, in the order in which they are listed.

    That order is: tableau, cells, reserve, foundations, stock, waste.

    Attributes:
        rules: the declaration.
        piles: every pile.
        index_of: the number of each pile, by name.
        tableau: the tableau piles.
        foundation_sources: the piles that a foundation takes cards from.
        targets: the piles that cards may be played onto, other than foundations.
        routes: for each kind of piles that those take cards from, and for the stock, which they
            are and where their cards may go; in the order of the kinds.
        foundations_by_suit: for each suit, the indices of the foundations built up in it.
        foundations: the indices of all foundations.
        foundation_sequences: for each base rank (0 for the ace) and each foundation, the cards it
            takes in turn, ending with :data:`FULL`.
        indexed_sequences: the same with the number of the foundation, the last foundation first.
        sequences_by_suit: the same for each suit, the first foundation first.
        stock: the number of the stock; -1 without one.
        waste: the number of the waste; -1 without one.
        stock_move: the move that turns, deals or redeals the stock, where there is one.
        refilled: whether empty tableau piles are filled from the reserve at once.
        deals_to_foundation: whether the stock deals to the foundation.
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
    deals_to_foundation: bool

    def suit_of(self, foundation: Pile) -> Suit:
        """The suit that a foundation is for."""
        return Suit(self.foundations.index(foundation.index) % self.rules.suits)

    def is_descending(self, foundation: Pile) -> bool:
        """Whether a foundation is built down, from the card that ends those built up."""
        return self.rules.foundations.descending and self.foundations.index(foundation.index) >= 4

    def piles_of(self, kind: PileKind) -> tuple[Pile, ...]:
        """The piles of one kind, in order."""
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
        case SuitRule.ANY:
            return True


def _steps(order: Direction) -> tuple[int, ...]:
    return {Direction.DOWN: (-1,), Direction.UP: (1,), Direction.EITHER: (-1, 1)}[order]


def _mask(onto: Card, build: Build) -> int:
    ranks = {onto.rank + step for step in _steps(build.direction)}
    if build.wraps:
        ranks = {(rank - 1) % 13 + 1 for rank in ranks}
    return sum(
        1 << card for card in CARDS if card.rank in ranks and _suits_match(card, onto, build.suits)
    )


@cache
def build_masks(build: Build | None) -> tuple[int, ...]:
    """For each of the 52 cards, the mask of cards that may be built on it."""
    return tuple(0 if build is None else _mask(card, build) for card in CARDS)


def _runs(piles: Piles) -> tuple[int, ...]:
    if piles.move_unit is MoveUnit.SINGLE:
        return build_masks(None)
    if piles.move_unit is MoveUnit.FACE_UP:
        return (ALL_CARDS,) * 52
    return build_masks(piles.run or piles.build)


def _declared(rules: Rules) -> list[tuple[str, PileKind, Piles | None]]:
    """Name, kind and declaration of each pile, in order."""
    named: list[tuple[str, PileKind, Piles | None]] = [
        (str(n + 1), PileKind.TABLEAU, rules.tableau) for n in range(len(rules.tableau.deal))
    ]
    named += [(CELL_NAMES[n], PileKind.CELL, rules.cells) for n in range(len(rules.cells.deal))]
    named += [
        (f"r{n + 1}", PileKind.RESERVE, rules.reserve) for n in range(len(rules.reserve.deal))
    ]
    named += [(f"f{n + 1}", PileKind.FOUNDATION, None) for n in range(_foundations(rules))]
    if rules.stock is not None:
        named.append(("s", PileKind.STOCK, None))
    if rules.has_waste:
        named.append(("w", PileKind.WASTE, None))
    return named


def _foundations(rules: Rules) -> int:
    """How many foundations a game has."""
    if rules.foundations.build:
        return 1
    return 4 * rules.decks * (2 if rules.foundations.descending else 1)


def _nexts(rules: Rules, base: int) -> tuple[tuple[int, ...], ...]:
    """For each foundation the cards that it takes one after the other, and then :data:`FULL`.

    None where the only foundation is built regardless of suit.
    """
    if rules.foundations.build:
        return ()
    rows = []
    for number in range(_foundations(rules)):
        ranks = [(base + height) % 13 for height in range(13)]
        if rules.foundations.descending and number >= 4:
            ranks.reverse()
        rows.append((*(number % rules.suits * 13 + rank for rank in ranks), FULL))
    return tuple(rows)


def _pile(
    index: int, name: str, kind: PileKind, piles: Piles | None, foundation_build: Build | None
) -> Pile:
    nothing = frozenset[PileKind]()
    return Pile(
        index=index,
        name=name,
        kind=kind,
        move_unit=piles.move_unit if piles else MoveUnit.SINGLE,
        build_masks=build_masks(piles.build if piles else foundation_build),
        run_masks=_runs(piles) if piles else build_masks(None),
        build_from=piles.build_from if piles and piles.build else nothing,
        fill_from=piles.fill_from if piles and piles.fill is not EmptyPileRule.NOTHING else nothing,
        kings_only=piles is not None and piles.fill is EmptyPileRule.KING,
    )


def _routes(piles: tuple[Pile, ...], targets: tuple[Pile, ...]) -> Iterator[Route]:
    for kind in PileKind:
        sources = tuple(pile for pile in piles if pile.kind is kind)
        taking = tuple(pile for pile in targets if kind in pile.build_from | pile.fill_from)
        if sources and (taking or kind is PileKind.STOCK):
            yield Route(kind, sources, taking)


def _deals_home(rules: Rules) -> bool:
    return rules.stock is not None and rules.stock.action is StockAction.FOUNDATION


def _stock_target(rules: Rules) -> str:
    if rules.has_waste:
        return "w"
    return "f1" if _deals_home(rules) else ""


@cache
def compile_rules(rules: Rules) -> CompiledRules:
    """The plan of a declaration; always the same one for the same declaration."""
    piles = tuple(
        _pile(
            index,
            *declared,
            rules.foundations.build if declared[1] is PileKind.FOUNDATION else None,
        )
        for index, declared in enumerate(_declared(rules))
    )
    number = {pile.name: pile.index for pile in piles}
    targets = tuple(pile for pile in piles if pile.build_from or pile.fill_from)
    homes = tuple(pile.index for pile in piles if pile.kind is PileKind.FOUNDATION)
    rising = homes[:4] if rules.foundations.descending else homes
    if rules.foundations.build:
        rising = homes * 4
    nexts = tuple(_nexts(rules, base) for base in range(13))
    takers = tuple(tuple(zip(homes, rows, strict=False)) for rows in nexts)
    return CompiledRules(
        rules=rules,
        piles=piles,
        index_of=number,
        tableau=tuple(pile for pile in piles if pile.kind is PileKind.TABLEAU),
        foundation_sources=tuple(
            pile for pile in piles if pile.kind not in (PileKind.FOUNDATION, PileKind.STOCK)
        ),
        targets=targets,
        routes=tuple(_routes(piles, targets)),
        foundations_by_suit=tuple(
            rising[suit :: rules.suits] if suit < rules.suits else () for suit in range(4)
        ),
        foundations=homes,
        foundation_sequences=nexts,
        indexed_sequences=tuple(taking[::-1] for taking in takers),
        sequences_by_suit=tuple(
            tuple(tuple(pair for pair in taking if pair[1][0] // 13 == suit) for suit in range(4))
            for taking in takers
        ),
        stock=number.get("s", -1),
        waste=number.get("w", -1),
        stock_move=Move("s", _stock_target(rules)),
        refilled=rules.tableau.refilled,
        deals_to_foundation=_deals_home(rules),
    )
