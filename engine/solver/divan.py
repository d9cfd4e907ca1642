"""The search for games whose waste feeds foundations and places to keep cards in, as in Sultan.

Nothing is built on the cards kept, so one of them goes to a foundation as soon as that takes it, as
the top card of the waste does here. What is left to decide is which cards to keep. A beam goes
through the stock card by card and keeps the best boards after each; a wider one follows where it
finds no win. It proves nothing: :mod:`engine.solver.general`, which does, comes last.

A board is the worse, the more often the stock has to be gone through before each foundation has
its cards, one after the other, if nothing else is kept.

All boards at a place of the stock are looked at together, as arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.board import Board
from engine.moves import Move
from engine.rules import EmptyPileRule, PileKind, Rules, Win
from engine.solver.array_beams import Ints, Trail, first_of_each, mixed, odd_numbers
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult

_WIDTHS: Final = (30, 300, 3_000)
_NO_CARD: Final = 52
"""What is in an empty place, and what a complete foundation takes."""
_WASTE: Final = -1
"""The source of a move from the waste."""
_MISSING, _KEPT, _ON_FOUNDATIONS = 4.0, 1.0, 0.25
"""What it costs to need a pass more than there are, and to keep a card; what a card is worth that
is on a foundation."""

Cards = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]
Costs = npt.NDArray[np.float32]

_ODD: Final = odd_numbers(89, 3, 128, _NO_CARD + 1)
"""A number for each card kept, each height of each foundation, and each card of stock and waste."""


class _Level(NamedTuple):
    """Boards at the same place of the stock, a row each.

    Attributes:
        heights: how many cards each foundation has.
        kept: the card of each tableau pile.
        left: whether each card of the initial waste and stock is still there.
        nodes: the places of the boards in the trail.
    """

    heights: Cards
    kept: Cards
    left: Flags
    nodes: Ints

    def rows(self, which: npt.NDArray[np.intp] | Flags) -> _Level:
        """Copies of some of the boards."""
        return _Level(self.heights[which], self.kept[which], self.left[which], self.nodes[which])


class _Step(NamedTuple):
    """A move of the search.

    Attributes:
        redeals: how often the stock has been redealt before.
        place: how far it has been turned since, in places of the initial waste and stock.
        source: the tableau pile, or ``_WASTE``.
        target: the number of a tableau pile, or of a foundation after these.
    """

    redeals: int
    place: int
    source: int
    target: int


def fits(rules: Rules) -> bool:
    """Whether the search supports a game."""
    stock, tableau, foundations = rules.stock, rules.tableau, rules.foundations
    return (
        rules.win is Win.FOUNDATIONS
        and stock is not None
        and rules.has_waste
        and stock.turn == 1
        and stock.redeals is not None
        and stock.onto_empty
        and tableau.build is None
        and tableau.deal == (1,) * len(tableau.deal)
        and tableau.fill is EmptyPileRule.ANY
        and tableau.fill_from == frozenset({PileKind.WASTE})
        and not (tableau.refilled or tableau.covered_by or tableau.row_length)
        and not (rules.cells.deal or rules.reserve.deal)
        and foundations.is_by_suit
        and not (foundations.whole_suits or foundations.groups or foundations.build)
    )


def search(board: Board, limits: Limits) -> SearchResult:
    """Search from any board of a game that fits.

    Args:
        board: the board.
        limits: when to give up.
    """
    beam = _Beam(board)
    for width in _WIDTHS:
        steps = beam.search(width, limits)
        if steps is not None:
            return SearchResult(Outcome.WON, tuple(_moves(board, steps)), beam.states)
        if beam.states >= limits.max_states or limits.are_reached(beam.states):
            return SearchResult(Outcome.UNKNOWN, (), beam.states)
    from engine.solver import general  # noqa: PLC0415  # compiled, so loaded late

    if not general.fits(board.rules):
        return SearchResult(Outcome.UNKNOWN, (), beam.states)
    result = general.search(board, limits)
    return SearchResult(result.outcome, result.moves, result.states + beam.states)


class _Beam:
    """The beams of a board."""

    def __init__(self, board: Board) -> None:
        compiled, stacks = board.compiled, board.stacks
        waste, stock = stacks[compiled.waste], stacks[compiled.stock]
        self._cards = np.array([*waste, *stock[::-1]], np.intp)
        self._turned, self._passes = len(waste), 1 + (board.redeals or 0)
        sequences = [row[:-1] for row in compiled.foundation_sequences[board.base]]
        self._complete = np.array([len(row) for row in sequences])
        self._wanted = np.full((len(sequences), 1 + self._complete.max()), _NO_CARD, np.int8)
        for number, row in enumerate(sequences):
            self._wanted[number, : len(row)] = row
        kept = [int(stacks[p.index][0]) if stacks[p.index] else _NO_CARD for p in compiled.tableau]
        self._first = _Level(
            np.array([[len(stacks[index]) for index in compiled.foundations]], np.int8),
            np.array([kept], np.int8),
            np.ones((1, len(self._cards)), np.bool_),
            np.array([-1]),
        )
        self._places = [np.flatnonzero(self._cards == card) for card in range(_NO_CARD)]
        self._trail = Trail[_Step]()
        self.states = 0

    def search(self, width: int, limits: Limits) -> list[_Step] | None:
        """The moves that win; None if a beam finds none.

        Args:
            width: how many boards it keeps.
            limits: when to give up.
        """
        self._trail = Trail()
        level = self._first
        for redeals in range(self._passes):
            first = self._turned if redeals == 0 else 0
            for place in range(first, len(self._cards) + 1):
                level = self._played(level, redeals, place)
                won = level.nodes[(level.heights == self._complete).all(axis=1)]
                if len(won):
                    return self._trail.line(int(won[0]))
                self.states += len(level.nodes)
                if self.states > limits.max_states or limits.are_reached(self.states):
                    return None
                if len(level.nodes) > width:
                    costs = self._costs(level, redeals, place)
                    level = level.rows(np.argsort(costs, kind="stable")[:width])
        return None

    def _played(self, level: _Level, redeals: int, place: int) -> _Level:
        """The boards after plays with the stock turned up to a place, distinct ones."""
        level = self._settled(level, redeals, place)
        levels = [level]
        while len(level.nodes):
            tops = self._tops(level, place)
            is_free = level.kept == _NO_CARD
            keeps = (tops >= 0) & is_free.any(axis=1)
            part, tops, pile = level.rows(keeps), tops[keeps], is_free[keeps].argmax(axis=1)
            boards = np.arange(len(part.nodes))
            part.kept[boards, pile] = self._cards[tops]
            part.left[boards, tops] = False
            nodes = np.empty_like(part.nodes)
            for number in range(part.kept.shape[1]):
                step = _Step(redeals, place, _WASTE, number)
                nodes[pile == number] = self._trail.add(part.nodes[pile == number], step)
            level = self._settled(part._replace(nodes=nodes), redeals, place)
            levels.append(level)
        return self._distinct(_joined(levels))

    def _settled(self, level: _Level, redeals: int, place: int) -> _Level:
        """The boards after all cards have gone to foundations that can, one after the other."""
        settled = [level.rows(np.zeros(0, np.intp))]
        while len(level.nodes):
            tops = self._tops(level, place)
            on_waste = np.append(self._cards, _NO_CARD)[tops]
            ready = np.concatenate([level.kept, on_waste[:, None]], axis=1)
            wanted = self._wanted[np.arange(len(self._wanted)), level.heights]
            taking = (ready[:, :, None] == wanted[:, None, :]) & (ready != _NO_CARD)[:, :, None]
            chosen = taking.reshape(len(ready), -1).argmax(axis=1)
            waits = ~taking.any(axis=(1, 2))
            chosen[waits] = -1
            settled.append(level.rows(waits))
            after = []
            for choice in np.unique(chosen[~waits]).tolist():
                source, number = divmod(choice, len(self._wanted))
                which = chosen == choice
                part = level.rows(which)
                part.heights[:, number] += 1
                if source < level.kept.shape[1]:
                    part.kept[:, source] = _NO_CARD
                else:
                    source = _WASTE
                    part.left[np.arange(len(part.nodes)), tops[which]] = False
                step = _Step(redeals, place, source, level.kept.shape[1] + number)
                after.append(part._replace(nodes=self._trail.add(part.nodes, step)))
            level = _joined([settled[0], *after])
        return _joined(settled)

    def _tops(self, level: _Level, place: int) -> npt.NDArray[np.intp]:
        """The place of the top card of each waste; -1 if it is empty."""
        turned = level.left[:, :place][:, ::-1]
        if not place:
            return np.full(len(level.nodes), -1, np.intp)
        return np.where(turned.any(axis=1), place - 1 - turned.argmax(axis=1), -1)

    def _distinct(self, level: _Level) -> _Level:
        """One of each of the boards that differ by the order of the cards kept alone."""
        heights = _ODD[1, np.arange(level.heights.shape[1]), level.heights].sum(axis=1)
        left = (level.left * _ODD[2, : len(self._cards), 0]).sum(axis=1)
        keys = mixed(_ODD[0, 0][level.kept].sum(axis=1)) + mixed(heights) + mixed(left)
        return level.rows(first_of_each(keys))

    def _costs(self, level: _Level, redeals: int, place: int) -> Costs:
        """How much worse each board is than others."""
        boards = np.arange(len(level.nodes))
        is_kept = np.zeros((len(boards), _NO_CARD + 1), np.bool_)
        is_kept[boards[:, None], level.kept] = True
        costs: Costs = _KEPT * (level.kept != _NO_CARD).sum(axis=1, dtype=np.float32)
        costs -= _ON_FOUNDATIONS * level.heights.sum(axis=1, dtype=np.float32)
        end = len(self._cards)
        for number, complete in enumerate(self._complete.tolist()):
            at, passes = np.full(len(boards), place), np.zeros(len(boards), np.float32)
            for height in range(int(level.heights[:, number].min()), complete):
                card = int(self._wanted[number, height])
                lacks = (level.heights[:, number] <= height) & ~is_kept[:, card]
                soonest = np.full(len(boards), 2 * end)
                for copy in self._places[card].tolist():
                    comes = np.where(at <= copy, copy, copy + end)
                    soonest = np.minimum(soonest, np.where(level.left[:, copy], comes, 2 * end))
                lacks &= soonest < 2 * end
                passes += lacks & (soonest >= end)
                at = np.where(lacks, soonest % end, at)
            costs += _MISSING * np.maximum(passes - (self._passes - 1 - redeals), 0) + passes
        return costs


def _joined(levels: list[_Level]) -> _Level:
    """The boards of several levels."""
    heights, kept, left, nodes = zip(*levels, strict=True)
    return _Level(*map(np.concatenate, (heights, kept, left, nodes)))


def _moves(board: Board, steps: list[_Step]) -> Iterator[Move]:
    """The moves of a line of the search, with the turns that they need."""
    compiled = board.compiled
    targets = (*compiled.tableau, *(compiled.piles[index] for index in compiled.foundations))
    places = list(range(len(board.stacks[compiled.waste]) + len(board.stacks[compiled.stock])))
    redeals, in_waste = 0, len(board.stacks[compiled.waste])
    for step in steps:
        if step.source == _WASTE:
            while (redeals, in_waste) != (step.redeals, sum(p < step.place for p in places)):
                yield board.stock_move
                redeals, in_waste = (
                    (redeals + 1, 0) if in_waste == len(places) else (redeals, in_waste + 1)
                )
            in_waste -= 1
            places.pop(in_waste)
        source = compiled.piles[compiled.waste] if step.source == _WASTE else targets[step.source]
        yield Move(source.name, targets[step.target].name)
