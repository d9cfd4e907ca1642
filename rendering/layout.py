"""Where every card of a board is drawn: geometry alone, in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine import PileKind
from engine.board import Board
from engine.cards import Cards
from rendering.arrangement import (
    Arrangement,
    PilePlace,
    Spread,
    arrangement_of,
    flattest_of,
    floor_of,
    row_gap,
)
from rendering.metrics import Box, Metrics, Size, metrics_of

_SHARES: Final = (0.75, 0.5, 0.25, 0.0)
"""How far columns are drawn out, one tried after the other, when all the way is too far."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where one card of a pile is.

    Attributes:
        index: which card of the pile, counted from the bottom.
        box: the whole card, whatever lies on it.
        size: how much of it is drawn.
        covered: whether a card lies on it to the right, so that only its left side is seen.
        beneath: how far, to the right and down, it lies from each card that it lies on.
    """

    index: int
    box: Box
    size: Size
    covered: bool = False
    beneath: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything on one board is.

    Attributes:
        width: the picture's width.
        height: its height.
        measures: the lengths it is made of.
        slots: each pile's place, in the order of the compiled rules; empty when the board is won
            and the suits are laid out instead.
        places: the cards of each pile that are drawn, bottom to top, in the same order.
        is_loose: whether columns are drawn out, so that more than the index of a covered card is
            seen.
    """

    width: int
    height: int
    metrics: Metrics
    slots: tuple[PilePlace, ...]
    places: tuple[tuple[CardPlace, ...], ...]
    is_loose: bool = False

    def box_of(self, index: int) -> Box:
        """The box round a pile with all its cards."""
        boxes = [place.box for place in self.places[index]]
        if self.slots:
            boxes.append(self.slots[index].box)
        box = boxes[0]
        for other in boxes[1:]:
            box = box.union(other)
        return box


def layout_of(board: Board, width: int, large_index: bool = False) -> Layout:
    """Where everything on a board is, in a picture of that width.

    Where a board would be too flat for a chat its columns are drawn out, as far as that helps; what
    is left is felt for columns to grow on.
    """
    if board.is_won:
        return _won_layout(board, width, large_index)
    arrangement = arrangement_of(board.rules, width, large_index)
    flattest = flattest_of(width)
    best = _laid_out(arrangement, board, 0.0)
    if best.height < flattest:
        best = _laid_out(arrangement, board, 1.0)
        for share in _SHARES:
            if best.height <= flattest:
                break
            best = _laid_out(arrangement, board, share)
    return replace(best, height=max(best.height, flattest))


def _laid_out(arrangement: Arrangement, board: Board, share: float) -> Layout:
    """A board with its columns drawn out by some share, from not at all (0) to the most (1)."""
    m = arrangement.metrics.loosened(share) if share else arrangement.metrics
    hidden = board.hidden or (0,) * len(board.stacks)
    slots, places = arrangement.slots, _all_places(arrangement.slots, board, hidden, m)
    for row in range(1, arrangement.rows):
        above = max(
            pile[-1].box.bottom if pile else slot.box.bottom
            for slot, pile in zip(slots, places, strict=True)
            if slot.pile.kind is PileKind.TABLEAU and slot.row == row - 1
        )
        top = next(slot.box.y for slot in slots if slot.row == row)
        pushed = above + row_gap(m) - top
        if pushed > 0:
            slots = tuple(
                replace(slot, box=replace(slot.box, y=slot.box.y + pushed))
                if slot.row >= row
                else slot
                for slot in slots
            )
            places = _all_places(slots, board, hidden, m)
    bottoms = (pile[-1].box.bottom for pile in places if pile)
    height = max(floor_of(slots, m), *bottoms) + m.edge
    return Layout(m.width, height, m, slots, places, is_loose=share > 0)


def _all_places(
    slots: tuple[PilePlace, ...], board: Board, hidden: tuple[int, ...], m: Metrics
) -> tuple[tuple[CardPlace, ...], ...]:
    """The cards of each pile that are drawn, with their places."""
    return tuple(
        _places(slot, stack, down, m)
        for slot, stack, down in zip(slots, board.stacks, hidden, strict=True)
    )


