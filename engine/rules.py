"""The vocabulary in which games are declared.

A game is a :class:`Rules` value and nothing else: its piles, the cards they are dealt, what may be
put on a card and into an empty pile, what may leave a pile together, and what the stock does. No
game has code of its own; a rule that cannot be expressed yet is added here for all games.

A rule belongs to the pile that *receives* cards: if foundation cards may come back to the tableau,
the tableau accepts cards from :attr:`PileKind.FOUNDATION`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.cards import Rank
from engine.errors import InvalidRules
from engine.shuffle import LAST_DEAL, LAST_MICROSOFT_DEAL


class PileKind(Enum):
    """The kinds of piles, in the order in which piles are listed everywhere."""

    TABLEAU = "tableau"
    CELL = "cell"
    RESERVE = "reserve"
    FOUNDATION = "foundation"
    STOCK = "stock"
    WASTE = "waste"


DEALT: Final = (PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE)
"""The kinds of piles that declare how many cards each pile is dealt."""

IN_PLAY: Final = frozenset({PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE, PileKind.WASTE})
"""The sources of cards in a game whose foundations give nothing back."""

IN_PLAY_AND_BACK: Final = IN_PLAY | {PileKind.FOUNDATION}
"""The sources of cards in a game whose foundations give their top cards back."""


class SuitRule(Enum):
    """How the suit of a card must relate to that of the card it is put on."""

    ALTERNATING = "in alternating colours"
    SAME = "in suit"
    SAME_COLOUR = "in one colour"
    OTHER = "in any suit but its own"
    ANY = "regardless of suit"


class Direction(Enum):
    """How the rank of a card must relate to that of the card it is put on."""

    DOWN = "down"
    UP = "up"
    EITHER = "up or down"


@dataclass(frozen=True, slots=True)
class Build:
    """How cards are built on one another, one rank at a time.

    Attributes:
        suits: how the two suits must relate.
        direction: whether the card put on another is one lower, one higher, or either.
        wraps: whether king and ace are neighbours, so that building goes round the corner.
    """

    suits: SuitRule
    direction: Direction = Direction.DOWN
    wraps: bool = False


class MoveUnit(Enum):
    """Which cards may leave a pile together."""

    SINGLE = "the top card"
    RUN = "any part of a run"
    PILE = "the top card, or the whole pile where it is a run"
    SUPERMOVE = "as much of a run as the empty cells and piles could carry card by card"
    FACE_UP = "any face-up card with all the cards on it"


class EmptyPileRule(Enum):
    """Which card may head what is put into an empty pile."""

    ANY = "any card"
    KING = "a king"  # or whichever rank ends a foundation that does not begin with the ace
    NOTHING = "nothing"


class Base(Enum):
    """What decides the rank that begins a foundation, if it is not fixed."""

    DEALT = "the rank of a card dealt to the foundations"
    FIRST = "the rank of the first card dealt to the tableau, whose equals start there"


class StockAction(Enum):
    """What the stock deals, and where."""

    WASTE = "to the waste"
    TABLEAU = "a card to each tableau pile"
    FOUNDATION = "a card to the foundation"
    RESHUFFLE = "the cards of the tableau, gathered, shuffled and dealt anew"


class DealNumbering(Enum):
    """Which numbering of deals a game uses."""

    OURS = "the deals of this project"
    MICROSOFT = "Microsoft's deals"


class Difficulty(Enum):
    """How often a player who takes some care wins."""

    EASY = "mostly won"
    MEDIUM = "won about every other time"
    HARD = "won about one time in five"
    EXPERT = "rarely won"


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
        move_unit: which cards may leave a pile together.
        run: how the cards of a run follow each other, if not as they are built.
        refilled: whether an empty pile is filled at once, while there are cards to fill it.
        refill_from: the kinds of piles that fill it, the first that has a card: the reserve, the
            waste, the stock.
    """

    deal: tuple[int, ...]
    face_down: tuple[int, ...] = ()
    build: Build | None = None
    build_from: frozenset[PileKind] = IN_PLAY
    fill: EmptyPileRule = EmptyPileRule.ANY
    fill_from: frozenset[PileKind] = IN_PLAY
    move_unit: MoveUnit = MoveUnit.SINGLE
    run: Build | None = None
    refilled: bool = False
    refill_from: tuple[PileKind, ...] = (PileKind.RESERVE,)


