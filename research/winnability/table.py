"""``engine/winnability.py``: each game's difficulty, and the share of its deals that players read.

Measured shares follow from the verdicts, and difficulties from what people win by estimate.
Published shares are entered by hand, and kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine import CATALOGUE, winnability
from engine.rules import Difficulty, Rules, WinRate
from research.winnability.verdicts import Figure

TABLE: Final = Path(winnability.__file__)
"""The module that has the table."""
_BEGIN: Final = "        # Written by `make -C research pages`, but for published shares.\n"
_END: Final = "        # End of what is written.\n"
_MOST_MARGIN: Final = 2.5
"""The widest margin of a share that players read, in percentage points."""
_SOURCES: Final = {
    winnability.BLAKE_GENT: "BLAKE_GENT",
    winnability.MEASURED: "MEASURED",
}


def updated(source: str, figures: Mapping[str, Figure], labels: Mapping[str, Difficulty]) -> str:
    """The source of the module with some difficulties, and the shares that follow from figures."""
    before, _, rest = source.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    rows = "".join(
        f'        "{game}": ({labels[game].name}, {_rate(_share(rules, figures.get(game)))}),\n'
        for game, rules in CATALOGUE.items()
    )
    return f"{before}{_BEGIN}{rows}{_END}{after}"


def published_share(rules: Rules) -> WinRate | None:
    """The share that was entered by hand, as it is published."""
    rate = rules.win_rate
    return rate if rate is not None and rate.source != winnability.MEASURED else None


def _share(rules: Rules, figure: Figure | None) -> WinRate | None:
    """The share that players read: the published one, or what is measured well enough."""
    if rate := published_share(rules):
        return rate
    if figure is None or figure.half_width > _MOST_MARGIN:
        return None
    low, high = figure.tally.interval()
    return WinRate(round((low + high) / 2, 1), round((high - low) / 2, 1), winnability.MEASURED)


def _rate(rate: WinRate | None) -> str:
    if rate is None:
        return "None"
    source = _SOURCES.get(rate.source, f'"{rate.source}"')
    return f"WinRate({rate.percent!r}, {rate.margin!r}, {source})"


def write(figures: Mapping[str, Figure], labels: Mapping[str, Difficulty]) -> None:
    """Write the table."""
    source = TABLE.read_text(encoding="utf-8")
    TABLE.write_text(updated(source, figures, labels), encoding="utf-8")
