"""The words in which games are declared: kinds of piles, and how piles of each kind behave.

A rule belongs to the pile that *receives* cards: if foundation cards may come back to the tableau,
the tableau accepts cards from :attr:`PileKind.FOUNDATION`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

from engine.cards import Card, Rank


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
    OR_RANK = "in suit or in rank"  # whatever the direction


class Direction(Enum):
    """How the rank of a card must relate to that of the card it is put on."""

    DOWN = "down"
    UP = "up"
    EITHER = "up or down"
    ANY = "in any order"


@dataclass(frozen=True, slots=True)
class Build:
    """How cards are built on one another, one rank at a time.

    Attributes:
        suits: how the two suits must relate.
        direction: whether the card put on another is one lower, one higher, either, or of any
            rank.
        wraps: whether king and ace are neighbours, so that building goes round the corner.
    """

    suits: SuitRule
    direction: Direction = Direction.DOWN
    wraps: bool = False

    @property
    def accepts_all(self) -> bool:
        """Whether any card may be built on any other."""
        return self.suits is SuitRule.ANY and self.direction is Direction.ANY


class MoveUnit(Enum):
    """Which cards may leave a pile together."""

    SINGLE = "the top card"
    RUN = "any part of a run"
    PILE = "the top card, or the whole pile where it is a run"
    WHOLE_PILE = "the whole pile where it is a run, or its top card to a foundation"
    SUPERMOVE = "as much of a run as the empty cells and piles could carry card by card"
    FACE_UP = "any face-up card with all the cards on it"
    STACK = "the whole pile"  # whose top card alone counts from then on


class EmptyPileRule(Enum):
    """Which card may head what is put into an empty pile."""

    ANY = "any card"
    KING = "a king"  # or whichever rank ends a foundation that does not begin with the ace
    NEXT = "the card that follows its left neighbour in suit, or the first rank at a row's left end"
    NOTHING = "nothing"


class Base(Enum):
    """What decides the rank that begins a foundation, if it is not fixed."""

    DEALT = "the rank of a card dealt to the foundations"
    FIRST = "the rank of the first card dealt to the tableau, whose equals start there"
    CHOSEN = "the rank of the card of the reserve that the player puts there first of all"


class StockAction(Enum):
    """What the stock deals, and where."""

    WASTE = "to the waste"
    TABLEAU = "a card to each tableau pile"
    FOUNDATION = "a card to the foundation"
    RESERVE = "a card to each reserve pile"
    RESHUFFLE = "the cards of the tableau, gathered, shuffled and dealt anew"
    GATHER = "the cards of the tableau, gathered in order and dealt anew"
    ROTATE = "the bottom card of each tableau pile, to its top"
    CLOSE_UP = "to the empty tableau piles, after the cards close up"
    FILL = "nothing but what fills empty tableau piles at once"


class Win(Enum):
    """What wins a game."""

    FOUNDATIONS = "every card on the foundations"
    CLEARED = "no card in the tableau"
    ROWS = "each row of the tableau in suit, up to the king"
    ONE_PILE = "every card on one pile"


class DealNumbering(Enum):
    """Which numbering of deals a game uses."""

    OURS = "the deals of this project"
    MICROSOFT = "Microsoft's deals"


class Difficulty(Enum):
    """How hard a game is: how many games of it people win, as sources say or by estimate.

    The value is a sentence that explains the label; ``docs/difficulty.md`` says whence it comes.
    """

    EASY = "By estimate, people win more than half of their games."
    MEDIUM = "By estimate, people win a third to half of their games."
    HARD = "By estimate, people win one game in four to ten."
    EXPERT = "By estimate, people win fewer than one game in ten."

    @classmethod
    def of_wins(cls, won: float) -> Difficulty:
        """The difficulty of a game by how many of its games are won.

        Args:
            won: their share, in percent.

        >>> [Difficulty.of_wins(won).name for won in (80.0, 33.0, 15.0, 5.0)]
        ['EASY', 'MEDIUM', 'HARD', 'EXPERT']
        """
        ends = zip(cls, (55, 28, 9), strict=False)
        return next((one for one, least in ends if won >= least), cls.EXPERT)


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
        fill_first: the kind of piles that alone may fill it while one of them has a card; None for
            any kind at any time.
        move_unit: which cards may leave a pile together.
        run: how the cards of a run follow each other, if not as they are built.
        covered_by: for each pile, the numbers of the piles of its kind, from 1, whose cards lie on
            its cards; while they do, none of these can move. Empty for piles side by side.
        row_length: how many piles make a row, where places matter; 0 where they do not.
        row_suits: whether only the first card of its own suit begins a row, in the order of suits.
        steps_left: how many places to its left a pile goes, onto another; the row closes up behind
            it. Empty for anywhere.
        distinct_ranks: whether no pile is dealt two cards of a rank, as far as possible.
        kings_beneath: whether the deal puts the kings beneath the other cards of their piles.
        after_stock: whether cards may be put there only once the stock is empty.
        turns_rank: whether a card that leaves turns up the top card of the pile whose number is its
            rank, rather than the card beneath; cards lie face down until then.
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
    fill_first: PileKind | None = None
    move_unit: MoveUnit = MoveUnit.SINGLE
    run: Build | None = None
    covered_by: tuple[tuple[int, ...], ...] = ()
    row_length: int = 0
    row_suits: bool = False
    steps_left: tuple[int, ...] = ()
    distinct_ranks: bool = False
    kings_beneath: bool = False
    after_stock: bool = False
    turns_rank: bool = False
    refilled: bool = False
    refill_from: tuple[PileKind, ...] = (PileKind.RESERVE,)


NO_PILES: Final = Piles(deal=())
"""No cells, or no reserve."""


@dataclass(frozen=True, slots=True)
class Course:
    """The cards of a foundation that is not a whole suit from the base, one rank after the other.

    Ranks go round the corner between king and ace.

    Attributes:
        first: the card that begins it.
        last: the card that completes it.
        direction: whether it is built up or down.
    """

    first: Card
    last: Card
    direction: Direction = Direction.UP

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards in order."""
        step = -1 if self.direction is Direction.DOWN else 1
        ranks = [self.first.rank - 1]
        while ranks[-1] != self.last.rank - 1:
            ranks.append((ranks[-1] + step) % 13)
        return tuple(Card.of(Rank(rank + 1), self.first.suit) for rank in ranks)


