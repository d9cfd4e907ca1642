"""The chart of win rates: for each game the share of deals that can be won, and its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from engine import CATALOGUE
from research.deal_results import Tally
from research.winnability.verdicts import Figure

_MOST_UNCERTAIN: Final = 10.0
"""Games whose interval is wider on either side are left out, in percentage points."""
_INK: Final = "#3b4252"
_MARK: Final = "#2f6f4f"


def write(figures: Mapping[str, Figure], file: Path) -> None:
    """Draw the figures that are certain enough, the most easily won game first, in two columns."""
    certain = sorted(
        (
            (figure.tally, CATALOGUE[game].title)
            for game, figure in figures.items()
            if game in CATALOGUE and figure.half_width <= _MOST_UNCERTAIN
        ),
        key=lambda pair: pair[0].won / pair[0].deals,
    )
    rows = (len(certain) + 1) // 2
    canvas = Canvas(figsize=(12, 0.21 * rows + 0.9), layout="constrained")
    easier, harder = canvas.subplots(1, 2)
    _draw(easier, certain[-rows:], rows)
    _draw(harder, certain[:-rows], rows)
    # The same figures give the same file.
    with rc_context({"svg.hashsalt": "winnability", "svg.fonttype": "path"}):
        canvas.savefig(file, format="svg", facecolor="white", metadata={"Date": None})


def _draw(axes: Axes, games: Sequence[tuple[Tally, str]], rows: int) -> None:
    """Draw a column of games, from the bottom, with room for as many rows as the other has."""
    for row, (tally, _) in enumerate(games, rows - len(games)):
        low, high = tally.interval()
        axes.plot([low, high], [row, row], color=_MARK, linewidth=3, solid_capstyle="butt")
        axes.plot([100 * tally.won / tally.deals], [row], "o", color=_MARK, markersize=4)
    axes.set_yticks(range(rows - len(games), rows), [title for _, title in games])
    axes.set_xlim(-1, 101)
    axes.set_ylim(-0.7, rows - 0.3)
    axes.set_xlabel("deals that can be won, in percent")
    axes.grid(axis="x", color="#d8dee9", linewidth=0.6)
    axes.tick_params(colors=_INK, length=0)
    for side in axes.spines.values():
        side.set_visible(False)
