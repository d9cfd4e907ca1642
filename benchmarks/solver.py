"""How many deals the solver decides, and how fast: ``python -m benchmarks.solver [game ...]``.

One deal after the other in one process, so on one core; what is compiled was compiled before.
"""

from __future__ import annotations

import resource
from collections.abc import Sequence
from statistics import median
from typing import Final

import click

from benchmarks.timing import table
from engine import CATALOGUE
from engine.solver.rates import Solved, Tally, solve_deal

GAMES: Final = (
    "saratoga",
    "saratoga-draw1",
    "saratoga-aisleriot",
    "cassim",
    "phoenix",
    "saxony",
    "klondike",
    "klondike-3",
    "freecell",
)
_HEADINGS: Final = [
    *("game", "deals", "won", "lost", "open", "can be won %"),
    *("median ms", "p99 s", "longest s", "median states", "M states/s", "peak MB"),
]


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(CATALOGUE)))
@click.option("--deals", default=100, show_default=True, help="How many deals of each game.")
@click.option("--seconds", default=10.0, show_default=True, help="At most, for a deal.")
@click.option("--states", default=1_000_000_000, show_default=True, help="At most, for a deal.")
def main(games: tuple[str, ...], deals: int, seconds: float, states: int) -> None:
    """Print what the solver decides of the first deals of some games."""
    rows = []
    for game in games or GAMES:
        solve_deal(game, 1, 1000, seconds)
        solved = [solve_deal(game, deal, states, seconds) for deal in range(1, deals + 1)]
        rows.append(_row(game, solved))
        click.echo(f"{game}: {Tally.of(solved)}", err=True)
    click.echo(table(_HEADINGS, rows))


def _row(game: str, solved: Sequence[Solved]) -> list[str]:
    tally = Tally.of(solved)
    seconds = sorted(each.seconds for each in solved)
    low, high = tally.interval()
    rate = sum(each.states for each in solved) / sum(seconds)
    return [
        *(game, str(tally.deals), str(tally.won), str(tally.lost), str(tally.unknown)),
        f"{low:.1f}–{high:.1f}",
        f"{median(seconds) * 1e3:.2f}",
        f"{seconds[int(len(seconds) * 0.99) - 1]:.3f}",
        f"{seconds[-1]:.2f}",
        f"{median(each.states for each in solved):.0f}",
        f"{rate / 1e6:.2f}",
        # The largest the process ever was, so it only grows from row to row.
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f}",
    ]


if __name__ == "__main__":
    main()
