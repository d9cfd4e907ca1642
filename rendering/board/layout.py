"""Where every card of a board is drawn: pure geometry, in pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from engine import Board, PileKind
from rendering.board.arrangement import Arrangement, PilePlace, Spread
from rendering.board.columns import Steps, shown_of, steps_of
from rendering.board.rooms import rooms_of
from rendering.board.window import board_arrangement
from rendering.metrics import Box, Index, Metrics, Size, metrics_of

_WON_ROWS: Final = 4
"""The rows of a won board that stand apart from each other."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a card of a pile is drawn.

    Attributes:
        index: its index in the pile, counted from the bottom.
        box: the whole card, even if others cover it; in a won row what the next one leaves of it.
        size: how much of it is drawn.
        covered: whether a card to the right leaves only its left side visible.
        mark: the size of its index; None for that of the board.
        visible: the height that the next card of a column leaves visible; None for all of it.
        beneath: its offset, to the right and down, from each card that it overlaps.
    """

    index: int
    box: Box
    size: Size
    covered: bool = False
    mark: Index | None = None
    visible: int | None = None
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
    """

    width: int
    height: int
    metrics: Metrics
    piles: tuple[PilePlace, ...]
    cards: tuple[tuple[CardPlace, ...], ...]

    def shows(self, index: int) -> bool:
        """Whether a pile can be seen; a won board shows no empty ones."""
        return bool(self.piles or self.cards[index])

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


def layout_of(
    board: Board, width: int, large_index: bool = False, *, is_wide: bool = False
) -> Layout:
    """The layout of a board in a picture of that width, whose height depends on the game alone.

    Args:
        large_index: whether large indices are asked for.
        is_wide: whether it is arranged for a desktop.
    """
    arrangement = board_arrangement(board.rules, width, large_index, is_wide)
    if board.is_won:
        return _won_layout(board, width, arrangement.height, large_index)
    return layout_in(board, arrangement)


def layout_in(board: Board, arrangement: Arrangement, *, is_whole: bool = False) -> Layout:
    """The layout of a board in an arrangement of its game, its suits not laid out if it is won.

    Args:
        is_whole: whether all cards of a column are drawn, however little shows of each.
    """
    m, rooms = arrangement.metrics, rooms_of(arrangement, board)
    places = tuple(room.moved(place) for place, room in zip(arrangement.piles, rooms, strict=True))
    cards = tuple(
        tuple(cards_of(place, board, room.reach, m, is_whole=is_whole))
        for place, room in zip(places, rooms, strict=True)
    )
    return Layout(m.width, arrangement.height, m, places, cards)


def cards_of(
    place: PilePlace, board: Board, room: int, m: Metrics, *, is_whole: bool = False
) -> Iterator[CardPlace]:
    """The cards of a pile that are drawn.

    Args:
        room: how far a column may reach below its first card.
        is_whole: whether all cards of a column are, however little shows of each.
    """
    count = len(board.stacks[place.pile.index])
    shown = range(max(0, count - 3), count)
    match place.spread:
        case _ if not count:
            return
        case Spread.DOWN:
            down = board.face_down(place.pile)
            drawn = count if is_whole else shown_of(count, down, room, m)
            steps = steps_of(drawn, max(0, down - count + drawn), room, m)
            yield from _fanned_down(place, range(count - drawn, count), steps)
        case Spread.BELOW:
            covered = len(shown) - 1
            below = Steps((m.compact_fan,) * covered, (*(m.compact,) * covered, m.index))
            yield from _fanned_down(place, shown, below)
        case Spread.RIGHT:
            yield from _fanned_right(place, shown, m)
        case Spread.ENDS if count > 1:
            end = Steps((m.compact_fan,), (m.compact, m.index))
            yield from _fanned_down(place, (0, count - 1), end)
        case _:
            beneath = () if is_beside_gap(place, board) else place.beneath
            yield CardPlace(count - 1, place.box, place.size, beneath=beneath)


def is_beside_gap(place: PilePlace, board: Board) -> bool:
    """Whether a pile that would lie on its left neighbour has an empty one there."""
    is_row = place.pile.kind is PileKind.TABLEAU and bool(board.rules.tableau.row_length)
    return is_row and place.pile.index > 0 and not board.stacks[place.pile.index - 1]


