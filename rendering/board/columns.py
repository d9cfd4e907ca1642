"""How far apart the cards of a column lie: the more there are, the closer together.

The height of a picture is given, so a column that grows tightens until every index just shows; the
room that it then takes is its demand. What is longer tightens inside built runs, whose order is
known, and only then everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import accumulate, pairwise
from typing import Final

from engine import Board
from engine.compiled import Pile
from rendering.metrics import Metrics

_LOOSENESS: Final = (1.0, 0.75, 0.5, 0.25, 0.0)
"""How far a column is stretched, the first that fits. Few steps, so that cards seldom shift."""

_BACK: Final = 0.25
"""The room that a card face down needs at least, in compact fans."""

_RUN: Final = 0.25
"""The least room inside a built run of a column that is too long, in compact fans."""


class Cover(Enum):
    """What a card of a column covers."""

    BACK = auto()
    INDEX = auto()
    RUN = auto()


@dataclass(frozen=True, slots=True)
class Steps:
    """The offsets between the cards of a column, bottom to top.

    Attributes:
        offsets: the offset of each card from the one that it covers.
        is_compact: whether its cards have compact indices.
    """

    offsets: tuple[int, ...]
    is_compact: bool = False


def demand_of(cards: int, hidden: int) -> float:
    """The room that a column needs at least, in compact fans.

    Args:
        cards: the number of its cards.
        hidden: how many of them are face down.
    """
    covered = max(0, cards - 1)
    backs = min(hidden, covered)
    return covered - backs + backs * _BACK


def peak_of(board: Board) -> float:
    """The greatest demand of any column of a board."""
    peak = 0.0
    for pile in board.compiled.tableau:
        cards = len(board.stacks[pile.index])
        if cards > peak + 1:
            peak = max(peak, demand_of(cards, board.face_down(pile)))
    return peak


def covers_of(board: Board, pile: Pile) -> tuple[Cover, ...]:
    """What each card of a column covers, the first card excepted.

    The first card of a run shows as any other, and the last is not covered.
    """
    stack, masks = board.stacks[pile.index], pile.build_masks
    hidden = board.face_down(pile)
    covers: list[Cover] = []
    is_inside = False
    for number, (lower, upper) in enumerate(pairwise(stack)):
        is_built = number >= hidden and bool(masks[lower] >> upper & 1)
        if number < hidden:
            covers.append(Cover.BACK)
        else:
            covers.append(Cover.RUN if is_inside and is_built else Cover.INDEX)
        is_inside = is_built
    return tuple(covers)


def steps_of(covers: Sequence[Cover], room: int, m: Metrics) -> Steps:
    """The offsets in a column, the loosest that fit.

    Args:
        covers: what its cards cover.
        room: how far the last card may lie below the first, in pixels.
    """
    for is_compact, wanted in _wanted(m):
        offsets = [wanted[cover] for cover in covers]
        if sum(offsets) <= room:
            return Steps(tuple(map(int, offsets)), is_compact)
    runs = max(1, covers.count(Cover.RUN))
    spare = room - sum(wanted[cover] for cover in covers if cover is not Cover.RUN)
    wanted[Cover.RUN] = max(m.compact_fan * _RUN, spare // runs)
    offsets = [wanted[cover] for cover in covers]
    share = room / max(room, sum(offsets))
    ends = [int(end * share) for end in accumulate(offsets, initial=0.0)]
    return Steps(tuple(after - before for before, after in pairwise(ends)), is_compact=True)


def _wanted(m: Metrics) -> Iterator[tuple[bool, dict[Cover, float]]]:
    """The offsets to try, from the loosest, each with whether indices are compact."""
    for looseness in _LOOSENESS:
        face = m.fan + (m.loose_fan - m.fan) * looseness
        back = m.back_fan + (m.loose_back_fan - m.back_fan) * looseness
        yield False, {Cover.BACK: back, Cover.INDEX: face, Cover.RUN: face}
    fan, back = m.compact_fan, m.compact_fan * _BACK
    yield True, {Cover.BACK: m.back_fan, Cover.INDEX: fan, Cover.RUN: fan}
    yield True, {Cover.BACK: back, Cover.INDEX: fan, Cover.RUN: fan}
