"""``python -m benchmarks [name ...]`` prints benchmark figures; without a name, all of them."""

from __future__ import annotations

import os
import platform
from importlib import import_module
from typing import Final

import click

REPORTS: Final = {
    "engine": "engine_moves",
    "pictures": "pictures",
    "first_minute": "first_minute",
    "path": "path",
    "presses": "presses",
    "load": "load",
    "tap losses": "tap_losses",
    "taps": "taps",
    "table": "table",
}
"""The module that writes each report. Each is imported when its turn comes, with what it needs."""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(REPORTS)))
def main(names: tuple[str, ...]) -> None:
    """Print benchmark figures: medians; times of drawing and engine are processor time."""
    click.echo(f"Python {platform.python_version()}, {os.cpu_count()} processors")
    for name in names or REPORTS:
        click.echo(f"\n{name}\n{_report(REPORTS[name])}")


def _report(module: str) -> str:
    """A module's report, or what it lacks."""
    try:
        report: str = import_module(f"benchmarks.{module}").report()
    except ModuleNotFoundError as missing:
        return f"It needs the package {missing.name}, which `make bench` installs."
    return report


if __name__ == "__main__":
    main()
