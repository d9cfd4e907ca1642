"""What the commands that measure on a cluster have in common."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from distributed import Client

from research.rates.cluster import local_cluster
from research.rates.results import OtherRules

_Command = TypeVar("_Command", bound=Callable[..., Any])

_STOPPED: Final = 130
"""The exit code of a command that was stopped by Ctrl-C."""
_OPTIONS: Final = (
    click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes."),
    click.option(
        "--scheduler", help="A Dask scheduler to use instead, such as tcp://10.0.0.1:8786."
    ),
    click.option(
        "--results",
        "folder",
        type=click.Path(path_type=Path),
        default=Path("build/rates"),
        show_default=True,
        help="Keep results in this folder; what is decided there is not searched again.",
    ),
)


def measures_on_a_cluster(command: _Command) -> _Command:
    """Give a command the options ``workers``, ``scheduler`` and ``folder``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@contextmanager
def cluster(scheduler: str | None, workers: int) -> Iterator[Client]:
    """A client of a scheduler, or else of a cluster on this machine, for the whole of a command.

    Ctrl-C ends the command, as do results of other rules.
    """
    try:
        with Client(scheduler) if scheduler else local_cluster(workers) as client:
            yield client
    except OtherRules as error:
        raise click.ClickException(f"{error}.") from None
    except KeyboardInterrupt:
        click.echo("Stopped. The same command goes on from here.", err=True)
        sys.exit(_STOPPED)
