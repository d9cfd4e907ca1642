"""The results of a search."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.moves import Move


class Outcome(Enum):
    """Whether a board can be won.

    ``WON``: it can, and a solution is known. ``LOST``: the search was exhaustive and found no
    solution. ``UNKNOWN``: the search ended before it was exhaustive.
    """

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of one search.

    Attributes:
        outcome: whether the board can be won.
        moves: a solution; empty unless the board is won.
        states: how many states were visited.
    """

    outcome: Outcome
    moves: tuple[Move, ...]
    states: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The solver's answer for a board.

    Attributes:
        outcome: whether it can be won.
        moves: a solution, verified by the rules; empty unless the board is won.
        states: how many states were visited.
        seconds: how long the search took, apart from compiling it.
        processor_seconds: how long the processor worked for it.
    """

    outcome: Outcome
    moves: tuple[Move, ...]
    states: int
    seconds: float
    processor_seconds: float