def _places(slot: PilePlace, stack: Cards, hidden: int, m: Metrics) -> tuple[CardPlace, ...]:
    match slot.spread:
        case Spread.DOWN:
            return tuple(_downwards(slot, len(stack), hidden, m))
        case Spread.ASIDE:
            return tuple(_sidewards(slot, len(stack), m))
        case Spread.ENDS if len(stack) > 1:
            lower = Box(slot.box.x, slot.box.y + m.fan, m.card, slot.box.height)
            return (
                CardPlace(0, slot.box, slot.size),
                CardPlace(len(stack) - 1, lower, slot.size, beneath=((0, m.fan),)),
            )
        case _:
            return (CardPlace(len(stack) - 1, slot.box, slot.size),) if stack else ()


def _downwards(slot: PilePlace, count: int, hidden: int, m: Metrics) -> Iterator[CardPlace]:
    y, step = slot.box.y, 0
    for index in range(count):
        box = Box(slot.box.x, y, m.card, slot.box.height)
        yield CardPlace(index, box, slot.size, beneath=((0, step),) if index else ())
        step = m.back_fan if index < hidden else m.fan
        y += step


def _sidewards(slot: PilePlace, count: int, m: Metrics) -> Iterator[CardPlace]:
    shown = min(count, 3)
    for number in range(shown):
        box = Box(slot.box.x + number * m.aside, slot.box.y, m.card, slot.box.height)
        yield CardPlace(
            count - shown + number,
            box,
            slot.size,
            covered=number < shown - 1,
            beneath=((m.aside, 0),) if number else (),
        )


def _won_layout(board: Board, width: int, large_index: bool) -> Layout:
    """The foundations laid out in rows of thirteen, the last card of each in full.

    Where there are more than four rows they go in pairs, the second close behind the first.
    """
    rows = _won_rows(board)
    pairs = len(rows) > 4
    size = Size.UPPER if pairs else Size.TALL
    m = metrics_of(width, 9 if pairs else 8, large_index=large_index)
    tall = m.height(size)
    across = (width - 2 * m.edge - m.card) // 12
    left = (width - 12 * across - m.card) // 2
    places: list[tuple[CardPlace, ...]] = [()] * len(board.compiled.piles)
    y, bottom = m.edge, 0
    for number, row in enumerate(rows):
        second = pairs and number % 2 == 1
        for column, (home, index) in enumerate(row):
            box = Box(left + column * across, y, m.card, tall)
            covered = column < len(row) - 1
            beneath = _beneath(column, second, across, m.fan)
            places[home] += (CardPlace(index, box, size, covered=covered, beneath=beneath),)
        bottom = y + tall
        y += m.fan if pairs and not second else tall + m.gap
    return Layout(width, bottom + m.edge, m, (), tuple(places))


def _won_rows(board: Board) -> list[list[tuple[int, int]]]:
    """The rows of a won board, each card as the number of its pile and its place there.

    A foundation built down ends the row of the one built up that it met; one that takes every card
    goes in rows of its own.
    """
    compiled = board.compiled
    if compiled.rules.foundations.build:
        home = compiled.foundations[0]
        cards = [(home, index) for index in range(len(board.stacks[home]))]
        return [cards[first : first + 13] for first in range(0, len(cards), 13)]
    rows = [
        [(home, index) for index in range(len(board.stacks[home]))]
        for suit in compiled.foundations_by_suit
        for home in suit
    ]
    if compiled.rules.foundations.descending:
        for row, home in zip(rows, compiled.foundations[4:], strict=True):
            row += [(home, index) for index in reversed(range(len(board.stacks[home])))]
    return rows


def _beneath(column: int, above: bool, across: int, down: int) -> tuple[tuple[int, int], ...]:
    """How a card of a won board lies on the one at its left, and on those of the row above it."""
    beside = ((across, 0),) if column else ()
    if not above:
        return beside
    return (*(((across, down),) if column else ()), (0, down), *beside)
