"""``python -m bot check``: whether what is stored is whole."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final, TextIO

import click

from bot.command_line.database import database_url, guarded
from bot.service.checks import find_faults
from bot.store.database.open import open_to_read

_SHOWN: Final = 5
"""How many faults of a kind are printed."""


@click.command()
@click.option(
    "--processes",
    default=os.cpu_count() or 1,
    show_default="as many as there are processors",
    type=click.IntRange(min=1),
    help="How many processes replay games.",
)
@click.option(
    "--all",
    "file",
    type=click.File("w", encoding="utf-8"),
    help="A file to write every fault to, a line each.",
)
def check(processes: int, file: TextIO | None) -> None:
    """Replay every game and compare what was counted.

    Says what is wrong, the first of each kind in a line each, and how many there are of it. Exits
    with 1 if there is anything. The bot may run meanwhile.
    """
    counts = asyncio.run(guarded(_check(database_url(), processes, file)))
    if not counts:
        click.echo("Nothing is wrong.", err=True)
        return
    for kind, count in counts.most_common():
        click.echo(f"{count:,} {kind}.")
    if file is None and max(counts.values()) > _SHOWN:
        click.echo(
            f"The first {_SHOWN} of each are above; --all FILE writes all to a file.", err=True
        )
    sys.exit(1)


async def _check(url: str, processes: int, file: TextIO | None) -> Counter[str]:
    """Print the first faults of each kind, and write all to a file; how many there are of each."""
    counts = Counter[str]()
    async with open_to_read(url) as database:
        with ProcessPoolExecutor(processes, get_context("spawn")) as workers:
            async for fault in find_faults(database, workers):
                counts[fault.kind] += 1
                if counts[fault.kind] <= _SHOWN:
                    click.echo(fault.text)
                if file is not None:
                    click.echo(fault.text, file)
    return counts
