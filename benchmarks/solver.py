"""How many deals the solver decides, and how fast: ``python -m benchmarks.solver [game ...]``.

Deals are solved one after the other in one process, after compilation.
"""

from __future__ import annotations

import resource
import time
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Final

import click

from benchmarks.timing import table
from engine import CATALOGUE, Outcome, deal, solve
from engine.solver import Verdict
from engine.solver.fitting import fits_free_runs
from engine.solver.limits import Limits

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
    *("game", "deals", "won", "lost", "open"),
    *("median ms", "of it search", "p99 s", "longest s"),
    *("median states", "M states/s", "peak MB"),
]


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(CATALOGUE)))
@click.option("--deals", default=100, show_default=True, help="Deals of each game.")
@click.option("--seconds", default=10.0, show_default=True, help="Limit for each deal.")
@click.option("--states", default=1_000_000_000, show_default=True, help="Limit for each deal.")
def main(games: tuple[str, ...], deals: int, seconds: float, states: int) -> None:
    """Print how many of the first deals of some games the solver decides."""
    rows = []
    for game in games or GAMES:
        # Compiles the search.
        solve(deal(game, 1).board, max_states=1000, max_seconds=seconds)
        numbers = range(1, deals + 1)
        solved = [
            solve(deal(game, number).board, max_states=states, max_seconds=seconds)
            for number in numbers
        ]
        rows.append(_row(game, solved, _searched(game, numbers)))
        click.echo(f"{game} is searched.", err=True)
    click.echo(table(_HEADINGS, rows))


def _searched(game: str, deals: range) -> float | None:
    """The median search time without translating and verifying the solution; None if not separable.

    The searches here have low limits, which do not change the median.
    """
    from engine.solver.free_runs.driver import decide  # noqa: PLC0415  # compiled, so loaded late

    if not fits_free_runs(CATALOGUE[game]):
        return None
    seconds = []
    for number in deals:
        board = deal(game, number).board
        began = time.perf_counter()
        decide(board, Limits(max_states=50_000, max_seconds=1.0))
        seconds.append(time.perf_counter() - began)
    return median(seconds)


def _row(game: str, solved: Sequence[Verdict], searched: float | None) -> list[str]:
    counts = Counter(each.outcome for each in solved)
    seconds = sorted(each.seconds for each in solved)
    rate = sum(each.states for each in solved) / sum(seconds)
    return [
        *(game, str(len(solved)), *(str(counts[outcome]) for outcome in Outcome)),
        f"{median(seconds) * 1e3:.2f}",
        "" if searched is None else f"{searched * 1e3:.2f}",
        f"{seconds[int(len(seconds) * 0.99) - 1]:.3f}",
        f"{seconds[-1]:.2f}",
        f"{median(each.states for each in solved):.0f}",
        f"{rate / 1e6:.2f}",
        # The peak of the whole process, so it only grows from row to row.
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f}",
    ]


if __name__ == "__main__":
    main()
