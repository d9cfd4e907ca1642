"""Where every card of a board is drawn: pure geometry, in pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from engine import PileKind
from engine.board import Board
from engine.cards import Cards
from rendering.arrangement import Arrangement, PilePlace, Spread, bottom_of, tableau_gap
from rendering.arrangement_search import arrangement_of, min_height
from rendering.metrics import Box, Metrics, Size, metrics_of

_LOOSENESS: Final = (0.75, 0.5, 0.25, 0.0)
"""How far columns are stretched if all the way makes a board too tall, the first that fits."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a card of a pile is drawn.

    Attributes:
        index: its index in the pile, counted from the bottom.
        box: the whole card, even if others cover it.
        size: how much of it is drawn.
        covered: whether a card to the right leaves only its left side visible.
        beneath: its offset, to the right and down, from each card that it overlaps.
    """

    index: int
    box: Box
    size: Size
    covered: bool = False
    beneath: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything on a board is.

    Attributes:
        width: the picture's width.
        height: its height.
        metrics: the lengths of the board.
        piles: each pile's place, in the order of the compiled rules; empty if the board is won
            and its suits are laid out instead.
        cards: the cards of each pile that are drawn, bottom to top, in the same order.
        is_loose: whether columns are stretched, so that covered cards show more than the index.
    """

    width: int
    height: int
    metrics: Metrics
    piles: tuple[PilePlace, ...]
    cards: tuple[tuple[CardPlace, ...], ...]
    is_loose: bool = False

    def box_of(self, index: int) -> Box:
        """The box around a pile with all its cards."""
        boxes = [place.box for place in self.cards[index]]
        if self.piles:
            boxes.append(self.piles[index].box)
        return reduce(Box.union, boxes)

    def run_box(self, index: int, first: int) -> Box:
        """The box around a pile's cards from an index on; around the pile if none is drawn."""
        boxes = [place.box for place in self.cards[index] if place.index >= first]
        if boxes:
            return reduce(Box.union, boxes)
        return self.piles[index].box if self.piles else self.box_of(index)


def layout_of(board: Board, width: int, large_index: bool = False) -> Layout:
    """The layout of a board in a picture of that width.

    If the board would be too flat for a chat, its columns are stretched as far as that helps; the
    rest is left for columns to grow.
    """
    if board.is_won:
        return _won_layout(board, width, large_index)
    arrangement = arrangement_of(board.rules, width, large_index)
    least = min_height(width)
    best = _layout(arrangement, board, 0.0)
    if best.height < least:
        best = _layout(arrangement, board, 1.0)
        for looseness in _LOOSENESS:
            if best.height <= least:
                break
            best = _layout(arrangement, board, looseness)
    return replace(best, height=max(best.height, least))


def _layout(arrangement: Arrangement, board: Board, looseness: float) -> Layout:
    """A board with its columns stretched, from not at all (0) to the most (1)."""
    m = arrangement.metrics.loosened(looseness) if looseness else arrangement.metrics
    piles, cards = arrangement.piles, _all_cards(arrangement.piles, board, m)
    for row in range(1, arrangement.rows):
        bottom = max(
            stack[-1].box.bottom if stack else place.box.bottom
            for place, stack in zip(piles, cards, strict=True)
            if place.pile.kind is PileKind.TABLEAU and place.row == row - 1
        )
        top = next(place.box.y for place in piles if place.row == row)
        shift = bottom + tableau_gap(m) - top
        if shift > 0:
            piles = tuple(
                replace(place, box=replace(place.box, y=place.box.y + shift))
                if place.row >= row
                else place
                for place in piles
            )
            cards = _all_cards(piles, board, m)
    bottoms = (stack[-1].box.bottom for stack in cards if stack)
    height = max(bottom_of(piles, m), *bottoms) + m.edge
    return Layout(m.width, height, m, piles, cards, is_loose=looseness > 0)


def _all_cards(
    piles: Sequence[PilePlace], board: Board, m: Metrics
) -> tuple[tuple[CardPlace, ...], ...]:
    """The cards of each pile that are drawn."""
    hidden = board.hidden or (0,) * len(board.stacks)
    return tuple(
        _cards(place, stack, down, m)
        for place, stack, down in zip(piles, board.stacks, hidden, strict=True)
    )


