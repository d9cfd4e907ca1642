"""The games that a player played, in a Parquet file that grows."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from math import sqrt
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from engine import Outcome, Rules
from research.deal_results import Tally
from research.fair_play.playing import Played
from research.rates.results import RULES, OtherRules, fingerprint

FOLDER: Final = Path(__file__).parent / "played"
"""Where the games that figures are of are kept."""
_SCHEMA: Final = pa.schema(
    [("deal", pa.int64()), ("won", pa.bool_()), ("moves", pa.int32()), ("seconds", pa.float32())]
)
_TWO_SIDED: Final = 1.959964


class Games:
    """The games of one player, read from a file if there is one.

    Raises:
        OtherRules: The file has games of other rules.
    """

    def __init__(self, rules: Rules, player: str, effort: int, folder: Path) -> None:
        self.path = folder / f"{rules.id}.{player}-{effort}.parquet"
        self._rules = fingerprint(rules).encode()
        self.played: dict[int, Played] = {}
        if self.path.exists():
            table = pq.read_table(self.path)
            if table.schema.metadata[RULES] != self._rules:
                raise OtherRules(f"{self.path} has games of {rules.id} under other rules")
            self.played = {row["deal"]: Played(**row) for row in table.to_pylist()}

    def save(self) -> None:
        """Replace the file as a whole."""
        rows = [dataclasses.asdict(self.played[deal]) for deal in sorted(self.played)]
        table = pa.Table.from_pylist(rows, _SCHEMA.with_metadata({RULES: self._rules}))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_suffix(".partial")
        pq.write_table(table, partial, compression="zstd")
        partial.replace(self.path)

    def tally(self, deals: Iterable[int]) -> Tally:
        """How many of some deals were won."""
        games = [self.played[deal] for deal in deals if deal in self.played]
        return Tally.of(Outcome.WON if game.won else Outcome.LOST for game in games)

    def figures(self, deals: Iterable[int]) -> str:
        """The share of some deals that was won, its interval, and what a game took."""
        tally = self.tally(deals)
        low, high = tally.interval()
        share = 100 * tally.won / max(1, tally.deals)
        seconds = sum(game.seconds for game in self.played.values()) / max(1, len(self.played))
        return (
            f"{tally.won} of {tally.deals} games won: {share:.1f} % [{low:.1f}, {high:.1f}], "
            f"{seconds:.2f} s a game"
        )


def difference(one: Games, other: Games) -> tuple[int, float, float, float]:
    """How many more games the first player won of the deals that both played.

    Returns:
        The number of deals; the difference in percentage points, and its 95 % interval by the
        normal approximation for paired shares.
    """
    deals = one.played.keys() & other.played.keys()
    more = sum(one.played[deal].won and not other.played[deal].won for deal in deals)
    fewer = sum(other.played[deal].won and not one.played[deal].won for deal in deals)
    count = max(1, len(deals))
    share = (more - fewer) / count
    margin = _TWO_SIDED * sqrt((more + fewer) / count - share * share) / sqrt(count)
    return len(deals), 100 * share, 100 * (share - margin), 100 * (share + margin)