NO_PILES: Final = Piles(deal=())
"""No cells, or no reserve."""


@dataclass(frozen=True, slots=True)
class Foundations:
    """The piles to be built up in suit, one for each suit of each deck.

    Attributes:
        base: the rank that begins each, or what decides on it.
        start: how many cards of each foundation lie there from the start (the aces: 1).
        whole_suits: whether only a whole suit, king to ace in one run, may be put there.
        descending: whether there is a second foundation for each suit, built down from the other
            end until the two meet.
        build: how the only foundation is built, where it is not one for each suit; the ace of
            spades is its first card, or the card dealt to it.
    """

    base: Rank | Base = Rank.ACE
    start: int = 0
    whole_suits: bool = False
    descending: bool = False
    build: Build | None = None


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards left over by the deal, face down.

    Attributes:
        action: what it deals, and where.
        turn: how many are turned to the waste at once.
        redeals: how often the waste may be turned over, order kept, to be the stock again, or the
            tableau gathered; None for as often as one likes.
        onto_empty: whether it may deal while a tableau pile is empty.
    """

    action: StockAction = StockAction.WASTE
    turn: int = 1
    redeals: int | None = 0
    onto_empty: bool = True


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a game is worth.

    Attributes:
        card: the points for each card on the foundations.
        stake: the points that the deal costs.
    """

    card: int = 1
    stake: int = 0


@dataclass(frozen=True, slots=True)
class WinRate:
    """The share of deals that can be won by a player who knows every card.

    Attributes:
        percent: the share, in percent.
        margin: half the width of its 95 % interval, in percentage points; None if not given.
        source: who found it.
    """

    percent: float
    margin: float | None
    source: str


@dataclass(frozen=True, slots=True)
class Rules:
    """A game of patience, declared.

    Attributes:
        id: the name in code, commands and stored games, such as ``saratoga``.
        title: the name for players.
        summary: one sentence on what sets it apart.
        text: the rules for players, a sentence or two a line.
        source: where the rules come from.
        difficulty: how often it is won.
        win_rate: how many deals can be won; None if unknown.
        decks: how many packs are shuffled together.
        suits: how many suits those packs have: 4, or 2 (spades and hearts), or 1 (spades).
        last_rank: the highest rank in those packs, which begin with the ace.
        numbering: which numbering of deals it uses.
        tableau: the tableau piles.
        cells: the cells, each for one card.
        reserve: the reserve piles.
        foundations: the foundations.
        stock: the stock; None where every card is dealt.
        deal_order: the order in which the kinds of piles are dealt; foundations that are dealt a
            card come last unless named.
        scoring: the points.

    Raises:
        InvalidRules: if the declaration contradicts itself.
    """

    id: str
    title: str
    summary: str
    text: tuple[str, ...]
    source: str
    difficulty: Difficulty
    tableau: Piles
    win_rate: WinRate | None = None
    decks: int = 1
    suits: int = 4
    last_rank: Rank = Rank.KING
    numbering: DealNumbering = DealNumbering.OURS
    cells: Piles = NO_PILES
    reserve: Piles = NO_PILES
    foundations: Foundations = Foundations()
    stock: Stock | None = None
    deal_order: tuple[PileKind, ...] = (PileKind.TABLEAU, PileKind.RESERVE, PileKind.CELL)
    scoring: Scoring = Scoring()

    def __post_init__(self) -> None:
        fault = next(_faults(self), None)
        if fault is not None:
            raise InvalidRules("{game}: {fault}.", game=self.id, fault=fault)

    def piles_of(self, kind: PileKind) -> Piles:
        """The declaration of the tableau, the cells or the reserve."""
        return {
            PileKind.TABLEAU: self.tableau,
            PileKind.CELL: self.cells,
            PileKind.RESERVE: self.reserve,
        }[kind]

    @property
    def hides_cards(self) -> bool:
        """Whether any pile is dealt face-down cards."""
        return any(any(self.piles_of(kind).face_down) for kind in DEALT)

    @property
    def card_count(self) -> int:
        """The number of cards in play."""
        return 4 * self.last_rank * self.decks

    @property
    def dealt_count(self) -> int:
        """The number of cards the deal lays out; the rest is the stock."""
        return sum(sum(piles.deal) for piles in (self.tableau, self.cells, self.reserve)) + (
            self._starting_count
        )

    @property
    def _starting_count(self) -> int:
        """The number of cards on the foundations at the start."""
        if self.foundations.base is Base.DEALT:
            return 1
        if self.foundations.base is Base.FIRST:
            return 4 * self.decks - 1
        return self.foundations.start * (1 if self.foundations.build else 4 * self.decks)

    @property
    def copies(self) -> int:
        """The number of copies of each card, in the suits in play."""
        return 4 * self.decks // self.suits

    @property
    def last_deal(self) -> int:
        """The highest deal number; the lowest is 1."""
        return LAST_MICROSOFT_DEAL if self.numbering is DealNumbering.MICROSOFT else LAST_DEAL

    @property
    def limits_redeals(self) -> bool:
        """Whether there are redeals, but not without limit."""
        return self.stock is not None and bool(self.stock.redeals)

    @property
    def reshuffles_tableau(self) -> bool:
        """Whether the stock gathers, shuffles and redeals the tableau."""
        return self.stock is not None and self.stock.action is StockAction.RESHUFFLE

    @property
    def has_waste(self) -> bool:
        """Whether the stock is turned to a waste."""
        return self.stock is not None and self.stock.action is StockAction.WASTE


