"""Compare our win rates with the published ones: ``python -m research.truth``."""

from __future__ import annotations

from pathlib import Path

import click

from research.deal_results import Limits, Tally
from research.rates.command import cluster, measures_on_a_cluster
from research.rates.measuring import measure
from research.truth.published import CERTAIN, FIGURES, Published, read
from research.variants import numbers


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--deals", default=100, show_default=True, help="Deals of each game.")
@click.option("--seconds", default=1.0, show_default=True, help="Limit for each deal.")
@click.option("--states", default=10_000_000, show_default=True, help="Limit for each deal.")
@measures_on_a_cluster
@click.option(
    "--figures",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=FIGURES,
    help="The published win rates to compare with, as a CSV file.",
)
def main(
    games: tuple[str, ...],
    deals: int,
    seconds: float,
    states: int,
    workers: int,
    scheduler: str | None,
    folder: Path,
    figures: Path,
) -> None:
    """Solve a sample of every published game, or of each GAME, and compare the win rates.

    It fails if a published interval lies outside of our interval of 99.99 %.
    """
    limits = Limits(states, seconds)
    entries = [each for each in read(figures) if not games or each.rules.id in games]
    refuted = []
    with cluster(scheduler, workers) as client:
        for entry in entries:
            sample = numbers(entry.rules, 1, deals)
            tally = measure(client, entry.rules, sample, limits, folder)
            click.echo(_line(entry, tally))
            if not entry.overlaps(tally, CERTAIN):
                refuted.append(entry)
    if refuted:
        names = "; ".join(_name(entry) for entry in refuted)
        raise click.ClickException(f"These published figures are not ours: {names}.")


def _name(entry: Published) -> str:
    return f"{entry.game}, {entry.variant}" if entry.variant else entry.game


def _line(entry: Published, tally: Tally) -> str:
    """A published win rate beside ours."""
    theirs = f"{_name(entry):<40} {entry.percent:10.5f} ± {entry.margin:<9.6f}"
    low, high = tally.interval()
    apart = "" if entry.overlaps(tally) else "  apart"
    return f"{theirs} [{low:6.2f}, {high:6.2f}] of {tally.deals}, {tally.unknown} undecided{apart}"


if __name__ == "__main__":
    main()
