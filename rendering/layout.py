"""Where every card of a board is drawn: geometry alone, in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import Board, Cards
from engine.plan import Plan
from rendering.arrangement import Slot, Spread, arrangement_of, floor_of
from rendering.measures import Box, Measures, Size, measures_of


@dataclass(frozen=True, slots=True)
class Place:
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
        slots: each pile's place, in the order of the plan's piles; empty when the board is won
            and the suits are laid out instead.
        places: the cards of each pile that are drawn, bottom to top, in the same order.
    """

    width: int
    height: int
    measures: Measures
    slots: tuple[Slot, ...]
    places: tuple[tuple[Place, ...], ...]

    def box_of(self, index: int) -> Box:
        """The box round a pile with all its cards."""
        boxes = [place.box for place in self.places[index]]
        if self.slots:
            boxes.append(self.slots[index].box)
        box = boxes[0]
        for other in boxes[1:]:
            box = box.union(other)
        return box


def layout_of(board: Board, width: int) -> Layout:
    """Where everything on a board is, in a picture of that width."""
    if board.is_won:
        return _won_layout(board.plan, width)
    arrangement = arrangement_of(board.rules, width)
    m = arrangement.measures
    hidden = board.hidden or (0,) * len(board.stacks)
    places = tuple(
        _places(slot, stack, down, m)
        for slot, stack, down in zip(arrangement.slots, board.stacks, hidden, strict=True)
    )
    bottoms = (pile[-1].box.bottom for pile in places if pile)
    height = max(floor_of(arrangement.slots, m), *bottoms) + m.edge
    return Layout(width, height, m, arrangement.slots, places)


def _places(slot: Slot, stack: Cards, hidden: int, m: Measures) -> tuple[Place, ...]:
    match slot.spread:
        case Spread.DOWN:
            return tuple(_downwards(slot, len(stack), hidden, m))
        case Spread.ASIDE:
            return tuple(_sidewards(slot, len(stack), m))
        case Spread.ENDS if len(stack) > 1:
            lower = Box(slot.box.x, slot.box.y + m.fan, m.card, slot.box.height)
            return (
                Place(0, slot.box, slot.size),
                Place(len(stack) - 1, lower, slot.size, beneath=((0, m.fan),)),
            )
        case _:
            return (Place(len(stack) - 1, slot.box, slot.size),) if stack else ()


def _downwards(slot: Slot, count: int, hidden: int, m: Measures) -> Iterator[Place]:
    y, step = slot.box.y, 0
    for index in range(count):
        box = Box(slot.box.x, y, m.card, slot.box.height)
        yield Place(index, box, slot.size, beneath=((0, step),) if index else ())
        step = m.back_fan if index < hidden else m.fan
        y += step


def _sidewards(slot: Slot, count: int, m: Measures) -> Iterator[Place]:
    shown = min(count, 3)
    for number in range(shown):
        box = Box(slot.box.x + number * m.aside, slot.box.y, m.card, slot.box.height)
        yield Place(
            count - shown + number,
            box,
            slot.size,
            covered=number < shown - 1,
            beneath=((m.aside, 0),) if number else (),
        )


def _won_layout(plan: Plan, width: int) -> Layout:
    """Every suit laid out in a row, its last card in full; a second copy close behind the first."""
    pairs = len(plan.homes) > 4
    size = Size.UPPER if pairs else Size.TALL
    m = measures_of(width, 9 if pairs else 8)
    tall = m.height(size)
    across = (width - 2 * m.edge - m.card) // 12
    left = (width - 12 * across - m.card) // 2
    places: list[tuple[Place, ...]] = [()] * len(plan.piles)
    y = m.edge
    for homes in plan.foundations:
        above: tuple[tuple[int, int], ...] = ()
        for home in homes:
            beside = (*((across, down) for _, down in above), *above, (across, 0))
            places[home] = tuple(
                Place(
                    index,
                    Box(left + index * across, y, m.card, tall),
                    size,
                    covered=index < 12,
                    beneath=beside if index else above,
                )
                for index in range(13)
            )
            above = ((0, m.fan),)
            y += m.fan
        y += tall - m.fan + m.gap
    return Layout(width, y - m.gap + m.edge, m, (), tuple(places))
