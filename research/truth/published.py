"""The published win rates, each with the rules here that it is of."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine import Rules
from research.deal_results import Tally
from research.variants import named

FIGURES: Final = Path(__file__).with_name("published.csv")
"""The published win rates."""
CERTAIN: Final = 0.9999
"""The confidence at which an interval of ours refutes a figure.

At 95 % three or four of eighty true figures would be refuted by chance.
"""


@dataclass(frozen=True, slots=True)
class Published:
    """A published win rate.

    Attributes:
        game: the game, as published.
        variant: what sets it apart from the game of that name; may be empty.
        percent: the share of deals that can be won, in percent.
        margin: half the width of its 95 % interval, in percentage points.
        rules: the same game here.
    """

    game: str
    variant: str
    percent: float
    margin: float
    rules: Rules

    def overlaps(self, tally: Tally, confidence: float = 0.95) -> bool:
        """Whether the published interval and that of a tally have a point in common."""
        low, high = tally.interval(confidence)
        return low <= self.percent + self.margin and self.percent - self.margin <= high


def read(figures: Path = FIGURES) -> list[Published]:
    """Read published win rates."""
    with figures.open(encoding="utf-8", newline="") as file:
        return [
            Published(
                row["game"],
                row["variant"],
                float(row["percent"]),
                float(row["margin"]),
                named(row["rules"]),
            )
            for row in csv.DictReader(file)
        ]
