"""Measure how many deals of games can be won: ``python -m tools.rates GAME ... --deals N``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from distributed import Client

from engine import PatienceError, Rules
from engine.solver import MAX_SECONDS, MAX_STATES
from tools.deal_results import Limits
from tools.rates.cluster import local_cluster
from tools.rates.measuring import STOPPED, measure
from tools.rates.results import OtherRules
from tools.variants import named, numbers


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
    limits = Limits(states, seconds)
    declared = [_rules(game, first, deals) for game in games]
    with Client(scheduler) if scheduler else local_cluster(workers) as client:
        for rules in declared:
            try:
                tally = measure(client, rules, numbers(rules, first, deals), limits, folder)
            except OtherRules as error:
                raise click.ClickException(f"{error}.") from None
            except KeyboardInterrupt:
                click.echo("Stopped. The same command goes on from here.", err=True)
                sys.exit(STOPPED)
            click.echo(f"{rules.id}: {tally}")


def _rules(game: str, first: int, deals: int) -> Rules:
    """The rules of a game that has the wanted deals."""
    try:
        rules = named(game)
    except PatienceError as error:
        raise click.BadParameter(str(error), param_hint="GAME") from None
    if not 1 <= first <= first + deals - 1 <= rules.last_deal:
        raise click.BadParameter(
            f"{rules.title} has the deals 1 to {rules.last_deal}.", param_hint="--first"
        )
    return rules


if __name__ == "__main__":
    main()
