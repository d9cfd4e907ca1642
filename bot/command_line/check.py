"""``python -m bot check``: whether what is stored is whole."""

from __future__ import annotations

import asyncio
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import click

from bot.command_line.database import database_url, guarded
from bot.service.checks import find_faults
from bot.store.database.open import open_to_read


@click.command()
@click.option(
    "--processes",
    default=os.cpu_count() or 1,
    show_default="as many as there are processors",
    type=click.IntRange(min=1),
    help="How many processes replay games.",
)
def check(processes: int) -> None:
    """Replay every game and compare what was counted.

    Says what is wrong in one line each, and exits with 1 if there is anything. The bot may run
    meanwhile.
    """
    faults = asyncio.run(guarded(_check(database_url(), processes)))
    click.echo(f"{faults} faults." if faults else "Nothing is wrong.", err=True)
    sys.exit(1 if faults else 0)


async def _check(url: str, processes: int) -> int:
    """Print what is wrong; how much that is."""
    count = 0
    async with open_to_read(url) as database:
        with ProcessPoolExecutor(processes, get_context("spawn")) as workers:
            async for fault in find_faults(database, workers):
                click.echo(fault)
                count += 1
    return count