@dataclass(frozen=True)
class Foundations:
    """The piles to be built up in suit, one for each suit of each deck.

    Attributes:
        base: the rank that begins each, or what decides on it.
        suits: how the suits of the cards of one must relate: in suit, or regardless of suit.
        steps: by how many ranks each is built up, king and ace being neighbours, from the card of
            that rank; empty for one rank.
        follows_previous: whether each takes the cards of a suit in any order, but of no rank that
            the one before it lacks; the first suit is that of a card dealt there.
        start: how many cards of each foundation lie there from the start (the aces: 1).
        whole_suits: whether only a whole suit, king to ace in one run, may be put there.
        descending: whether there is a second foundation for each suit, built down from the other
            end until the two meet.
        build: how the only foundation is built, where it is not one for each suit; the ace of
            spades is its first card, or the card dealt to it.
        groups: the ranks of the cards that leave together for the only foundation, where it is
            the pile of discards: each from a pile of its own, or the top two of the waste.
        touching: whether those cards must lie next to each other in the rows of the tableau.
        outranked: whether the only foundation is the pile of discards, where a card goes if another
            pile shows a higher card of its suit; aces are high and stay.
        courses: what each foundation is built of, where that is not a whole suit from the base.
    """

    base: Rank | Base = Rank.ACE
    suits: SuitRule = SuitRule.SAME
    steps: tuple[int, ...] = ()
    follows_previous: bool = False
    start: int = 0
    whole_suits: bool = False
    descending: bool = False
    build: Build | None = None
    groups: tuple[tuple[Rank, ...], ...] = ()
    touching: bool = False
    outranked: bool = False
    courses: tuple[Course, ...] = ()

    @cached_property
    def is_by_suit(self) -> bool:
        """Whether the place of a foundation says of which suit it is."""
        return self.suits is not SuitRule.ANY and not self.follows_previous

    @cached_property
    def takes_discards(self) -> bool:
        """Whether the only foundation is the pile of discards."""
        return self.outranked or bool(self.groups)

    @cached_property
    def is_single(self) -> bool:
        """Whether there is one foundation for all suits."""
        return self.build is not None or self.takes_discards


USUAL_FOUNDATIONS: Final = Foundations()
"""A foundation for each suit, built up from the ace."""


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


USUAL_SCORING: Final = Scoring()
"""A point for each card on the foundations."""


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
