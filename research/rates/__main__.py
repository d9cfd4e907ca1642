"""Measure how many deals of games can be won: ``python -m research.rates GAME ... --deals N``."""

from __future__ import annotations

from pathlib import Path

import click

from engine import PatienceError, Rules
from engine.solver import MAX_SECONDS, MAX_STATES
from research.deal_results import Limits
from research.rates.command import cluster, measures_on_a_cluster
from research.rates.measuring import measure
from research.variants import named, numbers


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME ...")
@click.option("--deals", default=1000, show_default=True, help="Number of deals.")
@click.option("--first", default=1, show_default=True, help="Number of the first deal.")
@click.option(
    "--seconds", default=MAX_SECONDS, show_default=True, help="Processor time for each deal."
)
@click.option("--states", default=MAX_STATES, show_default=True, help="Limit for each deal.")
@measures_on_a_cluster
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
    with cluster(scheduler, workers) as client:
        for rules in declared:
            tally = measure(client, rules, numbers(rules, first, deals), limits, folder)
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
