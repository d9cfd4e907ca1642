"""What a search says of a board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.moves import Move


class Outcome(Enum):
    """What is known of a board.

    ``WON``: it can be won, and a line that wins is at hand. ``LOST``: every line was tried, and
    none wins. ``UNKNOWN``: the search ended before it knew.
    """

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What one search found.

    Attributes:
        outcome: what is known now.
        moves: a line that wins from the board on; empty unless it is won.
        states: how many positions were looked at.
    """

    outcome: Outcome
    moves: tuple[Move, ...]
    states: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a board.

    Attributes:
        outcome: whether it can be won.
        moves: a line that wins from the board on, held against the rules; empty unless it is won.
        states: how many positions were looked at.
        seconds: how long that took.
    """

    outcome: Outcome
    moves: tuple[Move, ...]
    states: int
    seconds: float
