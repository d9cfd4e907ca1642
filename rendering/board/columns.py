"""How far apart the cards of a column lie: the more there are, the closer together.

The height of a picture is given, so a column that grows tightens until every index just shows; the
room that it then takes is its demand. In what is longer, indices are smaller, so that none is cut;
in what is longer still, the lowest cards are not drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from rendering.metrics import Index, Metrics

_LOOSENESS: Final = (1.5, 1.0, 0.75, 0.5, 0.25, 0.0)
"""How far a column is stretched, the first that fits. Few steps, so that cards seldom shift."""

_BACK: Final = 0.25
"""The room that a card face down needs at least, in offsets of one face up."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The offsets between the cards of a column, bottom to top.

    Attributes:
        offsets: the offset of each card from the one that it covers.
        index: the size of its cards' indices.
    """

    offsets: tuple[int, ...]
    index: Index


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
    _, least = m.tight_fans[-1]
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
    index = m.index
    for index, back, face in _wanted(m):
        offsets = [back] * backs + [face] * (covered - backs)
        if sum(offsets) <= room:
            return Steps(tuple(map(int, offsets)), index)
    share = room / max(1.0, sum(offsets))
    ends = [int(end * share) for end in accumulate(offsets, initial=0.0)]
    return Steps(tuple(after - before for before, after in pairwise(ends)), index)


def _wanted(m: Metrics) -> Iterator[tuple[Index, float, float]]:
    """What to try, from the loosest: the index, and the offset on a back and on a face."""
    for looseness in _LOOSENESS:
        face = m.fan + (m.loose_fan - m.fan) * looseness
        back = m.back_fan + (m.loose_back_fan - m.back_fan) * looseness
        yield m.index, back, face
    yield m.compact, m.back_fan, m.compact_fan
    yield m.compact, m.compact_fan * _BACK, m.compact_fan
    for index, fan in m.tight_fans:
        yield index, fan * _BACK, fan
