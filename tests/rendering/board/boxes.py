"""What overlaps and what is cut in a layout."""

from __future__ import annotations

from itertools import combinations, pairwise

from engine import Board, PileKind
from engine.compiled import Pile
from rendering.board.layout import Layout
from rendering.metrics import INDEX_TAIL, INDEX_TOP, Box


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def named_boxes(board: Board, layout: Layout) -> dict[Pile, Box]:
    """The piles' boxes with their names, which stand below free piles of an overlapping tableau."""
    tall, boxes = layout.metrics.label_row - layout.metrics.gap // 2, {}
    for slot in layout.piles:
        pile, box = slot.pile, layout.box_of(slot.pile.index)
        if board.compiled.is_layered and pile.kind is PileKind.TABLEAU:
            if not board.stacks[pile.index]:
                # Nothing is drawn where such a pile was.
                continue
            below = 0 if board.is_covered(pile) else tall
            boxes[pile] = Box(box.x, box.y, box.width, box.height + below)
        else:
            boxes[pile] = Box(box.x, box.y - tall, box.width, box.height + tall)
    return boxes


def clashing(board: Board, layout: Layout) -> list[tuple[str, str]]:
    """The piles that overlap each other or their names, though neither lies on the other."""
    beneath = {slot.pile.index for slot in layout.piles if slot.beneath}
    return [
        (one.name, other.name)
        for (one, its), (other, others) in combinations(named_boxes(board, layout).items(), 2)
        if other.index not in one.covered_by and overlap(its, others)
        # In a long row each card lies on the edge of the one before it.
        if not (other.index in beneath and other.index == one.index + 1)
    ]


def cut_indices(board: Board, layout: Layout) -> list[tuple[str, int]]:
    """The cards whose index others cover in part: their piles, and what shows of them."""
    hidden, card = board.hidden or (0,) * len(board.stacks), layout.metrics.card
    found = []
    for pile in board.compiled.tableau:
        for lower, upper in pairwise(layout.cards[pile.index]):
            strip, mark = upper.box.y - lower.box.y, lower.mark or layout.metrics.index
            reach = card * (INDEX_TOP + mark.value * (1 + INDEX_TAIL))
            if lower.index >= hidden[pile.index] and strip < reach:
                found.append((pile.name, strip))
    return found


def strips(board: Board, layout: Layout) -> list[tuple[int, int]]:
    """What shows of each covered card that is face up: the index of its pile, and the height."""
    hidden = board.hidden or (0,) * len(board.stacks)
    return [
        (pile.index, upper.box.y - lower.box.y)
        for pile in board.compiled.tableau
        for lower, upper in pairwise(layout.cards[pile.index])
        if lower.index >= hidden[pile.index]
    ]
