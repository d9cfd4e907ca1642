"""The solver on the command line: ``python -m engine.solver rates GAME --deals N``."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import TextIO

import click

from engine.errors import PatienceError
from engine.games import rules_of
from engine.solver import MAX_SECONDS, MAX_STATES
from engine.solver.rates import Solved, Tally, solve_deal
from engine.solver.verdict import Outcome


@click.group()
def main() -> None:
    """Search deals: won, lost, or not decided."""


@main.command()
@click.argument("game")
@click.option("--deals", default=1000, show_default=True, help="How many deals.")
@click.option("--first", default=1, show_default=True, help="The number of the first deal.")
@click.option("--seconds", default=MAX_SECONDS, show_default=True, help="At most, for a deal.")
@click.option("--states", default=MAX_STATES, show_default=True, help="At most, for a deal.")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    help="A file that keeps what was found; deals that are in it are not searched again.",
)
def rates(
    game: str,
    deals: int,
    first: int,
    seconds: float,
    states: int,
    workers: int,
    log: Path | None,
) -> None:
    """Measure how many deals of GAME can be won, with a 95 % interval.

    What is not decided counts as lost for the lower end of the interval and as won for the upper.
    """
    try:
        rules = rules_of(game)
    except PatienceError as error:
        raise click.BadParameter(str(error), param_hint="GAME") from None
    if not 1 <= first <= first + deals - 1 <= rules.last_deal:
        raise click.BadParameter(
            f"{rules.title} has the deals 1 to {rules.last_deal}.", param_hint="--first"
        )
    known = {each.deal: each for each in _read(log, rules.id)} if log is not None else {}
    wanted = range(first, first + deals)
    left = [deal for deal in wanted if deal not in known]
    search = partial(solve_deal, rules.id, max_states=states, max_seconds=seconds)
    file = log.open("a", encoding="utf-8") if log is not None else None
    try:
        with (
            ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool,
            click.progressbar(length=len(left), label=rules.title) as bar,
        ):
            for done in as_completed([pool.submit(search, deal=deal) for deal in left]):
                solved = done.result()
                known[solved.deal] = solved
                _write(file, rules.id, solved)
                bar.update(1)
    finally:
        if file is not None:
            file.close()
    click.echo(f"{rules.id}: {Tally.of(known[deal] for deal in wanted)}")


def _read(log: Path, game: str) -> Iterator[Solved]:
    """What a log holds of a game; a last line that was cut off is left out."""
    if not log.exists():
        return
    for line in log.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
            if entry["game"] == game:
                yield Solved(
                    int(entry["deal"]),
                    Outcome(entry["outcome"]),
                    int(entry["states"]),
                    float(entry["seconds"]),
                )
        except (ValueError, KeyError, TypeError):
            continue


def _write(file: TextIO | None, game: str, solved: Solved) -> None:
    if file is not None:
        entry = {
            "game": game,
            "deal": solved.deal,
            "outcome": solved.outcome.value,
            "states": solved.states,
            "seconds": round(solved.seconds, 6),
        }
        file.write(json.dumps(entry) + "\n")
        file.flush()


if __name__ == "__main__":
    main()
