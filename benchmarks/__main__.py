"""``python -m benchmarks [name ...]`` prints benchmark figures; without a name, all of them."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from typing import Final

import click

from benchmarks import (
    days,
    engine_moves,
    fairness,
    floor,
    guild_cache,
    hints,
    load,
    pictures,
    posts,
    presses,
    rates,
    reminders,
    replays,
    settling,
    sizes,
    start,
    taps,
    tournaments,
    wins,
)

REPORTS: Final[dict[str, Callable[[], str]]] = {
    "engine": engine_moves.report,
    "pictures": pictures.report,
    "sizes": sizes.report,
    "start": start.report,
    "presses": presses.report,
    "floor": floor.report,
    "load": load.report,
    "replays": replays.report,
    "taps": taps.report,
    "wins": wins.report,
    "guilds": guild_cache.report,
    "settling": settling.report,
    "days": days.report,
    "tournaments": tournaments.report,
    "reminders": reminders.report,
    "posts": posts.report,
    "fairness": fairness.report,
    "hints": hints.report,
    "rates": rates.report,
}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(REPORTS)))
def main(names: tuple[str, ...]) -> None:
    """Print benchmark figures: medians; times of drawing and engine are processor time."""
    click.echo(f"Python {platform.python_version()}, {os.cpu_count()} processors")
    for name in names or REPORTS:
        click.echo(f"\n{name}\n{REPORTS[name]()}")


if __name__ == "__main__":
    main()
