"""How far apart the cards of a column lie: the more there are, the closer together.

The height of a picture is given, so a column that grows tightens until every index just shows. In
what is longer, the lower cards get smaller indices, no more of them than must, so that none is cut
and the upper ones stay easy to read. What it takes with compact indices is its demand. In what is
longer still, the lowest cards of a picture are not drawn; where each is grabbed by itself, all lie
even closer together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, TypeAlias

from rendering.metrics import Index, Metrics

_LOOSENESS: Final = (1.5, 1.0, 0.75, 0.5, 0.25, 0.0)
"""How far a column is stretched, the first that fits. Few steps, so that cards seldom shift."""

_BACK: Final = 0.25
"""The room that a card face down needs at least, in offsets of one face up."""

_BACKS: Final = 0.5
"""How much of the room of a column the cards face down take at most, as a share."""


_Strip: TypeAlias = "tuple[Index, float]"
"""What shows of a covered card: its index, and the offset of the card on it."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The offsets between the cards of a column, bottom to top.

    Attributes:
        offsets: the offset of each card from the one that it covers.
        marks: the size of each card's index.
    """

    offsets: tuple[int, ...]
    marks: tuple[Index, ...]


def least_room(cards: int, hidden: int, m: Metrics) -> int:
    """The room that a column needs for compact indices, in pixels."""
    return math.ceil(demand_of(cards, hidden) * m.compact_fan)


def demand_of(cards: int, hidden: int) -> float:
    """The room that a column needs at least, in compact fans.

    Args:
        cards: the number of its cards.
        hidden: how many of them are face down.
    """
    covered = max(0, cards - 1)
    backs = min(hidden, covered)
    return covered - backs + backs * _BACK


def shown_of(cards: int, hidden: int, room: int, m: Metrics) -> int:
    """How many of a column's cards are drawn, the uppermost: all that have room for an index.

    Args:
        cards: the number of its cards.
        hidden: how many of them are face down.
        room: how far the last card may lie below the first, in pixels.
    """
    _, least = m.strips[-1]
    shown = cards
    while shown > 1 and demand_of(shown, max(0, hidden - cards + shown)) * least > room:
        shown -= 1
    return shown


def steps_of(cards: int, hidden: int, room: int, m: Metrics) -> Steps:
    """The offsets in a column, the loosest that fit.

    Args:
        cards: the number of its cards.
        hidden: how many of them are face down.
        room: how far the last card may lie below the first, in pixels.
    """
    covered = max(0, cards - 1)
    backs = min(hidden, covered)
    offsets: list[float] = []
    marks: list[Index] = []
    most = room * _BACKS / max(1, backs)
    for back, strips in _wanted(covered - backs, most, m):
        marks = [index for index, _ in strips]
        offsets = [back] * backs + [offset for _, offset in strips]
        if sum(offsets) <= room:
            break
    share = min(1.0, room / max(1.0, sum(offsets)))
    ends = [int(end * share) for end in accumulate(offsets, initial=0.0)]
    return Steps(
        tuple(after - before for before, after in pairwise(ends)), _marked(backs, marks, m)
    )


def _marked(backs: int, marks: Iterable[Index], m: Metrics) -> tuple[Index, ...]:
    """The indices of all cards, of which nothing covers the last."""
    return (*(m.index,) * backs, *marks, m.index)


def _wanted(faces: int, most: float, m: Metrics) -> Iterator[tuple[float, Sequence[_Strip]]]:
    """What to try, from the loosest: the offset on a back, and what shows of each covered card.

    Backs are squeezed first, as nothing is to be read on them.

    Args:
        faces: the number of covered cards that are face up.
        most: the largest offset on a back.
    """
    least = m.compact_fan * _BACK
    for looseness in _LOOSENESS:
        face = m.fan + (m.loose_fan - m.fan) * looseness
        loose = m.back_fan + (m.loose_back_fan - m.back_fan) * looseness
        for back in (loose, m.back_fan, least):
            yield max(least, min(back, most)), ((m.index, face),) * faces
    for larger, smaller in pairwise(m.strips):
        for number in range(faces + 1):
            yield smaller[1] * _BACK, (smaller,) * number + (larger,) * (faces - number)