MAX_PILES: Final = {PileKind.TABLEAU: 99, PileKind.CELL: 8, PileKind.RESERVE: 16}
"""The number of pile names for each kind."""


def _faults(rules: Rules) -> Iterator[str]:
    """The contradictions in a declaration."""
    for kind in DEALT:
        yield from _faults_in_piles(kind, rules.piles_of(kind))
    yield from _faults_in_foundations(rules)
    yield from _faults_in_deal(rules)
    yield from _faults_in_stock(rules)


def _faults_in_piles(kind: PileKind, piles: Piles) -> Iterator[str]:
    if len(piles.deal) > MAX_PILES[kind]:
        yield f"the {kind.value} may have no more than {MAX_PILES[kind]} piles"
    if any(cards < 0 for cards in (*piles.deal, *piles.face_down)):
        yield "a pile cannot be dealt a negative number of cards"
    if kind is PileKind.CELL and (any(cards > 1 for cards in piles.deal) or piles.build):
        yield "a cell holds one card"
    if piles.refilled and kind is not PileKind.TABLEAU:
        yield "only the tableau can be refilled"
    if piles.face_down:
        if len(piles.face_down) != len(piles.deal):
            yield "face_down must have a number for each pile"
            return
        pairs = list(zip(piles.face_down, piles.deal, strict=True))
        if any(down > cards for down, cards in pairs):
            yield "more cards are face down than are dealt"
        if any(down == cards > 0 for down, cards in pairs):
            yield "the top card of every pile must lie face up"


def _faults_in_foundations(rules: Rules) -> Iterator[str]:
    foundations = rules.foundations
    if not 0 <= foundations.start <= rules.last_rank:
        yield f"a foundation has {rules.last_rank} cards"
    if isinstance(foundations.base, Base) and foundations.start:
        yield "foundations whose base is dealt cannot start with other cards"
    if PileKind.FOUNDATION in rules.deal_order and foundations.base is not Base.DEALT:
        yield "the deal order may name the foundations only if a card is dealt to them"
    if foundations.descending and (rules.decks > 1 or rules.suits < 4):
        yield "descending foundations need one deck of four suits"
    if foundations.whole_suits + foundations.descending + (foundations.build is not None) > 1:
        yield "whole_suits, descending and build exclude each other"
    if foundations.build and not (
        foundations.base is Base.DEALT or (foundations.base is Rank.ACE and foundations.start == 1)
    ):
        yield "a single foundation begins with the ace of spades or a card dealt to it"
    if foundations.build and rules.decks > 1:
        yield "a single foundation needs one deck"


