"""The words a game of patience is declared in.

A game is a :class:`Rules` value and nothing else: which piles there are, what they are dealt, what
may be put on a card and into an empty pile, what may leave a pile together, and how the stock is
dealt. No game has code of its own; where a game needs a word that is missing here, the word is
added for all games.

A rule stands with the pile that *receives*: that a card comes back from the foundations onto the
tableau is said by the tableau taking cards from :attr:`Kind.FOUNDATION`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.errors import InvalidRules


class Kind(Enum):
    """The kinds of piles, in the order in which piles are listed everywhere."""

    TABLEAU = "tableau"
    CELL = "cell"
    RESERVE = "reserve"
    FOUNDATION = "foundation"
    STOCK = "stock"
    WASTE = "waste"


IN_PLAY: Final = frozenset({Kind.TABLEAU, Kind.CELL, Kind.RESERVE, Kind.WASTE})
"""Where cards come from in a game whose foundations give nothing back."""

IN_PLAY_AND_BACK: Final = IN_PLAY | {Kind.FOUNDATION}
"""Where cards come from in a game whose foundations give their top cards back."""


class Suits(Enum):
    """How the suit of a card must relate to that of the card it is put on."""

    ALTERNATING = "in alternating colours"
    SAME = "in suit"
    SAME_COLOUR = "in one colour"
    OTHER = "in any suit but its own"
    ANY = "regardless of suit"


class Order(Enum):
    """How the rank of a card must relate to that of the card it is put on."""

    DOWN = "down"
    UP = "up"
    EITHER = "up or down"


@dataclass(frozen=True, slots=True)
class Build:
    """How cards are built on one another, one rank at a time.

    Attributes:
        suits: how the two suits must relate.
        order: whether the card put on another is one lower, one higher, or either.
        wraps: whether king and ace are neighbours, so that building goes round the corner.
    """

    suits: Suits
    order: Order = Order.DOWN
    wraps: bool = False


class Group(Enum):
    """Which cards may leave a pile together."""

    SINGLE = "the top card"
    RUN = "any part of a run"
    SPACES = "as much of a run as the empty cells and piles could carry card by card"
    FACE_UP = "any face-up card with all the cards on it"


class Filler(Enum):
    """Which card may head what is put into an empty pile."""

    ANY = "any card"
    KING = "a king"  # or whichever rank ends a foundation that does not begin with the ace
    NOTHING = "nothing"


class Base(Enum):
    """The rank that begins a foundation."""

    ACE = "the ace"
    DEALT = "the rank of a card dealt to the foundations"


class Dealing(Enum):
    """Where the stock deals."""

    WASTE = "to the waste"
    TABLEAU = "a card to each tableau pile"


@dataclass(frozen=True, slots=True)
class Piles:
    """A kind of piles that cards are played onto: the tableau, the cells or the reserve.

    Attributes:
        deal: how many cards each pile is dealt; its length is the number of piles.
        face_down: how many of them lie face down, pile by pile; empty for none.
        build: what may be put on a card there; None where nothing may.
        build_from: the kinds of piles from which a card may be built there.
        fill: what may head the cards put into an empty pile.
        fill_from: the kinds of piles from which an empty pile may be filled.
        group: which cards may leave a pile together.
        run: how cards of a run follow each other, where that is not how they are built.
        refilled: whether an empty pile is at once filled from the reserve, while that has cards.
    """

    deal: tuple[int, ...]
    face_down: tuple[int, ...] = ()
    build: Build | None = None
    build_from: frozenset[Kind] = IN_PLAY
    fill: Filler = Filler.ANY
    fill_from: frozenset[Kind] = IN_PLAY
    group: Group = Group.SINGLE
    run: Build | None = None
    refilled: bool = False


NO_PILES: Final = Piles(deal=())
"""Where a game has no cells, or no reserve."""


@dataclass(frozen=True, slots=True)
class Foundations:
    """The piles to be built up in suit, one for each suit of each deck.

    Attributes:
        base: the rank that begins each.
        start: how many cards of each foundation lie there from the start (the aces: 1).
        whole_suits: whether only a whole suit, king to ace in one run, may be put there.
    """

    base: Base = Base.ACE
    start: int = 0
    whole_suits: bool = False


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards left over by the deal, face down.

    Attributes:
        dealing: where they are dealt.
        turn: how many are turned to the waste at once.
        redeals: how often the waste may be turned over, order kept, to be the stock again; None
            for as often as one likes.
        onto_empty: whether it may deal while a tableau pile is empty.
    """

    dealing: Dealing = Dealing.WASTE
    turn: int = 1
    redeals: int | None = 0
    onto_empty: bool = True


