"""Goals: what a win may be asked to do without, or in how few moves.

A goal counts some of a game's moves and fails once there are, or have to be, more of them than it
allows. Taking a move back takes it out of the count, so a failed goal is possible again. Which
goals a game offers follows from its declaration.

>>> from engine import deal, rules_of
>>> goal = parse_goal("without d")
>>> str(goal.sentence(rules_of("freecell")))
'Win without using cell d.'
>>> game = deal("freecell", 1)
>>> status_of(goal, game)
<GoalStatus.POSSIBLE: 'possible'>
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from engine.arguments import checked
from engine.board import Board
from engine.cards import Suit
from engine.compiled import CELL_NAMES, compile_rules
from engine.errors import CannotFinish, InvalidGoal, excerpt
from engine.game import Game
from engine.messages import Message
from engine.moves import Move
from engine.rules import EmptyPileRule, PileKind, Piles, Rules
from engine.wording import suit_name

MAX_REDEALS: Final = 2
"""The most redeals that a goal allows."""
_PAR_PERCENT: Final = 125
"""How many moves a goal allows, in percent of par, rounded up to the next five."""


class GoalStatus(Enum):
    """Whether a game can still meet a goal.

    ``MET``: the game is won and met it. ``FAILED``: it has a move too many, or will have;
    such moves can be taken back unless the game is over. Otherwise ``POSSIBLE``.
    """

    POSSIBLE = "possible"
    MET = "met"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Goal(ABC):
    """What to win with or without; ``str()`` gives a text form that :func:`parse_goal` reads."""

    @property
    def limit(self) -> int:
        """How many of the moves it counts are allowed."""
        return 0

    @abstractmethod
    def counts(self, board: Board, move: Move) -> bool:
        """Whether it counts a legal move."""

    def needed(self, board: Board) -> int:
        """How many more moves that it counts a win needs at least."""
        return 0

    @abstractmethod
    def sentence(self, rules: Rules) -> Message:
        """The goal in a sentence, such as “Win without using cell d”."""

    def restricted(self, rules: Rules) -> Rules | None:
        """Rules that forbid what the goal does, so that every win by them meets it.

        None where that cannot be declared.
        """
        return None

    @abstractmethod
    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class WithoutPile(Goal):
    """Win without putting a card into a cell, or on a reserve pile.

    The card dealt there does not count, and neither do cards that pass through it in a move of
    several.

    Attributes:
        pile: the name of the pile.
    """

    pile: str

    def counts(self, board: Board, move: Move) -> bool:
        """Whether a move puts cards there."""
        return move.target == self.pile

    def sentence(self, rules: Rules) -> Message:
        """The goal in a sentence."""
        if self.pile not in CELL_NAMES:
            return Message("Win without putting a card on reserve {name}.", name=self.pile)
        if rules.cells.deal[CELL_NAMES.index(self.pile)]:
            return Message("Win without putting another card into cell {name}.", name=self.pile)
        return Message("Win without using cell {name}.", name=self.pile)

    def restricted(self, rules: Rules) -> Rules | None:
        """The rules without the pile, if it is the last cell and starts empty."""
        cells = rules.cells
        if self.pile != CELL_NAMES[len(cells.deal) - 1] or not cells.deal or cells.deal[-1]:
            return None
        return replace(rules, cells=replace(cells, deal=cells.deal[:-1]))

    def __str__(self) -> str:
        return f"without {self.pile}"


@dataclass(frozen=True, slots=True)
class WithoutReturns(Goal):
    """Win without taking a card back from a foundation."""

    def counts(self, board: Board, move: Move) -> bool:
        """Whether a move takes a card back."""
        return move.source.startswith("f")

    def sentence(self, rules: Rules) -> Message:
        """The goal in a sentence."""
        return Message("Win without taking cards off a foundation.")

    def restricted(self, rules: Rules) -> Rules | None:
        """The rules of a game whose foundations give nothing back."""
        return replace(
            rules,
            tableau=_taking_nothing_back(rules.tableau),
            cells=_taking_nothing_back(rules.cells),
            reserve=_taking_nothing_back(rules.reserve),
        )

    def __str__(self) -> str:
        return "without returns"


@dataclass(frozen=True, slots=True)
class WithoutFilling(Goal):
    """Win without moving a card to an empty tableau pile; what the stock deals does not count."""

    def counts(self, board: Board, move: Move) -> bool:
        """Whether a move fills an empty tableau pile."""
        if move.is_stock:
            return False
        target = board.compiled.piles[board.compiled.index_of[move.target]]
        return target.kind is PileKind.TABLEAU and not board.stacks[target.index]

    def sentence(self, rules: Rules) -> Message:
        """The goal in a sentence."""
        return Message("Win without filling an empty tableau pile.")

    def restricted(self, rules: Rules) -> Rules | None:
        """The rules of a game whose empty piles stay empty."""
        return replace(rules, tableau=replace(rules.tableau, fill=EmptyPileRule.NOTHING))

    def __str__(self) -> str:
        return "without filling"


@dataclass(frozen=True, slots=True)
class FewRedeals(Goal):
    """Win with few redeals, of the waste or of the tableau.

    Attributes:
        redeals: how many are allowed.
    """

    redeals: int

    @property
    def limit(self) -> int:
        """How many redeals are allowed."""
        return self.redeals

    def counts(self, board: Board, move: Move) -> bool:
        """Whether a move redeals."""
        return move.is_stock and not board.stacks[board.compiled.stock]

    def sentence(self, rules: Rules) -> Message:
        """The goal in a sentence."""
        if rules.has_waste:
            if not self.redeals:
                return Message("Win in a single pass through the stock.")
            return Message("Win in {number} passes through the stock.", number=self.redeals + 1)
        if not self.redeals:
            return Message("Win without a redeal.")
        return Message("Win with at most {number} of the redeals.", number=self.redeals)

    def restricted(self, rules: Rules) -> Rules | None:
        """The rules with this number of redeals.

        None where the redeals left determine how the tableau is shuffled.
        """
        if rules.redeals_tableau and not self.redeals:
            return replace(rules, stock=None)
        if rules.reshuffles_tableau:
            return None
        stock = rules.stock
        return None if stock is None else replace(rules, stock=replace(stock, redeals=self.redeals))

    def __str__(self) -> str:
        return f"redeals {self.redeals}"


@dataclass(frozen=True, slots=True)
class SuitFirst(Goal):
    """Win with one suit complete before any other.

    Attributes:
        suit: the suit.
    """

    suit: Suit

    def counts(self, board: Board, move: Move) -> bool:
        """Whether a move completes another suit while this one is not complete."""
        if not move.target.startswith("f"):
            return False
        target = board.compiled.index_of[move.target]
        (own,) = board.compiled.foundations_by_suit[self.suit]
        return (
            target != own
            and len(board.stacks[target]) + move.count == board.rules.last_rank
            and len(board.stacks[own]) < board.rules.last_rank
        )

    def sentence(self, rules: Rules) -> Message:
        """The goal in a sentence."""
        return Message("Complete the {suit} first.", suit=suit_name(self.suit))

    def __str__(self) -> str:
        return f"{self.suit.name.lower()} first"


@dataclass(frozen=True, slots=True)
class FewMoves(Goal):
    """Win in few moves.

    Attributes:
        moves: how many are allowed.
    """

    moves: int

    @property
    def limit(self) -> int:
        """How many moves are allowed."""
        return self.moves

    def counts(self, board: Board, move: Move) -> bool:
        """Every move counts."""
        return True

    def needed(self, board: Board) -> int:
        """How many moves bring all cards to the foundations, one or a whole suit at a time."""
        left = board.rules.card_count - board.foundation_count
        return left // 13 if board.rules.foundations.whole_suits else left

    def sentence(self, rules: Rules) -> Message:
        """The goal in a sentence."""
        return Message("Win in at most {number} moves.", number=self.moves)

    def __str__(self) -> str:
        return f"moves {self.moves}"


def _taking_nothing_back(piles: Piles) -> Piles:
    back = {PileKind.FOUNDATION}
    return replace(piles, build_from=piles.build_from - back, fill_from=piles.fill_from - back)


@checked
def parse_goal(text: str) -> Goal:
    """Read a goal from its text form.

    Raises:
        InvalidGoal: if the text is not of that form.
    """
    match text.split(" "):
        case ["without", "returns"]:
            return WithoutReturns()
        case ["without", "filling"]:
            return WithoutFilling()
        case ["without", pile] if _PILE.fullmatch(pile):
            return WithoutPile(pile)
        case ["redeals", number] if _NUMBER.fullmatch(number):
            return FewRedeals(int(number))
        case ["moves", number] if _NUMBER.fullmatch(number):
            return FewMoves(int(number))
        case [name, "first"] if name.upper() in Suit.__members__ and name.islower():
            return SuitFirst(Suit[name.upper()])
    raise InvalidGoal("“{text}” is not a goal.", text=excerpt(text))


_PILE: Final = re.compile(rf"[{CELL_NAMES}]|r(?:1[0-6]|[1-9])", re.ASCII)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,3}", re.ASCII)


@checked
def goals_for(rules: Rules, par: int) -> tuple[Goal, ...]:
    """The goals that make sense in a game, whether a deal allows them or not; strict ones first.

    Args:
        par: the length of a winning line.
    """
    return tuple(_goals_for(rules, par))


def _goals_for(rules: Rules, par: int) -> Iterator[Goal]:
    compiled = compile_rules(rules)
    if not rules.has_foundations:
        return
    for kind in (PileKind.CELL, PileKind.RESERVE):
        taking = [pile for pile in compiled.targets if pile.kind is kind]
        if taking:
            yield WithoutPile(taking[-1].name)
    if rules.gives_back:
        yield WithoutReturns()
    if any(pile.fill_from for pile in compiled.tableau) and not rules.tableau.refilled:
        yield WithoutFilling()
    redeals = 0 if rules.stock is None else rules.stock.redeals
    limit = MAX_REDEALS + 1 if redeals is None else min(redeals, MAX_REDEALS + 1)
    yield from map(FewRedeals, range(limit))
    if rules.foundations.is_single:
        # Every win by such a foundation takes about the same number of moves.
        return
    foundations = rules.foundations
    if (
        (rules.decks, rules.suits) == (1, 4)
        and foundations.is_by_suit
        and not (foundations.descending or foundations.courses)
    ):
        yield from map(SuitFirst, Suit)
    yield FewMoves(-(-par * _PAR_PERCENT // 500) * 5)


@checked
def count(goal: Goal, game: Game) -> int:
    """How many of a game's moves a goal counts."""
    return sum(
        goal.counts(board, move) for board, move in zip(game.boards, game.moves, strict=False)
    )


