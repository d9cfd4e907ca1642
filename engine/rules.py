"""Games, declared.

A game is a :class:`Rules` value and nothing else, in the words of :mod:`engine.vocabulary`: its
piles, the cards they are dealt, what may be put on a card and into an empty pile, what may leave a
pile together, and what the stock does. No game has code of its own; a rule that cannot be expressed
yet is added to the vocabulary for all games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.arguments import check_fields
from engine.cards import CARDS, Rank
from engine.errors import InvalidRules
from engine.messages import Message
from engine.shuffle import LAST_DEAL, LAST_MICROSOFT_DEAL
from engine.vocabulary import (
    DEALT,
    IN_PLAY,
    IN_PLAY_AND_BACK,
    NO_PILES,
    USUAL_FOUNDATIONS,
    USUAL_SCORING,
    Base,
    Build,
    Course,
    DealNumbering,
    Difficulty,
    Direction,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    PileKind,
    Piles,
    Scoring,
    Stock,
    StockAction,
    SuitRule,
    Win,
    WinRate,
)
from engine.winnability import NOT_SEARCHED, WINNABILITY

__all__ = [
    "DEALT",
    "IN_PLAY",
    "IN_PLAY_AND_BACK",
    "MAX_PILES",
    "NO_PILES",
    "Base",
    "Build",
    "Course",
    "DealNumbering",
    "Difficulty",
    "Direction",
    "EmptyPileRule",
    "Foundations",
    "MoveUnit",
    "PileKind",
    "Piles",
    "Rules",
    "Scoring",
    "Stock",
    "StockAction",
    "SuitRule",
    "Win",
    "WinRate",
]


# Without slots, as what follows from a declaration is computed once.
@dataclass(frozen=True)
class Rules:
    """A game of patience, declared.

    Attributes:
        id: the name in code, commands and stored games, such as ``saratoga``.
        title: the name for players.
        summary: what sets it apart, in one line of a phone: 46 letters.
        text: the rules for players, a sentence or two a line.
        source: where the rules come from.
        decks: how many packs are shuffled together.
        suits: how many suits those packs have: 4, or 2 (spades and hearts), or 1 (spades).
        last_rank: the highest rank in those packs, which begin with the ace.
        first_rank: the lowest rank in play; the cards below it are dealt, then taken away, which
            leaves their piles empty.
        cards_in_play: how many cards of those packs are in play, the first ones; None for all.
        numbering: which numbering of deals it uses.
        tableau: the tableau piles.
        cells: the cells, each for one card.
        reserve: the reserve piles.
        foundations: the foundations.
        stock: the stock; None where every card is dealt.
        deal_order: the order in which the kinds of piles are dealt; foundations that are dealt a
            card come last unless named.
        scoring: the points.
        win: what wins it. There are no foundations where rows or a single pile do.

    Raises:
        InvalidRules: if the declaration contradicts itself.
        TypeError: if a field has a value of another type.
    """

    id: str
    title: str
    summary: str
    text: tuple[str, ...]
    source: str
    tableau: Piles
    decks: int = 1
    suits: int = 4
    last_rank: Rank = Rank.KING
    first_rank: Rank = Rank.ACE
    cards_in_play: int | None = None
    numbering: DealNumbering = DealNumbering.OURS
    cells: Piles = NO_PILES
    reserve: Piles = NO_PILES
    foundations: Foundations = USUAL_FOUNDATIONS
    stock: Stock | None = None
    deal_order: tuple[PileKind, ...] = (PileKind.TABLEAU, PileKind.RESERVE, PileKind.CELL)
    scoring: Scoring = USUAL_SCORING
    win: Win = Win.FOUNDATIONS

    def __post_init__(self) -> None:
        check_fields(self)
        fault = next(_faults(self), None)
        if fault is not None:
            raise InvalidRules("{game}: {fault}.", game=self.id, fault=fault)

    @property
    def name(self) -> Message:
        """The title, to be translated."""
        return Message(self.title)

    def piles_of(self, kind: PileKind) -> Piles:
        """The declaration of the tableau, the cells or the reserve."""
        return {
            PileKind.TABLEAU: self.tableau,
            PileKind.CELL: self.cells,
            PileKind.RESERVE: self.reserve,
        }[kind]

    @property
    def difficulty(self) -> Difficulty:
        """How hard it is for people."""
        return WINNABILITY.get(self.id, NOT_SEARCHED)[0]

    @property
    def win_rate(self) -> WinRate | None:
        """How many deals can be won; None if unknown."""
        return WINNABILITY.get(self.id, NOT_SEARCHED)[1]

    @cached_property
    def hides_cards(self) -> bool:
        """Whether any pile is dealt face-down cards."""
        return any(any(self.piles_of(kind).face_down) for kind in DEALT)

    @cached_property
    def card_count(self) -> int:
        """The number of cards in play."""
        if self.cards_in_play is not None:
            return self.cards_in_play
        return 4 * (self.last_rank - self.first_rank + 1) * self.decks

    @cached_property
    def gives_back(self) -> bool:
        """Whether any pile takes cards from the foundations."""
        return any(
            (piles.build is not None and PileKind.FOUNDATION in piles.build_from)
            or (piles.fill is not EmptyPileRule.NOTHING and PileKind.FOUNDATION in piles.fill_from)
            for piles in map(self.piles_of, DEALT)
            if piles.deal
        )

    @cached_property
    def has_foundations(self) -> bool:
        """Whether there are any foundations."""
        return self.win in (Win.FOUNDATIONS, Win.CLEARED)

    @cached_property
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
        if self.foundations.base is Base.CHOSEN:
            return 0
        piles = len(self.foundations.courses) or 4 * self.decks
        return self.foundations.start * (1 if self.foundations.is_single else piles)

    @cached_property
    def copies(self) -> int:
        """The number of copies of each card, in the suits in play."""
        return 4 * self.decks // self.suits

    @property
    def last_deal(self) -> int:
        """The highest deal number; the lowest is 1."""
        return LAST_MICROSOFT_DEAL if self.numbering is DealNumbering.MICROSOFT else LAST_DEAL

    @cached_property
    def clears_tableau(self) -> bool:
        """Whether it is won by an empty tableau, whatever the stock still holds."""
        return self.win is Win.CLEARED or self.deals_to_foundation

    @cached_property
    def progress_to_win(self) -> int:
        """The progress of a board that is won."""
        if self.foundations.outranked:
            return self.card_count - 4 * self.decks
        return sum(self.tableau.deal) if self.clears_tableau else self.card_count

    @cached_property
    def limits_redeals(self) -> bool:
        """Whether there are redeals, but not without limit."""
        return self.stock is not None and bool(self.stock.redeals)

    @cached_property
    def reshuffles_tableau(self) -> bool:
        """Whether the stock gathers, shuffles and redeals the tableau."""
        return self.stock is not None and self.stock.action is StockAction.RESHUFFLE

    @cached_property
    def redeals_tableau(self) -> bool:
        """Whether the stock holds no cards, but arranges those of the tableau anew."""
        return self.stock is not None and self.stock.action in _REDEALS

    @cached_property
    def deals_to_reserve(self) -> bool:
        """Whether the stock deals to the reserve."""
        return self.stock is not None and self.stock.action is StockAction.RESERVE

    @cached_property
    def deals_to_foundation(self) -> bool:
        """Whether the stock deals to the foundation."""
        return self.stock is not None and self.stock.action is StockAction.FOUNDATION

    @cached_property
    def has_waste(self) -> bool:
        """Whether the stock is turned to a waste."""
        return self.stock is not None and self.stock.action is StockAction.WASTE


_REDEALS: Final = {StockAction.RESHUFFLE, StockAction.GATHER, StockAction.ROTATE}
"""What a stock does that has no cards of its own."""

MAX_PILES: Final = {PileKind.TABLEAU: 99, PileKind.CELL: 8, PileKind.RESERVE: 16}
"""The number of pile names for each kind."""


def _faults(rules: Rules) -> Iterator[str]:
    """The contradictions in a declaration."""
    for kind in DEALT:
        yield from _faults_in_piles(kind, rules.piles_of(kind))
        yield from _faults_in_places(kind, rules.piles_of(kind))
    yield from _faults_in_foundations(rules)
    yield from _faults_in_groups(rules)
    yield from _faults_in_rows(rules)
    yield from _faults_in_deal(rules)
    yield from _faults_in_stock(rules)


def _faults_in_piles(kind: PileKind, piles: Piles) -> Iterator[str]:
    if len(piles.deal) > MAX_PILES[kind]:
        yield f"the {kind.value} may have no more than {MAX_PILES[kind]} piles"
    if any(cards < 0 for cards in (*piles.deal, *piles.face_down)):
        yield "a pile cannot be dealt a negative number of cards"
    if kind is PileKind.CELL and (any(cards > 1 for cards in piles.deal) or piles.build):
        yield "a cell holds one card"
    if piles.fill_first not in (None, PileKind.CELL, PileKind.RESERVE):
        yield "a cell or a reserve may come first in filling piles"
    if piles.fill_first is not None and piles.fill_first not in piles.fill_from:
        yield "what comes first in filling piles fills them"
    if piles.refilled and kind is PileKind.CELL:
        yield "only the tableau and the reserve can be refilled"
    if piles.face_down:
        if len(piles.face_down) != len(piles.deal):
            yield "face_down must have a number for each pile"
            return
        pairs = list(zip(piles.face_down, piles.deal, strict=True))
        if any(down > cards for down, cards in pairs):
            yield "more cards are face down than are dealt"
        covered = piles.covered_by or ((),) * len(piles.deal)
        if not piles.turns_rank and any(
            down == cards > 0 and not over
            for (down, cards), over in zip(pairs, covered, strict=False)
        ):
            yield "the top card of every pile must lie face up"


def _faults_in_places(kind: PileKind, piles: Piles) -> Iterator[str]:
    covered = piles.covered_by
    if covered and len(covered) != len(piles.deal):
        yield "covered_by must name the covering piles of each pile"
    if any(
        not number < over <= len(piles.deal)
        for number, each in enumerate(covered, 1)
        for over in each
    ):
        yield "a pile is covered by piles that come after it"
    if kind is not PileKind.TABLEAU and (covered or piles.row_length or piles.steps_left):
        yield "only the tableau has rows and piles that cover others"
    if piles.row_length and len(piles.deal) % piles.row_length:
        yield "rows must be of one length"
    if piles.fill is EmptyPileRule.NEXT and not piles.row_length:
        yield "cards follow their left neighbours only in rows"
    if piles.row_suits and len(piles.deal) != 4 * piles.row_length:
        yield "each of four rows can have a suit"
    if (piles.move_unit is MoveUnit.STACK) != bool(piles.steps_left):
        yield "whole piles move to the left, and nothing else does"
    if any(steps < 1 for steps in piles.steps_left):
        yield "piles move at least one place to the left"


def _faults_in_foundations(rules: Rules) -> Iterator[str]:
    foundations = rules.foundations
    if not 0 <= foundations.start <= rules.last_rank:
        yield f"a foundation has {rules.last_rank} cards"
    if foundations.suits not in (SuitRule.SAME, SuitRule.ANY):
        yield "foundations are built in suit or regardless of suit"
    if foundations.base is Base.CHOSEN and (not rules.reserve.deal or rules.decks > 1):
        yield "a base is chosen from the reserve, in one deck"
    if isinstance(foundations.base, Base) and foundations.start:
        yield "foundations whose base is dealt cannot start with other cards"
    if PileKind.FOUNDATION in rules.deal_order and foundations.base is not Base.DEALT:
        yield "the deal order may name the foundations only if a card is dealt to them"
    if isinstance(foundations.base, Base) and not foundations.build and rules.gives_back:
        yield "foundations whose base is dealt give no cards back"
    if foundations.descending and (rules.decks > 1 or rules.suits < 4):
        yield "descending foundations need one deck of four suits"
    yield from _faults_in_courses(rules)
    kinds = (
        foundations.whole_suits,
        foundations.descending,
        foundations.build,
        foundations.groups,
        foundations.outranked,
        foundations.courses,
        foundations.suits is SuitRule.ANY,
        foundations.follows_previous,
    )
    if sum(map(bool, kinds)) > 1:
        yield (
            "whole_suits, descending, build, groups, outranked, courses, suits and "
            "follows_previous exclude each other"
        )
    yield from _faults_in_steps(rules)
    if foundations.build and not (
        foundations.base is Base.DEALT or (foundations.base is Rank.ACE and foundations.start == 1)
    ):
        yield "a single foundation begins with the ace of spades or a card dealt to it"
    if foundations.is_single and rules.decks > 1:
        yield "a single foundation needs one deck"


def _faults_in_courses(rules: Rules) -> Iterator[str]:
    foundations = rules.foundations
    if not foundations.courses:
        return
    if foundations.base is not Rank.ACE or rules.suits < 4 or rules.last_rank < Rank.KING:
        yield "courses name the cards of whole packs themselves"
    built = Counter(card for course in foundations.courses for card in course.cards)
    if built != Counter(dict.fromkeys(CARDS, rules.decks)):
        yield "courses take every card of the packs, and each once"
    if any(course.first.suit != course.last.suit for course in foundations.courses):
        yield "a course is built in suit"


def _faults_in_steps(rules: Rules) -> Iterator[str]:
    foundations = rules.foundations
    is_plain = rules.decks == 1 and rules.suits == 4 and rules.last_rank is Rank.KING
    if foundations.steps and (
        foundations.suits is not SuitRule.ANY or foundations.base is not Rank.ACE
    ):
        yield "foundations are built by steps from the ace on, regardless of suit"
    if foundations.steps and (
        len(set(foundations.steps)) != 4 or not all(0 < step < 13 for step in foundations.steps)
    ):
        yield "each of four foundations is built by a number of ranks of its own, from 1 to 12"
    if foundations.suits is SuitRule.ANY and (not is_plain or rules.gives_back):
        yield "foundations regardless of suit need one whole deck, and give nothing back"
    if foundations.suits is SuitRule.ANY and foundations.start > 1:
        yield "foundations regardless of suit start with a card each at most"
    if foundations.follows_previous and (not is_plain or foundations.base is not Base.DEALT):
        yield "foundations follow those above them from a dealt card on, in one whole deck"


def _faults_in_groups(rules: Rules) -> Iterator[str]:
    foundations = rules.foundations
    if foundations.takes_discards and (foundations.start or foundations.base is not Rank.ACE):
        yield "discards do not begin with a card"
    if any(not 1 <= len(group) <= 3 for group in foundations.groups):
        yield "one to three cards are discarded together"
    if foundations.touching and not (foundations.groups and rules.tableau.row_length):
        yield "only cards that are discarded from rows can touch"
    if foundations.touching and any(len(group) != 2 for group in foundations.groups):
        yield "two cards touch"


def _faults_in_rows(rules: Rules) -> Iterator[str]:
    tableau = rules.tableau
    if rules.has_foundations and (tableau.fill is EmptyPileRule.NEXT or tableau.steps_left):
        yield "a game of rows is won by its rows, or by one pile"
    if not rules.has_foundations:
        if rules.foundations != USUAL_FOUNDATIONS:
            yield "there are no foundations where rows or one pile win"
        if (
            rules.stock
            or rules.cells.deal
            or rules.reserve.deal
            or rules.decks > 1
            or rules.suits < 4
        ):
            yield "a game of rows has one deck, all in the tableau"
        if any(cards > 1 for cards in tableau.deal):
            yield "a pile of a row is dealt one card"
    if rules.win is Win.ROWS and (tableau.fill is not EmptyPileRule.NEXT or tableau.build):
        yield "rows win where a card follows its left neighbour"
    if rules.win is Win.ROWS and len(tableau.deal) != 4 * tableau.row_length:
        yield "each suit needs a row of its own"
    if rules.win is Win.ONE_PILE and not tableau.steps_left:
        yield "one pile wins where piles move to the left"
    if rules.has_foundations and (rules.first_rank > 1 or rules.cards_in_play is not None):
        yield "foundations need every card of their suits"
    if not rules.first_rank < rules.last_rank:
        yield "there must be at least two ranks"


def _faults_in_deal(rules: Rules) -> Iterator[str]:
    if not rules.tableau.deal:
        yield "there must be at least one tableau pile"
    for piles in (rules.tableau, rules.reserve):
        if piles.refilled:
            yield from _faults_in_refilling(rules, piles)
    if rules.tableau.refilled and rules.reserve.refilled:
        yield "either the tableau or the reserve is refilled"
    if any(rules.piles_of(kind).turns_rank for kind in DEALT) and not _is_clock(rules):
        yield "cards turn up those of a rank where 13 tableau piles are only taken away"
    if rules.decks not in (1, 2):
        yield "there must be one or two decks"
    if rules.suits not in (1, 2, 4):
        yield "there must be one, two or four suits"
    if rules.numbering is DealNumbering.MICROSOFT and (rules.decks > 1 or rules.suits < 4):
        yield "Microsoft's deals need one deck of four suits"
    if rules.last_rank < Rank.KING and rules.has_foundations:
        yield from _faults_in_short_packs(rules)
    cards = rules.card_count + 4 * (rules.first_rank - 1) * rules.decks
    left_over, has_stock = cards - rules.dealt_count, rules.stock is not None
    if left_over < 0:
        yield f"it deals {rules.dealt_count} cards of {cards}"
    if left_over > 0 and (not has_stock or rules.redeals_tableau):
        yield f"it leaves {left_over} cards over and declares no stock"
    if left_over == 0 and has_stock and not rules.redeals_tableau:
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
    if foundations.is_single or any(build.wraps for build in builds):
        yield "in packs without kings nothing goes round the corner"
    if rules.numbering is DealNumbering.MICROSOFT:
        yield "Microsoft's deals need kings"


def _is_clock(rules: Rules) -> bool:
    """Whether the tableau has a pile for each rank, and nothing goes there."""
    tableau = rules.tableau
    is_closed = tableau.build is None and tableau.fill is EmptyPileRule.NOTHING
    return tableau.turns_rank and is_closed and len(tableau.deal) == 13 and rules.stock is None


def _faults_in_refilling(rules: Rules, piles: Piles) -> Iterator[str]:
    kinds = piles.refill_from
    if piles is rules.reserve and kinds != (PileKind.STOCK,):
        yield "the reserve is refilled from the stock"
    if PileKind.RESERVE in kinds and not rules.reserve.deal:
        yield "there is no reserve to refill the tableau from"
    if PileKind.WASTE in kinds and not rules.has_waste:
        yield "there is no waste to refill the tableau from"
    if PileKind.STOCK in kinds and (rules.stock is None or rules.redeals_tableau):
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
    if rules.redeals_tableau and stock.redeals == 0:
        yield "a tableau that is dealt anew needs redeals"
    if rules.redeals_tableau and (rules.cells.deal or rules.reserve.deal):
        yield "a tableau that is dealt anew excludes cells and a reserve"
    if rules.deals_to_reserve and not rules.reserve.deal:
        yield "there is no reserve to deal to"
    if any(rules.piles_of(kind).after_stock for kind in DEALT) and rules.has_waste:
        yield "piles can wait for the end of a stock only if it is not turned to a waste"
    if not (rules.has_waste or rules.redeals_tableau) and stock.redeals != 0:
        yield "a stock that does not deal to a waste has no waste to turn over"
    fills = any(
        piles.refilled and PileKind.STOCK in piles.refill_from
        for piles in (rules.tableau, rules.reserve)
    )
    if stock.action is StockAction.FILL and not fills:
        yield "a stock that only fills piles needs piles that are refilled from it"
    if stock.action is StockAction.CLOSE_UP and (fills or rules.tableau.covered_by):
        yield "a tableau closes up where nothing else fills or covers its piles"
    moves_cards = rules.redeals_tableau or stock.action is StockAction.CLOSE_UP
    if moves_cards and rules.tableau.face_down:
        yield "cards that close up or are dealt anew lie face up"
    if stock.action is StockAction.FOUNDATION and rules.foundations.build is None:
        yield "the stock can deal only to a foundation that takes any card"
