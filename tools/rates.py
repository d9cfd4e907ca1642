"""Measure how many deals of a game can be won: ``python -m tools.rates GAME --deals N``."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TextIO

import click

from engine import Outcome, PatienceError
from engine.games import rules_of
from engine.solver import MAX_SECONDS, MAX_STATES
from tools.deal_results import DealResult, Tally, solve_deal


@click.command()
@click.argument("game")
@click.option("--deals", default=1000, show_default=True, help="Number of deals.")
@click.option("--first", default=1, show_default=True, help="Number of the first deal.")
@click.option("--seconds", default=MAX_SECONDS, show_default=True, help="Limit for each deal.")
@click.option("--states", default=MAX_STATES, show_default=True, help="Limit for each deal.")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    help="Append results to this file; deals already in it are not searched again.",
)
def main(
    game: str,
    deals: int,
    first: int,
    seconds: float,
    states: int,
    workers: int,
    log: Path | None,
) -> None:
    """Measure how many deals of GAME can be won, with a 95 % interval.

    Undecided deals count as lost for the lower end of the interval and as won for the upper.
    """
    try:
        rules = rules_of(game)
    except PatienceError as error:
        raise click.BadParameter(str(error), param_hint="GAME") from None
    if not 1 <= first <= first + deals - 1 <= rules.last_deal:
        raise click.BadParameter(
            f"{rules.title} has the deals 1 to {rules.last_deal}.", param_hint="--first"
        )
    known = {result.deal_number: result for result in _read(log, rules.id)} if log else {}
    wanted = range(first, first + deals)
    missing = [number for number in wanted if number not in known]
    search = partial(solve_deal, rules.id, max_states=states, max_seconds=seconds)
    with ExitStack() as stack:
        file = stack.enter_context(log.open("a", encoding="utf-8")) if log else None
        spawn = multiprocessing.get_context("spawn")
        pool = stack.enter_context(ProcessPoolExecutor(workers, spawn))
        bar = stack.enter_context(click.progressbar(length=len(missing), label=rules.title))
        for done in as_completed([pool.submit(search, number) for number in missing]):
            result = done.result()
            known[result.deal_number] = result
            if file is not None:
                _write(file, rules.id, result)
            bar.update(1)
    click.echo(f"{rules.id}: {Tally.of(known[number] for number in wanted)}")


def _read(log: Path, rules_id: str) -> Iterator[DealResult]:
    """The results that a log holds for a game; a truncated last line is skipped."""
    if not log.exists():
        return
    for line in log.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
            if entry["game"] == rules_id:
                yield DealResult(
                    int(entry["deal"]),
                    Outcome(entry["outcome"]),
                    int(entry["states"]),
                    float(entry["seconds"]),
                )
        except (ValueError, KeyError, TypeError):
            continue


def _write(file: TextIO, rules_id: str, result: DealResult) -> None:
    """Append a result to a log."""
    entry = {
        "game": rules_id,
        "deal": result.deal_number,
        "outcome": result.outcome.value,
        "states": result.states,
        "seconds": round(result.seconds, 6),
    }
    file.write(json.dumps(entry) + "\n")
    file.flush()


if __name__ == "__main__":
    main()