def _faults_in_deal(rules: Rules) -> Iterator[str]:
    if not rules.tableau.deal:
        yield "there must be at least one tableau pile"
    if rules.tableau.refilled:
        yield from _faults_in_refilling(rules)
    if rules.decks not in (1, 2):
        yield "there must be one or two decks"
    if rules.suits not in (1, 2, 4):
        yield "there must be one, two or four suits"
    if rules.numbering is DealNumbering.MICROSOFT and (rules.decks > 1 or rules.suits < 4):
        yield "Microsoft's deals need one deck of four suits"
    if rules.last_rank < Rank.KING:
        yield from _faults_in_short_packs(rules)
    left_over, has_stock = rules.card_count - rules.dealt_count, rules.stock is not None
    if left_over < 0:
        yield f"it deals {rules.dealt_count} cards of {rules.card_count}"
    if left_over > 0 and (not has_stock or rules.reshuffles_tableau):
        yield f"it leaves {left_over} cards over and declares no stock"
    if left_over == 0 and has_stock and not rules.reshuffles_tableau:
        yield "it declares a stock and deals every card"
    named = [kind.value for kind in rules.deal_order if kind is not PileKind.FOUNDATION]
    if sorted(named) != ["cell", "reserve", "tableau"] or len(rules.deal_order) > 4:
        yield "the deal order must name tableau, cells and reserve once each"


def _faults_in_short_packs(rules: Rules) -> Iterator[str]:
    foundations = rules.foundations
    piles = [rules.piles_of(kind) for kind in DEALT]
    if foundations.base is not Rank.ACE or foundations.descending or foundations.whole_suits:
        yield "foundations of packs without kings are built up from the ace"
    if any(each.deal and each.fill is EmptyPileRule.KING for each in piles):
        yield "packs without kings cannot fill piles with them"
    builds = [build for each in piles for build in (each.build, each.run) if build]
    if foundations.build or any(build.wraps for build in builds):
        yield "in packs without kings nothing goes round the corner"
    if rules.numbering is DealNumbering.MICROSOFT:
        yield "Microsoft's deals need kings"


def _faults_in_refilling(rules: Rules) -> Iterator[str]:
    kinds = rules.tableau.refill_from
    if PileKind.RESERVE in kinds and not rules.reserve.deal:
        yield "there is no reserve to refill the tableau from"
    if PileKind.WASTE in kinds and not rules.has_waste:
        yield "there is no waste to refill the tableau from"
    if PileKind.STOCK in kinds and (rules.stock is None or rules.reshuffles_tableau):
        yield "there is no stock to refill the tableau from"
    if not kinds or not set(kinds) <= {PileKind.RESERVE, PileKind.WASTE, PileKind.STOCK}:
        yield "the tableau is refilled from the reserve, the waste or the stock"


def _faults_in_stock(rules: Rules) -> Iterator[str]:
    stock = rules.stock
    if stock is None:
        return
    if stock.turn < 1:
        yield "the stock must turn at least one card"
    if (stock.redeals or 0) < 0:
        yield "the number of redeals cannot be negative"
    if rules.reshuffles_tableau and not stock.redeals:
        yield "a tableau that is reshuffled needs a number of redeals"
    if rules.reshuffles_tableau and (rules.cells.deal or rules.reserve.deal):
        yield "a tableau that is reshuffled excludes cells and a reserve"
    if stock.action in (StockAction.TABLEAU, StockAction.FOUNDATION) and stock.redeals != 0:
        yield "a stock that does not deal to a waste has no waste to turn over"
    if stock.action is StockAction.FOUNDATION and rules.foundations.build is None:
        yield "the stock can deal only to a foundation that takes any card"