def _cards(pile: PilePlace, stack: Cards, hidden: int, m: Metrics) -> tuple[CardPlace, ...]:
    match pile.spread:
        case Spread.DOWN:
            return tuple(_fanned_down(pile, len(stack), hidden, m))
        case Spread.RIGHT:
            return tuple(_fanned_right(pile, len(stack), m))
        case Spread.ENDS if len(stack) > 1:
            upper = Box(pile.box.x, pile.box.y + m.fan, m.card, pile.box.height)
            return (
                CardPlace(0, pile.box, pile.size),
                CardPlace(len(stack) - 1, upper, pile.size, beneath=((0, m.fan),)),
            )
        case _:
            return (CardPlace(len(stack) - 1, pile.box, pile.size),) if stack else ()


def _fanned_down(pile: PilePlace, count: int, hidden: int, m: Metrics) -> Iterator[CardPlace]:
    y, step = pile.box.y, 0
    for index in range(count):
        box = Box(pile.box.x, y, m.card, pile.box.height)
        yield CardPlace(index, box, pile.size, beneath=((0, step),) if index else ())
        step = m.back_fan if index < hidden else m.fan
        y += step


def _fanned_right(pile: PilePlace, count: int, m: Metrics) -> Iterator[CardPlace]:
    visible = min(count, 3)
    for number in range(visible):
        yield CardPlace(
            count - visible + number,
            Box(pile.box.x + number * m.fan_right, pile.box.y, m.card, pile.box.height),
            pile.size,
            covered=number < visible - 1,
            beneath=((m.fan_right, 0),) if number else (),
        )


def _won_layout(board: Board, width: int, large_index: bool) -> Layout:
    """The foundations in rows of thirteen, the last card of each in full.

    More than four rows stand in pairs, the second close below the first.
    """
    rows = _won_rows(board)
    paired = len(rows) > 4
    size = Size.UPPER if paired else Size.TALL
    m = metrics_of(width, 9 if paired else 8, large_index=large_index)
    height = m.height(size)
    pitch = (width - 2 * m.edge - m.card) // 12
    left = (width - 12 * pitch - m.card) // 2
    places: list[tuple[CardPlace, ...]] = [()] * len(board.compiled.piles)
    y, bottom = m.edge, 0
    for number, row in enumerate(rows):
        second = paired and number % 2 == 1
        for column, (pile, index) in enumerate(row):
            box = Box(left + column * pitch, y, m.card, height)
            covered = column < len(row) - 1
            beneath = _beneath(column, second, pitch, m.fan)
            places[pile] += (CardPlace(index, box, size, covered, beneath),)
        bottom = y + height
        y += m.fan if paired and not second else height + m.gap
    return Layout(width, bottom + m.edge, m, (), tuple(places))


def _won_rows(board: Board) -> list[list[tuple[int, int]]]:
    """The rows of a won board, each card as the indices of its pile and in its pile.

    A foundation built down continues the row of the one built up that it met; a single foundation
    is cut into rows.
    """
    compiled = board.compiled
    if compiled.rules.foundations.build:
        pile = compiled.foundations[0]
        cards = [(pile, index) for index in range(len(board.stacks[pile]))]
        return [cards[first : first + 13] for first in range(0, len(cards), 13)]
    rows = [
        [(pile, index) for index in range(len(board.stacks[pile]))]
        for suit in compiled.foundations_by_suit
        for pile in suit
    ]
    if compiled.rules.foundations.descending:
        for row, pile in zip(rows, compiled.foundations[4:], strict=True):
            row += [(pile, index) for index in reversed(range(len(board.stacks[pile])))]
    return rows


def _beneath(column: int, second: bool, right: int, down: int) -> tuple[tuple[int, int], ...]:
    """The offsets of a card of a won board from those to its left and in the row above it."""
    left = ((right, 0),) if column else ()
    if not second:
        return left
    return (*(((right, down),) if column else ()), (0, down), *left)