@dataclass(frozen=True, slots=True)
class Rules:
    """A game of patience, declared.

    Attributes:
        id: the game's name in code, commands and stored games, such as ``saratoga``.
        title: its name for people.
        summary: one sentence on what sets it apart.
        text: the rules for people, a sentence or two a line.
        source: where the rules come from.
        decks: how many packs of 52 cards are shuffled together.
        tableau: the tableau piles.
        cells: the cells, each for one card.
        reserve: the reserve piles.
        foundations: the foundations.
        stock: the stock; None where every card is dealt.
        order: the order in which the kinds of piles are dealt.

    Raises:
        InvalidRules: when the declaration contradicts itself.
    """

    id: str
    title: str
    summary: str
    text: tuple[str, ...]
    source: str
    tableau: Piles
    decks: int = 1
    cells: Piles = NO_PILES
    reserve: Piles = NO_PILES
    foundations: Foundations = Foundations()
    stock: Stock | None = None
    order: tuple[Kind, ...] = (Kind.TABLEAU, Kind.RESERVE, Kind.CELL)

    def __post_init__(self) -> None:
        fault = _fault(self)
        if fault:
            raise InvalidRules("{game}: {fault}.", game=self.id, fault=fault)

    @property
    def cards(self) -> int:
        """How many cards the game is played with."""
        return 52 * self.decks

    @property
    def dealt(self) -> int:
        """How many cards the deal lays out; the rest is the stock."""
        laid = sum(sum(piles.deal) for piles in (self.tableau, self.cells, self.reserve))
        bases = 1 if self.foundations.base is Base.DEALT else 0
        return laid + self.foundations.start * 4 * self.decks + bases

    @property
    def limits_redeals(self) -> bool:
        """Whether the waste may be turned over, but only so many times."""
        return self.stock is not None and bool(self.stock.redeals)

    @property
    def has_waste(self) -> bool:
        """Whether the stock is turned to a waste."""
        return self.stock is not None and self.stock.dealing is Dealing.WASTE


MOST_PILES: Final = {Kind.TABLEAU: 99, Kind.CELL: 8, Kind.RESERVE: 16}
"""How many piles of each kind there are names for."""


def _fault(rules: Rules) -> str:
    """What contradicts itself in a declaration; empty when nothing does."""
    return (
        _fault_in_piles(Kind.TABLEAU, rules.tableau)
        or _fault_in_piles(Kind.CELL, rules.cells)
        or _fault_in_piles(Kind.RESERVE, rules.reserve)
        or _fault_in_deal(rules)
        or _fault_in_stock(rules)
    )


def _fault_in_piles(kind: Kind, piles: Piles) -> str:
    if len(piles.deal) > MOST_PILES[kind]:
        return f"its {kind.value} has no more than {MOST_PILES[kind]} piles"
    if any(cards < 0 for cards in (*piles.deal, *piles.face_down)):
        return "no pile is dealt fewer cards than none"
    if kind is Kind.CELL and (any(cards > 1 for cards in piles.deal) or piles.build):
        return "a cell holds one card"
    if piles.refilled and kind is not Kind.TABLEAU:
        return "only the tableau is refilled"
    if not piles.face_down:
        return ""
    if len(piles.face_down) != len(piles.deal) or any(
        down > cards for down, cards in zip(piles.face_down, piles.deal, strict=True)
    ):
        return "more cards are face down than are dealt"
    if any(down == cards > 0 for down, cards in zip(piles.face_down, piles.deal, strict=True)):
        return "the top card lies face up in every pile"
    return ""


def _fault_in_deal(rules: Rules) -> str:
    if not rules.tableau.deal:
        return "it needs at least one tableau pile"
    if rules.tableau.refilled and not rules.reserve.deal:
        return "there is no reserve to refill the tableau from"
    if rules.decks not in (1, 2):
        return "it must be played with one or two decks"
    if not 0 <= rules.foundations.start <= 13:
        return "a foundation has 13 cards"
    if rules.foundations.base is Base.DEALT and rules.foundations.start:
        return "a base that is dealt leaves the foundations nothing to start with"
    if rules.dealt > rules.cards:
        return f"it deals {rules.dealt} cards of {rules.cards}"
    if rules.dealt < rules.cards and rules.stock is None:
        return f"it leaves {rules.cards - rules.dealt} cards over and declares no stock"
    if rules.dealt == rules.cards and rules.stock is not None:
        return "it declares a stock and deals every card"
    if sorted(kind.value for kind in rules.order) != ["cell", "reserve", "tableau"]:
        return "the order of dealing must name tableau, cells and reserve, each once"
    return ""


def _fault_in_stock(rules: Rules) -> str:
    if rules.stock is None:
        return ""
    if rules.stock.turn < 1 or (rules.stock.redeals or 0) < 0:
        return "the stock turns one card or more and has no fewer redeals than none"
    if not rules.has_waste and rules.stock.redeals != 0:
        return "a stock that deals to the tableau has no waste to turn over"
    return ""
