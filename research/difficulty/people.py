"""What sources say people win: figures of websites and books, and whose they are."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine import CATALOGUE, Rules

PEOPLE: Final = Path(__file__).with_name("people.csv")
"""The figures, entered by hand."""


@dataclass(frozen=True, slots=True)
class People:
    """What people win of a game, in percent, and the page that says so."""

    rules: Rules
    least: float
    most: float
    source: str

    @property
    def percent(self) -> float:
        """The middle of what the source says."""
        return (self.least + self.most) / 2

    @property
    def site(self) -> str:
        """The source's site."""
        return self.source.split("/")[2].removeprefix("www.")


def read(file: Path = PEOPLE) -> dict[str, People]:
    """The figures by game, from the most to the least."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = [
            People(CATALOGUE[row["game"]], float(row["least"]), float(row["most"]), row["source"])
            for row in csv.DictReader(lines)
        ]
    return {row.rules.id: row for row in sorted(rows, key=lambda row: -row.percent)}
