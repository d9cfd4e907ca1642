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
from engine.rules import Build, Filler, Group, Kind, Order, Piles, Rules, Suits

ALL_CARDS: Final = (1 << 52) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """One pile's place and rules.

    Attributes:
        index: its number, in the order in which piles are listed.
        name: its name as people type it.
        kind: its kind.
        group: which cards may leave it together.
        takes: for each card at the top of this pile, the mask of cards that may be put on it.
        runs: for each card of this pile, the mask of cards that continue a run above it.
        build_from: the kinds of piles it is built on from.
        fill_from: the kinds of piles it is filled from when empty.
        kings_only: whether only a king may head what fills it.
    """

    index: int
    name: str
    kind: Kind
    group: Group
    takes: tuple[int, ...]
    runs: tuple[int, ...]
    build_from: frozenset[Kind]
    fill_from: frozenset[Kind]
    kings_only: bool


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """From where to where cards go, foundations as targets aside.

    Attributes:
        kind: the kind of the piles that cards leave.
        sources: those piles.
        targets: the piles that take cards from that kind.
    """

    kind: Kind
    sources: tuple[Pile, ...]
    targets: tuple[Pile, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A game's piles, in the order in which they are listed.

    That order is: tableau, cells, reserve, foundations, stock, waste.

    Attributes:
        rules: the declaration.
        piles: every pile.
        number: the number of each pile, by name.
        tableau: the tableau piles.
        feeders: the piles that a foundation takes cards from.
        targets: the piles that cards may be played onto, other than foundations.
        routes: for each kind of piles that those take cards from, and for the stock, which they
            are and where their cards may go; in the order of the kinds.
        foundations: for each suit the numbers of its foundations, lowest first.
        homes: the numbers of all foundations.
        stock: the number of the stock; -1 without one.
        waste: the number of the waste; -1 without one.
        stock_move: the move that turns, deals or redeals the stock, where there is one.
        refilled: whether empty tableau piles are filled from the reserve at once.
    """

    rules: Rules
    piles: tuple[Pile, ...]
    number: dict[str, int]
    tableau: tuple[Pile, ...]
    feeders: tuple[Pile, ...]
    targets: tuple[Pile, ...]
    routes: tuple[Route, ...]
    foundations: tuple[tuple[int, ...], ...]
    homes: tuple[int, ...]
    stock: int
    waste: int
    stock_move: Move
    refilled: bool

    def suit_of(self, foundation: Pile) -> Suit:
        """The suit that a foundation is for."""
        return Suit(self.homes.index(foundation.index) % 4)

    def of(self, kind: Kind) -> tuple[Pile, ...]:
        """The piles of one kind, in order."""
        return tuple(pile for pile in self.piles if pile.kind is kind)


def _suits_match(card: Card, onto: Card, suits: Suits) -> bool:
    match suits:
        case Suits.ALTERNATING:
            return card.is_red != onto.is_red
        case Suits.SAME:
            return card.suit == onto.suit
        case Suits.SAME_COLOUR:
            return card.is_red == onto.is_red
        case Suits.OTHER:
            return card.suit != onto.suit
        case Suits.ANY:
            return True


def _steps(order: Order) -> tuple[int, ...]:
    return {Order.DOWN: (-1,), Order.UP: (1,), Order.EITHER: (-1, 1)}[order]


def _mask(onto: Card, build: Build) -> int:
    ranks = {onto.rank + step for step in _steps(build.order)}
    if build.wraps:
        ranks = {(rank - 1) % 13 + 1 for rank in ranks}
    return sum(
        1 << card for card in CARDS if card.rank in ranks and _suits_match(card, onto, build.suits)
    )


@cache
def masks(build: Build | None) -> tuple[int, ...]:
    """For each of the 52 cards, the mask of cards that may be built on it."""
    return tuple(0 if build is None else _mask(card, build) for card in CARDS)


def _runs(piles: Piles) -> tuple[int, ...]:
    if piles.group is Group.SINGLE:
        return masks(None)
    if piles.group is Group.FACE_UP:
        return (ALL_CARDS,) * 52
    return masks(piles.run or piles.build)


def _declared(rules: Rules) -> list[tuple[str, Kind, Piles | None]]:
    """Name, kind and declaration of each pile, in order."""
    named: list[tuple[str, Kind, Piles | None]] = [
        (str(n + 1), Kind.TABLEAU, rules.tableau) for n in range(len(rules.tableau.deal))
    ]
    named += [(chr(ord("a") + n), Kind.CELL, rules.cells) for n in range(len(rules.cells.deal))]
    named += [(f"r{n + 1}", Kind.RESERVE, rules.reserve) for n in range(len(rules.reserve.deal))]
    named += [(f"f{n + 1}", Kind.FOUNDATION, None) for n in range(4 * rules.decks)]
    if rules.stock is not None:
        named.append(("s", Kind.STOCK, None))
    if rules.has_waste:
        named.append(("w", Kind.WASTE, None))
    return named


def _pile(index: int, name: str, kind: Kind, piles: Piles | None) -> Pile:
    nothing = frozenset[Kind]()
    return Pile(
        index=index,
        name=name,
        kind=kind,
        group=piles.group if piles else Group.SINGLE,
        takes=masks(piles.build if piles else None),
        runs=_runs(piles) if piles else masks(None),
        build_from=piles.build_from if piles and piles.build else nothing,
        fill_from=piles.fill_from if piles and piles.fill is not Filler.NOTHING else nothing,
        kings_only=piles is not None and piles.fill is Filler.KING,
    )


def _routes(piles: tuple[Pile, ...], targets: tuple[Pile, ...]) -> Iterator[Route]:
    for kind in Kind:
        sources = tuple(pile for pile in piles if pile.kind is kind)
        taking = tuple(pile for pile in targets if kind in pile.build_from | pile.fill_from)
        if sources and (taking or kind is Kind.STOCK):
            yield Route(kind, sources, taking)


@cache
def plan_of(rules: Rules) -> Plan:
    """The plan of a declaration; always the same one for the same declaration."""
    piles = tuple(_pile(index, *declared) for index, declared in enumerate(_declared(rules)))
    number = {pile.name: pile.index for pile in piles}
    targets = tuple(pile for pile in piles if pile.build_from or pile.fill_from)
    homes = tuple(pile.index for pile in piles if pile.kind is Kind.FOUNDATION)
    return Plan(
        rules=rules,
        piles=piles,
        number=number,
        tableau=tuple(pile for pile in piles if pile.kind is Kind.TABLEAU),
        feeders=tuple(pile for pile in piles if pile.kind not in (Kind.FOUNDATION, Kind.STOCK)),
        targets=targets,
        routes=tuple(_routes(piles, targets)),
        foundations=tuple(homes[suit::4] for suit in range(4)),
        homes=homes,
        stock=number.get("s", -1),
        waste=number.get("w", -1),
        stock_move=Move("s", "w" if rules.has_waste else ""),
        refilled=rules.tableau.refilled,
    )
