"""The search for foundations that follow the ones above them, as in Osmosis: depth first.

Nothing but foundations takes cards there, and a foundation with more cards takes all that one with
fewer does. So a card that is not of the waste is played as soon as it can be, unless it begins a
foundation: which suit comes before which matters. And what cannot be won even if every card of
stock and waste could be played at any time cannot be won.

With redeals without limit, turns belong to the play that follows them. Before a round, the last
card of the stock is played as soon as it can be, too: it turns up in every round, and once it is
gone the others turn up as before, and the one before it in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, permutations
from typing import Final, NamedTuple, TypeAlias

from engine.board import Board
from engine.cards import Card
from engine.moves import Move
from engine.rules import Rules
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult

_SLICE: Final = 200
"""How many states are visited between two looks at the clock."""
_MOST_STATES: Final = 4_000_000
"""A state takes 150 bytes; so many stay below ``MAX_MEMORY``."""
_SUIT: Final = (1 << 13) - 1
"""The mask of a suit's ranks."""


class _State(NamedTuple):
    """A position: all that distinguishes it from others of its deal.

    Attributes:
        home: the mask of the cards on the foundations.
        rows: the suits of the foundations, from above.
        in_waste: how many of the other cards of waste and stock are turned; 0 after whole turns,
            which lead to the same tops.
    """

    home: int
    rows: tuple[int, ...]
    in_waste: int


_Step: TypeAlias = tuple[list[int], _State]
"""Cards to play, and the state after them."""


def fits(rules: Rules) -> bool:
    """Whether the search supports a game."""
    if not rules.foundations.follows_previous or rules.cells.deal or rules.reserve.deal:
        return False
    stock, tableau = rules.stock, rules.tableau
    is_closed = tableau.build is None and not (tableau.refilled or tableau.covered_by)
    return is_closed and stock is not None and rules.has_waste and stock.redeals is None


def search(board: Board, limits: Limits) -> SearchResult:
    """Search from any board of a game that fits.

    Args:
        board: the board.
        limits: when to give up.
    """
    deal = _Deal(board)
    most = min(limits.max_states, _MOST_STATES)
    seen, path = set[_State](), list[list[int]]()
    frames = [iter([deal.first()])]
    while frames:
        step = next(frames[-1], None)
        if step is None:
            frames.pop()
            path = path[: len(frames) - 1]
            continue
        cards, state = step
        if state in seen:
            continue
        if deal.is_won(state):
            moves = tuple(_moves(board, [*chain(*path, cards)]))
            return SearchResult(Outcome.WON, moves, len(seen))
        is_time = len(seen) % _SLICE == 0 and limits.are_reached(len(seen))
        if len(seen) >= most or is_time:
            return SearchResult(Outcome.UNKNOWN, (), len(seen))
        seen.add(state)
        path.append(cards)
        frames.append(deal.steps(state))
    return SearchResult(Outcome.LOST, (), len(seen))


