"""Verdicts without their costs, small enough to be kept with the source."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from engine import Outcome
from research.deal_results import Tally
from research.rates.results import RULES, tally_of

FOLDER: Final = Path(__file__).parents[1] / "verdicts"
"""Where verdicts are kept, in a file for each game."""
_COSTS: Final = ["states", "seconds", "processor_seconds"]
_TOTALS: Final = b"totals"


@dataclass(frozen=True, slots=True)
class Figure:
    """What is known of a game.

    Attributes:
        tally: how many deals can be won.
        first: the lowest number of a deal.
        last: the highest.
        max_seconds: the longest limit of a search.
        solvers: the versions of the solver.
        states: how many states were visited, on the median.
        core_hours: how long processors worked.
        rules: the fingerprint of the rules.
    """

    tally: Tally
    first: int
    last: int
    max_seconds: float
    solvers: tuple[str, ...]
    states: int
    core_hours: float
    rules: str

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval, in percentage points."""
        low, high = self.tally.interval()
        return (high - low) / 2


def keep(results: Path, folder: Path = FOLDER) -> None:
    """Keep the verdicts in a file of results, and the totals of what they cost."""
    table = pq.read_table(results)
    totals = {
        "states": pc.quantile(table["states"], 0.5)[0].as_py(),
        "core_hours": pc.sum(table["processor_seconds"]).as_py() / 3600,
    }
    metadata = {**table.schema.metadata, _TOTALS: json.dumps(totals).encode()}
    folder.mkdir(parents=True, exist_ok=True)
    pq.write_table(
        table.drop_columns(_COSTS).replace_schema_metadata(metadata),
        folder / results.name,
        compression="zstd",
        compression_level=19,
        use_dictionary=["outcome", "solver", "max_states", "max_seconds"],
        column_encoding={"deal": "DELTA_BINARY_PACKED"},
        write_statistics=False,
    )


def figures(folder: Path = FOLDER) -> dict[str, Figure]:
    """The figure of each game whose verdicts are kept, by the game's id."""
    return {path.stem: _figure(path) for path in sorted(folder.glob("*.parquet"))}


def lost_deals(game: str, folder: Path = FOLDER) -> tuple[int, ...]:
    """The deals of a game that are known to be lost, in ascending order."""
    table = pq.read_table(folder / f"{game}.parquet", columns=["deal", "outcome"])
    rows = table.to_pylist()
    return tuple(sorted(row["deal"] for row in rows if row["outcome"] == Outcome.LOST.value))


def _figure(path: Path) -> Figure:
    table = pq.read_table(path)
    ends = pc.min_max(table["deal"]).as_py()
    totals = json.loads(table.schema.metadata[_TOTALS])
    return Figure(
        tally=tally_of(table),
        first=ends["min"],
        last=ends["max"],
        max_seconds=pc.max(table["max_seconds"]).as_py(),
        solvers=tuple(sorted(pc.unique(table["solver"].cast(pa.string())).to_pylist())),
        states=round(totals["states"]),
        core_hours=totals["core_hours"],
        rules=table.schema.metadata[RULES].decode(),
    )