@checked
def status_of(goal: Goal, game: Game) -> GoalStatus:
    """Whether a game has met, failed or can still meet a goal."""
    if count(goal, game) + goal.needed(game.board) > goal.limit:
        return GoalStatus.FAILED
    return GoalStatus.MET if game.board.is_won else GoalStatus.POSSIBLE


@checked
def would_fail(goal: Goal, game: Game, move: Move) -> bool:
    """Whether a legal move would fail a goal that is still possible."""
    counted, board = count(goal, game), game.board
    if counted + goal.needed(board) > goal.limit:
        return False
    after = goal.needed(board.apply(move))
    return counted + goal.counts(board, move) + after > goal.limit


def finish(goal: Goal, game: Game) -> tuple[Move, ...]:
    """The foundation and stock moves that win, and do not fail a goal that is still possible.

    Raises:
        CannotFinish: if no such moves were found.
    """
    if status_of(goal, game) is GoalStatus.FAILED:
        return game.finishing_line()
    # What the goal may not count any more is left out of the search.
    avoids = goal.counts if count(goal, game) == goal.limit else None
    finished = game.copy()
    try:
        for move in game.finishing_line(avoids):
            finished.play(move)
        if status_of(goal, finished) is GoalStatus.MET:
            return finished.moves[len(game.moves) :]
    except CannotFinish:
        if not game.can_finish():
            raise
    raise CannotFinish("Finishing automatically would miss the goal. Play the rest yourself.")
