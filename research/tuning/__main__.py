"""Tune weights: ``python -m research.tuning FAMILY``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from statistics import fmean

import click

from engine import PatienceError, Rules
from engine.solver.general.weights import Family, Weights, family_of, weights_of
from engine.solver.verdict import Outcome
from research.tuning.deals import GAMES, Searched, held_out_deals, search_deal, training_deals
from research.tuning.study import FEATURES, tune
from research.variants import named


@click.command()
@click.argument("family", type=click.Choice([family.value for family in Family]))
@click.option("--game", "ids", multiple=True, help="Tune on this game; repeat it for several.")
@click.option("--deals", default=8, show_default=True, help="Training deals of each game.")
@click.option("--held-out", default=20, show_default=True, help="Deals of each to compare on.")
@click.option("--states", default=100_000, show_default=True, help="Limit for each deal.")
@click.option("--trials", default=100, show_default=True, help="How many weights to try.")
@click.option(
    "--feature",
    "features",
    multiple=True,
    type=click.Choice(list(FEATURES), case_sensitive=False),
    help="Vary only this weight; repeat it for several.",
)
@click.option(
    "--trials-in",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("build/tuning"),
    show_default=True,
    help="Keep trials in this folder; the same command goes on from those.",
)
def main(
    family: str,
    ids: tuple[str, ...],
    deals: int,
    held_out: int,
    states: int,
    trials: int,
    features: tuple[str, ...],
    folder: Path,
) -> None:
    """Tune the weights of a FAMILY of games, on deals 1,000,001 and on.

    Then compare the best with the present ones, on deals 1,010,001 and on: how many deals are
    decided within the limit, and the geometric mean of the states that takes, where an undecided
    deal counts four times the limit. Several processes may tune the same family at once. Ctrl-C
    ends the tuning early.
    """
    games = [_rules(game, Family(family)) for game in ids or GAMES[Family(family)]]
    folder.mkdir(parents=True, exist_ok=True)
    with click.progressbar(length=trials, file=sys.stderr, item_show_func=_cost) as bar:
        tuned = tune(
            training_deals(games, deals),
            features or tuple(FEATURES),
            states=states,
            trials=trials,
            journal=folder / f"{family}.log",
            on_trial=lambda best: bar.update(1, best),
        )
    present = weights_of(games[0])
    click.echo(f"Weights: {_text(tuned)}")
    click.echo(f"Present: {_text(present)}")
    for line in _comparison(held_out_deals(games, held_out), states, (present, tuned)):
        click.echo(line)


def _rules(game: str, family: Family) -> Rules:
    """The rules of a game of a family."""
    try:
        rules = named(game)
    except PatienceError as error:
        raise click.BadParameter(str(error), param_hint="--game") from None
    if family_of(rules) is not family:
        raise click.BadParameter(
            f"{rules.title} is of another family: {family_of(rules).value}.", param_hint="--game"
        )
    return rules


def _cost(best: float | None) -> str | None:
    return None if best is None else f"best: {2**best:,.0f} states"


def _text(weights: Weights) -> str:
    return ", ".join(f"{name} {weights[0][at]}" for name, at in FEATURES.items())


def _comparison(
    deals: Sequence[tuple[Rules, int]], states: int, both: tuple[Weights, Weights]
) -> Iterator[str]:
    """A line for each game: deals decided and states, with the present and the tuned weights."""
    yield f"{'game':24}{'deals':>6}{'decided':>16}{'states':>24}"
    ordered = sorted(deals, key=lambda deal: deal[0].id)
    for game, of_game in groupby(ordered, key=lambda deal: deal[0].id):
        numbers = list(of_game)
        before, after = (
            [search_deal(*deal, states, weights) for deal in numbers] for weights in both
        )
        yield (
            f"{game:24}{len(numbers):>6}{_decided(before):>8} ->{_decided(after):>5}"
            f"{_states(before):>13,} ->{_states(after):>8,}"
        )


def _decided(searched: Sequence[Searched]) -> int:
    return sum(each.outcome is not Outcome.UNKNOWN for each in searched)


def _states(searched: Sequence[Searched]) -> int:
    """The geometric mean."""
    return round(2 ** fmean(each.cost for each in searched))


if __name__ == "__main__":
    main()
