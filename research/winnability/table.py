"""``engine/winnability.py``: each game's difficulty, and the share of its deals that players read.

Difficulties follow from the verdicts. Shares are entered there by hand, published or measured ones,
and kept.
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
_BEGIN: Final = "        # Written by `make -C research pages`, but for the shares.\n"
_END: Final = "        # End of what is written.\n"
_SOURCES: Final = {
    winnability.BLAKE_GENT: "BLAKE_GENT",
    winnability.MEASURED: "MEASURED",
    winnability.MEASURED_WELL: "MEASURED_WELL",
}


def difficulties(figures: Mapping[str, Figure]) -> dict[str, Difficulty]:
    """The difficulty of each game of the catalogue; without verdicts no deal is known to be won."""
    return {game: _difficulty(figures.get(game)) for game in CATALOGUE}


def _difficulty(figure: Figure | None) -> Difficulty:
    if figure is None:
        return Difficulty.of_deals(0, 0)
    return Difficulty.of_deals(figure.tally.interval()[0], figure.states)


def updated(source: str, figures: Mapping[str, Figure]) -> str:
    """The source of the module with the difficulties that follow from some figures."""
    before, _, rest = source.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    labels = difficulties(figures)
    rows = "".join(_row(rules, labels[game]) for game, rules in CATALOGUE.items())
    return f"{before}{_BEGIN}{rows}{_END}{after}"


def _row(rules: Rules, difficulty: Difficulty) -> str:
    return f'        "{rules.id}": ({difficulty.name}, {_rate(rules.win_rate)}),\n'


def _rate(rate: WinRate | None) -> str:
    if rate is None:
        return "None"
    source = _SOURCES.get(rate.source, f'"{rate.source}"')
    return f"WinRate({rate.percent!r}, {rate.margin!r}, {source})"


def write(figures: Mapping[str, Figure]) -> None:
    """Write the table."""
    source = TABLE.read_text(encoding="utf-8")
    TABLE.write_text(updated(source, figures), encoding="utf-8")