def _fanned_down(pile: PilePlace, indices: Sequence[int], steps: Steps) -> Iterator[CardPlace]:
    y = pile.box.y
    below = (*steps.offsets, None)
    offsets = zip((0, *steps.offsets), below, strict=True)
    for index, mark, (over, under) in zip(indices, steps.marks, offsets, strict=True):
        y += over
        yield CardPlace(
            index,
            replace(pile.box, y=y),
            pile.size,
            mark=mark,
            visible=under,
            beneath=((0, over),) if over else (),
        )


def _fanned_right(pile: PilePlace, indices: range, m: Metrics) -> Iterator[CardPlace]:
    for number, index in enumerate(indices):
        yield CardPlace(
            index,
            replace(pile.box, x=pile.box.x + number * m.fan_right),
            pile.size,
            covered=number < len(indices) - 1,
            beneath=((m.fan_right, 0),) if number else (),
        )


def _won_metrics(width: int, height: int, lines: int, large_index: bool) -> Metrics:
    """The lengths of a won board: the largest cards that fit."""
    fans = max(0, lines - _WON_ROWS)
    rows = lines - fans

    def taken(m: Metrics) -> int:
        return rows * m.height(Size.TALL) + fans * m.fan + 2 * m.edge + (rows - 1) * m.gap // 2

    sizes = [metrics_of(width, columns, large_index=large_index) for columns in range(8, 14)]
    return next((m for m in sizes if taken(m) <= height), sizes[-1])


def _won_layout(board: Board, width: int, height: int, large_index: bool) -> Layout:
    """The foundations in rows of thirteen, the last card of each in full.

    More than four rows stand in pairs, the second close below the first.
    """
    rows = _won_rows(board)
    paired = len(rows) > _WON_ROWS
    m = _won_metrics(width, height, len(rows), large_index)
    card = m.height(Size.TALL)
    pitch = (width - 2 * m.edge - m.card) // 12
    left = (width - 12 * pitch - m.card) // 2
    steps = [m.fan if paired and not number % 2 else card for number in range(len(rows))]
    joints = max(1, sum(step == card for step in steps) - 1)
    gap = min((height - 2 * m.edge - sum(steps)) // joints, m.card // 2)
    places: list[tuple[CardPlace, ...]] = [()] * len(board.compiled.piles)
    y = (height - sum(steps) - joints * gap) // 2
    for number, (row, step) in enumerate(zip(rows, steps, strict=True)):
        second = paired and number % 2 == 1
        for column, (pile, index) in enumerate(row):
            covered = column < len(row) - 1
            box = Box(left + column * pitch, y, pitch if covered else m.card, step)
            beneath = _beneath(column, second, pitch, m.fan)
            places[pile] += (CardPlace(index, box, Size.TALL, covered, beneath=beneath),)
        y += step if step != card else card + gap
    return Layout(width, height, m, (), tuple(places))


def _won_rows(board: Board) -> list[list[tuple[int, int]]]:
    """The rows of a won board, each card as the indices of its pile and in its pile.

    A foundation built down continues the row of the one built up that it met; a single foundation
    is cut into rows, and so are those of a suit whose courses differ, and the tableau where there
    is none.
    """
    compiled = board.compiled
    if not compiled.foundations:
        cards = [(n, at) for n, stack in enumerate(board.stacks) for at in range(len(stack))]
        length = -(-len(cards) // _WON_ROWS)
        return [cards[first : first + length] for first in range(0, len(cards), length)]
    if compiled.rules.foundations.is_single:
        pile = compiled.foundations[0]
        cards = [(pile, index) for index in range(len(board.stacks[pile]))]
        return [cards[first : first + 13] for first in range(0, len(cards), 13)]
    if compiled.suit_of(compiled.piles[compiled.foundations[0]]) is None:
        return [[(n, at) for at in range(len(board.stacks[n]))] for n in compiled.foundations]
    if compiled.rules.foundations.courses:
        suits = [
            [(pile, index) for pile in suit for index in range(len(board.stacks[pile]))]
            for suit in compiled.foundations_by_suit
        ]
        return [cards[first : first + 13] for cards in suits for first in range(0, len(cards), 13)]
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
