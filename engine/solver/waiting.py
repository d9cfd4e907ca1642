"""The search for games whose cards wait in piles for foundations built by steps, as in Calculation.

The next card goes to a foundation or onto a pile, and the top cards of piles to foundations only.
A beam keeps the best boards after each card, and a wider one follows where it finds no win. Nobody
has to wait for a pile's top card that a foundation takes, so it goes there at once; of several
foundations each is tried. That proves no losses.

A board is the worse, the longer cards have to wait that lie beneath others which wait longer. How
long one waits is how many cards its foundations need before it, on average: there are as many
copies of each rank as foundations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.board import Board
from engine.moves import Move
from engine.rules import EmptyPileRule, PileKind, Rules, Win
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult

_FIRST_WIDTH: Final = 50
_MOST_WIDTH: Final = 20_000
_WIDER: Final = 4
_COMPLETE: Final = 13


class _Node(NamedTuple):
    """A board, and how it was reached.

    Attributes:
        heights: how many cards each foundation has.
        piles: the ranks of each tableau pile.
        move: the source and target of the last move: -1 is the reserve; piles come before
            foundations.
        before: the board before it.
    """

    heights: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]
    move: tuple[int, int]
    before: _Node | None


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
        node = beam.search(width, limits)
        if node is not None:
            return SearchResult(Outcome.WON, tuple(_moves(board, node)), beam.states)
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
        self._wanted = compiled.foundation_sequences[board.base]
        self._places = [[row.index(rank) for rank in range(13)] for row in self._wanted]
        heights = tuple(len(stacks[index]) for index in compiled.foundations)
        piles = tuple(tuple(card % 13 for card in stacks[p.index]) for p in compiled.tableau)
        self._first = _Node(heights, piles, (-1, -1), None)
        self.states = 0

    def search(self, width: int, limits: Limits) -> _Node | None:
        """A won board; None if a beam finds none.

        Args:
            width: how many boards it keeps.
        """
        level = list(self._settled(self._first))
        for rank in self._cards:
            after: dict[object, _Node] = {}
            for node in level:
                for placed in self._placed(node, rank):
                    for settled in self._settled(placed):
                        after.setdefault((settled.heights, tuple(sorted(settled.piles))), settled)
            self.states += len(after)
            if self.states > limits.max_states or limits.are_reached(self.states):
                return None
            level = sorted(after.values(), key=self._cost)[:width]
        return next((node for node in level if not any(node.piles)), None)

    def _placed(self, node: _Node, rank: int) -> Iterator[_Node]:
        """The boards after the card of the reserve has gone to a foundation or a pile."""
        for number in self._taking(node.heights, rank):
            yield self._on_foundation(node, -1, number)
        tried = set()
        for number, pile in enumerate(node.piles):
            if pile not in tried:
                tried.add(pile)
                piles = (*node.piles[:number], (*pile, rank), *node.piles[number + 1 :])
                yield _Node(node.heights, piles, (-1, number), node)

    def _settled(self, node: _Node) -> Iterator[_Node]:
        """The boards after all top cards of piles have gone to foundations that can."""
        for number, pile in enumerate(node.piles):
            taking = self._taking(node.heights, pile[-1]) if pile else []
            if taking:
                for foundation in taking:
                    yield from self._settled(self._on_foundation(node, number, foundation))
                return
        yield node

    def _taking(self, heights: Sequence[int], rank: int) -> list[int]:
        """The foundations that take a rank."""
        return [n for n, height in enumerate(heights) if self._wanted[n][height] == rank]

    def _on_foundation(self, node: _Node, source: int, number: int) -> _Node:
        """The board after a card of the reserve, or a pile's top card, goes to a foundation."""
        heights, piles = list(node.heights), node.piles
        heights[number] += 1
        if source >= 0:
            piles = (*piles[:source], piles[source][:-1], *piles[source + 1 :])
        return _Node(tuple(heights), piles, (source, len(piles) + number), node)

    def _cost(self, node: _Node) -> float:
        """How much worse a board is than one with every card on a foundation."""
        waits = []
        for rank in range(13):
            pairs = zip(self._places, node.heights, strict=True)
            ahead = [row[rank] - height for row, height in pairs if row[rank] >= height]
            waits.append(sum(ahead) / len(ahead) if ahead else 0.0)
        cost = -float(sum(node.heights))
        for pile in node.piles:
            shortest = float(_COMPLETE)
            for rank in pile:
                if waits[rank] > shortest:
                    cost += 1 + waits[rank] - shortest
                else:
                    shortest = waits[rank]
        return cost


def _moves(board: Board, node: _Node) -> Iterator[Move]:
    """The moves that lead to a board."""
    line = []
    at: _Node | None = node
    while at is not None and at.before is not None:
        line.append(at.move)
        at = at.before
    compiled = board.compiled
    targets = (*compiled.tableau, *(compiled.piles[index] for index in compiled.foundations))
    (reserve,) = compiled.piles_of(PileKind.RESERVE)
    for source, target in reversed(line):
        pile = reserve if source < 0 else compiled.tableau[source]
        yield Move(pile.name, targets[target].name)
