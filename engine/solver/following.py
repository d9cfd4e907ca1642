"""The search for foundations that follow the ones above them, as in Osmosis: depth first.

Nothing but foundations takes cards there, and a foundation with more cards takes all that one with
fewer does. So a card that is not of the waste is played as soon as it can be, unless it begins a
foundation: which suit comes before which matters. And what cannot be won even if every card of
stock and waste could be played at any time cannot be won.

With redeals without limit, turns belong to the play that follows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final, NamedTuple

from engine.board import Board
from engine.cards import Card
from engine.moves import Move
from engine.rules import Rules
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult

_SLICE: Final = 200
"""How many states are visited between two looks at the clock."""
_MOST_STATES: Final = 2_000_000
"""A state takes 400 bytes; so many stay below ``MAX_MEMORY``."""


class _State(NamedTuple):
    """A position: all that distinguishes it from others of its deal.

    Attributes:
        heights: how many cards each tableau pile has.
        left: the cards of waste and stock, in the order in which they are turned.
        in_waste: how many of them are turned; 0 after whole turns, which lead to the same tops.
        rows: the suits of the foundations, from above.
        ranks: for each suit, the mask of its ranks on the foundations.
    """

    heights: tuple[int, ...]
    left: tuple[int, ...]
    in_waste: int
    rows: tuple[int, ...]
    ranks: tuple[int, ...]


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
    first = deal.first()
    seen, path = {first}, list[int]()
    frames = [deal.plays(first)]
    while frames:
        play = next(frames[-1], None)
        if play is None:
            frames.pop()
            path = path[: len(frames) - 1]
            continue
        card, state = play
        if state in seen:
            continue
        if not any(state.heights) and not state.left:
            return SearchResult(Outcome.WON, tuple(_moves(board, [*path, card])), len(seen))
        is_time = len(seen) % _SLICE == 0 and limits.are_reached(len(seen))
        if len(seen) >= most or is_time:
            return SearchResult(Outcome.UNKNOWN, (), len(seen))
        seen.add(state)
        path.append(card)
        frames.append(deal.plays(state))
    return SearchResult(Outcome.LOST, (), len(seen))


class _Deal:
    """A board's cards, and the plays of the states that it leads to."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._piles = [board.stacks[pile.index] for pile in board.compiled.tableau]
        self._turn = board.rules.stock.turn if board.rules.stock is not None else 1

    def first(self) -> _State:
        """The state of the board."""
        board, compiled = self._board, self._board.compiled
        waste, stock = board.stacks[compiled.waste], board.stacks[compiled.stock]
        rows, ranks = list[int](), [0] * 4
        for index in compiled.foundations:
            if board.stacks[index]:
                rows.append(board.stacks[index][0].suit)
                ranks[rows[-1]] = sum(1 << card % 13 for card in board.stacks[index])
        heights = tuple(map(len, self._piles))
        left = tuple(map(int, waste + stock[::-1]))
        return _State(heights, left, self._class(len(waste), len(left)), tuple(rows), tuple(ranks))

    def plays(self, state: _State) -> Iterator[tuple[int, _State]]:
        """The cards to play, each with the state after it; those of the waste last."""
        if not self._might_be_won(state):
            return
        for number, height in enumerate(state.heights):
            card = int(self._piles[number][height - 1]) if height else -1
            if height and self._takes(state, card):
                heights = list(state.heights)
                heights[number] -= 1
                after = self._placed(state, card)._replace(heights=tuple(heights))
                yield card, after
                if card // 13 in state.rows or len(state.rows) == 3:
                    return
        for at in self._reachable(state):
            card = state.left[at]
            if self._takes(state, card):
                left = state.left[:at] + state.left[at + 1 :]
                in_waste = self._class(at, len(left))
                yield card, self._placed(state, card)._replace(left=left, in_waste=in_waste)

    def _takes(self, state: _State, card: int) -> bool:
        """Whether a foundation takes a card."""
        suit, rank = divmod(card, 13)
        if suit not in state.rows:
            return rank == self._board.base
        row = state.rows.index(suit)
        return not row or bool(state.ranks[state.rows[row - 1]] >> rank & 1)

    def _placed(self, state: _State, card: int) -> _State:
        """A state with a card on its foundation, not yet gone from where it was."""
        suit, rank = divmod(card, 13)
        ranks = tuple(mask | 1 << rank if n == suit else mask for n, mask in enumerate(state.ranks))
        rows = state.rows if suit in state.rows else (*state.rows, suit)
        return state._replace(rows=rows, ranks=ranks)

    def _class(self, in_waste: int, left: int) -> int:
        """How many cards are turned, or 0 where a new round leads to the same tops."""
        return 0 if in_waste % self._turn == 0 or in_waste == left else in_waste

    def _reachable(self, state: _State) -> Iterator[int]:
        """The places of the cards that turns bring to the top of the waste, soonest first."""
        places = [state.in_waste - 1] if state.in_waste else []
        for begin in (state.in_waste, 0) if state.in_waste else (0,):
            at = begin
            while at < len(state.left):
                at = min(at + self._turn, len(state.left))
                places.append(at - 1)
        return iter(dict.fromkeys(places))

    def _might_be_won(self, state: _State) -> bool:
        """Whether all cards can be played if those of stock and waste can be at any time."""
        missing = [suit for suit in range(4) if suit not in state.rows]
        orders = permutations(missing)
        return any(self._clears(state, (*state.rows, *order)) for order in orders)

    def _clears(self, state: _State, rows: tuple[int, ...]) -> bool:
        """Whether that is so where the suits come in an order."""
        above = dict(zip(rows[1:], rows, strict=False))
        ranks, heights, left = list(state.ranks), list(state.heights), set(state.left)
        base = 1 << self._board.base
        going = True
        while going:
            going = False
            for suit in rows:
                upper = 0x1FFF if suit == rows[0] else ranks[above[suit]]
                if not ranks[suit] & base:
                    # It begins with that rank, once the one above has begun.
                    upper &= base
                free = sum(1 << card % 13 for card in left if card // 13 == suit) & upper
                if free:
                    going = True
                    ranks[suit] |= free
                    left -= {card for card in left if card // 13 == suit and free >> card % 13 & 1}
            for number, height in enumerate(heights):
                if height:
                    suit, rank = divmod(self._piles[number][height - 1], 13)
                    upper = 0x1FFF if suit == rows[0] else ranks[above[suit]]
                    if (ranks[suit] | 1 << rank) & base and upper >> rank & 1:
                        going = True
                        ranks[suit] |= 1 << rank
                        heights[number] -= 1
        return not left and not any(heights)


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
