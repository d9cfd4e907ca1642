"""Measure how many deals of games can be won: ``python -m tools.rates GAME ... --deals N``."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Final

import click
from distributed import Client

from engine import PatienceError, Rules, rules_of
from engine.solver import MAX_SECONDS, MAX_STATES
from tools.deal_results import Limits
from tools.rates.cluster import local_cluster, search_all
from tools.rates.results import OtherRules, Results

_SECONDS_BETWEEN_SAVES: Final = 30
_STOPPED: Final = 130
"""The exit code of a program that was stopped by Ctrl-C."""


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME ...")
@click.option("--deals", default=1000, show_default=True, help="Number of deals.")
@click.option("--first", default=1, show_default=True, help="Number of the first deal.")
@click.option("--seconds", default=MAX_SECONDS, show_default=True, help="Limit for each deal.")
@click.option("--states", default=MAX_STATES, show_default=True, help="Limit for each deal.")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--scheduler", help="A Dask scheduler to use instead, such as tcp://10.0.0.1:8786.")
@click.option(
    "--results",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("build/rates"),
    show_default=True,
    help="Keep results in this folder; what is decided there is not searched again.",
)
def main(
    games: tuple[str, ...],
    deals: int,
    first: int,
    seconds: float,
    states: int,
    workers: int,
    scheduler: str | None,
    folder: Path,
) -> None:
    """Measure how many deals of each GAME can be won, with exact 95 % intervals.

    Undecided deals count as lost for the lower end of an interval and as won for the upper. They
    are searched again when one of the limits is higher than before. Ctrl-C keeps the results so
    far.
    """
    wanted, limits = range(first, first + deals), Limits(states, seconds)
    declared = [_rules(game, wanted) for game in games]
    with Client(scheduler) if scheduler else local_cluster(workers) as client:
        for rules in declared:
            try:
                _measure(client, rules, wanted, limits, folder / f"{rules.id}.parquet")
            except OtherRules as error:
                raise click.ClickException(f"{error}.") from None
            except KeyboardInterrupt:
                click.echo("Stopped. The same command goes on from here.", err=True)
                sys.exit(_STOPPED)


def _rules(game: str, wanted: range) -> Rules:
    """The rules of a game that has the wanted deals."""
    try:
        rules = rules_of(game)
    except PatienceError as error:
        raise click.BadParameter(str(error), param_hint="GAME") from None
    if not (wanted and wanted[0] >= 1 and wanted[-1] <= rules.last_deal):
        raise click.BadParameter(
            f"{rules.title} has the deals 1 to {rules.last_deal}.", param_hint="--first"
        )
    return rules


def _measure(client: Client, rules: Rules, wanted: range, limits: Limits, path: Path) -> None:
    """Search the deals that are missing in a file, and print the tally of those wanted."""
    results = Results(rules, path)
    missing = results.missing(wanted, limits)
    # The first results are saved at once: better to learn now that they cannot be.
    due = time.monotonic()
    with click.progressbar(length=len(missing), label=rules.title, file=sys.stderr) as bar:
        try:
            for searched in search_all(client, rules, missing, limits):
                results.add(searched, limits)
                bar.update(len(searched.results))
                if time.monotonic() >= due:
                    results.save()
                    due = time.monotonic() + _SECONDS_BETWEEN_SAVES
                    if not sys.stderr.isatty():
                        click.echo(f"{rules.id}: {results.tally(wanted)}", err=True)
        finally:
            results.save()
    click.echo(f"{rules.id}: {results.tally(wanted)}")


if __name__ == "__main__":
    main()
