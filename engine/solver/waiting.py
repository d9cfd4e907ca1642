"""The search for games whose cards wait in piles for foundations built by steps, as in Calculation.

The next card goes to a foundation or onto a pile, and the top cards of piles to foundations only.
A beam keeps the best boards after each card, and a wider one follows where it finds no win. Nobody
has to wait for a pile's top card that a foundation takes, so it goes there at once; of several
foundations each is tried. That proves no losses.

A board is the worse, the longer cards have to wait that lie beneath others which wait longer. How
long one waits is how many cards its foundations need before it, on average: there are as many
copies of each rank as foundations.

All boards after a card are looked at together, as arrays: ten times as many a second as one by one.
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

_FIRST_WIDTH: Final = 50
_MOST_WIDTH: Final = 51_200
_WIDER: Final = 4
_COMPLETE: Final = 13
_NO_RANK: Final = 13
"""What lies above a pile, and what a complete foundation takes."""
_RESERVE: Final = -1
"""The source of a move from the reserve."""

Ranks = npt.NDArray[np.int8]
_Places = tuple[int, int]
"""The source and target of a move: piles come before foundations."""
Costs = npt.NDArray[np.float32]

_ODD: Final = odd_numbers(13, 2, 128, _COMPLETE + 1)
"""A number for each rank at each height of a pile, and for each height of each foundation."""


class _Level(NamedTuple):
    """Boards after the same card, a row each.

    Attributes:
        heights: how many cards each foundation has.
        piles: the ranks of each tableau pile, from the bottom.
        sizes: how many cards each tableau pile has.
        nodes: the places of the boards in the trail.
    """

    heights: Ranks
    piles: Ranks
    sizes: Ranks
    nodes: Ints

    def rows(self, which: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> _Level:
        """Copies of some of the boards."""
        return _Level(self.heights[which], self.piles[which], self.sizes[which], self.nodes[which])


def fits(rules: Rules) -> bool:
    """Whether the search supports a game."""
    tableau, reserve = rules.tableau, rules.reserve
    only_reserve = frozenset({PileKind.RESERVE})
    return (
        bool(rules.foundations.steps)
        and rules.win is Win.FOUNDATIONS
        and not rules.cells.deal
        and reserve.deal == (1,)
        and reserve.refilled
        and reserve.fill is EmptyPileRule.NOTHING
        and tableau.fill is EmptyPileRule.ANY
        and tableau.build is not None
        and tableau.build.accepts_all
        and tableau.build_from == tableau.fill_from == only_reserve
        and tableau.fill_first is None
    )


def search(board: Board, limits: Limits) -> SearchResult:
    """Search from any board of a game that fits.

    Args:
        board: the board.
        limits: when to give up.
    """
    beam = _Beam(board)
    width = _FIRST_WIDTH
    while width <= _MOST_WIDTH:
        line = beam.search(width, limits)
        if line is not None:
            return SearchResult(Outcome.WON, tuple(_moves(board, line)), beam.states)
        if beam.states >= limits.max_states or limits.are_reached(beam.states):
            break
        width *= _WIDER
    return SearchResult(Outcome.UNKNOWN, (), beam.states)


class _Beam:
    """The beams of a board."""

    def __init__(self, board: Board) -> None:
        compiled, stacks = board.compiled, board.stacks
        (reserve,) = compiled.piles_of(PileKind.RESERVE)
        cards = stacks[reserve.index][::-1] + stacks[compiled.stock][::-1]
        self._cards = [card % 13 for card in cards]
        sequences = [row[:_COMPLETE] for row in compiled.foundation_sequences[board.base]]
        self._wanted = np.full((len(sequences), _COMPLETE + 1), _NO_RANK, np.int8)
        self._wanted[:, :_COMPLETE] = sequences
        self._places = np.argsort(self._wanted[:, :_COMPLETE], axis=1).astype(np.float32)
        piles = [stacks[pile.index] for pile in compiled.tableau]
        heights = [len(stacks[index]) for index in compiled.foundations]
        self._first = _Level(
            np.array([heights], np.int8),
            np.full((1, len(piles), 1 + max(map(len, piles))), _NO_RANK, np.int8),
            np.array([[len(pile) for pile in piles]], np.int8),
            np.array([-1]),
        )
        for number, pile in enumerate(piles):
            self._first.piles[0, number, : len(pile)] = [card % 13 for card in pile]
        self._trail = Trail[_Places]()
        self.states = 0

    def search(self, width: int, limits: Limits) -> list[_Places] | None:
        """The sources and targets of moves that win; None if a beam finds none.

        Args:
            width: how many boards it keeps.
            limits: when to give up.
        """
        self._trail = Trail()
        level = self._settled(self._first)
        for rank in self._cards:
            level = self._distinct(self._settled(self._placed(level, rank)))
            self.states += len(level.nodes)
            if self.states > limits.max_states or limits.are_reached(self.states):
                return None
            if len(level.nodes) > width:
                level = level.rows(np.argsort(self._costs(level), kind="stable")[:width])
        won = level.nodes[level.sizes.sum(axis=1) == 0]
        return self._trail.line(int(won[0])) if len(won) else None

    def _placed(self, level: _Level, rank: int) -> _Level:
        """The boards after the card of the reserve has gone to a foundation or a pile."""
        if level.sizes.max() == level.piles.shape[2]:
            more = np.full((*level.piles.shape[:2], 4), _NO_RANK, np.int8)
            level = level._replace(piles=np.concatenate([level.piles, more], axis=2))
        after = []
        for number, wanted in enumerate(self._wanted):
            taking = wanted[level.heights[:, number]] == rank
            after.append(self._on_foundation(level.rows(taking), _RESERVE, number))
        for number in range(level.sizes.shape[1]):
            # Of empty piles only the first.
            is_first = (level.sizes[:, :number] > 0).all(axis=1) | (level.sizes[:, number] > 0)
            part = level.rows(is_first)
            part.piles[np.arange(len(part.nodes)), number, part.sizes[:, number]] = rank
            part.sizes[:, number] += 1
            after.append(part._replace(nodes=self._trail.add(part.nodes, (_RESERVE, number))))
        return _joined(after)

    def _settled(self, level: _Level) -> _Level:
        """The boards after all top cards of piles have gone to foundations that can."""
        settled = []
        while len(level.nodes):
            tops = np.take_along_axis(
                level.piles, np.maximum(level.sizes - 1, 0)[:, :, None].astype(np.intp), axis=2
            )
            wanted = self._wanted[np.arange(len(self._wanted)), level.heights]
            taking = (tops == wanted[:, None, :]) & (tops != _NO_RANK)
            is_next = taking.any(axis=2)
            waits = ~is_next.any(axis=1)
            settled.append(level.rows(waits))
            chosen = np.where(waits, -1, is_next.argmax(axis=1))
            after = [
                self._on_foundation(
                    level.rows((chosen == pile) & taking[:, pile, number]), pile, number
                )
                for pile in range(level.sizes.shape[1])
                for number in range(len(self._wanted))
            ]
            level = _joined(after)
        return _joined(settled)

    def _on_foundation(self, part: _Level, source: int, number: int) -> _Level:
        """Boards after the card of the reserve, or a pile's top card, has gone to a foundation."""
        part.heights[:, number] += 1
        target = part.sizes.shape[1] + number
        if source != _RESERVE:
            part.sizes[:, source] -= 1
            part.piles[np.arange(len(part.nodes)), source, part.sizes[:, source]] = _NO_RANK
        return part._replace(nodes=self._trail.add(part.nodes, (source, target)))

    def _distinct(self, level: _Level) -> _Level:
        """One of each of the boards that differ by the order of their piles alone."""
        piles = np.zeros(level.sizes.shape, np.uint64)
        for place in range(int(level.sizes.max(initial=0))):
            piles = mixed(piles + _ODD[0, place][level.piles[:, :, place]])
        places = np.arange(level.heights.shape[1])
        keys = mixed(piles).sum(axis=1) + mixed(_ODD[1, places, level.heights].sum(axis=1))
        return level.rows(first_of_each(keys))

    def _costs(self, level: _Level) -> Costs:
        """How much worse each board is than one with every card on a foundation."""
        ahead = self._places - level.heights[:, :, None]
        waits_for = ahead >= 0
        waits = (ahead * waits_for).sum(axis=1) / np.maximum(waits_for.sum(axis=1), 1)
        costs: Costs = -level.heights.sum(axis=1).astype(np.float32)
        shortest = np.full(level.sizes.shape, _COMPLETE, np.float32)
        boards = np.arange(len(level.nodes))[:, None]
        for place in range(int(level.sizes.max(initial=0))):
            is_there = place < level.sizes
            ranks = np.where(is_there, level.piles[:, :, place], 0)
            longer = waits[boards, ranks] - shortest
            costs += np.where(is_there & (longer > 0), 1 + longer, 0).sum(axis=1)
            shortest += np.where(is_there, np.minimum(longer, 0), 0)
        return costs


def _joined(levels: list[_Level]) -> _Level:
    """The boards of several levels."""
    heights, piles, sizes, nodes = zip(*levels, strict=True)
    return _Level(*map(np.concatenate, (heights, piles, sizes, nodes)))


def _moves(board: Board, line: list[_Places]) -> Iterator[Move]:
    """The moves of a line of the search: piles come before foundations."""
    compiled = board.compiled
    targets = (*compiled.tableau, *(compiled.piles[index] for index in compiled.foundations))
    (reserve,) = compiled.piles_of(PileKind.RESERVE)
    for source, target in line:
        pile = reserve if source == _RESERVE else compiled.tableau[source]
        yield Move(pile.name, targets[target].name)