class _Deal:
    """A board's cards, and the steps from the states that it leads to."""

    def __init__(self, board: Board) -> None:
        compiled, stacks = board.compiled, board.stacks
        waste, stock = stacks[compiled.waste], stacks[compiled.stock]
        self._in_waste = len(waste)
        self._turned = [*map(int, waste + stock[::-1])]
        self._piles = [[*map(int, stacks[pile.index])] for pile in compiled.tableau]
        self._turn = board.rules.stock.turn if board.rules.stock is not None else 1
        foundations = [stacks[index] for index in compiled.foundations if stacks[index]]
        self._rows = tuple(cards[0].suit for cards in foundations)
        self._home = _mask(chain(*foundations))
        self._free = _mask(self._turned)
        self._dealt = _mask(chain(*self._piles))
        self._all = self._home | self._free | self._dealt
        self._tops_of: dict[int, int] = {}
        self._bases = _mask(13 * suit + board.base for suit in range(4))

    def first(self) -> _Step:
        """The state of the board, and what is played on the way to it."""
        in_waste = self._class(self._in_waste, len(self._turned))
        return self._settled([], self._home, self._rows, in_waste)

    def is_won(self, state: _State) -> bool:
        """Whether all cards are on foundations."""
        return state.home == self._all

    def steps(self, state: _State) -> Iterator[_Step]:
        """The plays that matter, then the redeal, which more than one state leads to.

        Of the waste first the cards of which fewest come after them: what is turned up before them
        stays as it is.
        """
        home, rows, in_waste = state
        if not self._might_be_won(home, rows):
            return
        taken = self._taken(home, rows)
        for card in _cards(taken & self._tops(home)):
            yield self._played(card, home, rows, in_waste)
        left = [card for card in self._turned if not home >> card & 1]
        last = left[-1] if left and not in_waste else None
        if last is not None and taken >> last & 1 and _is_settled(last, rows):
            yield self._played(last, home, rows, in_waste)
            return
        for at in self._reachable(in_waste, len(left)):
            if taken >> left[at] & 1:
                yield self._played(left[at], home, rows, self._class(at, len(left) - 1))
        if in_waste:
            yield [], _State(home, rows, 0)

    def _played(self, card: int, home: int, rows: tuple[int, ...], in_waste: int) -> _Step:
        """A play, and those of the tableau after it that cannot hurt."""
        rows = rows if card // 13 in rows else (*rows, card // 13)
        return self._settled([card], home | 1 << card, rows, in_waste)

    def _settled(self, cards: list[int], home: int, rows: tuple[int, ...], in_waste: int) -> _Step:
        while True:
            tops = self._taken(home, rows) & self._tops(home)
            safe = [card for card in _cards(tops) if _is_settled(card, rows)]
            if not safe:
                return cards, _State(home, rows, in_waste)
            cards += safe
            home |= _mask(safe)
            rows += tuple({card // 13 for card in safe} - {*rows})

    def _tops(self, home: int) -> int:
        """The mask of the top cards of the tableau."""
        key = home & self._dealt
        if key not in self._tops_of:
            piles = [[card for card in pile if not key >> card & 1] for pile in self._piles]
            self._tops_of[key] = _mask(pile[-1] for pile in piles if pile)
        return self._tops_of[key]

    def _taken(self, home: int, rows: tuple[int, ...]) -> int:
        """The mask of the cards that foundations take, with those that they have."""
        taken, above = 0 if len(rows) == 4 else self._bases, _SUIT
        for suit in rows:
            taken |= above << 13 * suit
            above = home >> 13 * suit & _SUIT
        return taken

    def _class(self, in_waste: int, left: int) -> int:
        """How many cards are turned, or 0 where a new round leads to the same tops."""
        return 0 if in_waste % self._turn == 0 or in_waste == left else in_waste

    def _reachable(self, in_waste: int, left: int) -> list[int]:
        """The places of the cards that turns bring to the top of the waste, the last first."""
        first = in_waste - 1 if in_waste else self._turn - 1
        places = [*range(first, left, self._turn)][::-1]
        return places if left - 1 in places[:1] or not left else [left - 1, *places]

    def _might_be_won(self, home: int, rows: tuple[int, ...]) -> bool:
        """Whether all cards can be played if those of stock and waste can be at any time."""
        missing = [suit for suit in range(4) if suit not in rows]
        return any(self._clears(home, rows + others) for others in permutations(missing))

    def _clears(self, home: int, rows: tuple[int, ...]) -> bool:
        """Whether that is so where the suits come in an order."""
        before = -1
        while home != before:
            before, above = home, _SUIT
            loose = self._free | self._tops(home)
            for suit in rows:
                shift = 13 * suit
                if not home & self._bases & _SUIT << shift:
                    above &= self._bases >> shift
                home |= loose & above << shift
                above = home >> shift & _SUIT
        return home == self._all


def _is_settled(card: int, rows: tuple[int, ...]) -> bool:
    """Whether there is no choice about the place of a card's foundation."""
    return card // 13 in rows or len(rows) == 3


def _mask(cards: Iterable[int]) -> int:
    """The mask of cards."""
    return sum(1 << card for card in cards)


def _cards(mask: int) -> Iterator[int]:
    """The cards of a mask."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _moves(board: Board, cards: list[int]) -> Iterator[Move]:
    """The moves that play these cards, with the turns that they need."""
    for card in cards:
        while True:
            plays = board.foundation_moves()
            found = next((move for move in plays if _top(board, move) == card), None)
            if found is not None:
                break
            yield board.stock_move
            board = board.apply(board.stock_move)
        yield found
        board = board.apply(found)


def _top(board: Board, move: Move) -> Card:
    """The card that a move plays."""
    return board.stacks[board.compiled.index_of[move.source]][-1]
